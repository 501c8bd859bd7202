#pragma once
// What the tasks share: random tokens from named streams, masking, and the loss of knowing only how often
// targets occur.

#include <cstdint>
#include <sigprop/core/random/random.hpp>
#include <string>
#include <vector>

#include "models/training/task.hpp"

namespace sigprop {

/// "task markov batch 17 sequence 3"
[[nodiscard]] RandomStream task_stream(std::uint64_t seed, const char* task, std::uint64_t batch,
                                       std::uint64_t sequence);
/// floor(u n): an integer below n.
[[nodiscard]] std::uint32_t below(double uniform, std::uint64_t n);
/// The first k whose cumulative weight exceeds u times the last one.
[[nodiscard]] std::uint32_t chosen(double uniform, const std::vector<double>& cumulative);

/// An empty batch with room, nothing scored.
[[nodiscard]] TokenBatch empty_batch(std::uint64_t sequences, std::uint64_t length);

/// Writes length + 1 tokens (causal) or length (masked) of one sequence into the batch. Masked: each position
/// from `first_scored` on becomes the mask with the design's rate, at least one of them.
void put_sequence(const TaskDesign& design, const std::vector<std::uint32_t>& tokens, std::uint64_t sequence,
                  std::uint64_t first_scored, const RandomStream& masks, TokenBatch& batch);

/// The entropy in nats of shares that are as these counts.
[[nodiscard]] double entropy_of_counts(const std::vector<double>& counts);
/// The entropy in nats of the targets of many batches: of the law they seem to have.
[[nodiscard]] double entropy_of_targets(const Task& task, std::uint64_t vocabulary);

/// The tokens other than the mask.
[[nodiscard]] inline std::uint64_t plain_tokens(const TaskDesign& design) {
    return design.vocabulary - (design.objective == Objective::masked ? 1 : 0);
}

// One for each kind.
[[nodiscard]] std::unique_ptr<Task> make_markov_task(const TaskDesign& design, std::uint64_t seed);
[[nodiscard]] std::unique_ptr<Task> make_copy_task(const TaskDesign& design, std::uint64_t seed);
[[nodiscard]] std::unique_ptr<Task> make_recall_task(const TaskDesign& design, std::uint64_t seed);
[[nodiscard]] std::unique_ptr<Task> make_teacher_task(const TaskDesign& design, std::uint64_t seed);
[[nodiscard]] std::unique_ptr<Task> make_random_task(const TaskDesign& design, std::uint64_t seed);
[[nodiscard]] std::unique_ptr<Task> make_text_task(const TaskDesign& design, std::uint64_t seed);

}  // namespace sigprop
