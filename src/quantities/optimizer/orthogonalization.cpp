#include "quantities/optimizer/orthogonalization.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "methods/roots/falling_root.hpp"

namespace sigprop {
namespace {

Ball value_at(const OddQuintic& p, const Ball& x) {
    const Ball y = x * x;
    return x * (p[0] + y * (p[1] + y * p[2]));
}

/// Turning points x >= 0; a polynomial that hardly has two keeps those that it may have.
std::vector<Ball> turning_points(const OddQuintic& p) {
    const auto [a, b, c] = p;
    std::vector<Ball> squares;
    if (c.contains_zero() && c.is_exact()) {
        if (!(b.contains_zero() && b.is_exact())) squares.push_back(-a / (3 * b));
    } else {
        const Ball inner = 9 * b * b - 20 * a * c;
        if (!inner.is_negative()) {
            const Ball root = sqrt(max(inner, 0));
            squares.push_back((-3 * b - root) / (10 * c));
            squares.push_back((-3 * b + root) / (10 * c));
        }
    }
    std::vector<Ball> points;
    for (const Ball& square : squares) {
        if (!square.is_negative()) points.push_back(sqrt(max(square, 0)));
    }
    return points;
}

/// The least of values of which the first are attained and the others may be.
void lower_by(Ball& least, const Ball& value, bool is_attained) {
    least = is_attained ? min(least, value) : Ball::interval(min(least, value), least);
}

/// (2 y^3 + 4 l y^2 + 6 l^2 y + 3 l^3)/(5 (2 y + l)), and its root.
Ball other_turn_at(const Ball& y, const Ball& l) {
    const Ball top = y * y * y * 2 + 4 * l * y * y + 6 * l * l * y + 3 * l * l * l;
    return sqrt(top / (5 * (2 * y + l)));
}

/// The same over an interval of y by the mean value theorem: y stands there so often that its range as it is
/// written is wider than that of y.
Ball other_turn(const Ball& y, const Ball& l) {
    if (y.is_exact()) return other_turn_at(y, l);
    const Ball bottom = 2 * y + l;
    const Ball top = y * y * y * 2 + 4 * l * y * y + 6 * l * l * y + 3 * l * l * l;
    const Ball rise = ((6 * y * y + 8 * l * y + 6 * l * l) * bottom - 2 * top) / (5 * bottom * bottom);
    const Ball slope = rise / (2 * other_turn_at(y, l));
    const Ball middle = y.midpoint().at_precision(y.precision());
    return other_turn_at(middle, l) + slope * (y - middle);
}

/// The interval [lower, upper] with the points in it as shares of its length, which stay numbers of some size
/// when it becomes short.
struct TurnShares {
    Ball lower, upper;
    [[nodiscard]] Ball point(const Ball& share) const { return lower + (upper - lower) * share; }
    [[nodiscard]] Ball share(const Ball& x) const { return (x - lower) / (upper - lower); }
    [[nodiscard]] Ball first(const Ball& second) const { return share(other_turn(point(second), lower)); }
    [[nodiscard]] Ball second(const Ball& first) const { return share(other_turn(point(first), upper)); }
};

constexpr int max_quintic_rounds = 400;

/// The share that the two formulas leave as it is, approximately: their iteration converges, and Aitken's
/// formula makes it quadratic.
Ball settled_share(const TurnShares& turns, const Ball& near, long bits) {
    const auto after = [&](const Ball& s) {
        return turns.second(turns.first(s)).midpoint().at_precision(near.precision());
    };
    Ball s = near.midpoint().at_precision(near.precision());
    for (int round = 0; round < max_quintic_rounds; ++round) {
        const Ball once = after(s), twice = after(once);
        const Ball by = once - s, bend = twice - 2 * once + s;
        const Ball next = bend.contains_zero() ? twice : s - by * by / bend;
        const Ball moved = next.midpoint() - s;
        s = next.midpoint().at_precision(near.precision());
        if (moved.contains_zero() || moved.magnitude_exponent() < -bits) break;
    }
    return s;
}

/// A box around the fixed point that the formulas map into itself: Brouwer's theorem has one in it.
std::optional<std::pair<Ball, Ball>> fixed_box(const TurnShares& turns, const Ball& near, long bits) {
    const Ball s = settled_share(turns, near, bits + 40);
    for (long loose = 0; loose < 40; loose += 4) {
        const Ball reach = Ball::power_of_two(-bits - 24 + loose);
        const Ball second = s.widened(reach);  // widening: region
        const Ball first = turns.first(second);
        if (second.contains(turns.second(first))) return std::pair(first, second);
    }
    return std::nullopt;
}

}  // namespace

SingularRange image_of(const OddQuintic& polynomial, const SingularRange& values) {
    const Ball at_least = value_at(polynomial, values.least), at_most = value_at(polynomial, values.most);
    SingularRange image{min(at_least, at_most), max(at_least, at_most)};
    for (const Ball& turn : turning_points(polynomial)) {
        for (const Ball& x : {turn, -turn}) {
            if ((x - values.least).is_negative() || (x - values.most).is_positive()) continue;
            const bool is_inside = (x - values.least).is_positive() && (x - values.most).is_negative();
            const Ball value = value_at(polynomial, x);
            lower_by(image.least, value, is_inside);
            Ball negated = -image.most;
            lower_by(negated, -value, is_inside);
            image.most = -negated;
        }
    }
    return image;
}

BestQuintic best_quintic(const Ball& lower, const Ball& upper, QuinticProof proof, long bits,
                         const Context& context) {
    const Ball length = upper - lower;
    if (!length.is_positive()) return {Status::unable, {}, {}, "the interval is too short for these digits"};
    const long working = bits + 64 + 2 * std::max(0L, -length.magnitude_exponent());
    const TurnShares turns{lower.at_precision(working), upper.at_precision(working)};
    context.check_cancelled();
    const Ball s = settled_share(turns, Ball(0.75).at_precision(working), 44);
    const auto excess = [&](const Ball& share) { return turns.second(turns.first(share)) - share; };
    Ball first, second;
    if (proof == QuinticProof::box) {
        const auto box = fixed_box(turns, s, bits);
        if (!box) return {Status::unable, {}, {}, "no box of turning points is mapped into itself"};
        first = box->first;
        second = box->second;
    } else {
        FallingEquation equation;
        equation.near = s.to_double();
        const Ball beside = Ball::power_of_two(-20);
        equation.slope = ((excess(s + beside) - excess(s)) / beside).to_double();
        equation.value = [&](const Ball& share, long) -> Answer {
            return excess(share.at_precision(working));
        };
        const Answer found = falling_root(equation, bits, context);
        if (found.status != Status::ok) return {found.status, {}, {}, found.reason};
        second = found.value.at_precision(working);
        first = turns.first(second);
    }
    if (!first.is_positive() || !(second - first).is_positive() || !(1 - second).is_positive())
        return {Status::unable, {}, {}, "the turning points are not shown to lie in their order"};
    return {Status::ok, turns.point(first), turns.point(second), {}};
}

BestSteps best_steps(std::int64_t steps, const Real& lower, const Real& cushion, QuinticProof proof,
                     long bits, const Context& context) {
    // The error of each step is about the cube of the last one's, and shares of an interval so short lose
    // that many bits.
    constexpr std::int64_t steps_of_some_length = 7;
    const long working = bits + 512 + (steps > steps_of_some_length ? 4096 : 0);
    BestSteps all;
    Ball l = lower.at(working), u = Ball(1).at_precision(working);
    for (std::int64_t step = 0; step < steps; ++step) {
        const Ball begin = max(l, cushion.at(working) * u);
        // As precisely as the ends are known, as shares of the length.
        const long known = -std::max(begin.radius().magnitude_exponent(), u.radius().magnitude_exponent()) +
                           (u - begin).magnitude_exponent() - 24;
        const long wanted = std::min(working - 64, known);
        if (wanted < bits) return {Status::unable, {}, {}, "the interval is too short for these digits"};
        const BestQuintic best = best_quintic(begin, u, proof, wanted, context);
        if (best.status != Status::ok) return {best.status, {}, {}, best.reason};
        const Ball sum = best.q * best.q + best.r * best.r, product = pow(best.q * best.r, 2);
        const OddQuintic shape = {product, -sum / 3, Ball(1).at_precision(working) / 5};
        const Ball scale = 2 / (value_at(shape, l) + value_at(shape, u));
        all.polynomials.push_back({scale * shape[0], scale * shape[1], scale * shape[2]});
        l = value_at(all.polynomials.back(), l);
        u = 2 - l;
    }
    all.lower = l;
    return all;
}

}  // namespace sigprop
