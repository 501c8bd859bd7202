#include "methods/softmax/periodic_columns.hpp"

#include "core/base/recent.hpp"
#include "methods/softmax/normal_cdf_strip.hpp"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

namespace sigprop {
namespace {

constexpr double plan_slack = 4;  // in exponents, for constants

/// A strip, and the log of the bound of the integrands on its edges.
struct PlannedStrip {
    double a = 0, log_bound = 0;
    CdfStrip cdf;

    [[nodiscard]] double step(double goal) const { return 2 * M_PI * a / (goal + log_bound); }
};

struct Need {
    double goal;      ///< nats of relative accuracy
    double absolute;  ///< nats of accuracy that the columns have, whatever their size
    double log_n;
    int power;
    int keys;  ///< the most columns in an integrand
};

Need need_of(double s, double n, int power, long bits) {
    Need need{nats_of_bits(bits) + plan_slack, 0, std::log(n), power, power == 3 ? 1 : 2};
    // The smallest integral is n^(1 - power), of a product of two squares n^-2, and of two first powers 1/s.
    const double smallest = power == 1 ? std::log1p(s) : std::max(2, power - 1) * need.log_n;
    need.goal += smallest;
    need.absolute = need.goal + need.log_n + std::log(100 + 30 * s);
    return need;
}

PlannedStrip narrow_strip(const Need& need) {
    PlannedStrip best;
    for (int i = 1; i < 64; ++i) {
        const double a = M_PI / 2 * i / 64;
        const PlannedStrip strip{a, need.keys * (need.log_n - need.power * std::log(std::cos(a))), {}};
        if (strip.step(need.goal) > best.step(need.goal) || best.a == 0) best = strip;
    }
    return best;
}

/// The best strip of the powers of Phi depends on the length and the goal alone.
PlannedStrip wide_strip(const Need& need, double s, std::uint64_t n) {
    static Recent<std::pair<std::uint64_t, long>, const CdfStrip> strips(256);
    const long goal = 8 * static_cast<long>((need.goal + need.keys * need.log_n) / 8);
    const auto strip =
        strips.find({n, goal}, [&] { return best_cdf_strip(n - 1, static_cast<double>(goal)); });
    constexpr double inside = 0x1.fffffp-1;  // a margin for rounding
    const double growth = strip->height * strip->height / 2;
    const double beyond = std::exp(need.log_n) * std::log1p(strip->excess.to_double());
    return {inside * s * strip->height, need.keys * (need.log_n + growth) + beyond, *strip};
}

/// A bound of log g(u)^(n - 1) to about e^-goal.
double log_rest(const LogitLaw& law, const LogitTails& tails, double u, double goal, std::uint64_t n) {
    if (law.kind == LogitLaw::Kind::normal) return log_of_rest(u, tails, goal, {n, n});
    // g(u) <= P(x + u < c) + exp(-e^c)
    const double c = std::log(goal + 12), half = static_cast<double>(law.dim - 1) / 2;
    const double share = std::clamp((1 + (c - u) / law.radius.to_double()) / 2, 0.0, 1.0);
    const bool is_end = share == 0 || share == 1;
    const double above = is_end ? 1 - share : law.dim == 1 ? 0.5 : boost::math::ibetac(half, half, share);
    const double by_law = static_cast<double>(n - 1) * std::log1p(std::exp(-goal) - above);
    return std::min(best_exponent(0, u, tails).log_bound, by_law);
}

/// The least period, in which copies of the columns do not overlap, rounded up so that few different ones
/// occur.
double period_of(const Need& need, const LogitTails& tails, double left, double right) {
    const double from = falls_to_zero(
        [&](double u) { return need.absolute + best_deficit_exponent(u, tails).log_bound; }, -1, -1);
    const double to =
        falls_to_zero([&](double u) { return need.absolute + best_exponent(0, u, tails).log_bound; }, 1, 1);
    const double least = std::max(to - left, right - from);
    const double octave = std::exp2(std::floor(std::log2(least)) - 2);
    return std::ceil(least / octave) * octave;
}

/// A bound of the log of |Gamma(power + i y) E e^(i y x)|.
double log_coefficient(const LogitLaw& law, double s, int power, double y) {
    const double x = M_PI * y;
    double log_square = std::log(2 * x) - x - std::log1p(-std::exp(-2 * x));
    for (int k = 1; k < power; ++k) log_square += std::log(k * k + y * y);
    if (law.kind == LogitLaw::Kind::normal) return (log_square - s * s * y * y) / 2;
    const double order = static_cast<double>(law.dim) / 2 - 1, z = law.radius.to_double() * y / 2;
    const double bessel = law.dim == 1 ? 0 : std::min(0.0, std::lgamma(order + 1) - order * std::log(z));
    return log_square / 2 + bessel;
}

long frequencies_of(const LogitLaw& law, const Need& need, double s, double period) {
    const double goal = need.absolute + 2 * std::log1p(s);
    const double top = falls_to_zero(
        [&](double y) { return goal + log_coefficient(law, s, need.power + 1, std::max(y, 1e-9)); }, 0, 1);
    return static_cast<long>(std::ceil(top * period / (2 * M_PI)));
}

}  // namespace

PeriodicPlan periodic_plan(const LogitLaw& law, std::uint64_t n, int power, long bits) {
    PeriodicPlan plan;
    plan.tails = {proxy(law).to_double(), max_abs(law).to_double()};
    const double s = plan.tails.s;
    const Need need = need_of(s, static_cast<double>(n), power, bits);
    PlannedStrip strip = narrow_strip(need);
    if (law.kind == LogitLaw::Kind::normal) {
        const PlannedStrip wide = wide_strip(need, s, n);
        if (wide.a > M_PI / 2 && wide.step(need.goal) > strip.step(need.goal)) strip = wide;
    }
    plan.strip = strip.a;
    plan.cdf = strip.cdf;
    const double step = strip.step(need.goal);

    const auto left = [&](double u) {
        return need.log_n + best_exponent(1, u, plan.tails).log_bound - std::log(step) + need.goal;
    };
    const auto right = [&](double u) {  // all integrands fall like g^(n-1)
        return log_rest(law, plan.tails, u, need.goal, n) + need.log_n - std::log(step) + need.goal;
    };
    const double lowest = falls_to_zero(left, -1, -1);
    // To the left of zero g^(n-1) may be negligible, too.
    const double highest = falls_to_zero(right, lowest, 1);
    plan.period = short_double(period_of(need, plan.tails, lowest, highest));
    plan.points = 4 * static_cast<long>(std::ceil(plan.period / step / 4));
    plan.first = static_cast<long>(std::floor(lowest / plan.step()));
    plan.half = static_cast<long>(std::ceil((highest / plan.step() - static_cast<double>(plan.first)) / 2));
    plan.frequencies = std::max(1L, frequencies_of(law, need, s, plan.period));
    constexpr double guard = 10;
    plan.working = static_cast<long>(std::ceil(need.absolute / log_2 + guard));
    constexpr double point = 60, exponential = 1000,
                     bessel = 3000;  // what else a point and a coefficient cost
    const double coefficient = law.kind == LogitLaw::Kind::sphere ? bessel : exponential;
    const double at_point = static_cast<double>(plan.frequencies) + point + 2 * need.log_n / log_2;
    const double products =
        2 * static_cast<double>(plan.half) * at_point + coefficient * static_cast<double>(plan.frequencies);
    plan.work = products * std::max(1.0, static_cast<double>(plan.working) / 128);
    return plan;
}

}  // namespace sigprop
