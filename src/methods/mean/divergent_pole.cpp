#include "methods/mean/divergent_pole.hpp"

#include "core/formula/algebraic_sign.hpp"
#include "core/formula/operands_first.hpp"
#include "core/formula/switching_function.hpp"

#include <algorithm>
#include <map>

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

constexpr long bits = 128;
constexpr int max_zero_order = 4;

/// t^power factor for all t in (0, t_max], with a factor that lies in this ball for each of them.
struct Growth {
    Rational power;
    Ball factor;
};

/// How the nodes of a formula behave at distance t from a place, on its right (side 1) or its left (side -1).
class NearPlace {
public:
    NearPlace(const IsolatedZero& place, const Ball& box, int side) : place_(place), box_(box), side_(side) {}

    std::optional<Growth> operator()(const Formula& f) {
        for (const Formula& node : operands_first(f)) {
            std::optional<Growth> growth = without_zero(node);
            if (!growth) growth = by_operands(node);
            if (!growth || growth->factor.contains_zero()) {
                if (auto vanishing = by_derivatives(node)) growth = std::move(vanishing);
            }
            known_.emplace(node.identity(), std::move(growth));
        }
        return known_.at(f.identity());
    }

private:
    [[nodiscard]] Ball over_box(const Formula& f) const { return Evaluator<Ball>(f, bits)(box_); }

    [[nodiscard]] std::optional<Growth> without_zero(const Formula& node) const {
        const Ball value = over_box(node);
        if (!value.is_finite() || value.contains_zero()) return std::nullopt;
        return Growth{0, value};
    }

    /// A smooth node with a zero of order k at the place is t^k times its k-th derivative in between, over k!.
    [[nodiscard]] std::optional<Growth> by_derivatives(const Formula& node) const {
        Formula derivative = node;
        Ball factor = Ball(1).at_precision(bits);
        for (int order = 0; order <= max_zero_order; ++order) {
            const Ball value = over_box(derivative);
            if (!value.is_finite()) return std::nullopt;
            if (!value.contains_zero()) return Growth{order, factor * value};
            if (sign_at(derivative, place_) != 0) return std::nullopt;
            factor = factor * side_ / (order + 1);
            derivative = derivative.derivative();
        }
        return std::nullopt;
    }

    [[nodiscard]] std::optional<Growth> by_operands(const Formula& node) const {
        std::vector<Growth> u;
        for (const Formula& operand : node.operands()) {
            const auto& growth = known_.at(operand.identity());
            if (!growth && !is_where(node)) return std::nullopt;
            u.push_back(growth.value_or(Growth{0, Ball::indeterminate()}));
        }
        if (u.empty()) return std::nullopt;
        const Growth& a = u.front();
        const Growth& b = u.back();
        switch (node.operation()) {
            case Operation::negate: return Growth{a.power, -a.factor};
            case Operation::add: return sum(a, b);
            case Operation::subtract: return sum(a, {b.power, -b.factor});
            case Operation::multiply: return Growth{a.power + b.power, a.factor * b.factor};
            case Operation::divide: return quotient(a, b);
            case Operation::power_integer: return power(a, Rational(node.integer()));
            case Operation::power: {
                const Formula& exponent = node.operands()[1];
                const bool is_constant = exponent.operation() == Operation::constant;
                const Rational* fraction = is_constant ? exponent.constant().rational() : nullptr;
                return fraction != nullptr ? power(a, *fraction) : std::nullopt;
            }
            case Operation::sqrt: return power(a, Rational(1) / Rational(2));
            case Operation::abs: return Growth{a.power, abs(a.factor)};
            case Operation::where_negative:
            case Operation::where_nonpositive:
                if (a.factor.is_negative()) return known_.at(node.operands()[1].identity());
                if (a.factor.is_positive()) return known_.at(node.operands()[2].identity());
                return std::nullopt;
            default: return std::nullopt;
        }
    }

    static bool is_where(const Formula& node) {
        return node.operation() == Operation::where_negative ||
               node.operation() == Operation::where_nonpositive;
    }

    /// The larger power of t is a factor between 0 and t_max^difference beside the smaller one.
    [[nodiscard]] Growth sum(const Growth& a, const Growth& b) const {
        if (a.power == b.power) return {a.power, a.factor + b.factor};
        if (b.power < a.power) return sum(b, a);
        const Ball t_max = (2 * box_.radius()).at_precision(bits);
        const Ball smaller = pow(t_max, Ball::from_rational(b.power - a.power, bits));
        return {a.power, a.factor + b.factor * Ball::interval(0, smaller)};
    }

    static std::optional<Growth> quotient(const Growth& a, const Growth& b) {
        if (b.factor.contains_zero()) return std::nullopt;
        return Growth{a.power - b.power, a.factor / b.factor};
    }

    static std::optional<Growth> power(const Growth& a, const Rational& exponent) {
        const auto integer = exponent.to_int64();
        if (integer ? *integer < 0 && a.factor.contains_zero() : !a.factor.is_positive()) return std::nullopt;
        const Ball factor =
            integer ? pow(a.factor, *integer) : pow(a.factor, Ball::from_rational(exponent, bits));
        return Growth{a.power * exponent, factor};
    }

    const IsolatedZero& place_;
    Ball box_;
    int side_;
    std::map<const Formula::Node*, std::optional<Growth>> known_;
};

/// Whether the law's range contains the place and what follows on this side.
bool is_in_range(const IsolatedZero& place, int side, const Law& law) {
    const auto room = [&place](const Real& end, int outward) {  // the sign of the way to an end
        if (end.infinite_sign() != 0) return 1;
        return sign_at(Formula(outward) * (Formula(end) - Formula::variable()), place).value_or(-1);
    };
    const int to_lower = room(law.lower, -1);
    const int to_upper = room(law.upper, 1);
    return side > 0 ? to_lower >= 0 && to_upper > 0 : to_lower > 0 && to_upper >= 0;
}

}  // namespace

std::optional<DivergentPole> divergent_pole(const Formula& f, const Ball& box, const Law& law) {
    // The place may lie at an end of the box.
    const Ball margin = (4 * box.radius()).at_precision(bits);
    const Ball around = Ball::interval(box.lower() - margin, box.upper() + margin).at_precision(bits);
    for (const Formula& node : operands_first(f)) {
        if (node.variable_count() == 0) continue;
        for (const Formula& g : {node, node.derivative()}) {  // the derivative, for a double zero
            const auto place = IsolatedZero::of(g, around);
            if (!place) continue;
            for (const int side : {1, -1}) {
                if (!is_in_range(*place, side, law)) continue;
                const auto growth = NearPlace(*place, around, side)(f);
                if (!growth || growth->power > Rational(-1)) continue;
                if (growth->factor.is_finite() && !growth->factor.contains_zero())
                    return DivergentPole{place->enclose(bits), -growth->power};
            }
        }
    }
    return std::nullopt;
}

}  // namespace sigprop
