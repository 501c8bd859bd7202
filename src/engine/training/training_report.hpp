#pragma once
// What `sigprop train` reports: the same numbers as the quantities training.*, of the same runs, as one
// report. Records: validation loss and accuracy at every length, nats learned, the share of each fate.
// Curves: loss and gradient norm against the step, each network's loss, and the stream against the layer,
// before and after.

#include <map>
#include <optional>
#include <sigprop/core/base/confidence.hpp>
#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

#include "core/expression/expression.hpp"
#include "quantities/training/training_parameters.hpp"

namespace sigprop {

struct TrainingCall {
    std::string arguments;                 ///< of training.validation_loss: "pre_norm, 6, width=128"
    std::optional<std::string> text = {};  ///< a file to learn instead of a task
};

struct BoundTraining {
    Expression call;  ///< of training.validation_loss
    TrainingRequest request;
    std::string text_digest = {};  ///< of the file
    std::uint64_t text_bytes = 0;
};

/// Errors   InputError with its place in the call, or naming the file
[[nodiscard]] BoundTraining bind_training(const TrainingCall& call, const Context& context);

using TrainingSpans = std::map<std::string, std::vector<std::optional<Interval>>>;

/// What was trained and how it ended, beside the numbers of the report.
struct TrainingSummary {
    std::uint64_t networks = 0, layers = 0, width = 0, steps = 0, batch = 0, length = 0, warmup = 0;
    double parameters = 0;  ///< of each network
    double rate = 0;
    std::vector<std::uint64_t> test_lengths;
    std::string text_path;  ///< of a file that was learned
    std::uint64_t text_bytes = 0;
    std::size_t learned = 0, flat = 0, diverged = 0;
    /// "network 2: the loss is not finite at step 17", of those that diverged so, and why no network has
    /// weights.
    std::vector<std::string> notes;
    /// By the id of a record or a curve, for each of its places: from the smallest to the largest network,
    /// where the mean over them is not known.
    TrainingSpans spans;
};

struct TrainingResult {
    Report report;
    TrainingSummary summary;
};

/// Trains the networks. Points where a network has no number are unable.
/// Errors   Interrupted, TimeSpent, IoError
[[nodiscard]] TrainingResult training_report(const BoundTraining& training, const Context& context);

/// Of the quantity `name` and the same runs: "training.accuracy(pre_norm, layers=6)", with another argument.
[[nodiscard]] std::string training_expression(const BoundTraining& training, const std::string& name,
                                              const std::string& argument = {});

}  // namespace sigprop
