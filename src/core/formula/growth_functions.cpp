// The growth rules for functions: powers, exponentials, logarithms and bounded functions.

#include "core/ball/contains_integer.hpp"
#include "core/formula/apply.hpp"
#include "core/formula/growth_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop::growth {

GrowthNode integer_power(const GrowthNode& a, std::int64_t n) {
    if (n < 0) return reciprocal(integer_power(a, -n));
    if (n == 0) return inherit(constant(Ball(1)), a);
    GrowthNode node;
    const auto end = [n](double x, bool upward) {
        if (std::isinf(x)) return x > 0 || n % 2 == 0 ? infinity : -infinity;
        if (n == 2) return upward ? multiply_up(x, x) : multiply_down(x, x);
        const Ball power = pow(ball(x), n);
        return upward ? up(power) : down(power);
    };
    if (n % 2 == 1 || a.lo >= 0) {
        node.lo = end(a.lo, false);
        node.hi = end(a.hi, true);
    } else {
        node.lo = a.hi <= 0 ? end(a.hi, false) : 0;
        node.hi = std::max(end(a.lo, true), end(a.hi, true));
    }
    if (n == 2 && a.polynomial) node.polynomial = times(*a.polynomial, *a.polynomial);
    if (n == 1) node.polynomial = a.polynomial;
    const auto factor = static_cast<double>(n);
    if (a.upper) node.upper = scaled(*a.upper, factor, true);
    if (a.lower) node.lower = scaled(*a.lower, factor, false);
    return inherit(node, a);
}

GrowthNode real_power(const GrowthNode& a, const Ball& exponent) {
    if (a.hi < 0 && !contains_integer(exponent)) return undefined("a real power of a negative number");
    const bool positive = a.lo > 0 || (a.lo == 0 && (a.lower || exponent.is_positive()));
    if (!positive || !exponent.is_finite()) {
        return inherit(unknown("a real power of a number not shown to be positive"), a);
    }
    GrowthNode node;
    node.lo = 0;
    const double low = exponent.lower_double();
    const double high = exponent.upper_double();
    // log f^p = p log f, and p turns an upper bound into a lower one where it is negative.
    const auto over = low >= 0 ? a.upper : high <= 0 ? a.lower : std::nullopt;
    const auto under = low >= 0 ? a.lower : high <= 0 ? a.upper : std::nullopt;
    if (over) node.upper = larger(scaled(*over, low, true), scaled(*over, high, true));
    if (under) node.lower = smaller(scaled(*under, low, false), scaled(*under, high, false));
    return inherit(node, a);
}

GrowthNode square_root(const GrowthNode& a) {
    if (a.hi < 0) return undefined("the square root of a negative number");
    if (a.lo < 0) return inherit(unknown("the square root of a number not shown to be positive"), a);
    GrowthNode node = with_range(down(sqrt(ball(a.lo))), std::isinf(a.hi) ? infinity : up(sqrt(ball(a.hi))));
    if (!node.polynomial && a.polynomial) {  // sqrt(|c0| + |c1| x + |c2| x^2) <= sqrt(sum) x for x >= 1
        const Parabola& p = *a.polynomial;
        const double sum = add_up(add_up(p.c0.magnitude(), p.c1.magnitude()), p.c2.magnitude());
        node.polynomial = Parabola{{}, {0, above(std::sqrt(sum))}, {}};
    }
    if (a.upper) node.upper = scaled(*a.upper, 0.5, true);
    if (a.lower) node.lower = scaled(*a.lower, 0.5, false);
    return inherit(node, a);
}

GrowthNode exponential(const GrowthNode& a, double R) {
    const auto end = [](double x) { return exp(RealInterval{x, x}); };
    GrowthNode node = with_range(std::isinf(a.lo) ? (a.lo > 0 ? infinity : 0) : end(a.lo).lower,
                                 std::isinf(a.hi) ? (a.hi > 0 ? infinity : 0) : end(a.hi).upper);
    if (a.polynomial) {
        const Parabola& p = *a.polynomial;
        node.upper = LogBound{p.c0.upper, 0, p.c1.upper, p.c2.upper};
        node.lower = LogBound{p.c0.lower, 0, p.c1.lower, p.c2.lower};
    } else if (a.lo > 0 && a.lower) {
        // The exponent is at least rate x^2 if x^2 over its lower bound is at most 1 / rate.
        const LogBound ratio = plus(LogBound{0, 2, 0, 0}, minus(*a.lower), true);
        const Ball rate = 1 / max_beyond(ratio, R);
        if (down(rate) > 0) node.lower = LogBound{0, 0, 0, std::min(down(rate), 1e300)};
    }
    if (!node.upper && !(a.hi < infinity)) {
        node.reason = "it grows faster than exp(c x^2) for every c, or sigprop cannot bound its growth";
    }
    return inherit(node, a);
}

