#include "methods/extrema/proved_jump.hpp"

#include "core/formula/algebraic_sign.hpp"
#include "core/formula/operands_first.hpp"
#include "core/formula/switching_function.hpp"
#include "methods/extrema/value_range.hpp"
#include "methods/mean/mean_support.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

constexpr long gap_bits = 128;

/// abs, min, max and relu switch without a jump.
bool may_jump(const Formula& node) {
    return node.operation() == Operation::step || node.operation() == Operation::where_negative ||
           node.operation() == Operation::where_nonpositive;
}

/// Operations that have no value everywhere.
bool may_be_undefined(const Formula& node) {
    switch (node.operation()) {
        case Operation::divide:
        case Operation::power:
        case Operation::sqrt:
        case Operation::log:
        case Operation::log1p: return true;
        case Operation::power_integer: return node.integer() < 0;
        default: return false;
    }
}

/// Whether f is shown to have a value everywhere. Then it is continuous where no step and no where()
/// switches.
bool is_defined_everywhere(const Formula& f) {
    return std::ranges::none_of(operands_first(f), may_be_undefined) ||
           value_range(f, -HUGE_VAL, HUGE_VAL).defined;
}

/// Whether f, smooth where it has a value, is shown to have one on all of [lower, upper], by halving.
bool has_values_between(const Formula& f, double lower, double upper, int& budget) {
    Evaluator<Ball> evaluate(f, 64);
    std::vector<std::pair<double, double>> boxes = {{lower, upper}};
    while (!boxes.empty()) {
        const auto [a, b] = boxes.back();
        boxes.pop_back();
        if (budget-- <= 0) return false;
        if (evaluate(Ball::interval(Ball(a), Ball(b)).at_precision(64)).is_finite()) continue;
        if (value_range(settled(f, a, b), a, b).defined) continue;
        const double middle = a + (b - a) / 2;
        if (!(middle > a && middle < b) || b - a < 1e-9) return false;
        boxes.emplace_back(a, middle);
        boxes.emplace_back(middle, b);
    }
    return true;
}

/// The same over the whole line; a formula such as atan(1/x) jumps where it has no value, though nothing
/// switches.
bool has_values(const Formula& f, const Context& context) {
    if (is_defined_everywhere(f)) return true;
    int budget = 20'000;
    for (double R = 8; R <= 512; R *= 8) {
        context.check_cancelled();
        const auto beyond = [&](double from, double to) {
            return value_range(settled(f, from, to), from, to).defined;
        };
        if (!beyond(R, HUGE_VAL) || !beyond(-HUGE_VAL, -R)) continue;
        const Partition parts = partition(f, Ball(-R), Ball(R), gap_bits);
        return parts.complete && std::ranges::all_of(parts.pieces, [&](const Piece& piece) {
                   return has_values_between(piece.smooth, piece.lower.lower_double(),
                                             piece.upper.upper_double(), budget);
               });
    }
    return false;
}

bool has_value_over(const Formula& f, const Ball& gap) {
    return Evaluator<Ball>(f, gap_bits)(gap.at_precision(gap_bits)).is_finite();
}

constexpr double max_R = 512;

/// The proof for one formula; `with_values`: only continuous where a value at each switch is shown, too, as x
/// / abs(x) has none.
class Examination {
public:
    Examination(const Formula& f, bool with_values)
        : f_(f), needs_values_(with_values && !is_defined_everywhere(f)) {}

    /// Whether a switch of g has to be looked at.
    [[nodiscard]] bool has_critical_switch(const Formula& g) const {
        return std::ranges::any_of(operands_first(g), [this](const Formula& node) {
            return may_jump(node) || (needs_values_ && is_piecewise(node.operation()));
        });
    }

    /// Whether no such switch changes its side for |x| > R.
    [[nodiscard]] bool is_settled_beyond(double R) const {
        return !has_critical_switch(settled(f_, R, HUGE_VAL)) &&
               !has_critical_switch(settled(mirrored(f_, -1), R, HUGE_VAL));
    }

    /// Whether f has the same limit from both sides of the gap between two pieces.
    [[nodiscard]] Continuity between(const Piece& left, const Piece& right) const;

private:
    /// The place within the gap where all switches that are undecided there switch.
    [[nodiscard]] std::optional<IsolatedZero> only_switch(const Ball& gap) const;

