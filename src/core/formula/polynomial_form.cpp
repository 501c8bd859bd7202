#include "core/formula/polynomial_form.hpp"

#include "core/formula/operands_first.hpp"

#include <algorithm>
#include <map>

namespace sigprop {
namespace {

constexpr std::size_t max_coefficients = 17;
constexpr std::int64_t max_folded_bits = 10'000;

using Coefficients = std::vector<Formula>;
using Form = std::optional<Coefficients>;

const Rational* fraction(const Formula& f) {
    const bool is_constant = f.operation() == Operation::constant;
    const Rational* value = is_constant ? f.constant().rational() : nullptr;
    return value != nullptr && value->bit_size() <= max_folded_bits ? value : nullptr;
}

bool is_fraction(const Formula& f, int value) {
    const Rational* exact = fraction(f);
    return exact != nullptr && *exact == Rational(value);
}

Formula sum_of(const Formula& a, const Formula& b) {
    if (is_fraction(a, 0)) return b;
    if (is_fraction(b, 0)) return a;
    const Rational* x = fraction(a);
    const Rational* y = fraction(b);
    return x != nullptr && y != nullptr ? Formula(Real(*x + *y)) : a + b;
}

Formula product_of(const Formula& a, const Formula& b) {
    if (is_fraction(a, 0) || is_fraction(b, 1)) return a;
    if (is_fraction(b, 0) || is_fraction(a, 1)) return b;
    const Rational* x = fraction(a);
    const Rational* y = fraction(b);
    return x != nullptr && y != nullptr ? Formula(Real(*x * *y)) : a * b;
}

Form sum_form(const Coefficients& a, const Coefficients& b) {
    Coefficients result = a.size() < b.size() ? b : a;
    const Coefficients& shorter = a.size() < b.size() ? a : b;
    for (std::size_t i = 0; i < shorter.size(); ++i) result[i] = sum_of(result[i], shorter[i]);
    while (result.size() > 1 && is_fraction(result.back(), 0)) result.pop_back();
    return result;
}

Form product_form(const Coefficients& a, const Coefficients& b) {
    if (a.size() + b.size() - 1 > max_coefficients) return std::nullopt;
    Coefficients result(a.size() + b.size() - 1, Formula(0));
    for (std::size_t i = 0; i < a.size(); ++i) {
        for (std::size_t j = 0; j < b.size(); ++j)
            result[i + j] = sum_of(result[i + j], product_of(a[i], b[j]));
    }
    return sum_form(result, {Formula(0)});
}

Form scaled(const Coefficients& a, const Formula& factor) { return product_form(a, {factor}); }

Form quotient(const Coefficients& a, const Coefficients& b) {
    if (b.size() > 1 || is_fraction(b[0], 0)) return std::nullopt;
    const Rational* divisor = fraction(b[0]);
    return scaled(a, divisor != nullptr ? Formula(Real(Rational(1) / *divisor)) : 1 / b[0]);
}

Form power_form_of(const Coefficients& base, std::int64_t exponent) {
    if (exponent < 0 || exponent >= static_cast<std::int64_t>(max_coefficients)) return std::nullopt;
    Form result = Coefficients{Formula(1)};
    for (std::int64_t i = 0; i < exponent && result; ++i) result = product_form(*result, base);
    return result;
}

Form form_of(const Formula& node, const std::vector<const Form*>& u) {
    if (fraction(node) != nullptr) return Coefficients{node};
    if (node.operation() == Operation::variable && node.integer() == 0)
        return Coefficients{Formula(0), Formula(1)};
    const bool known =
        !u.empty() && std::ranges::all_of(u, [](const Form* form) { return form->has_value(); });
    Form form;
    if (known) {
        const Coefficients& a = **u.front();
        const Coefficients& b = **u.back();
        switch (node.operation()) {
            case Operation::add: form = sum_form(a, b); break;
            case Operation::subtract: form = sum_form(a, *scaled(b, Formula(-1))); break;
            case Operation::negate: form = scaled(a, Formula(-1)); break;
            case Operation::multiply: form = product_form(a, b); break;
            case Operation::divide: form = quotient(a, b); break;
            case Operation::power_integer: form = power_form_of(a, node.integer()); break;
            default: break;
        }
    }
    if (!form && node.variable_count() == 0) return Coefficients{node};
    return form;
}

}  // namespace

std::optional<std::vector<Formula>> polynomial_form(const Formula& f) {
    std::map<const Formula::Node*, Form> forms;
    for (const Formula& node : operands_first(f)) {
        std::vector<const Form*> operands;
        for (const Formula& operand : node.operands()) operands.push_back(&forms.at(operand.identity()));
        forms.emplace(node.identity(), form_of(node, operands));
    }
    return forms.at(f.identity());
}

}  // namespace sigprop
