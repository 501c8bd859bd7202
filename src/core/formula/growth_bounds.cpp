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

Quadratic constant_polynomial(double lo, double hi) { return {hull(ball(lo), ball(hi)), 0, 0}; }

}  // namespace

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
Ball hull(const Ball& a, const Ball& b) { return Ball::interval(a, b); }

LogBound plus(const LogBound& x, const LogBound& y, bool upward) {
    const auto sum = upward ? add_up : add_down;
    return {sum(x.a, y.a), sum(x.k, y.k), sum(x.b, y.b), sum(x.c, y.c)};
}

LogBound minus(const LogBound& x) { return {-x.a, -x.k, -x.b, -x.c}; }

LogBound scaled(const LogBound& x, double factor, bool upward) {
    const auto times = [&](double y) {
        return upward ? up(ball(y) * ball(factor)) : down(ball(y) * ball(factor));
    };
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

Quadratic plus(const Quadratic& a, const Quadratic& b) { return {a.c0 + b.c0, a.c1 + b.c1, a.c2 + b.c2}; }
Quadratic hull(const Quadratic& a, const Quadratic& b) {
    return {hull(a.c0, b.c0), hull(a.c1, b.c1), hull(a.c2, b.c2)};
}

double product_end(double x, double y, bool upward) {
    if (x == 0 || y == 0) return 0;
    const Ball product = ball(x) * ball(y);
    if (std::isinf(x) || std::isinf(y)) return (x > 0) == (y > 0) ? infinity : -infinity;
    return upward ? up(product) : down(product);
}

GrowthNode with_range(double lo, double hi) {
    GrowthNode node;
    node.lo = lo;
    node.hi = hi;
    if (std::isfinite(lo) && std::isfinite(hi)) node.polynomial = constant_polynomial(lo, hi);
    return node;
}

GrowthNode undefined(std::string reason) {
    GrowthNode node = unknown(std::move(reason));
    node.undefined = true;
    return node;
}

}  // namespace sigprop::growth
