#include "network_study.hpp"
#include "catalogue/residual.hpp"

#include <fmt/format.h>

#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <sigprop/core/base/confidence.hpp>
#include <sigprop/engine/evaluate.hpp>
#include <stdexcept>

#include "core/expression/expression.hpp"
#include "engine/binding/arguments.hpp"
#include "engine/binding/catalogue.hpp"
#include "quantities/residual/network_measurements.hpp"

#include "core/parallel/workers.hpp"

namespace sigprop::coverage {
namespace {

const std::vector<std::string> statistics = {"mean", "geometric_mean", "variance", "log_mean",
                                             "log_variance"};
constexpr double level = 0.95;

std::string expression_of(const NetworkCase& studied, const std::string& statistic) {
    return fmt::format("residual.simulated_{}({}, sublayers={}, width={}, statistic={})", studied.quantity,
                       studied.arguments, studied.sublayers, studied.width, statistic);
}

Measurement measurement_of(const NetworkCase& studied, const NetworkPlan& plan) {
    const auto sublayers = static_cast<std::int64_t>(studied.sublayers);
    if (studied.quantity == "gradient_ratio") return measures_gradient(0, sublayers);
    if (studied.quantity == "second_moment") return measures_second_moment(sublayers, plan.design);
    if (studied.quantity == "skip_weight") return measures_skip_weight(sublayers);
    if (studied.quantity == "weight_gradient_ratio") return measures_weight_gradient(0, sublayers);
    if (studied.quantity == "sublayer_cosine") return measures_view(Observable::cosine, sublayers - 1);
    if (studied.quantity == "token_similarity") return measures_view(Observable::token_similarity, sublayers);
    if (studied.quantity == "path_length_mean") return measures_path(false, sublayers);
    if (studied.quantity == "output_change")
        return measures_output_change(Observable::output_change_adam, sublayers);
    const std::int64_t attention = (sublayers - 1) / 2 * 2;  // sublayers 0, 2, … attend
    if (studied.quantity == "attention_entropy")
        return measures_view(Observable::attention_entropy, attention);
    if (studied.quantity == "score_second_moment")
        return measures_view(Observable::score_second_moment, attention);
    throw std::logic_error("the study does not know " + studied.quantity);
}

/// What one seed says of one statistic.
struct Sampled {
    bool is_claimed = false;
    Answer unjudged = Answer(Status::unable, "");
};

Sampled sampled(const NetworkCase& studied, const std::string& statistic, const Context& context) {
    const std::string text = expression_of(studied, statistic);
    const Result result = evaluate(text, context);
    const Evidence& shown = result.evidence().front();
    const Expression call = parse_expression(text);
    const SimulatedArguments given = bind_arguments(*find_quantity(call.name), call, text);
    NetworkPlan plan = network_plan(given.network, residual_stack(given.stack));
    if (given.learning_rate) plan.design.step_rate = given.learning_rate->to_double();
    Measurement what = measurement_of(studied, plan);
    what.statistic = given.statistic;
    Sampled one{shown.status == Status::ok, measured(plan, what, context, Judging::none)};
    if (one.unjudged.status != Status::ok) throw std::logic_error(text + ": " + one.unjudged.reason);
    const bool agree = shown.value.midpoint().to_double() == one.unjudged.value.midpoint().to_double();
    if (one.is_claimed && !agree) throw std::logic_error(text + " is not what the study measures");
    return one;
}

double mean_of(const std::vector<Sampled>& all) {
    double sum = 0;
    for (const Sampled& one : all) sum += one.unjudged.value.midpoint().to_double();
    return sum / static_cast<double>(all.size());
}

struct Settled {
    Truth truth = Truth::unknown;
    double value = 0;
};

/// The truth about each statistic. All statistics of a seed but the geometric mean are unbiased, so that
/// their means over seeds are those of all networks. 6400 networks settle a mean up to a log-variance of 1.5,
/// and a variance up to 0.3.
Settled truth_of(const NetworkCase& studied, const std::string& statistic,
                 const std::vector<std::vector<Sampled>>& all) {
    const auto of = [&](const std::string& name) {
        const auto place = std::find(statistics.begin(), statistics.end(), name) - statistics.begin();
        return mean_of(all[static_cast<std::size_t>(place)]);
    };
    if (statistic == "mean" && !studied.proof.empty()) {
        Context context;
        context.methods = "closed_form,arb_*";
        return {Truth::proved, evaluate(studied.proof, context).value().value()};
    }
    if (statistic == "geometric_mean") return {Truth::of_all_seeds, std::exp(of("log_mean"))};
    const double most = statistic == "mean" ? 1.5 : statistic == "variance" ? 0.3 : HUGE_VAL;
    if (of("log_variance") > most) return {};
    return {Truth::of_all_seeds, of(statistic)};
}

/// Depth by width, as far as 200 seeds take minutes: post_norm of 4 and 32 sublayers is up to 256 wide,
/// all else to 64, and gradients through 1000 sublayers to 16 but post_norm's.
void add_stacks(std::vector<NetworkCase>& all) {
    for (const std::uint64_t sublayers : {4U, 32U, 100U, 400U, 1000U}) {
        const std::uint64_t widest = sublayers <= 32 ? 256 : 64;
        for (const std::uint64_t width : {16U, 64U, 256U}) {
            if (width > widest) continue;
            all.push_back({"gradient_ratio", "post_norm", sublayers, width});
            if (width > 64) continue;
            all.push_back({"second_moment", "pre_norm", sublayers, width,
                           fmt::format("residual.second_moment(pre_norm, sublayers={})", sublayers)});
            if (width > 16 && sublayers == 1000) continue;
            all.push_back({"gradient_ratio", "pre_norm", sublayers, width});
            all.push_back(
                {"gradient_ratio", "rezero, branch_scale=0.3", sublayers, width,
                 fmt::format("residual.gradient_ratio(rezero, sublayers={}, branch_scale=0.3)", sublayers)});
        }
    }
}

}  // namespace

std::vector<NetworkCase> network_cases() {
    std::vector<NetworkCase> all;
    add_stacks(all);
    for (const std::uint64_t width : {16U, 64U}) {
        const std::string attends = "post_norm, block=transformer, length=8, correlation=0.5";
        all.push_back({"skip_weight", "post_norm", 32, width});
        all.push_back({"path_length_mean", "post_norm", 32, width});
        all.push_back({"weight_gradient_ratio", attends, 8, width});
        all.push_back({"token_similarity", attends, 24, width});
        all.push_back({"attention_entropy", attends, 8, width});
        all.push_back({"score_second_moment", attends, 8, width});
        all.push_back({"output_change",
                       "pre_norm, block=mlp, init=xavier, optimizer=adam, learning_rate=1e-5, "
                       "precision=float64",
                       8, width});
        all.push_back({"sublayer_cosine", "pre_norm, block=mlp", 8, width});
    }
    return all;
}

int allowed_misses(int intervals) {
    const boost::math::binomial_distribution<double> misses(intervals, 0.07);
    int most = 0;
    while (most < intervals && cdf(complement(misses, most)) > 1e-3) ++most;
    return most;
}

bool NetworkRow::holds() const {
    if (truth == Truth::unknown) return claimed <= allowed_misses(network_seeds);
    return misses <= allowed_misses(claimed);
}

bool NetworkRow::control_fails() const {
    return truth != Truth::unknown && unjudged > allowed_misses(network_seeds);
}

std::vector<NetworkRow> study(const NetworkCase& studied, int threads) {
    std::vector<std::vector<Sampled>> all(statistics.size(), std::vector<Sampled>(network_seeds));
    for_each_index(network_seeds, threads, [&](std::size_t seed) {
        Context context;
        context.seed = seed;
        for (std::size_t s = 0; s < statistics.size(); ++s)
            all[s][seed] = sampled(studied, statistics[s], context);
    });
    std::vector<NetworkRow> rows;
    for (std::size_t s = 0; s < statistics.size(); ++s) {
        const Settled settled = truth_of(studied, statistics[s], all);
        NetworkRow row{studied, statistics[s], settled.truth};
        for (const Sampled& one : all[s]) {
            const Answer& answer = one.unjudged;
            const double half =
                critical_value(1 - level, answer.degrees_of_freedom) * answer.value.radius_double();
            const bool missed = std::fabs(answer.value.midpoint().to_double() - settled.value) > half;
            if (one.is_claimed) ++row.claimed;
            if (one.is_claimed && missed) ++row.misses;
            if (missed) ++row.unjudged;
        }
        if (settled.truth == Truth::unknown) row.misses = row.unjudged = 0;
        rows.push_back(row);
    }
    return rows;
}

Json to_json(const NetworkRow& row) {
    Json json = Json::object();
    json.set("expression", expression_of(row.studied, row.statistic)).set("claimed", row.claimed);
    if (row.truth == Truth::unknown) return json.set("truth", "unknown");
    json.set("truth", row.truth == Truth::proved ? "proved" : "of all seeds")
        .set("misses", row.misses)
        .set("allowed", allowed_misses(row.claimed))
        .set("misses_without_judgement", row.unjudged);
    return json;
}

}  // namespace sigprop::coverage
