// A teacher: random tokens, and at each place the most likely output of another random Transformer that has
// read them up to there. The teacher has two blocks of width 64 with sharp outputs, so that its answers
// depend on what it reads.

#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "models/training/task_support.hpp"

namespace sigprop {
namespace {

Architecture teacher_of(const TaskDesign& design) {
    Architecture teacher;
    teacher.steps = std::vector<ResidualStep<double>>(4, {.normalises_input = true});
    teacher.width = 64;
    teacher.heads = 4;
    teacher.vocabulary = design.vocabulary;
    const double std = 1 / std::sqrt(static_cast<double>(teacher.width));
    for (WeightStart& start : teacher.starts) start.std = std;
    teacher.start(WeightRole::embedding).std = 1;
    return teacher;
}

class TeacherTask final : public Task {
public:
    TeacherTask(const TaskDesign& design, std::uint64_t seed)
        : seed_(seed), team_(1), teacher_(teacher_of(design), {seed, std::uint64_t{1} << 30}, team_) {
        if (design.objective == Objective::masked)
            throw InputError::about({"objective", "task"},
                                    "a teacher answers at every position: write objective=causal");
        flat_loss_ = entropy_of_targets(*this, design.vocabulary);
    }

    TokenBatch batch(std::uint64_t number, std::uint64_t sequences, std::uint64_t length) const override {
        TokenBatch batch = empty_batch(sequences, length);
        const std::uint64_t vocabulary = teacher_.design().vocabulary;
        for (std::uint64_t s = 0; s < sequences; ++s) {
            const RandomStream stream = task_stream(seed_, "teacher", number, s);
            for (std::uint64_t t = 0; t < length; ++t)
                batch.tokens[s * length + t] = below(stream.uniform(t, 1), vocabulary);
        }
        batch.targets.assign(batch.tokens.size(), 0);  // all are scored, whatever the answer
        static_cast<void>(teacher_.forward(batch));
        const std::span<const float> outputs = teacher_.logits();
        const std::size_t count = batch.tokens.size();
        for (std::size_t k = 0; k < count; ++k) {
            std::size_t best = 0;
            for (std::size_t j = 1; j < vocabulary; ++j) {
                if (outputs[j * count + k] > outputs[best * count + k]) best = j;
            }
            batch.targets[k] = static_cast<std::int32_t>(best);
        }
        return batch;
    }
    double flat_loss() const override { return flat_loss_; }

private:
    std::uint64_t seed_;
    Team team_;
    mutable Transformer<float> teacher_;  ///< its weights never change; a pass uses its memory
    double flat_loss_ = 0;
};

}  // namespace

std::unique_ptr<Task> make_teacher_task(const TaskDesign& design, std::uint64_t seed) {
    return std::make_unique<TeacherTask>(design, seed);
}

}  // namespace sigprop
