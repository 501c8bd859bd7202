#include "methods/softmax/plan.hpp"

#include "core/base/bits.hpp"
#include "methods/softmax/bounds.hpp"
#include "methods/softmax/logit_nodes.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr int highest_power = 4;
constexpr double exponent_slack = 6;  // in the exponent, for constants

double outer_exponent(double step) {
    const double a = best_strip(highest_power, step);
    return 2 * M_PI * a / step + highest_power * std::log(std::cos(a));
}

/// How many points the series of softmax/series.hpp does not serve: its smallest term is e^(-u^2 / (2 s^2)).
double points_off_series(const SoftmaxPlan& plan, double goal) {
    const double left =
        std::min(-plan.step() * static_cast<double>(plan.first), plan.tails.s * std::sqrt(2 * goal) + 3);
    return left / plan.step() + static_cast<double>(plan.last);
}

double work_of(const SoftmaxPlan& plan, double products) {
    constexpr double points_of_series = 30, one_word = 128;
    return (products + points_of_series * static_cast<double>(plan.size())) *
           std::max(1.0, static_cast<double>(plan.working) / one_word);
}

constexpr double gain_by_convolution = 10;

/// With few limbs a sum for each point is as fast, and can be shorter; a finer inner grid gives sums that no
/// point needs.
bool convolution_pays(const SoftmaxPlan& plan, double products) {
    constexpr long many_bits = 256;
    constexpr double many_products = 1e5;
    return plan.working >= many_bits && plan.refinement <= 2 && products > many_products;
}

}  // namespace

double log_of_rest(double u, const LogitTails& tails, double goal, const RowLengths& lengths) {
    const double c = std::log(goal + 12);
    const double below = std::erfc((u - c) / tails.s * M_SQRT1_2) / 2;
    const double by_law = static_cast<double>(lengths.least - 1) * std::log(below + std::exp(-goal));
    return std::min(best_exponent(0, u, tails).log_bound, by_law);
}

double SoftmaxPlan::unseen(long k) const {
    // A term is at most n phi; the smallest integral is about 1/n.
    constexpr double margin = 8;
    const double u = static_cast<double>(k) * step();
    const double log_n = std::log(static_cast<double>(lengths.most));
    return std::max(0.0, -best_exponent(1, u, tails).log_bound - 2 * log_n - margin);
}

SoftmaxPlan outer_plan(const LogitTails& tails, long bits, const RowLengths& lengths) {
    SoftmaxPlan plan;
    plan.lengths = lengths;
    plan.bits = bits;
    plan.tails = tails;
    const double goal = nats_of_bits(bits) + exponent_slack;
    while (outer_exponent(plan.step()) < goal) ++plan.steps;
    const double log_longest = std::log(static_cast<double>(lengths.most));
    const auto left = [&](double u) { return log_longest + best_exponent(1, u, tails).log_bound + goal; };
    const auto right = [&](double u) {
        return best_exponent(highest_power, u, tails).log_bound + log_of_rest(u, tails, goal, lengths) + goal;
    };
    plan.first = static_cast<long>(std::floor(falls_to_zero(left, -1, -1) / plan.step()));
    const double highest = std::max(falls_to_zero(right, 1, 1), std::log(goal + 12));  // exp(-e^u) itself
    plan.last = static_cast<long>(std::ceil(highest / plan.step()));
    // These bits are lost by products of n and log g, by powers and by some hundred successive doublings.
    plan.working = bits + 28;
    return plan;
}

InnerStrip inner_strip(int p, double s, double inner_step) {
    const auto exponent = [&](double a) {
        return 2 * M_PI * a / inner_step - a * a / (2 * s * s) + p * std::log(std::cos(a));
    };
    // The exponent is concave in a, so its derivative is monotone.
    double low = 0, high = M_PI / 2;
    for (int i = 0; i < 50; ++i) {
        const double a = (low + high) / 2;
        const double slope = 2 * M_PI / inner_step - a / (s * s) - p * std::tan(a);
        (slope > 0 ? low : high) = a;
    }
    return {low, exponent(low)};
}

SoftmaxPlan normal_plan(double s, long bits, const RowLengths& lengths) {
    SoftmaxPlan plan = outer_plan({s, INFINITY}, bits, lengths);
    const double goal = nats_of_bits(bits) + exponent_slack;
    const auto enough = [&](double inner) { return inner_strip(highest_power, s, inner).exponent >= goal; };
    // The inner grid needed, as a multiple of the coarsest outer grid or of one with more steps.
    double coarsest = falls_to_zero([&](double x) { return enough(x) ? 1.0 : -1.0; }, 0, 1);
    const double needed = log_2 / coarsest;  // inner steps per factor of two
    const auto outer = static_cast<double>(plan.steps);
    double cheapest = INFINITY;
    const double few = std::max(1.0, std::floor(needed / outer));
    for (const double m : {few, few + 1}) {
        double r = std::max(outer, std::ceil(needed / m));
        while (!enough(log_2 / (r * m))) ++r;
        const double cost = r * r * m;
        if (cost < cheapest) {
            cheapest = cost;
            plan.refinement = static_cast<long>(m);
            plan.steps = static_cast<long>(r);
        }
    }
    const double stretch = static_cast<double>(plan.steps) / outer;
    plan.first = static_cast<long>(std::floor(static_cast<double>(plan.first) * stretch));
    plan.last = static_cast<long>(std::ceil(static_cast<double>(plan.last) * stretch));
    const double width = std::min(2 * s * std::sqrt(2 * goal), goal + 5 + s) / plan.inner_step();
    double products = points_off_series(plan, goal) * (width + 8 * static_cast<double>(plan.refinement));
    plan.convolves = convolution_pays(plan, products);
    if (plan.convolves) products /= gain_by_convolution;
    plan.work = work_of(plan, products);
    return plan;
}

SoftmaxPlan node_plan(const LogitLaw& law, long bits, const RowLengths& lengths) {
    SoftmaxPlan plan = outer_plan({proxy(law).to_double(), max_abs(law).to_double()}, bits, lengths);
    plan.by_nodes = true;
    const double goal = nats_of_bits(bits) + exponent_slack;
    const double points = law.kind == LogitLaw::Kind::capped_normal ? static_cast<double>(plan.size())
                                                                    : points_off_series(plan, goal);
    plan.work = work_of(plan, points * 4 * count_logit_nodes(law, bits));
    return plan;
}

SoftmaxPlan softmax_plan(const LogitLaw& law, long bits, const RowLengths& lengths) {
    // An inner grid over x is as fine as s: for a small s its tables are longer than any sum.
    constexpr double smallest_on_grid = 1.0 / 32;
    const double s = proxy(law).to_double();
    const bool on_grid = law.kind == LogitLaw::Kind::normal && s >= smallest_on_grid;
    return on_grid ? normal_plan(s, bits, lengths) : node_plan(law, bits, lengths);
}

}  // namespace sigprop
