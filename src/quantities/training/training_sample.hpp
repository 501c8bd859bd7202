#pragma once
// A number of every run of a plan becomes a sample: a mean over networks and its standard error with networks
// - 1 degrees of freedom, or a share of the networks.
//
// What is measured after training is the mean over networks that did not diverge: of those that did, some are
// at 10^3 and others at 10^30, and no number of networks settles their mean. Where one of the sample did,
// nothing is claimed; training.fate_share says how many do.
//
// When a few networks carry a mean, its standard error means nothing (quantities/residual/network_trust.hpp).
// Other networks, of another seed, judge a sample. Training is expensive: a trained sample is judged by
// others where its numbers, or what they lack to their bound, have a log-variance above 0.02, and by itself
// where they do not. No other number has a say: losses near 0 have no mean that four networks know, while the
// stream's second moments do. A small sample cannot show an outlier that one network in a hundred has.
//
// Study of these intervals over depth and width: results/training_coverage.json.

#include <functional>
#include <memory>
#include <optional>
#include <sigprop/core/base/confidence.hpp>
#include <string>
#include <vector>

#include "methods/route.hpp"
#include "quantities/residual/network_statistics.hpp"
#include "quantities/residual/network_trust.hpp"
#include "quantities/training/training_parameters.hpp"

namespace sigprop {

/// The number of one run; nothing, and a reason, where it has none.
struct RunNumber {
    using Function = std::function<std::optional<double>(const TrainingRun& run, std::string& reason)>;

    template <class F>
    RunNumber(F function, std::optional<double> bound = std::nullopt)
        : of(std::move(function)), upper_bound(bound) {}

    [[nodiscard]] std::optional<double> operator()(const TrainingRun& run, std::string& reason) const {
        return of(run, reason);
    }

    Function of;
    std::optional<double> upper_bound;  ///< of numbers that may come close to it, and are log-normal below
    bool is_entropy = false;            ///< of attention: its bound is that of equal weights
};

/// The runs of the networks 0, …, networks - 1; several quantities ask for numbers of the same ones.
[[nodiscard]] std::shared_ptr<const std::vector<TrainingRun>> runs_of(const TrainingPlan& plan,
                                                                      std::uint64_t networks,
                                                                      const Context& context,
                                                                      std::string_view purpose = {});

/// Why the numbers of a run after its last step mean nothing: it is not finite, or it has diverged
/// (training.hpp) and is worse by diverged_margin than before the first step.
[[nodiscard]] std::optional<std::string> divergence_of(const TrainingRun& run);

/// From the smallest to the largest number of the runs; nothing where one of them has none.
[[nodiscard]] std::optional<Interval> span_of_runs(const std::vector<TrainingRun>& runs,
                                                   const RunNumber& number);

/// The number of that name and place (models/training/training.hpp), where the run has it and has not
/// diverged. What was measured at the start, and coordinates, always count, the loss of a step while it is
/// within diverged_margin of that before the first step, or if the run recovers.
[[nodiscard]] RunNumber run_entry(std::string name, std::size_t index = 0);
/// The flat loss minus the validation loss.
[[nodiscard]] RunNumber run_learned_nats();

/// All runs of a request; null, and a reason, where a weight's std has no value.
[[nodiscard]] std::shared_ptr<const std::vector<TrainingRun>> training_runs(const TrainingRequest& request,
                                                                            const Context& context,
                                                                            std::string& reason);

/// One number for each network.
struct RunNumbers {
    std::vector<double> sample;
    std::vector<double> pilot;  ///< of the networks that judge the sample; empty: it judges itself
    std::optional<LogNormalPart> part = {};  ///< of the pilot
    double rounding = 0;                     ///< relative; numbers that agree so closely are equal
};

/// Nothing, and a reason, where a network has no number.
[[nodiscard]] std::optional<RunNumbers> run_numbers(const TrainingRequest& request, const RunNumber& number,
                                                    const Context& context, std::string& reason);
/// A number of the runs of one width, or depth, of several.
struct SlopePoint {
    TrainingRequest request;
    RunNumber number;
    double size = 0;
    std::string label;  ///< "width 64"
};
/// The least-squares slopes of log(number) against log(size), in runs of equal number.
[[nodiscard]] std::optional<RunNumbers> run_slopes(const std::vector<SlopePoint>& points,
                                                   const Context& context, std::string& reason);

/// The mean, geometric_mean or log_mean of the sample and its standard error; `unable` where a few networks
/// carry it.
[[nodiscard]] Answer mean_over_runs(const RunNumbers& numbers,
                                    NetworkStatistic statistic = NetworkStatistic::mean,
                                    Judging judging = Judging::by_pilot);

/// The share of networks of which `hits` of `networks` were found: the middle of Clopper and Pearson's
/// interval of level 95 %, which lies within [0, 1], and such a radius and degrees of freedom that the
/// interval of that level is theirs, and that by which verdicts are made (max_standard_errors) holds theirs
/// of its own level.
[[nodiscard]] Answer share_of_runs(std::uint64_t hits, std::uint64_t networks);

[[nodiscard]] DirectRoute training_mean_route(TrainingRequest request, RunNumber number,
                                              NetworkStatistic statistic = NetworkStatistic::mean);
[[nodiscard]] DirectRoute training_share_route(TrainingRequest request, Fate fate);
/// `remark` says what else there is to know of the slope; it may be empty.
[[nodiscard]] DirectRoute training_slope_route(
    std::vector<SlopePoint> points, std::function<std::string(const Ball&, const Context&)> remark);

}  // namespace sigprop
