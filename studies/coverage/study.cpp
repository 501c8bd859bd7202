#include "study.hpp"

#include <cmath>
#include <sigprop/core/base/confidence.hpp>
#include <sigprop/engine/evaluate.hpp>
#include <sigprop/methods/sampling/sample_means.hpp>
#include <stdexcept>

#include "methods/mean/mean.hpp"

#include "core/parallel/workers.hpp"

namespace sigprop::coverage {
namespace {

/// The outcome of one seed.
struct Sampled {
    bool is_claimed = false;
    double mean = 0, standard_error = 0;
    int degrees_of_freedom = 0;
};

const std::string fourth_power = "activation.second_moment(\"relu(x)^2\")";

/// The evidence that is shown for the quantity.
Sampled evidence(const Case& studied, const Context& context) {
    const Result result = evaluate(studied.quantity, context);
    for (const Evidence& one : result.evidence()) {
        if (one.method != studied.method) continue;
        if (one.status != Status::ok) return {};
        return {true, one.value.midpoint().to_double(), one.value.radius().to_double(),
                one.degrees_of_freedom};
    }
    throw std::logic_error(studied.quantity + " is not sampled by " + studied.method);
}

/// Also evidence that is not shown because its standard error is not trusted.
Sampled raw(const Case& studied, const Context& context) {
    if (studied.quantity != fourth_power) throw std::logic_error("no integrand for " + studied.quantity);
    const std::array integrands = {pow(relu(Formula::variable()), 4)};
    const SampleMeans means = monte_carlo_means(integrands, Law::normal(), studied.quantity, context);
    return {means.status == Status::ok, means.means.at(0), std::sqrt(means.covariance.at(0)),
            means.degrees_of_freedom};
}

double proved(const std::string& quantity) {
    Context context;
    context.methods = "closed_form,arb_*";
    const auto value = evaluate(quantity, context).value();
    if (!value) throw std::logic_error("nothing is proved of " + quantity);
    return *value;
}

}  // namespace

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const char* quantity : {"activation.second_moment(sigmoid)", "activation.second_moment(relu)",
                                 "truncated_normal.variance(-2, 2)"}) {
        for (const std::uint64_t samples : {1000U, 4096U, 65536U})
            all.push_back({quantity, "monte_carlo", samples});
        all.push_back({quantity, "quasi_monte_carlo", 4096});
    }
    all.push_back({fourth_power, "monte_carlo", 100, true});
    return all;
}

std::vector<Row> study(const Case& studied, int threads) {
    const double exact = proved(studied.quantity);
    std::vector<Sampled> sampled(seeds);
    for_each_index(sampled.size(), threads, [&](std::size_t seed) {
        Context context;
        context.seed = seed;
        context.samples = studied.samples;
        context.methods = studied.method;
        sampled[seed] = studied.heavy_tail ? raw(studied, context) : evidence(studied, context);
    });
    std::vector<Row> rows;
    for (const Level& level : levels) {
        Row row{studied, level};
        for (const Sampled& one : sampled) {
            const double half = critical_value(1 - level.level, one.degrees_of_freedom) * one.standard_error;
            const double distance = std::fabs(one.mean - exact);
            if (!one.is_claimed) ++row.unable;
            if (one.is_claimed && distance > half) ++row.misses;
            if (one.is_claimed && distance > 0.9 * half) ++row.shorter;
            if (distance > half) ++row.unclaimed;
        }
        rows.push_back(row);
    }
    return rows;
}

Json to_json(const Row& row) {
    Json json = Json::object();
    json.set("integrand", row.studied.quantity)
        .set("method", row.studied.method)
        .set("samples", row.studied.samples)
        .set("seeds", seeds)
        .set("level", row.level.level)
        .set("misses", row.misses)
        .set("unable", row.unable)
        .set("allowed", Json::array({row.least(), row.level.max_misses}));
    if (row.studied.heavy_tail) {
        json.set("misses_if_all_were_claimed", row.unclaimed);
    } else {
        json.set("misses_if_10_percent_shorter", row.shorter);
    }
    return json;
}

}  // namespace sigprop::coverage
