#include "methods/extrema/range_arithmetic.hpp"

#include "core/base/doubles.hpp"
#include "core/formula/apply.hpp"
#include "methods/extrema/tail_bounds.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace sigprop {
namespace {

Ball ball(double x) { return Ball(x).at_precision(64); }

double down(const Ball& x) { return x.is_finite() ? x.lower_double() : -infinity; }
double add_up(double x, double y) { return std::isinf(x) || std::isinf(y) ? x + y : up(ball(x) + ball(y)); }
double add_down(double x, double y) { return -add_up(-x, -y); }

double product_up(double x, double y) {
    if (x == 0 || y == 0) return 0;
    return std::isinf(x) || std::isinf(y) ? x * y : up(ball(x) * ball(y));
}
double product_down(double x, double y) { return -product_up(-x, y); }

ValueRange hull(const ValueRange& a, const ValueRange& b) {
    return {std::min(a.least, b.least), std::max(a.most, b.most), a.defined && b.defined};
}

/// The limits of a monotone function at both ends of the line, which no rounding may exceed.
struct Limits {
    double left, right;
};

std::optional<Limits> limits_of(Operation operation) {
    switch (operation) {
        case Operation::sigmoid:
        case Operation::normal_cdf: return Limits{0, 1};
        case Operation::tanh:
        case Operation::erf: return Limits{-1, 1};
        case Operation::erfc: return Limits{2, 0};
        case Operation::atan: return Limits{-1.5707963267948968, 1.5707963267948968};
        case Operation::exp:
        case Operation::softplus: return Limits{0, infinity};
        case Operation::expm1: return Limits{-1, infinity};
        case Operation::sinh: return Limits{-infinity, infinity};
        default: return std::nullopt;
    }
}

}  // namespace

ValueRange range_of(const Ball& value) {
    return value.is_finite() ? ValueRange{down(value), up(value)} : nothing_known;
}

ValueRange sum(const ValueRange& a, const ValueRange& b) {
    return {add_down(a.least, b.least), add_up(a.most, b.most), a.defined && b.defined};
}

ValueRange product(const ValueRange& a, const ValueRange& b) {
    ValueRange range{infinity, -infinity, a.defined && b.defined};
    for (const double x : {a.least, a.most}) {
        for (const double y : {b.least, b.most}) {
            range.least = std::min(range.least, product_down(x, y));
            range.most = std::max(range.most, product_up(x, y));
        }
    }
    return range;
}

ValueRange reciprocal(const ValueRange& a) {
    const bool reaches_zero = a.least == 0 || a.most == 0;
    if (!(a.least >= 0 && a.most > 0) && !(a.most <= 0 && a.least < 0)) return nothing_known;
    const auto one_over = [&a](double x, bool upward) {
        if (std::isinf(x)) return 0.0;
        if (x == 0) return a.most > 0 ? infinity : -infinity;
        return upward ? up(1 / ball(x)) : down(1 / ball(x));
    };
    return {one_over(a.most, false), one_over(a.least, true), a.defined && !reaches_zero};
}

ValueRange power(const ValueRange& a, std::int64_t n) {
    if (n < 0) return reciprocal(power(a, -n));
    if (n == 0) return {1, 1, a.defined};
    const auto end = [n](double x, bool upward) {
        if (std::isinf(x)) return x > 0 || n % 2 == 0 ? infinity : -infinity;
        return upward ? up(pow(ball(x), n)) : down(pow(ball(x), n));
    };
    if (n % 2 == 1 || a.least >= 0) return {end(a.least, false), end(a.most, true), a.defined};
    if (a.most <= 0) return {end(a.most, false), end(a.least, true), a.defined};
    return {0, std::max(end(a.least, true), end(a.most, true)), a.defined};
}

ValueRange square_root(const ValueRange& a) {
    if (!(a.most >= 0)) return nothing_known;
    return {a.least > 0 ? down(sqrt(ball(a.least))) : 0,
            std::isinf(a.most) ? infinity : up(sqrt(ball(a.most))), a.defined && a.least >= 0};
}

ValueRange logarithm(const ValueRange& a, bool of_one_plus) {
    const double pole = of_one_plus ? -1 : 0;
    if (!(a.most > pole)) return nothing_known;
    const auto at = [&](double x) { return of_one_plus ? log1p(ball(x)) : log(ball(x)); };
    return {a.least > pole ? down(at(a.least)) : -infinity, std::isinf(a.most) ? infinity : up(at(a.most)),
            a.defined && a.least > pole};
}

ValueRange absolute(const ValueRange& a) {
    const double far = std::max(std::fabs(a.least), std::fabs(a.most));
    const double near = a.least > 0 ? a.least : a.most < 0 ? -a.most : 0;
    return {near, far, a.defined};
}

std::optional<ValueRange> monotone(Operation operation, const ValueRange& a) {
    const std::optional<Limits> known = limits_of(operation);
    if (!known) return std::nullopt;
    const Limits limits = *known;
    const auto at = [&](double x) -> std::array<double, 2> {
        if (std::isinf(x)) {
            const double limit = x < 0 ? limits.left : limits.right;
            return {limit, limit};
        }
        const Ball value = apply_function(Instruction{operation}, ball(x), ball(x));
        return {down(value), up(value)};
    };
    const auto first = at(a.least);
    const auto last = at(a.most);
    const double bottom = std::min(limits.left, limits.right);
    const double top = std::max(limits.left, limits.right);
    return ValueRange{std::max(bottom, std::min(first[0], last[0])),
                      std::min(top, std::max(first[1], last[1])), a.defined};
}

int side(const ValueRange& g, int zero_is) {
    if (!g.defined) return 0;
    if (g.most < 0 || (zero_is < 0 && g.most <= 0)) return -1;
    if (g.least > 0 || (zero_is > 0 && g.least >= 0)) return 1;
    return 0;
}

ValueRange chosen(const ValueRange& g, const ValueRange& first, const ValueRange& second, int zero_is) {
    const int s = side(g, zero_is);
    ValueRange range = s < 0 ? first : s > 0 ? second : hull(first, second);
    range.defined = range.defined && g.defined;
    return range;
}

}  // namespace sigprop
