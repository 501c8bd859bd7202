#pragma once
// What small networks are trained on, made on the spot from a seed: batch `number` of a task is a pure
// function of (task, seed, number), so that runs can be resumed and repeated to the bit. Training takes the
// batches 0, 1, …; what is kept for validation takes numbers from validation_begin on.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "models/transformer/transformer.hpp"

namespace sigprop {

enum class TaskKind : std::uint8_t {
    markov,   ///< a hidden Markov language with long-range structure
    copy,     ///< the second half of a sequence repeats the first
    recall,   ///< pairs of key and value, then keys whose values are asked for
    teacher,  ///< the most likely outputs of another random Transformer on random tokens
    text,     ///< bytes of a file
    random,   ///< uniformly random tokens and targets, of which nothing can be learned
};
/// causal: the next token; masked: tokens replaced by a mask (token vocabulary - 1) are to be found.
enum class Objective : std::uint8_t { causal, masked };

struct TaskDesign {
    TaskKind kind = TaskKind::markov;
    Objective objective = Objective::causal;
    std::uint64_t vocabulary = 64;  ///< with the mask where there is one; text: 256 or, masked, 257
    double mask_rate = 0.15;
    std::uint64_t states = 16;  ///< hidden states of markov
    std::uint64_t reach = 16;   ///< markov: how far back its long-range structure reaches
    /// Runs of random lengths in every sequence, whose tokens have the types 0, 1, …; 0: batches say no
    /// types.
    std::uint64_t random_segments = 0;
    std::string path{};    ///< of text
    std::string digest{};  ///< of text that examine_text has found right; else make_task examines it
};

inline constexpr std::uint64_t validation_begin = std::uint64_t{1} << 40;

class Task {
public:
    virtual ~Task() = default;
    /// Errors   InputError for a length that the task cannot fill
    [[nodiscard]] virtual TokenBatch batch(std::uint64_t number, std::uint64_t sequences,
                                           std::uint64_t length) const = 0;
    /// The loss in nats of whoever knows only how often targets occur: "flat" is being no better than that.
    [[nodiscard]] virtual double flat_loss() const = 0;
};

/// A text that networks can be trained on: its bytes, and their SHA-256.
struct ExaminedText {
    std::uint64_t bytes = 0;
    std::string digest;
};
/// Reads the file once, in little memory. `poll` is called now and then and may throw.
/// Errors   IoError; InputError for a file that is not UTF-8, with the place of the first byte that is not
[[nodiscard]] ExaminedText examine_text(const std::string& path, const std::function<void()>& poll = {});

/// Errors   InputError for a design that makes no sense; text: a file that cannot be read, is too short for a
///          sequence, or is not UTF-8 (with the place of the first byte that is not)
[[nodiscard]] std::unique_ptr<Task> make_task(const TaskDesign& design, std::uint64_t seed);

}  // namespace sigprop
