#include "core/growth_node.hpp"

#include "core/apply.hpp"
#include "core/contains_integer.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop::growth {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Every number here is an outward-rounded end of a 64-bit ball: the bounds are proofs, not estimates.
Ball ball(double x) { return Ball(x).at_precision(64); }
double up(const Ball& x) { return x.upper_double(); }
double down(const Ball& x) { return x.lower_double(); }

constexpr double log_2_up = 0.69314718055994540;
constexpr double log_2_down = 0.69314718055994525;

// Bounds of log x for finite x > 0, within 0.07: with x = m 2^e, sqrt(1/2) <= m < sqrt 2, they are those of
// 1 - 1/m <= log m <= m - 1. The slack covers the rounding of a product below 800 and a sum. A constant
// factor in the size of a tail matters to nobody, and a logarithm in balls is what the analysis would spend
// its time on.
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
double log_up(double x) {
    if (x <= 0) return -1e300;  // of the zero function
    if (std::isinf(x)) return infinity;
    const auto [m, e] = scaled_near_one(x);
    return e * (e > 0 ? log_2_up : log_2_down) + (m - 1) + rounding_slack;
}
double log_down(double x) {
    const auto [m, e] = scaled_near_one(x);
    return e * (e > 0 ? log_2_down : log_2_up) + (1 - 1 / m) - rounding_slack;
}
double add_up(double x, double y) { return up(ball(x) + ball(y)); }
double add_down(double x, double y) { return down(ball(x) + ball(y)); }

Ball hull(const Ball& a, const Ball& b) { return Ball::interval(a, b); }
Quadratic constant_polynomial(double lo, double hi) { return {hull(ball(lo), ball(hi)), 0, 0}; }

GrowthNode with_range(double lo, double hi) {
    GrowthNode node;
    node.lo = lo;
    node.hi = hi;
    if (std::isfinite(lo) && std::isfinite(hi)) node.polynomial = constant_polynomial(lo, hi);
    return node;
}

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

GrowthNode undefined(std::string reason) {
    GrowthNode node = unknown(std::move(reason));
    node.undefined = true;
    return node;
}

bool is_zero(const GrowthNode& a) { return a.lo == 0 && a.hi == 0; }

bool is_finite(const Quadratic& p) { return p.c0.is_finite() && p.c1.is_finite() && p.c2.is_finite(); }

}  // namespace

GrowthNode inherit(GrowthNode node, const GrowthNode& a) {
    node.undefined = node.undefined || a.undefined;
    node.defined = node.defined && a.defined;
    if (node.reason.empty()) node.reason = a.reason;
    return node;
}

GrowthNode unknown(std::string reason) {
    GrowthNode node;
    node.defined = false;
    node.reason = std::move(reason);
    return node;
}

GrowthNode variable(double R) {
    GrowthNode node;
    node.lo = R;
    node.polynomial = Quadratic{0, 1, 0};
    node.upper = node.lower = LogBound{0, 1, 0, 0};
    return node;
}

GrowthNode constant(const Ball& value) {
    if (!value.is_finite()) return unknown("a constant could not be enclosed");
    GrowthNode node = with_range(value.lower_double(), value.upper_double());
    node.polynomial = Quadratic{value, 0, 0};
    // A constant's logarithm is taken once and exactly: it may stand in a product many times.
    const Ball size = log(abs(value).at_precision(64));
    if (size.is_finite()) {
        node.upper = LogBound{up(size), 0, 0, 0};
        node.lower = LogBound{down(size), 0, 0, 0};
    }
    return node;
}

GrowthNode negate(const GrowthNode& a) {
    GrowthNode node = a;
    node.lo = -a.hi;
    node.hi = -a.lo;
    if (a.polynomial) node.polynomial = Quadratic{-a.polynomial->c0, -a.polynomial->c1, -a.polynomial->c2};
    return node;
}

GrowthNode add(const GrowthNode& a, const GrowthNode& b) {
    if (is_zero(a)) return inherit(b, a);
    if (is_zero(b)) return inherit(a, b);
    GrowthNode node;
    node.lo = add_down(a.lo, b.lo);
    node.hi = add_up(a.hi, b.hi);
    if (a.polynomial && b.polynomial) node.polynomial = plus(*a.polynomial, *b.polynomial);
    if (a.upper && b.upper) {
        node.upper = larger(*a.upper, *b.upper);
        node.upper->a = add_up(node.upper->a, log_2_up);
    }
    const bool same_sign = (a.lo >= 0 && b.lo >= 0) || (a.hi <= 0 && b.hi <= 0);
    if (same_sign) {  // then |a + b| is at least either
        node.lower = a.lower;
        if (b.lower && (!node.lower || faster(*b.lower, *node.lower))) node.lower = b.lower;
    }
    return inherit(inherit(node, a), b);
}

