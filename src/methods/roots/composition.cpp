// With u_i = inner i, f(b, u(b)) - f(a, u(a)) is the integral of the gradient of f along the segment between
// the two points, which stays in the box of the enclosures: so each factor of the chain rule may be anywhere
// in its ball, and the whole is monotone where the terms that contribute agree about the sign, with or
// without slopes of the u_i.

#include "methods/roots/composition.hpp"

#include "core/ball/exact_zero.hpp"
#include "methods/roots/formula_zeros.hpp"

#include <algorithm>
#include <memory>

#include "core/formula/evaluator.hpp"
#include "core/formula/operands_first.hpp"

namespace sigprop {
namespace {

/// +1 or -1 for a ball of that sign without 0; 0 for others.
int strict_sign(const Ball& x) {
    if (!x.is_finite()) return 0;
    return x.is_positive() ? 1 : x.is_negative() ? -1 : 0;
}

/// The sign of all differences of a function over x, by its slope or by what it says of itself.
int direction_of(const SearchedFunction& f, const Ball& x, long bits) {
    if (f.direction) {
        if (const int known = f.direction(x, bits); known != 0) return known;
    }
    return strict_sign(f.slope(x, bits));
}

class Composition {
public:
    Composition(const Formula& f, std::vector<InnerFunction> inner) : inner_(std::move(inner)) {
        formulas_.push_back(f);
        for (int i = 0; i <= static_cast<int>(inner_.size()); ++i) formulas_.push_back(f.derivative(i));
        is_used_.resize(inner_.size() + 1, false);
        for (const Formula& node : operands_first(f)) {
            const Operation operation = node.operation();
            if (operation == Operation::variable) is_used_[static_cast<std::size_t>(node.integer())] = true;
            may_jump_ = may_jump_ || operation == Operation::step || operation == Operation::where_negative ||
                        operation == Operation::where_nonpositive;
        }
    }

    Ball value(const Ball& x, long bits) const {
        const std::vector<Ball> at = variables(x, bits);
        return Evaluator<Ball>(formulas_[0], bits)(at)[0];
    }

    Ball slope(const Ball& x, long bits) const {
        if (may_jump_) return Ball::indeterminate();
        const std::vector<Ball> values = gradient(x, bits);
        if (!values[0].is_finite()) return Ball::indeterminate();
        Ball total = values[1];
        for (std::size_t i = 0; i < inner_.size(); ++i) {
            if (is_exact_zero(values[i + 2])) continue;
            const Ball argument = inner_[i].argument.value(x, bits);
            total = total +
                    values[i + 2] * inner_[i].curve.slope(argument, bits) * inner_[i].argument.slope(x, bits);
        }
        return total;
    }

    int direction(const Ball& x, long bits) const {
        if (may_jump_) return 0;
        const std::vector<Ball> values = gradient(x, bits);
        if (!values[0].is_finite() || !values[1].is_finite()) return 0;
        int all = 0;
        const auto agrees = [&all](int sign) {
            if (sign == 0 || sign == -all) return false;
            all = sign;
            return true;
        };
        if (!is_exact_zero(values[1]) && !agrees(strict_sign(values[1]))) return 0;
        for (std::size_t i = 0; i < inner_.size(); ++i) {
            if (is_exact_zero(values[i + 2])) continue;
            const InnerFunction& one = inner_[i];
            const int outer = strict_sign(values[i + 2]);
            if (outer == 0) return 0;
            const int turn = direction_of(one.argument, x, bits);
            if (turn == 0) return 0;
            if (!agrees(outer * turn * direction_of(one.curve, one.argument.value(x, bits), bits))) return 0;
        }
        return all;
    }

    int domain(const Ball& x, long bits) const {
        int least = 1;
        for (const InnerFunction& one : inner_) {
            if (!one.curve.domain) continue;
            const int counts = one.curve.domain(one.argument.value(x, bits), bits);
            if (counts < 0) return -1;
            least = std::min(least, counts);
        }
        return least;
    }

private:
    std::vector<Ball> variables(const Ball& x, long bits) const {
        std::vector<Ball> at = {x};
        for (std::size_t i = 0; i < inner_.size(); ++i) {
            const InnerFunction& one = inner_[i];
            at.push_back(is_used_[i + 1] ? one.curve.value(one.argument.value(x, bits), bits) : Ball(0));
        }
        return at;
    }

    /// f and its derivatives by x and by each inner function.
    std::vector<Ball> gradient(const Ball& x, long bits) const {
        const std::vector<Ball> at = variables(x, bits);
        Evaluator<Ball> evaluate(formulas_, bits);
        const std::span<const Ball> values = evaluate(at);
        return {values.begin(), values.end()};
    }

    std::vector<Formula> formulas_;  ///< f and its derivatives
    std::vector<InnerFunction> inner_;
    std::vector<bool> is_used_;  ///< by f: x and the inner functions, which take long
    bool may_jump_ = false;
};

}  // namespace

SearchedFunction composition(const Formula& f, std::vector<InnerFunction> inner) {
    if (inner.empty()) return searched(f);
    const bool has_domain =
        std::ranges::any_of(inner, [](const InnerFunction& one) { return one.curve.domain != nullptr; });
    // without one the slopes have said all that there is
    const bool has_direction =
        std::ranges::any_of(inner, [](const InnerFunction& one) { return one.curve.direction != nullptr; });
    const auto whole = std::make_shared<const Composition>(f, std::move(inner));
    SearchedFunction all = {[whole](const Ball& x, long bits) { return whole->value(x, bits); },
                            [whole](const Ball& x, long bits) { return whole->slope(x, bits); },
                            {}};
    if (has_direction)
        all.direction = [whole](const Ball& x, long bits) { return whole->direction(x, bits); };
    if (has_domain) all.domain = [whole](const Ball& x, long bits) { return whole->domain(x, bits); };
    return all;
}

}  // namespace sigprop