GrowthNode logarithm(const GrowthNode& a) {
    if (a.hi <= 0) return undefined("the logarithm of a number that is not positive");
    if (a.lo < 0 || (a.lo == 0 && !a.lower)) {
        return inherit(unknown("the logarithm of a number not shown to be positive"), a);
    }
    GrowthNode node = with_range(a.lo > 0 ? down(log(ball(a.lo))) : -infinity,
                                 std::isinf(a.hi) ? infinity : up(log(ball(a.hi))));
    if (!node.polynomial && a.upper && a.lower) {
        // The logarithm lies between two polynomials, since 0 <= log x <= x.
        const LogBound& u = *a.upper;
        const LogBound& l = *a.lower;
        const auto between = [](double x, double y) { return RealInterval{std::min(x, y), std::max(x, y)}; };
        node.polynomial = Parabola{
            between(l.a, u.a), between(add_down(l.b, std::min(l.k, 0.0)), add_up(u.b, std::max(u.k, 0.0))),
            between(l.c, u.c)};
    }
    return inherit(node, a);
}

namespace {

/// e^min(u, 0) / 2 <= sigmoid(u) <= softplus(u) and sigmoid(u) <= softplus(u) <= e^u, for a polynomial u.
void bound_by_exponentials(GrowthNode& node, const Parabola& u) {
    const auto falling = [](const RealInterval& c) { return std::min(c.lower, 0.0); };
    node.lower = LogBound{add_down(falling(u.c0), -log_2_up), 0, falling(u.c1), falling(u.c2)};
    node.upper = LogBound{u.c0.upper, 0, u.c1.upper, u.c2.upper};
}

}  // namespace

GrowthNode softplus(const GrowthNode& a) {
    GrowthNode node = with_range(std::isinf(a.lo) ? 0 : down(sigprop::softplus(ball(a.lo))),
                                 std::isinf(a.hi) ? infinity : up(sigprop::softplus(ball(a.hi))));
    if (!node.polynomial && a.polynomial) {  // max(u, 0) <= softplus(u) <= max(u, 0) + log 2
        node.polynomial = hull(Parabola{}, *a.polynomial);
        node.polynomial->c0 = add(node.polynomial->c0, {0, log_2_up});
    }
    if (a.polynomial) bound_by_exponentials(node, *a.polynomial);
    return inherit(node, a);
}

GrowthNode bounded(const GrowthNode& a, double lo, double hi) { return inherit(with_range(lo, hi), a); }

namespace {

RealInterval point(double x) { return {x, x}; }

}  // namespace

GrowthNode increasing(Operation operation, const GrowthNode& a) {
    const auto value = [&](double x) { return apply_function(Instruction{operation}, ball(x), ball(x)); };
    // At +-infinity the limits of the bounded functions are used instead.
    struct Limits {
        double left, right;
    };
    const Limits limits = operation == Operation::sigmoid || operation == Operation::normal_cdf ? Limits{0, 1}
                          : operation == Operation::erfc                                        ? Limits{2, 0}
                          : operation == Operation::atan ? Limits{-1.5707963267948968, 1.5707963267948968}
                                                         : Limits{-1, 1};
    const auto at = [&](double end) -> RealInterval {
        if (std::isinf(end)) return end < 0 ? point(limits.left) : point(limits.right);
        if (operation == Operation::sigmoid) return sigmoid(ComplexBox(end)).real;
        const Ball exact = value(end);
        return {down(exact), up(exact)};
    };
    const RealInterval range = sigprop::hull(at(a.lo), at(a.hi));
    GrowthNode node = with_range(std::max(range.lower, std::min(limits.left, limits.right)),
                                 std::min(range.upper, std::max(limits.left, limits.right)));
    if (operation == Operation::sigmoid && a.polynomial) bound_by_exponentials(node, *a.polynomial);
    return inherit(node, a);
}

}  // namespace sigprop::growth