GrowthNode multiply(const GrowthNode& a, const GrowthNode& b) {
    GrowthNode node;
    node.lo = infinity;
    node.hi = -infinity;
    for (const double x : {a.lo, a.hi}) {
        for (const double y : {b.lo, b.hi}) {
            node.lo = std::min(node.lo, product_end(x, y, false));
            node.hi = std::max(node.hi, product_end(x, y, true));
        }
    }
    if (a.polynomial && b.polynomial) node.polynomial = *a.polynomial * *b.polynomial;
    if (a.upper && b.upper) node.upper = plus(*a.upper, *b.upper, true);
    if (a.lower && b.lower) node.lower = plus(*a.lower, *b.lower, false);
    return inherit(inherit(node, a), b);
}

GrowthNode reciprocal(const GrowthNode& a) {
    if (is_zero(a)) return undefined("division by zero");
    GrowthNode node;
    if (a.lo > 0 || a.hi < 0) {
        node = with_range(std::isinf(a.hi) ? 0 : down(1 / ball(a.hi)),
                          std::isinf(a.lo) ? 0 : up(1 / ball(a.lo)));
    } else if (!a.lower) {
        return inherit(unknown("a denominator is not shown to stay away from zero"), a);
    }
    if (a.lower) node.upper = minus(*a.lower);
    if (a.upper) node.lower = minus(*a.upper);
    return inherit(node, a);
}

GrowthNode integer_power(const GrowthNode& a, std::int64_t n) {
    if (n < 0) return reciprocal(integer_power(a, -n));
    if (n == 0) return inherit(constant(Ball(1)), a);
    GrowthNode node;
    const auto end = [n](double x, bool upward) {
        if (std::isinf(x)) return x > 0 || n % 2 == 0 ? infinity : -infinity;
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
    if (n == 2 && a.polynomial) node.polynomial = *a.polynomial * *a.polynomial;
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
        const Ball sum = abs(a.polynomial->c0) + abs(a.polynomial->c1) + abs(a.polynomial->c2);
        node.polynomial = Quadratic{0, hull(Ball(0), sqrt(sum.upper())), 0};
    }
    if (a.upper) node.upper = scaled(*a.upper, 0.5, true);
    if (a.lower) node.lower = scaled(*a.lower, 0.5, false);
    return inherit(node, a);
}

GrowthNode exponential(const GrowthNode& a, double R) {
    GrowthNode node = with_range(std::isinf(a.lo) ? (a.lo > 0 ? infinity : 0) : down(exp(ball(a.lo))),
                                 std::isinf(a.hi) ? (a.hi > 0 ? infinity : 0) : up(exp(ball(a.hi))));
    if (a.polynomial) {
        const Quadratic& p = *a.polynomial;
        node.upper = LogBound{up(p.c0), 0, up(p.c1), up(p.c2)};
        node.lower = LogBound{down(p.c0), 0, down(p.c1), down(p.c2)};
    } else if (a.lo > 0 && a.lower && a.lower->k >= 2 && a.lower->b >= 0 && a.lower->c >= 0) {
        // The exponent itself is at least e^a x^k, hence at least e^a R^(k-2) x^2.
        const Ball rate = exp(ball(a.lower->a)) * exp(ball(a.lower->k - 2) * log(ball(R)));
        node.lower = LogBound{0, 0, 0, std::min(down(rate), 1e300)};
    }
    if (!node.upper && !(a.hi < infinity)) {
        node.reason = "it grows faster than exp(c x^2) for every c, or its growth is not understood";
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
        // Between two polynomials, since 0 <= log x <= x.
        const LogBound& u = *a.upper;
        const LogBound& l = *a.lower;
        node.polynomial =
            Quadratic{hull(ball(l.a), ball(u.a)),
                      hull(ball(add_down(l.b, std::min(l.k, 0.0))), ball(add_up(u.b, std::max(u.k, 0.0)))),
                      hull(ball(l.c), ball(u.c))};
    }
    return inherit(node, a);
}

namespace {

/// e^min(u, 0) / 2 <= sigmoid(u) <= softplus(u) and sigmoid(u) <= softplus(u) <= e^u, for a polynomial u.
void bound_by_exponentials(GrowthNode& node, const Quadratic& u) {
    const auto falling = [](const Ball& c) { return std::min(down(c), 0.0); };
    node.lower = LogBound{add_down(falling(u.c0), -log_2_up), 0, falling(u.c1), falling(u.c2)};
    node.upper = LogBound{up(u.c0), 0, up(u.c1), up(u.c2)};
}

}  // namespace

