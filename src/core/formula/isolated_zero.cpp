#include "core/formula/isolated_zero.hpp"

#include "core/formula/operands_first.hpp"

#include <algorithm>

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

constexpr long isolation_bits = 256;

bool is_smooth(const Formula& g) {
    return std::ranges::none_of(operands_first(g),
                                [](const Formula& node) { return is_piecewise(node.operation()); });
}

bool is_monotone(const Formula& g, const Ball& interval) {
    if (!is_smooth(g)) return false;
    const Ball slope = Evaluator<Ball>(g.derivative(), isolation_bits)(interval.at_precision(isolation_bits));
    return slope.is_finite() && !slope.contains_zero();
}

/// Both balls contain the same number; the narrower one that they leave for it.
Ball common(const Ball& a, const Ball& b, long bits) {
    const Ball lower = (a.lower() - b.lower()).is_negative() ? b.lower() : a.lower();
    const Ball upper = (a.upper() - b.upper()).is_positive() ? b.upper() : a.upper();
    return Ball::interval(lower, upper).at_precision(bits);
}

}  // namespace

std::optional<IsolatedZero> IsolatedZero::of(const Formula& g, const Ball& interval) {
    if (!is_monotone(g, interval)) return std::nullopt;
    Evaluator<Ball> value(g, isolation_bits);
    const Ball left = value(interval.lower().at_precision(isolation_bits));
    const Ball right = value(interval.upper().at_precision(isolation_bits));
    const bool crosses =
        (left.is_negative() && right.is_positive()) || (left.is_positive() && right.is_negative());
    return crosses ? std::optional(IsolatedZero(g, interval)) : std::nullopt;
}

bool IsolatedZero::isolates(const Formula& h) const { return is_monotone(h, interval_); }

Ball IsolatedZero::enclose(long bits) const {
    const long working = std::max(bits, isolation_bits) + 32;
    Evaluator<Ball> value(g_, working);
    Evaluator<Ball> slope(g_.derivative(), working);
    Ball x = interval_.at_precision(working);
    for (int step = 0; step < 200; ++step) {
        const Ball middle = x.midpoint();
        const Ball newton = middle - value(middle.at_precision(working)) / slope(x);
        if (!newton.is_finite()) break;
        const Ball next = common(x, newton, working);
        const bool stalled = (x.radius() - 2 * next.radius()).is_nonpositive();
        x = next;
        if (stalled) break;
    }
    return x;
}

}  // namespace sigprop
