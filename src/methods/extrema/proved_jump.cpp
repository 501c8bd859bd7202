#include "methods/extrema/proved_jump.hpp"

#include "core/formula/exact_value.hpp"
#include "core/formula/operands_first.hpp"
#include "core/formula/switching_function.hpp"
#include "methods/extrema/value_range.hpp"
#include "methods/mean/mean_support.hpp"

#include <cmath>

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

/// Whether a step or a where() may switch within the gap. abs, min, max and relu switch without a jump.
bool may_jump(const Formula& f, const Ball& gap) {
    for (const Formula& node : operands_first(f)) {
        const bool jumps = node.operation() == Operation::step ||
                           node.operation() == Operation::where_negative ||
                           node.operation() == Operation::where_nonpositive;
        if (jumps && is_open(node, gap, 128)) return true;
    }
    return false;
}

/// The fraction at which all switches that are undecided within the gap switch, if all are affine there.
std::optional<Rational> only_switch(const Formula& f, const Ball& gap) {
    std::optional<Rational> place;
    for (const Formula& node : operands_first(f)) {
        if (!is_piecewise(node.operation()) || !is_open(node, gap, 128)) continue;
        const std::optional<Rational> zero =
            exact_zero_of_affine(switching_function(node.operation(), node.operands()));
        if (!zero || (place && *place != *zero)) return std::nullopt;
        place = zero;
    }
    return place;
}

/// The step between the formulas on both sides of a switch at a fraction that is no exact ball, such as 1/10.
std::optional<Rational> exact_step(const Formula& f, const Piece& left, const Piece& right, const Ball& gap) {
    const double lower = std::nextafter(gap.lower().to_double(), -HUGE_VAL);
    const double upper = std::nextafter(gap.upper().to_double(), HUGE_VAL);
    const std::optional<Rational> place = only_switch(settled(f, lower, upper), gap);
    if (!place) return std::nullopt;
    const std::optional<Rational> before = exact_value(left.smooth, *place);
    const std::optional<Rational> after = exact_value(right.smooth, *place);
    if (!before || !after) return std::nullopt;
    return *after - *before;
}

}  // namespace

std::optional<std::string> proved_jump(const Formula& f, const Context& context) {
    constexpr double R = 64;
    for (const Formula& side : {f, mirrored(f, -1)}) {
        for (const Formula& node : operands_first(settled(side, R, HUGE_VAL))) {
            if (is_piecewise(node.operation())) return std::nullopt;
        }
    }
    context.check_cancelled();
    // A little beyond R, because a switch may lie at R itself.
    const Partition parts = partition(f, Ball(-R - 1), Ball(R + 1), 128);
    if (!parts.complete) return std::nullopt;
    for (std::size_t i = 1; i < parts.pieces.size(); ++i) {
        const Piece& left = parts.pieces[i - 1];
        const Piece& right = parts.pieces[i];
        const Ball width = right.lower - left.upper;
        const bool is_point = width.is_exact() && width.contains_zero();
        const Ball gap = is_point ? left.upper : Ball::interval(left.upper, right.lower);
        const Ball step = Evaluator<Ball>(right.smooth, 128)(right.lower.at_precision(128)) -
                          Evaluator<Ball>(left.smooth, 128)(left.upper.at_precision(128));
        const bool meet = is_point && step.is_exact() && step.contains_zero();
        if (meet || !may_jump(f, gap)) continue;
        const std::optional<Rational> exact = exact_step(f, left, right, gap);
        if (exact && exact->sign() == 0) continue;
        const bool differ = exact || (is_point && step.is_finite() && !step.contains_zero());
        if (!differ) return std::nullopt;
        return "it jumps at x = " + std::to_string(left.upper.to_double());
    }
    return "";
}

}  // namespace sigprop
