// The slopes of a formula are enclosed by its derivative over a ball, provided that f is finite there and
// that no step and no where() may switch on it: then f is made of continuous functions alone, and each rule
// of differentiation holds for difference quotients too, with every factor anywhere in its ball: (u v)(b) -
// (u v)(a) = u(b) (v(b) - v(a)) + v(a) (u(b) - u(a)), and the mean value theorem for the elementary
// functions. The quotient of min(u, v) lies between those of u and v, whichever is the smaller at either end,
// and abs, max and relu are alike; the derivative takes the hull of both. A jump is never inside a ball with
// a slope.

#include "methods/roots/formula_zeros.hpp"

#include "methods/extrema/value_range.hpp"

#include <memory>

#include "core/formula/evaluator.hpp"
#include "core/formula/lowering.hpp"
#include "core/formula/operands_first.hpp"
#include "core/formula/unit_factor.hpp"

namespace sigprop {
namespace {

/// f = over / under wherever f has a value: a zero of f is a zero of `over`, which has no poles of quotients.
struct Fraction {
    Formula over = Formula(0), under = Formula(1);
};

Fraction fraction_of(const Formula& f, int depth = 0) {
    constexpr int deepest = 16;  // each quotient doubles the size
    const std::span<const Formula> u = f.operands();
    if (depth > deepest) return {f, 1};
    const auto part = [&](std::size_t k) { return fraction_of(u[k], depth + 1); };
    switch (f.operation()) {
        case Operation::negate: {
            const Fraction a = part(0);
            return {-a.over, a.under};
        }
        case Operation::add:
        case Operation::subtract: {
            const Fraction a = part(0);
            const Fraction b = part(1);
            if (is_one(a.under) && is_one(b.under)) return {f, 1};
            const Formula left = product_of(a.over, b.under);
            const Formula right = product_of(b.over, a.under);
            return {f.operation() == Operation::add ? left + right : left - right,
                    product_of(a.under, b.under)};
        }
        case Operation::multiply: {
            const Fraction a = part(0);
            const Fraction b = part(1);
            return {product_of(a.over, b.over), product_of(a.under, b.under)};
        }
        case Operation::divide: {
            const Fraction a = part(0);
            const Fraction b = part(1);
            return {product_of(a.over, b.under), product_of(a.under, b.over)};
        }
        case Operation::power_integer:
            if (f.integer() < 0) return {1, pow(u[0], -f.integer())};
            return {f, 1};
        default: return {f, 1};
    }
}

/// Where a formula may jump: the switches that are not continuous by themselves.
class Jumps {
public:
    explicit Jumps(const Formula& f) {
        for (const Formula& node : operands_first(f)) {
            const Operation operation = node.operation();
            const bool jumps = operation == Operation::step || operation == Operation::where_negative ||
                               operation == Operation::where_nonpositive;
            if (!jumps) continue;
            conditions_.push_back(node.operands()[0]);
            strict_.push_back(operation != Operation::where_nonpositive);
        }
    }

    /// Whether some switch is not shown to keep its side on all of x.
    bool possible(const Ball& x, long bits) const {
        if (conditions_.empty()) return false;
        Evaluator<Ball> evaluate(conditions_, bits);
        const std::span<const Ball> signs = evaluate(std::span(&x, 1));
        for (std::size_t i = 0; i < signs.size(); ++i) {
            const Ball& g = signs[i];
            const bool decided =
                strict_[i] ? g.is_negative() || g.is_nonnegative() : g.is_nonpositive() || g.is_positive();
            if (!g.is_finite() || !decided) return true;
        }
        return false;
    }

private:
    std::vector<Formula> conditions_;
    std::vector<bool> strict_;  ///< whether the switch happens between negative and zero
};

class Parts {
public:
    explicit Parts(const Formula& f)
        : f_(f),
          slope_(f.derivative()),
          bend_(slope_.derivative()),
          over_(fraction_of(f).over),
          has_fraction_(over_.identity() != f.identity()),
          jumps_(f_),
          slope_jumps_(slope_) {}

    Ball value(const Ball& x, long bits) const { return Evaluator<Ball>(f_, bits)(x); }

    Ball slope(const Ball& x, long bits) const {
        if (!value(x, bits).is_finite() || jumps_.possible(x, bits)) return Ball::indeterminate();
        Evaluator<Ball> evaluate(slope_, bits);
        Ball direct = evaluate(x);
        if (x.is_exact() || !direct.is_finite() || slope_jumps_.possible(x, bits)) return direct;
        // f'(x) = f'(m) + f''(x) (x - m): narrower where both vanish, as beside a triple zero.
        const Ball middle = x.midpoint();
        Ball centred = evaluate(middle.at_precision(bits)) + Evaluator<Ball>(bend_, bits)(x) * (x - middle);
        return centred.is_finite() && (direct.radius() - centred.radius()).is_positive() ? centred : direct;
    }

    bool excluded(const Ball& x, long bits) const {
        if (has_fraction_) {
            const Ball over = Evaluator<Ball>(over_, bits)(x);
            if (over.is_finite() && !over.contains_zero()) return true;
        }
        const ValueRange range = value_range(f_, x.lower_double(), x.upper_double());
        if (range.least > 0 || range.most < 0) return true;
        return proved_undefined(f_, std::span(&x, 1), bits).has_value();
    }

private:
    Formula f_, slope_, bend_, over_;
    bool has_fraction_;
    Jumps jumps_, slope_jumps_;
};

}  // namespace

SearchedFunction searched(const Formula& f) {
    const auto parts = std::make_shared<const Parts>(f);
    return {[parts](const Ball& x, long bits) { return parts->value(x, bits); },
            [parts](const Ball& x, long bits) { return parts->slope(x, bits); },
            [parts](const Ball& x, long bits) { return parts->excluded(x, bits); }};
}

}  // namespace sigprop
