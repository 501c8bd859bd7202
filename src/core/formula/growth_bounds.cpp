#include "core/formula/growth_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop::growth {
namespace {

// Bounds of log x for finite x > 0, within 0.07: with x = m 2^e, sqrt(1/2) <= m < sqrt 2, they come
// from 1 - 1/m <= log m <= m - 1. The slack covers the rounding of a product below 800 and of a sum.
constexpr double rounding_slack = 1e-12;

struct Scaled {
    double m;
    int e;
};
Scaled scaled_near_one(double x) {
    Scaled s{};
    s.m = std::frexp(x, &s.e);
    return s.m < 0.70710678 ? Scaled{2 * s.m, s.e - 1} : s;
}

double next_up(double x) { return std::nextafter(x, infinity); }

}  // namespace

double add_up(double x, double y) {
    const double sum = x + y;
    if (!std::isfinite(sum)) {
        if (std::isnan(sum)) return infinity;
        const bool overflow = std::isfinite(x) && std::isfinite(y) && sum < 0;
        return overflow ? std::numeric_limits<double>::lowest() : sum;
    }
    const double from_y = sum - x;
    const double error = (x - (sum - from_y)) + (y - from_y);  // exact: Knuth's sum of two numbers
    return error <= 0 ? sum : next_up(sum);  // near the largest double the error itself may be NaN
}

double multiply_up(double x, double y) {
    if (x == 0 || y == 0) return 0;
    const double product = x * y;
    if (!std::isfinite(product)) {
        if (std::isnan(product)) return infinity;
        const bool overflow = std::isfinite(x) && std::isfinite(y) && product < 0;
        return overflow ? std::numeric_limits<double>::lowest() : product;
    }
    constexpr double error_is_a_double = 0x1p-900;
    if (std::fabs(product) < error_is_a_double) return next_up(product);
    return std::fma(x, y, -product) > 0 ? next_up(product) : product;
}

double divide_up(double x, double y) {
    if (x == 0) return 0;
    const double quotient = x / y;
    if (!std::isfinite(quotient) || std::isinf(y)) return std::isnan(quotient) ? infinity : next_up(quotient);
    constexpr double error_is_a_double = 0x1p-900;
    if (std::fabs(quotient) < error_is_a_double || std::fabs(x) < error_is_a_double) return next_up(quotient);
    return std::fma(quotient, y, -x) == 0 ? quotient : next_up(quotient);
}

RealInterval add(const RealInterval& a, const RealInterval& b) {
    return {add_down(a.lower, b.lower), add_up(a.upper, b.upper)};
}

RealInterval multiply(const RealInterval& a, const RealInterval& b) {
    RealInterval result = {infinity, -infinity};
    for (const double x : {a.lower, a.upper}) {
        for (const double y : {b.lower, b.upper}) {
            result.lower = std::min(result.lower, multiply_down(x, y));
            result.upper = std::max(result.upper, multiply_up(x, y));
        }
    }
    return result;
}

RealInterval size_of(const RealInterval& a) { return {a.mignitude(), a.magnitude()}; }

double log_up(double x) {
    if (x <= 0) return -1e300;  // for the zero function
    if (std::isinf(x)) return infinity;
    const auto [m, e] = scaled_near_one(x);
    return e * (e > 0 ? log_2_up : log_2_down) + (m - 1) + rounding_slack;
}
double log_down(double x) {
    const auto [m, e] = scaled_near_one(x);
    return e * (e > 0 ? log_2_down : log_2_up) + (1 - 1 / m) - rounding_slack;
}

LogBound plus(const LogBound& x, const LogBound& y, bool upward) {
    const auto sum = upward ? add_up : add_down;
    return {sum(x.a, y.a), sum(x.k, y.k), sum(x.b, y.b), sum(x.c, y.c)};
}

LogBound minus(const LogBound& x) { return {-x.a, -x.k, -x.b, -x.c}; }

LogBound scaled(const LogBound& x, double factor, bool upward) {
    const auto times = [&](double y) { return upward ? multiply_up(y, factor) : multiply_down(y, factor); };
    return {times(x.a), times(x.k), times(x.b), times(x.c)};
}

LogBound larger(const LogBound& x, const LogBound& y) {
    return {std::max(x.a, y.a), std::max(x.k, y.k), std::max(x.b, y.b), std::max(x.c, y.c)};
}

LogBound smaller(const LogBound& x, const LogBound& y) {
    return {std::min(x.a, y.a), std::min(x.k, y.k), std::min(x.b, y.b), std::min(x.c, y.c)};
}

bool faster(const LogBound& x, const LogBound& y) {
    if (x.c != y.c) return x.c > y.c;
    if (x.b != y.b) return x.b > y.b;
    if (x.k != y.k) return x.k > y.k;
    return x.a > y.a;
}

Parabola plus(const Parabola& a, const Parabola& b) {
    return {add(a.c0, b.c0), add(a.c1, b.c1), add(a.c2, b.c2)};
}

Parabola hull(const Parabola& a, const Parabola& b) {
    return {sigprop::hull(a.c0, b.c0), sigprop::hull(a.c1, b.c1), sigprop::hull(a.c2, b.c2)};
}

std::optional<Parabola> times(const Parabola& a, const Parabola& b) {
    const bool third = (!a.c1.is_zero() && !b.c2.is_zero()) || (!a.c2.is_zero() && !b.c1.is_zero());
    if (third || (!a.c2.is_zero() && !b.c2.is_zero())) return std::nullopt;
    const RealInterval middle = multiply(a.c1, b.c1);
    return Parabola{multiply(a.c0, b.c0), add(multiply(a.c0, b.c1), multiply(a.c1, b.c0)),
                    add(add(multiply(a.c0, b.c2), multiply(a.c2, b.c0)), middle)};
}

GrowthNode with_range(double lo, double hi) {
    GrowthNode node;
    node.lo = lo;
    node.hi = hi;
    if (std::isfinite(lo) && std::isfinite(hi)) node.polynomial = Parabola{{lo, hi}, {}, {}};
    return node;
}

GrowthNode undefined(std::string reason) {
    GrowthNode node = unknown(std::move(reason));
    node.undefined = true;
    return node;
}

}  // namespace sigprop::growth
