#include "methods/mean/near_singularity.hpp"

#include <algorithm>

#include "core/formula/algebraic_sign.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/exact_value.hpp"
#include "core/formula/polynomial_form.hpp"
#include "core/formula/tape.hpp"

namespace sigprop {
namespace {

constexpr long value_bits = 128;
constexpr long beside_guard_bits = 16;

Formula make(Operation operation, const Formula& a) { return Formula::make(operation, std::span(&a, 1)); }

/// Functions with F(0) = 0.
bool vanishes_at_zero(Operation operation) {
    switch (operation) {
        case Operation::expm1:
        case Operation::log1p:
        case Operation::sin:
        case Operation::sinh:
        case Operation::tanh:
        case Operation::atan:
        case Operation::erf: return true;
        default: return false;
    }
}

/// f^(k)(x) / k! as formulas in x, for the polynomial f with these coefficients.
std::vector<Formula> taylor_coefficients(const std::vector<Formula>& c) {
    std::vector<Formula> taylor;
    for (std::size_t k = 0; k < c.size(); ++k) {
        Rational choose = 1;  // i over k
        Formula sum = 0, power = 1;
        for (std::size_t i = k; i < c.size(); ++i) {
            const Formula term = Formula(Real(choose)) * c[i];
            sum = i == k ? term : sum + term * power;
            power = i == k ? Formula::variable() : power * Formula::variable();
            choose = choose * Rational(static_cast<std::int64_t>(i) + 1) /
                     Rational(static_cast<std::int64_t>(i - k) + 1);
        }
        taylor.push_back(sum);
    }
    return taylor;
}

}  // namespace

NearSingularity::NearSingularity(SingularPoint point, int side)
    : point_(std::move(point)), side_(side), step_(side > 0 ? Formula::variable() : -Formula::variable()) {}

const Ball& NearSingularity::at_place(const Formula& f) {
    if (const auto found = values_.find(f.identity()); found != values_.end()) return found->second;
    kept_.push_back(f);
    Ball value = Evaluator<Ball>(f, value_bits)(point_.place.at(value_bits));
    return values_.emplace(f.identity(), std::move(value)).first->second;
}

bool NearSingularity::is_regular(const Formula& f) {
    if (const auto found = regular_.find(f.identity()); found != regular_.end()) return found->second;
    const bool regular = decide_regular(f);
    kept_.push_back(f);
    return regular_.emplace(f.identity(), regular).first->second;
}

bool NearSingularity::decide_regular(const Formula& f) {
    const std::span<const Formula> u = f.operands();
    for (const Formula& operand : u)
        if (!is_regular(operand)) return false;
    const auto nonzero = [](const Ball& x) { return x.is_finite() && !x.contains_zero(); };
    switch (f.operation()) {
        case Operation::divide: return nonzero(at_place(u[1]));
        case Operation::power_integer: return f.integer() >= 0 || nonzero(at_place(u[0]));
        case Operation::sqrt:
        case Operation::log:
        case Operation::power: return at_place(u[0]).is_positive();
        case Operation::log1p: return (1 + at_place(u[0])).is_positive();
        default: return !is_piecewise(f.operation());
    }
}

bool NearSingularity::is_zero(const Formula& f) {
    if (const auto found = zero_.find(f.identity()); found != zero_.end()) return found->second;
    const bool zero = is_regular(f) && at_place(f).contains_zero() && decide_zero(f);
    kept_.push_back(f);
    return zero_.emplace(f.identity(), zero).first->second;
}

bool NearSingularity::decide_zero(const Formula& f) {
    return vanishes_by_structure(f) || (point_.zero && sign_at(f, *point_.zero) == 0);
}

bool NearSingularity::vanishes_by_structure(const Formula& f) {
    for (const Formula& zero : point_.zeros)
        if (are_alike(zero, f)) return true;
    if (const Rational* place = point_.place.rational()) {
        if (const auto value = exact_value(f, *place)) return value->sign() == 0;
    }
    const std::span<const Formula> u = f.operands();
    switch (f.operation()) {
        case Operation::add:
        case Operation::subtract: return is_zero(u[0]) && is_zero(u[1]);
        case Operation::multiply: return is_zero(u[0]) || is_zero(u[1]);
        case Operation::divide:
        case Operation::negate:
        case Operation::power_integer: return is_zero(u[0]);  // not regular for a negative exponent
        default: return vanishes_at_zero(f.operation()) && is_zero(u[0]);
    }
}

Formula NearSingularity::limit(const Formula& f) {
    if (is_zero(f)) return 0;
    if (f.variable_count() == 0) return f;
    if (f.operation() == Operation::variable) return point_.place;
    if (const Rational* place = point_.place.rational()) {
        if (const auto value = exact_value(f, *place)) return Real(*value);
    }
    const auto enclose = [f, place = point_.place](long bits) {
        return Evaluator<Ball>(f, bits + beside_guard_bits)(place.at(bits + beside_guard_bits));
    };
    return Real(f.text() + " at x = " + point_.place.text(), enclose);
}

Formula NearSingularity::in_distance(const Formula& f) {
    if (f.variable_count() == 0) return f;
    if (const auto found = in_distance_.find(f.identity()); found != in_distance_.end()) return found->second;
    std::optional<Formula> moved = is_zero(f) ? multiple_zero(f) : std::nullopt;
    if (!moved) moved = is_zero(f) ? change(f).value_or(Formula(0)) : operation_in_distance(f);
    const Formula result = *moved;
    kept_.push_back(f);
    return in_distance_.emplace(f.identity(), result).first->second;
}

std::optional<Formula> NearSingularity::multiple_zero(const Formula& f) {
    const auto coefficients = polynomial_form(f);
    if (!coefficients || coefficients->size() < 3) return std::nullopt;
    const std::vector<Formula> taylor = taylor_coefficients(*coefficients);
    std::size_t order = 1;  // f itself is zero
    while (order < taylor.size() && is_zero(taylor[order])) ++order;
    if (order < 2 || order == taylor.size()) return std::nullopt;
    Formula rest = limit(taylor.back());
    for (std::size_t k = taylor.size() - 1; k-- > order;)
        rest = is_zero(taylor[k]) ? step_ * rest : limit(taylor[k]) + step_ * rest;
    const Formula power = pow(Formula::variable(), static_cast<std::int64_t>(order));
    return (side_ < 0 && order % 2 == 1 ? -power : power) * rest;
}

Formula NearSingularity::operation_in_distance(const Formula& f) {
    if (f.operation() == Operation::variable) return Formula(point_.place) + step_;
    if (f.operation() == Operation::log1p) {
        const Formula one_more = 1 + f.operands()[0];
        if (is_zero(one_more)) return log(in_distance(one_more));
    }
    std::vector<Formula> operands;
    for (const Formula& operand : f.operands()) operands.push_back(in_distance(operand));
    return Formula::make(f.operation(), operands, f.integer());
}

std::optional<Formula> NearSingularity::change(const Formula& f) {
    const std::span<const Formula> u = f.operands();
    if (f.variable_count() == 0) return std::nullopt;
    if (f.operation() == Operation::variable) return step_;
    const std::optional<Formula> a = change(u[0]);
    const std::optional<Formula> b = u.size() > 1 ? change(u[1]) : std::nullopt;
    switch (f.operation()) {
        case Operation::add: return a && b ? *a + *b : a ? a : b;
        case Operation::subtract: return a && b ? *a - *b : a ? a : b ? std::optional(-*b) : std::nullopt;
        case Operation::negate: return a ? std::optional(-*a) : std::nullopt;
        case Operation::multiply: {
            const bool first = b && !is_zero(u[0]);
            if (!a) return first ? std::optional(limit(u[0]) * *b) : std::nullopt;
            const Formula left = *a * in_distance(u[1]);
            return first ? left + limit(u[0]) * *b : left;
        }
        case Operation::divide: {
            const bool second = b && !is_zero(u[0]);
            if (!second) return a ? std::optional(*a / in_distance(u[1])) : std::nullopt;
            const Formula part = limit(u[0]) / limit(u[1]) * *b;
            return (a ? *a - part : -part) / in_distance(u[1]);
        }
        case Operation::power_integer:
        case Operation::power:
            if (!a && !b) return std::nullopt;
            return b ? operation_in_distance(f) - limit(f) : change_of_power(f, *a);
        default: return a ? change_of_function(f, *a) : std::nullopt;
    }
}

std::optional<Formula> NearSingularity::change_of_power(const Formula& f, const Formula& by) {
    const Formula base = f.operands()[0];
    if (f.operation() == Operation::power)
        return limit(f) * expm1(in_distance(f.operands()[1]) * log1p(by / limit(base)));
    constexpr std::int64_t most = 32;
    const std::int64_t n = f.integer();
    if (is_zero(base)) return pow(by, n);
    if (n < 1 || n > most) return operation_in_distance(f) - limit(f);
    // (c + d)^n - c^n = d (sum of (c + d)^k c^(n-1-k)), by Horner's rule.
    const Formula c = limit(base), moved = in_distance(base);
    Formula sum = 1, power = 1;
    for (std::int64_t k = 1; k < n; ++k) {
        power = power * c;
        sum = sum * moved + power;
    }
    return by * sum;
}

/// By the addition theorems, which hold for all real arguments.
std::optional<Formula> NearSingularity::change_of_function(const Formula& f, const Formula& by) {
    const Formula& operand = f.operands()[0];
    if (is_zero(operand) && vanishes_at_zero(f.operation())) return make(f.operation(), by);
    const Formula a = limit(operand);
    const auto moved = [&] { return in_distance(operand); };
    switch (f.operation()) {
        case Operation::exp:
        case Operation::expm1: return exp(a) * expm1(by);
        case Operation::log: return log1p(by / a);
        case Operation::log1p: return log1p(by / (1 + a));
        case Operation::sqrt: return by / (sqrt(moved()) + sqrt(a));
        case Operation::sin: return 2 * cos(a + by / 2) * sin(by / 2);
        case Operation::cos: return -2 * sin(a + by / 2) * sin(by / 2);
        case Operation::sinh: return 2 * cosh(a + by / 2) * sinh(by / 2);
        case Operation::cosh: return 2 * sinh(a + by / 2) * sinh(by / 2);
        case Operation::tanh: return sinh(by) / (cosh(moved()) * cosh(a));
        case Operation::sigmoid: return -(sigmoid(moved()) * sigmoid(-a) * expm1(-by));
        case Operation::softplus: return log1p(sigmoid(a) * expm1(by));
        case Operation::erfc:
            if (is_zero(operand)) return -erf(by);
            return operation_in_distance(f) - limit(f);
        case Operation::normal_cdf:
            if (is_zero(operand)) return erf(by / sqrt(Formula(2))) / 2;
            return operation_in_distance(f) - limit(f);
        default: return operation_in_distance(f) - limit(f);
    }
}

}  // namespace sigprop
