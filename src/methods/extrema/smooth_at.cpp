#include "methods/extrema/smooth_at.hpp"

#include "core/formula/exact_value.hpp"
#include "core/formula/operands_first.hpp"
#include "core/formula/switching_function.hpp"

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

/// A number as a ball and, where exact arithmetic is possible, as a fraction.
struct Number {
    std::optional<Rational> exact;
    Ball ball;

    Number(const Formula& f, const Rational& x, long bits)
        : exact(exact_value(f, x)), ball(Evaluator<Ball>(f, bits)(Ball::from_rational(x, bits))) {}
};

/// Whether a and b are equal; nullopt where neither is proved.
std::optional<bool> equal(const Number& a, const Number& b) {
    if (a.exact && b.exact) return *a.exact == *b.exact;
    if (!a.ball.overlaps(b.ball)) return false;
    const Ball difference = a.ball - b.ball;
    if (difference.is_exact() && difference.contains_zero()) return true;
    return std::nullopt;
}

/// Whether every switch that is undecided within the gap changes its sign at x and nowhere else in the gap.
bool only_switches_at(const Formula& f, const Rational& x, const Ball& gap, long bits) {
    for (const Formula& node : operands_first(f)) {
        if (!is_piecewise(node.operation()) || !is_open(node, gap, bits)) continue;
        const Formula g = switching_function(node.operation(), node.operands());
        const std::optional<Rational> at_x = exact_value(g, x);
        const Ball slope = Evaluator<Ball>(g.derivative(), bits)(gap);
        if (!at_x || at_x->sign() != 0 || !slope.is_finite() || slope.contains_zero()) return false;
    }
    return true;
}

std::string decimals(const Ball& x) { return std::to_string(x.to_double()); }

std::variant<Formula, Answer> at_switch(const Formula& f, const Rational& x, long bits) {
    const Answer open = {Status::unable, "it is undecided whether a switch of the formula is a kink there"};
    const Ball place = Ball::from_rational(x, bits);
    const Ball half_length = Ball::power_of_two(-24);
    const Partition parts =
        partition(f, (place - half_length).midpoint(), (place + half_length).midpoint(), bits);
    const Piece* left = nullptr;
    const Piece* right = nullptr;
    for (const Piece& piece : parts.pieces) {
        if ((piece.upper - place).is_nonpositive() || (piece.upper - place).contains_zero()) left = &piece;
        const bool is_right = (piece.lower - place).is_nonnegative() || (piece.lower - place).contains_zero();
        if (is_right && right == nullptr) right = &piece;
    }
    if (!parts.complete || left == nullptr || right == nullptr || left == right) return open;
    const Ball gap = Ball::interval(min(left->upper, place), max(right->lower, place)).at_precision(bits);
    if (!only_switches_at(f, x, gap, bits)) return open;
    const Number here(f, x, bits);
    const Number before(left->smooth, x, bits);
    const Number after(right->smooth, x, bits);
    const auto meets_left = equal(before, here);
    const auto meets_right = equal(after, here);
    if (meets_left == false || meets_right == false) {
        return Answer(Status::domain, "it jumps at x = " + decimals(place) + ": no slope");
    }
    const Number slope_before(left->smooth.derivative(), x, bits);
    const Number slope_after(right->smooth.derivative(), x, bits);
    const auto same = equal(slope_before, slope_after);
    if (same == false) {
        return Answer(Status::domain, "a kink at x = " + decimals(place) + ": the slope is " +
                                          decimals(slope_before.ball) + " on its left and " +
                                          decimals(slope_after.ball) + " on its right");
    }
    if (!meets_left || !meets_right || !same) return open;
    return right->smooth;
}

}  // namespace

std::variant<Formula, Answer> smooth_at(const Formula& f, const Real& x, long bits) {
    const std::vector<Formula> choices = smooth_choices(f, x.at(bits), bits);
    if (choices.empty()) return Answer(Status::unable, "the formula has too many switches at x");
    if (choices.size() == 1) return choices.front();
    if (x.rational() != nullptr) return at_switch(f, *x.rational(), bits);
    return Answer(Status::unable, "x is so close to a switch of the formula that its side is undecided");
}

}  // namespace sigprop
