#include "core/formula/growth_node.hpp"

#include "core/formula/growth_bounds.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop::growth {
namespace {

bool is_zero(const GrowthNode& a) { return a.lo == 0 && a.hi == 0; }

/// c0 + c1 x + c2 x^2 at the lower, or the upper, ends of the coefficients.
double lower_value(const Parabola& p, double x) {
    return add_down(p.c0.lower, multiply_down(x, add_down(p.c1.lower, multiply_down(x, p.c2.lower))));
}
double upper_value(const Parabola& p, double x) {
    return add_up(p.c0.upper, multiply_up(x, add_up(p.c1.upper, multiply_up(x, p.c2.upper))));
}

/// |a + b| >= |a| - |b|, where |b| is at most a share of |a| from R on.
void dominate(GrowthNode& sum, const GrowthNode& a, const GrowthNode& b, double R) {
    if (!a.lower || !b.upper) return;
    const LogBound difference = plus(*b.upper, minus(*a.lower), true);
    if (faster(difference, LogBound{})) return;
    const double rest = add_down(1, -up(max_beyond(difference, R)));
    if (!(rest > 0)) return;
    LogBound lower = *a.lower;
    lower.a = add_down(lower.a, log_down(rest));
    if (!sum.lower || faster(lower, *sum.lower)) sum.lower = lower;
    if (a.lo >= 0) sum.lo = std::max(sum.lo, 0.0);
    if (a.hi <= 0) sum.hi = std::min(sum.hi, 0.0);
}

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
    node.polynomial = Parabola{{}, {1, 1}, {}};
    node.upper = node.lower = LogBound{0, 1, 0, 0};
    return node;
}

GrowthNode constant(const Ball& value) {
    if (!value.is_finite()) return unknown("a constant could not be enclosed");
    GrowthNode node = with_range(value.lower_double(), value.upper_double());
    // The logarithm of a constant is taken once and closely, as it may occur many times in a product.
    const RealInterval size = log(size_of({node.lo, node.hi}));
    if (size.is_finite()) {
        node.upper = LogBound{size.upper, 0, 0, 0};
        node.lower = LogBound{size.lower, 0, 0, 0};
    }
    return node;
}

GrowthNode negate(const GrowthNode& a) {
    GrowthNode node = a;
    node.lo = -a.hi;
    node.hi = -a.lo;
    if (a.polynomial) node.polynomial = Parabola{-a.polynomial->c0, -a.polynomial->c1, -a.polynomial->c2};
    return node;
}

GrowthNode absolute(const GrowthNode& a) {
    GrowthNode node = choose(side_of_zero(a), negate(a), a);
    node.lo = std::max(node.lo, 0.0);
    return node;
}

GrowthNode add(const GrowthNode& a, const GrowthNode& b, double R) {
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
    if (same_sign) {  // then |a + b| is at least |a| and at least |b|
        node.lower = a.lower;
        if (b.lower && (!node.lower || faster(*b.lower, *node.lower))) node.lower = b.lower;
    } else {
        dominate(node, a, b, R);
        dominate(node, b, a, R);
    }
    return inherit(inherit(node, a), b);
}

GrowthNode multiply(const GrowthNode& a, const GrowthNode& b) {
    GrowthNode node;
    const RealInterval range = multiply(RealInterval{a.lo, a.hi}, RealInterval{b.lo, b.hi});
    node.lo = range.lower;
    node.hi = range.upper;
    if (a.polynomial && b.polynomial) node.polynomial = times(*a.polynomial, *b.polynomial);
    if (a.upper && b.upper) node.upper = plus(*a.upper, *b.upper, true);
    if (a.lower && b.lower) node.lower = plus(*a.lower, *b.lower, false);
    return inherit(inherit(node, a), b);
}

GrowthNode reciprocal(const GrowthNode& a) {
    if (is_zero(a)) return undefined("division by zero");
    GrowthNode node;
    if (a.lo > 0 || a.hi < 0) {
        node = with_range(std::isinf(a.hi) ? 0 : divide_down(1, a.hi),
                          std::isinf(a.lo) ? 0 : divide_up(1, a.lo));
    } else if (!a.lower) {
        return inherit(unknown("a denominator is not shown to stay away from zero"), a);
    }
    if (a.lower) node.upper = minus(*a.lower);
    if (a.upper) node.lower = minus(*a.upper);
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
    if (node.polynomial && !node.polynomial->is_finite()) node.polynomial.reset();
    if (node.polynomial) {
        const Parabola& p = *node.polynomial;
        const int degree = !p.is_affine() ? 2 : !p.is_constant() ? 1 : 0;
        const double sum = add_up(add_up(p.c0.magnitude(), p.c1.magnitude()), p.c2.magnitude());
        const LogBound bound{log_up(sum), static_cast<double>(degree), 0, 0};
        if (!node.upper || faster(*node.upper, bound)) node.upper = bound;
        // A lower end that is a rising polynomial bounds the function from below from R on.
        if (p.c1.lower >= 0 && p.c2.lower >= 0) node.lo = std::max(node.lo, lower_value(p, R));
        if (p.c1.upper <= 0 && p.c2.upper <= 0) node.hi = std::min(node.hi, upper_value(p, R));
    }
    if (std::isfinite(node.lo) && std::isfinite(node.hi)) {
        const double size = std::max(std::fabs(node.lo), std::fabs(node.hi));
        const LogBound bound{log_up(size), 0, 0, 0};
        if (!node.upper || faster(*node.upper, bound)) node.upper = bound;
    }
    // A bound of the size that does not fall is least at R.
    const bool has_sign = node.lo == 0 || node.hi == 0;
    if (has_sign && node.lower && node.lower->k >= 0 && node.lower->b >= 0 && node.lower->c >= 0) {
        const double least =
            std::clamp(down(value_of(*node.lower, R)), 0.0, std::numeric_limits<double>::max());
        if (node.lo == 0) node.lo = least;
        if (node.hi == 0 && node.lo < 0) node.hi = -least;
    }
    const double distance = node.lo > 0 ? node.lo : node.hi < 0 ? -node.hi : 0;
    if (distance > 0 && std::isfinite(distance)) {
        const LogBound bound{log_down(distance), 0, 0, 0};
        if (!node.lower || faster(bound, *node.lower)) node.lower = bound;
    }
}

}  // namespace sigprop::growth