GrowthNode softplus(const GrowthNode& a) {
    GrowthNode node = with_range(std::isinf(a.lo) ? 0 : down(sigprop::softplus(ball(a.lo))),
                                 std::isinf(a.hi) ? infinity : up(sigprop::softplus(ball(a.hi))));
    if (!node.polynomial && a.polynomial) {  // max(u, 0) <= softplus(u) <= max(u, 0) + log 2
        node.polynomial = hull(Quadratic{0, 0, 0}, *a.polynomial);
        node.polynomial->c0 = node.polynomial->c0 + hull(Ball(0), log(ball(2)).upper());
    }
    if (a.polynomial) bound_by_exponentials(node, *a.polynomial);
    return inherit(node, a);
}

GrowthNode bounded(const GrowthNode& a, double lo, double hi) { return inherit(with_range(lo, hi), a); }

GrowthNode increasing(Operation operation, const GrowthNode& a) {
    const auto value = [&](double x) { return apply_function(Instruction{operation}, ball(x), ball(x)); };
    // At +-infinity the limits of the bounded functions stand in.
    struct Limits {
        double left, right;
    };
    const Limits limits = operation == Operation::sigmoid || operation == Operation::normal_cdf ? Limits{0, 1}
                          : operation == Operation::erfc                                        ? Limits{2, 0}
                          : operation == Operation::atan ? Limits{-1.5707963267948968, 1.5707963267948968}
                                                         : Limits{-1, 1};
    const Ball first = std::isinf(a.lo) ? ball(a.lo < 0 ? limits.left : limits.right) : value(a.lo);
    const Ball last = std::isinf(a.hi) ? ball(a.hi < 0 ? limits.left : limits.right) : value(a.hi);
    const Ball range = Ball::interval(first, last);
    GrowthNode node = with_range(std::max(range.lower_double(), std::min(limits.left, limits.right)),
                                 std::min(range.upper_double(), std::max(limits.left, limits.right)));
    if (operation == Operation::sigmoid && a.polynomial) bound_by_exponentials(node, *a.polynomial);
    return inherit(node, a);
}

int side_of_zero(const GrowthNode& a) { return a.hi < 0 ? -1 : a.lo > 0 ? 1 : 0; }

GrowthNode choose(int side, const GrowthNode& first, const GrowthNode& second) {
    if (side < 0) return first;
    if (side > 0) return second;
    GrowthNode node;
    node.lo = std::min(first.lo, second.lo);
    node.hi = std::max(first.hi, second.hi);
    if (first.polynomial && second.polynomial) node.polynomial = hull(*first.polynomial, *second.polynomial);
    if (first.upper && second.upper) node.upper = larger(*first.upper, *second.upper);
    if (first.lower && second.lower) node.lower = smaller(*first.lower, *second.lower);
    node.undefined = first.undefined && second.undefined;
    node.defined = first.defined && second.defined;
    node.reason = first.reason.empty() ? second.reason : first.reason;
    return node;
}

void tighten(GrowthNode& node, double R) {
    if (node.polynomial && !is_finite(*node.polynomial)) node.polynomial.reset();
    if (node.polynomial) {
        const Quadratic& p = *node.polynomial;
        const int degree = !p.is_affine() ? 2 : !p.is_constant() ? 1 : 0;
        const Ball sum = abs(p.c0) + abs(p.c1) + abs(p.c2);
        const LogBound bound{log_up(up(sum)), static_cast<double>(degree), 0, 0};
        if (!node.upper || faster(*node.upper, bound)) node.upper = bound;
        // A lower end that is a rising polynomial is a lower bound of the function from R on.
        const Quadratic low{p.c0.lower(), p.c1.lower(), p.c2.lower()};
        if (low.c1.is_nonnegative() && low.c2.is_nonnegative()) {
            node.lo = std::max(node.lo, down(low.at(ball(R))));
        }
        const Quadratic high{p.c0.upper(), p.c1.upper(), p.c2.upper()};
        if (high.c1.is_nonpositive() && high.c2.is_nonpositive()) {
            node.hi = std::min(node.hi, up(high.at(ball(R))));
        }
    }
    if (std::isfinite(node.lo) && std::isfinite(node.hi)) {
        const double size = std::max(std::fabs(node.lo), std::fabs(node.hi));
        const LogBound bound{log_up(size), 0, 0, 0};
        if (!node.upper || faster(*node.upper, bound)) node.upper = bound;
    }
    const double distance = node.lo > 0 ? node.lo : node.hi < 0 ? -node.hi : 0;
    if (distance > 0 && std::isfinite(distance)) {
        const LogBound bound{log_down(distance), 0, 0, 0};
        if (!node.lower || faster(bound, *node.lower)) node.lower = bound;
    }
}

}  // namespace sigprop::growth
