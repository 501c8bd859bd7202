#pragma once
// A number of every run of a plan becomes a sample: a mean over networks and its standard error with networks - 1
// degrees of freedom, or a share of the networks.

#include <functional>
#include <string>

#include "methods/route.hpp"
#include "quantities/training/training_parameters.hpp"

namespace sigprop {

/// The number of one run; nothing, and a reason, where it has none.
using RunNumber = std::function<std::optional<double>(const TrainingRun& run, std::string& reason)>;
/// The number of that name and place (models/training/training.hpp), where a run has it.
[[nodiscard]] RunNumber run_entry(std::string name, std::size_t index = 0);
/// The flat loss minus the validation loss.
[[nodiscard]] RunNumber run_learned_nats();

/// All runs, made when first asked for; null, and a reason, where a weight's std has no value.
[[nodiscard]] std::shared_ptr<const std::vector<TrainingRun>> training_runs(const TrainingRequest& request,
                                                                            const Context& context,
                                                                            std::string& reason);

/// The mean over networks; `unable` where a run has no number, or where a few networks carry the mean.
[[nodiscard]] DirectRoute training_mean_route(TrainingRequest request, RunNumber number);

/// The share of runs of that fate. Of k out of n the radius is that of Agresti and Coull's interval, (k + 2)/(n + 4)
/// with its binomial standard error: also where all runs agree.
[[nodiscard]] DirectRoute training_share_route(TrainingRequest request, Fate fate);

/// The least-squares slope of log(number) against log(width) in runs of equal number, mean over networks.
[[nodiscard]] DirectRoute training_slope_route(std::vector<TrainingRequest> requests, RunNumber number);

}  // namespace sigprop
