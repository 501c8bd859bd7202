#include "core/formula/closed_zero.hpp"

#include "core/formula/exact_value.hpp"
#include "core/formula/polynomial_form.hpp"

#include <algorithm>
#include <cmath>

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

constexpr long sign_bits = 256;

bool is_constant(const Formula& f) { return f.variable_count() == 0; }

/// u = value at the place.
struct Equation {
    Formula u;
    Formula value;
};

/// One operation of u undone; nullopt where that leaves two values, or none.
class Undoing {
public:
    explicit Undoing(const IsolatedZero& place) : place_(place) {}

    [[nodiscard]] std::optional<Equation> operator()(const Equation& e) const {
        const std::span<const Formula> u = e.u.operands();
        if (u.size() == 2) return binary(e, u[0], u[1]);
        switch (e.u.operation()) {
            case Operation::negate: return Equation{u[0], -e.value};
            case Operation::power_integer: return root(u[0], e.value, e.u.integer());
            case Operation::sin: return multiple_of_pi(u[0], e.value, Rational(0));
            case Operation::cos: return multiple_of_pi(u[0], e.value, Rational(1) / Rational(2));
            case Operation::sqrt: return Equation{u[0], pow(e.value, 2)};
            case Operation::exp: return Equation{u[0], log(e.value)};
            case Operation::expm1: return Equation{u[0], log1p(e.value)};
            case Operation::log: return Equation{u[0], exp(e.value)};
            case Operation::log1p: return Equation{u[0], expm1(e.value)};
            case Operation::sigmoid: return Equation{u[0], log(e.value / (1 - e.value))};
            case Operation::tanh: return Equation{u[0], log((1 + e.value) / (1 - e.value)) / 2};
            default: return std::nullopt;
        }
    }

    /// base = the root that has the sign of the base.
    [[nodiscard]] std::optional<Equation> root(const Formula& base, const Formula& value,
                                               std::int64_t n) const {
        if (n == 1) return Equation{base, value};
        const Ball size = Evaluator<Ball>(base, sign_bits)(place_.enclose(sign_bits));
        if (n == 0 || !size.is_finite() || size.contains_zero()) return std::nullopt;
        const Formula exponent = Formula(Real(Rational(1) / Rational(n)));
        if (size.is_positive()) return Equation{base, pow(value, exponent)};
        return Equation{base, -pow(n % 2 == 0 ? value : -value, exponent)};
    }

private:
    /// angle = (k + part) pi where the sine or cosine of the angle is zero.
    [[nodiscard]] std::optional<Equation> multiple_of_pi(const Formula& angle, const Formula& value,
                                                         const Rational& part) const {
        const std::optional<Rational> exact = exact_value(value, 0);
        const bool is_zero = exact && exact->sign() == 0;
        const Ball turns =
            Evaluator<Ball>(angle, sign_bits)(place_.enclose(sign_bits)) / Ball::pi(sign_bits) -
            Ball::from_rational(part, sign_bits);
        const double k = std::nearbyint(turns.to_double());
        if (!is_zero || !(std::fabs(k) < 1e9) || !(turns.radius_double() < 0.25)) return std::nullopt;
        const Formula pi = Formula(Real("pi", [](long bits) { return Ball::pi(bits); }));
        return Equation{angle, Formula(Real(Rational(static_cast<std::int64_t>(k)) + part)) * pi};
    }

    static std::optional<Equation> binary(const Equation& e, const Formula& a, const Formula& b) {
        const bool left = !is_constant(a);
        if (left == !is_constant(b)) return std::nullopt;
        switch (e.u.operation()) {
            case Operation::add: return left ? Equation{a, e.value - b} : Equation{b, e.value - a};
            case Operation::subtract: return left ? Equation{a, e.value + b} : Equation{b, a - e.value};
            case Operation::multiply: return left ? Equation{a, e.value / b} : Equation{b, e.value / a};
            case Operation::divide: return left ? Equation{a, e.value * b} : Equation{b, a / e.value};
            default: return std::nullopt;
        }
    }

    const IsolatedZero& place_;
};

/// c_0 + c_n x^n = value, solved for x^n.
std::optional<std::pair<std::int64_t, Formula>> power_of_x(const Equation& e) {
    const auto c = polynomial_form(e.u);
    if (!c || c->size() < 2) return std::nullopt;
    const auto is_zero = [](const Formula& one) {
        const bool is_number = one.operation() == Operation::constant;
        const Rational* fraction = is_number ? one.constant().rational() : nullptr;
        return fraction != nullptr && fraction->sign() == 0;
    };
    if (!std::all_of(c->begin() + 1, c->end() - 1, is_zero)) return std::nullopt;
    return std::pair(static_cast<std::int64_t>(c->size()) - 1, (e.value - c->front()) / c->back());
}

}  // namespace

std::optional<Formula> closed_form_of(const IsolatedZero& place) {
    constexpr int max_operations = 32;
    const Undoing undo(place);
    Equation equation{place.function(), 0};
    for (int i = 0; i < max_operations; ++i) {
        if (equation.u.operation() == Operation::variable) return equation.value;
        std::optional<Equation> next;
        if (const auto power = power_of_x(equation)) {
            next = undo.root(Formula::variable(), power->second, power->first);
        } else {
            next = undo(equation);
        }
        if (!next) return std::nullopt;
        equation = *next;
    }
    return std::nullopt;
}

}  // namespace sigprop
