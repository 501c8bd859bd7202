// Uniformly random tokens and targets: what a network at initialisation is looked at with.

#include "models/training/task_support.hpp"

namespace sigprop {
namespace {

class RandomTask final : public Task {
public:
    RandomTask(const TaskDesign& design, std::uint64_t seed)
        : design_(design), seed_(seed), flat_loss_(entropy_of_targets(*this, design.vocabulary)) {}

    TokenBatch batch(std::uint64_t number, std::uint64_t sequences, std::uint64_t length) const override {
        TokenBatch batch = empty_batch(sequences, length);
        for (std::uint64_t s = 0; s < sequences; ++s) {
            const RandomStream stream = task_stream(seed_, "random", number, s);
            for (std::uint64_t t = 0; t < length; ++t) {
                batch.tokens[s * length + t] = below(stream.uniform(t, 1), design_.vocabulary);
                batch.targets[s * length + t] =
                    static_cast<std::int32_t>(below(stream.uniform(t, 2), design_.vocabulary));
            }
        }
        return batch;
    }
    double flat_loss() const override { return flat_loss_; }

private:
    TaskDesign design_;
    std::uint64_t seed_;
    double flat_loss_;
};

}  // namespace

std::unique_ptr<Task> make_random_task(const TaskDesign& design, std::uint64_t seed) {
    return std::make_unique<RandomTask>(design, seed);
}

}  // namespace sigprop
