#include "models/training/task.hpp"

#include <fmt/format.h>

#include <sigprop/core/base/errors.hpp>

#include "models/training/task_support.hpp"

namespace sigprop {
namespace {

void check_task(const TaskDesign& design) {
    const auto check_range = [](const char* what, std::uint64_t value, std::uint64_t least,
                                std::uint64_t most) {
        if (value < least || value > most)
            throw InputError::about({what},
                                    fmt::format("{} must be {} to {}, not {}", what, least, most, value));
    };
    const std::uint64_t mask = design.objective == Objective::masked ? 1 : 0;
    check_range("vocabulary", design.vocabulary, 2 + mask, std::uint64_t{1} << 20);
    check_range("states", design.states, 1, std::uint64_t{1} << 16);
    check_range("reach", design.reach, 1, std::uint64_t{1} << 20);
    if (!(design.mask_rate > 0 && design.mask_rate <= 1))
        throw InputError::about({"mask_rate"},
                                fmt::format("mask_rate must be in (0, 1], not {}", design.mask_rate));
    if (design.kind == TaskKind::text && design.vocabulary != 256 + mask)
        throw InputError::about({"vocabulary"},
                                fmt::format("a text consists of bytes: write vocabulary={}", 256 + mask));
    if (design.kind == TaskKind::text && design.path.empty())
        throw InputError::about({"path"}, "task=text needs the path of a text file");
}

/// Types of tokens: in each sequence every choice of the places where the next segment begins is as likely.
class SegmentedTask final : public Task {
public:
    SegmentedTask(std::unique_ptr<Task> task, std::uint64_t segments, std::uint64_t seed)
        : task_(std::move(task)), segments_(segments), seed_(seed) {}

    TokenBatch batch(std::uint64_t number, std::uint64_t sequences, std::uint64_t length) const override {
        if (length < segments_)
            throw InputError::about(
                {"segments", "length"},
                fmt::format("a sequence of {} tokens has no {} segments: give segments={}", length, segments_,
                            length));
        TokenBatch batch = task_->batch(number, sequences, length);
        batch.types.resize(sequences * length);
        for (std::uint64_t s = 0; s < sequences; ++s) {
            const RandomStream stream = task_stream(seed_, "segments", number, s);
            std::uint32_t type = 0;
            for (std::uint64_t t = 1; t < length; ++t) {
                // Of the places that are left, so many must begin a segment.
                const std::uint64_t left = length - t, needed = segments_ - 1 - type;
                if (below(stream.uniform(t, 0), left) < needed) ++type;
                batch.types[s * length + t] = type;
            }
        }
        return batch;
    }
    double flat_loss() const override { return task_->flat_loss(); }

private:
    std::unique_ptr<Task> task_;
    std::uint64_t segments_, seed_;
};

std::unique_ptr<Task> make_plain_task(const TaskDesign& design, std::uint64_t seed) {
    check_task(design);
    switch (design.kind) {
        case TaskKind::markov: return make_markov_task(design, seed);
        case TaskKind::copy: return make_copy_task(design, seed);
        case TaskKind::recall: return make_recall_task(design, seed);
        case TaskKind::teacher: return make_teacher_task(design, seed);
        case TaskKind::random: return make_random_task(design, seed);
        case TaskKind::text: return make_text_task(design, seed);
    }
    throw std::logic_error("no task has this name");
}

}  // namespace

std::unique_ptr<Task> make_task(const TaskDesign& design, std::uint64_t seed) {
    std::unique_ptr<Task> task = make_plain_task(design, seed);
    if (design.random_segments == 0) return task;
    return std::make_unique<SegmentedTask>(std::move(task), design.random_segments, seed);
}

}  // namespace sigprop