    const Formula& f_;
    bool needs_values_;
};

std::optional<IsolatedZero> Examination::only_switch(const Ball& gap) const {
    // A little wider than the gap, which may be a point: a change of sign needs two.
    const double lower = std::nextafter(gap.lower().to_double(), -HUGE_VAL);
    const double upper = std::nextafter(gap.upper().to_double(), HUGE_VAL);
    std::optional<IsolatedZero> place;
    for (const Formula& node : operands_first(settled(f_, lower, upper))) {
        if (!is_piecewise(node.operation()) || !is_open(node, gap, gap_bits)) continue;
        const Formula g = switching_function(node.operation(), node.operands());
        if (!place) {
            place = IsolatedZero::of(g, Ball::interval(Ball(lower), Ball(upper)));
            if (!place) return std::nullopt;
        } else if (!place->isolates(g) || sign_at(g, *place) != 0) {
            return std::nullopt;
        }
    }
    return place;
}

Continuity Examination::between(const Piece& left, const Piece& right) const {
    const Ball width = right.lower - left.upper;
    const bool is_point = width.is_exact() && width.contains_zero();
    const Ball gap = is_point ? left.upper : Ball::interval(left.upper, right.lower);
    if (is_point) {
        const Ball step = Evaluator<Ball>(right.smooth - left.smooth, gap_bits)(gap.at_precision(gap_bits));
        if (step.is_finite() && !step.contains_zero()) return Continuity::jumps;
        if (step.is_exact() && step.contains_zero()) return Continuity::continuous;
    }
    const auto is_undecided = [&](const Formula& node) {
        return may_jump(node) && is_open(node, gap, gap_bits);
    };
    if (std::ranges::none_of(operands_first(f_), is_undecided)) {
        const bool has_value = !needs_values_ || has_value_over(f_, gap);
        return has_value ? Continuity::continuous : Continuity::unknown;
    }
    const std::optional<IsolatedZero> place = only_switch(gap);
    const std::optional<int> sign = place ? sign_at(right.smooth - left.smooth, *place) : std::nullopt;
    if (sign && *sign != 0) return Continuity::jumps;
    const auto meet_by_parts = [&] {
        return has_value_over(left.smooth, gap) && equal_at(left.smooth, right.smooth, *place);
    };
    const bool meet = place && (sign || meet_by_parts());
    return meet ? Continuity::continuous : Continuity::unknown;
}

JumpProof examined(const Formula& f, bool with_values, const Context& context) {
    JumpProof proof{Continuity::continuous, ""};
    const Examination examination(f, with_values);
    if (!examination.has_critical_switch(f)) return proof;
    const auto unless_known = [&proof](const std::string& reason) {
        if (proof.continuity == Continuity::continuous) proof = {Continuity::unknown, reason};
    };
    double R = 64;  // a short range has few kinks of other functions in it
    if (!examination.is_settled_beyond(R)) {
        if (examination.is_settled_beyond(max_R)) {
            R = max_R;
        } else {
            unless_known("a switch of the formula may lie beyond |x| = 512, where sigprop does not look");
        }
    }
    context.check_cancelled();
    // A little beyond R, because a switch may lie at R itself.
    const Partition parts = partition(f, Ball(-R - 1), Ball(R + 1), gap_bits);
    if (!parts.complete) unless_known(parts.reason);
    for (std::size_t i = 1; i < parts.pieces.size(); ++i) {
        context.check_cancelled();
        const std::string place = std::to_string(parts.pieces[i - 1].upper.to_double());
        switch (examination.between(parts.pieces[i - 1], parts.pieces[i])) {
            case Continuity::continuous: break;
            case Continuity::jumps: return {Continuity::jumps, "it jumps at x = " + place};
            case Continuity::unknown:
                unless_known("it is undecided whether the two sides of its switch at x = " + place + " meet");
        }
    }
    return proof;
}

}  // namespace

JumpProof proved_jump(const Formula& f, const Context& context) { return examined(f, false, context); }

bool is_continuous(const Formula& f, const Context& context) {
    return examined(f, true, context).continuity == Continuity::continuous && has_values(f, context);
}

}  // namespace sigprop
