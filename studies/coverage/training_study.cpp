#include "training_study.hpp"
#include "catalogue/training.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <sigprop/core/base/confidence.hpp>
#include <sigprop/engine/evaluate.hpp>
#include <stdexcept>
#include <tuple>

#include "core/expression/expression.hpp"
#include "engine/binding/arguments.hpp"
#include "engine/binding/catalogue.hpp"
#include "quantities/training/training_sample.hpp"

#include "core/parallel/workers.hpp"

namespace sigprop::coverage {
namespace {

constexpr double level = 0.95;
constexpr double a_third_shorter = 2.0 / 3;

/// A quantity, and where its number is in a run.
struct Studied {
    enum class Kind : std::uint8_t { mean, share, slope };

    std::string quantity;
    std::string arguments;  ///< of its own
    RunNumber number;
    Kind kind = Kind::mean;
    NetworkStatistic statistic = NetworkStatistic::mean;
    ProbeDesign probe = {};  ///< a pass of its own
    SecondTask second = {};  ///< a task after the first
};

std::vector<Studied> of_network(std::uint64_t sublayers) {
    const std::uint64_t attention = (sublayers - 2) / 2;
    std::vector<Studied> all = {
        {"sublayer_cosine", "", run_entry("start cosine", sublayers - 1)},
        {"token_similarity", "", run_entry("start token similarity", sublayers)},
    };
    const std::vector<std::pair<std::string, RunNumber>> positive = {
        {"second_moment", run_entry("start second moment", sublayers)},
        {"branch_moment", run_entry("start branch moment", sublayers - 1)},
        {"attention_entropy", run_entry("start attention entropy", attention)},
        {"score_second_moment", run_entry("start score second moment", attention)},
        {"logit_second_moment", run_entry("start logit second moment")},
        {"loss", run_entry("start loss")},
        {"gradient_ratio", run_entry("start gradient square")},
    };
    for (const auto& [quantity, number] : positive) {
        using enum NetworkStatistic;
        for (const NetworkStatistic statistic : {mean, geometric_mean, log_mean}) {
            const std::string argument =
                statistic == mean ? "" : ", statistic=" + std::string(word_of(statistic));
            all.push_back({quantity, argument, number, Studied::Kind::mean, statistic});
        }
    }
    return all;
}

std::optional<double> learned_nats(const TrainingRun& run, std::string&) {
    if (!run.has("validation loss") || divergence_of(run)) return std::nullopt;
    return run.at("flat loss") - run.at("validation loss");
}

std::optional<double> norm_gain_ratio(const TrainingRun& run, std::string&) {
    if (!run.has("norm gain") || divergence_of(run)) return std::nullopt;
    const std::vector<double>& gains = run.numbers.at("norm gain");
    double others = 0;
    for (std::size_t k = 0; k + 1 < gains.size(); ++k) others += gains[k];
    return gains.back() / (others / static_cast<double>(gains.size() - 1));
}

RunNumber has_fate(Fate fate) {
    return [fate](const TrainingRun& run, std::string&) -> std::optional<double> {
        return run.fate() == fate ? 1 : 0;
    };
}

RunNumber difference(const std::string& of, const std::string& minus) {
    return [of, minus](const TrainingRun& run, std::string&) -> std::optional<double> {
        if (!run.has(of) || !run.has(minus) || divergence_of(run)) return std::nullopt;
        return run.at(of) - run.at(minus);
    };
}

/// The largest eigenvalue, which the quantity refuses where the iteration has not found it.
std::optional<double> sharpness(const TrainingRun& run, std::string&) {
    if (!run.has("probe sharpness") || divergence_of(run)) return std::nullopt;
    const double value = run.at("probe sharpness");
    if (run.at("probe sharpness residual") > 1e-2 * std::abs(value)) return std::nullopt;
    return value;
}

/// What a run measures by passes of its own, or of a second task: after the last step, or of it.
std::vector<Studied> of_probes(const TrainingCell& cell, std::uint64_t steps) {
    using enum NetworkStatistic;
    constexpr Studied::Kind mean_of_runs = Studied::Kind::mean;
    const std::uint64_t sublayers = cell.sublayers;
    const std::uint64_t attention = (sublayers - 2) / 2;
    const auto probed = [&](Probe what) {
        const bool is_of_a_step = what == Probe::update || what == Probe::shift;
        const std::uint64_t at = what == Probe::drift ? 0 : is_of_a_step ? steps - 1 : steps;
        return ProbeDesign{.what = what, .at = at};
    };
    RunNumber loss_change = run_entry("probe loss change");
    loss_change.upper_bound = 0;
    std::vector<Studied> all = {
        {"gradient_signal", "", run_entry("probe signal all"), mean_of_runs, mean, probed(Probe::signal)},
        {"covariate_shift_cosine", "", run_entry("probe shift cosine", sublayers - 1), mean_of_runs, mean,
         probed(Probe::shift)},
        {"loss_along_gradient", "", loss_change, mean_of_runs, mean, probed(Probe::smoothness)},
        {"embedding_rows", "", run_entry("probe rows"), mean_of_runs, mean, probed(Probe::rows)},
        {"norm_gain", ", sublayer=0",
         run_entry(cell.arguments.starts_with("pre_norm") ? "gain layer 0 norm" : "gain layer 0 sum norm")},
        {"score_second_moment", "", run_entry("probe score second moment", attention), mean_of_runs, mean,
         probed(Probe::scores)},
    };
    const std::vector<std::tuple<std::string, RunNumber, Probe>> positive = {
        {"largest_logit", run_entry("probe largest score", attention), Probe::scores},
        {"update_ratio", run_entry("probe update all"), Probe::update},
        {"covariate_shift", run_entry("probe shift", sublayers - 1), Probe::shift},
        {"drift", run_entry("probe drift mean", sublayers), Probe::drift},
        {"batch_fluctuation", run_entry("probe fluctuation", sublayers), Probe::fluctuation},
    };
    for (const auto& [quantity, number, probe] : positive) {
        all.push_back({quantity, "", number, mean_of_runs, mean, probed(probe)});
        all.push_back(
            {quantity, ", statistic=geometric_mean", number, mean_of_runs, geometric_mean, probed(probe)});
    }
    const std::pair<std::string, RunNumber> of_factors[] = {{"sharpness", sharpness},
                                                            {"smoothness", run_entry("probe smoothness")}};
    for (const auto& [quantity, number] : of_factors)
        all.push_back({quantity, "", number, mean_of_runs, geometric_mean,
                       probed(quantity == "sharpness" ? Probe::sharpness : Probe::smoothness)});
    const SecondTask second = {.steps = 4, .kind = TaskKind::markov, .rate = 1e-3};
    const std::string given = ", then_steps=4, then_rate=1e-3";
    all.push_back({"then_loss", given, run_entry("second loss"), mean_of_runs, mean, {}, second});
    all.push_back({"then_learned_nats",
                   given,
                   difference("second flat loss", "second loss"),
                   mean_of_runs,
                   mean,
                   {},
                   second});
    all.push_back({"forgotten_nats",
                   given,
                   difference("kept loss", "validation loss"),
                   mean_of_runs,
                   mean,
                   {},
                   second});
    return all;
}

std::vector<Studied> of_training(const TrainingCell& cell) {
    const std::uint64_t sublayers = cell.sublayers;
    using enum Studied::Kind;
    return {
        {"validation_loss", "", run_entry("validation loss")},
        {"accuracy", "", run_entry("validation accuracy")},
        {"learned_nats", "", learned_nats},
        {"loss", ", step=5", run_entry("loss", 5)},
        {"fate_share", "", has_fate(Fate::learned), share},
        {"fate_share", ", fate=diverged", has_fate(Fate::diverged), share},
        {"branch_moment", "", run_entry("end branch moment", sublayers - 1)},
        {"second_moment", "", run_entry("end second moment", sublayers)},
        {"sublayer_cosine", "", run_entry("end cosine", sublayers - 1)},
        {"attention_entropy", "", run_entry("end attention entropy", (sublayers - 2) / 2)},
        {"norm_gain_ratio", "", norm_gain_ratio},
        {"coordinate_size", "", run_entry("size logits")},
        {"coordinate_change", "", run_entry("change logits")},
        {"coordinate_slope", fmt::format(", widths=[{}, {}]", cell.width / 2, cell.width),
         run_entry("change logits"), slope},
    };
}

std::string expression_of(const TrainingCell& cell, const Studied& studied) {
    const bool has_width = studied.kind != Studied::Kind::slope;
    return fmt::format("{}.{}({}, sublayers={}{}{})", cell.is_trained ? "training" : "network",
                       studied.quantity, cell.arguments, cell.sublayers,
                       has_width ? fmt::format(", width={}", cell.width) : "", studied.arguments);
}

TrainingRequest request_of(const TrainingCell& cell, const std::string& text) {
    const Expression call = parse_expression(text);
    const Arguments arguments = bind_arguments(*find_quantity(call.name), call, text);
    return cell.is_trained ? training_request(arguments) : network_look_request(arguments);
}

std::optional<RunNumbers> numbers_of(const TrainingCell& cell, const Studied& studied,
                                     const Context& context) {
    std::string reason;
    if (studied.kind == Studied::Kind::slope) {
        std::vector<SlopePoint> points;
        for (const std::uint64_t width : {cell.width / 2, cell.width}) {
            TrainingCell one = cell;
            one.width = width;
            Studied at_width = studied;
            at_width.kind = Studied::Kind::mean;
            at_width.quantity = "coordinate_change";
            at_width.arguments = "";
            TrainingRequest request = request_of(one, expression_of(one, at_width));
            request.plan.coordinates = true;
            points.push_back({std::move(request), studied.number, static_cast<double>(width),
                              fmt::format("width {}", width)});
        }
        return run_slopes(points, context, reason);
    }
    TrainingRequest request = request_of(cell, expression_of(cell, studied));
    request.plan.coordinates = studied.quantity.starts_with("coordinate");
    request.plan.probe = studied.probe;
    request.plan.second = studied.second;
    return run_numbers(request, studied.number, context, reason);
}

/// What one seed says of one quantity.
struct Sampled {
    bool is_claimed = false;
    std::vector<double> numbers;  ///< none if a network diverged
    double rounding = 0;          ///< relative, of a number
    Answer unjudged = Answer(Status::unable, "");
};

Sampled sampled(const TrainingCell& cell, const Studied& studied, const Context& context) {
    const std::string text = expression_of(cell, studied);
    const Evidence shown = evaluate(text, context).evidence().front();
    Sampled one;
    one.is_claimed = shown.status == Status::ok;
    const auto numbers = numbers_of(cell, studied, context);
    if (!numbers) {
        if (one.is_claimed) throw std::logic_error(text + " has an interval, and a network no number");
        return one;
    }
    one.numbers = numbers->sample;
    one.rounding = numbers->rounding;
    one.unjudged = mean_over_runs(*numbers, studied.statistic, Judging::none);
    if (studied.kind == Studied::Kind::share) one.unjudged = Answer(shown.value);
    one.unjudged.degrees_of_freedom = static_cast<int>(one.numbers.size()) - 1;
    if (studied.kind == Studied::Kind::share) one.unjudged.degrees_of_freedom = shown.degrees_of_freedom;
    if (one.unjudged.status != Status::ok) throw std::logic_error(text + ": " + one.unjudged.reason);
    const bool agree = shown.value.midpoint().to_double() == one.unjudged.value.midpoint().to_double();
    if (one.is_claimed && !agree) throw std::logic_error(text + " is not what the study measures");
    return one;
}

struct Settled {
    Truth truth = Truth::unknown;
    double value = 0;
};

double mean_of(const std::vector<double>& numbers) {
    double sum = 0;
    for (const double one : numbers) sum += one;
    return sum / static_cast<double>(numbers.size());
}

/// Whether the numbers' standard deviation is within what float32's rounding may do to them.
bool are_equal(const std::vector<Sampled>& all) {
    std::vector<double> numbers, squares;
    double rounding = 0;
    for (const Sampled& one : all) {
        numbers.insert(numbers.end(), one.numbers.begin(), one.numbers.end());
        rounding = std::max(rounding, one.rounding);
    }
    if (numbers.empty() || rounding == 0) return false;
    const double mean = mean_of(numbers);
    for (const double one : numbers) squares.push_back((one - mean) * (one - mean));
    return mean_of(squares) <= rounding * rounding * mean * mean;
}

/// The mean over the networks of all seeds, which settle it up to a log-variance of 1.5, as in the study of
/// residual.simulated_*, and if their skewness allows it.
Settled truth_of(const Studied& studied, const std::vector<Sampled>& all) {
    std::vector<double> numbers, logarithms;
    for (const Sampled& one : all) numbers.insert(numbers.end(), one.numbers.begin(), one.numbers.end());
    if (numbers.empty()) return {};
    if (std::ranges::all_of(numbers, [](double one) { return one < 0; })) {  // their sizes have logarithms
        std::vector<Sampled> sizes = all;
        for (Sampled& one : sizes)
            for (double& number : one.numbers) number = -number;
        const Settled of_sizes = truth_of(studied, sizes);
        return {of_sizes.truth, -of_sizes.value};
    }
    if (studied.kind == Studied::Kind::share) return {Truth::of_all_seeds, mean_of(numbers)};
    for (const double one : numbers) {
        if (one > 0) logarithms.push_back(std::log(one));
    }
    const bool has_logarithms = logarithms.size() == numbers.size();
    const double log_mean = has_logarithms ? mean_of(logarithms) : 0;
    if (studied.statistic == NetworkStatistic::log_mean) return {Truth::of_all_seeds, log_mean};
    if (studied.statistic == NetworkStatistic::geometric_mean)
        return {Truth::of_all_seeds, std::exp(log_mean)};
    double log_variance = 0;
    for (const double one : logarithms)
        log_variance += (one - log_mean) * (one - log_mean) / static_cast<double>(logarithms.size());
    constexpr double most = 1.5;
    if (has_logarithms && log_variance > most) return {};
    if (!are_equal(all) && doubt_about_mean(numbers, numbers, std::nullopt, "")) return {};
    return {Truth::of_all_seeds, mean_of(numbers)};
}

TrainingRow row_of(const TrainingCell& cell, const Studied& studied, const std::vector<Sampled>& all) {
    const Settled settled = truth_of(studied, all);
    TrainingRow row;
    row.expression = expression_of(cell, studied);
    row.name =
        (cell.is_trained ? "training." : "network.") + studied.quantity +
        (studied.statistic == NetworkStatistic::mean ? "" : " " + std::string(word_of(studied.statistic)));
    row.is_share = studied.kind == Studied::Kind::share;
    row.truth = settled.truth;
    row.is_constant = !row.is_share && are_equal(all);
    for (const Sampled& one : all) {
        if (one.is_claimed) ++row.claimed;
        if (one.numbers.empty()) continue;
        ++row.numbers;
        if (settled.truth == Truth::unknown) continue;
        const Answer& answer = one.unjudged;
        const double half_length =
            critical_value(1 - level, answer.degrees_of_freedom) * answer.value.radius_double();
        const double distance = std::fabs(answer.value.midpoint().to_double() - settled.value);
        const bool missed = distance > half_length;
        if (missed) ++row.unjudged;
        if (one.is_claimed && missed) ++row.misses;
        if (one.is_claimed && distance > a_third_shorter * half_length) ++row.shorter;
    }
    return row;
}

}  // namespace

std::vector<TrainingRow> study(const TrainingCell& cell, int threads) {
    const std::vector<Studied> quantities = cell.is_probed    ? of_probes(cell, probed_steps)
                                            : cell.is_trained ? of_training(cell)
                                                              : of_network(cell.sublayers);
    std::vector<std::vector<Sampled>> all(quantities.size(), std::vector<Sampled>(network_seeds));
    for_each_index(network_seeds, threads, [&](std::size_t seed) {
        Context context;
        context.seed = seed;
        for (std::size_t q = 0; q < quantities.size(); ++q)
            all[q][seed] = sampled(cell, quantities[q], context);
    });
    std::vector<TrainingRow> rows;
    for (std::size_t q = 0; q < quantities.size(); ++q) rows.push_back(row_of(cell, quantities[q], all[q]));
    return rows;
}

}  // namespace sigprop::coverage
