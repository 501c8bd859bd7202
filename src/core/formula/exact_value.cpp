#include "core/formula/exact_value.hpp"

#include "core/formula/operands_first.hpp"

#include <map>
#include <sigprop/core/base/errors.hpp>

namespace sigprop {
namespace {

using Value = std::optional<Rational>;

constexpr std::int64_t max_power = 64;

/// Functions that have a rational value at 0, and at no other argument that matters here.
Value at_zero(Operation operation) {
    switch (operation) {
        case Operation::sqrt:
        case Operation::expm1:
        case Operation::log1p:
        case Operation::sin:
        case Operation::atan:
        case Operation::sinh:
        case Operation::tanh:
        case Operation::erf: return Rational(0);
        case Operation::exp:
        case Operation::cos:
        case Operation::cosh:
        case Operation::erfc: return Rational(1);
        case Operation::sigmoid:
        case Operation::normal_cdf: return Rational(1) / Rational(2);
        default: return std::nullopt;
    }
}

Value arithmetic(const Formula& node, const Rational& a, const Rational& b) {
    switch (node.operation()) {
        case Operation::add: return a + b;
        case Operation::subtract: return a - b;
        case Operation::multiply: return a * b;
        case Operation::divide: return b.sign() == 0 ? Value() : a / b;
        case Operation::negate: return -a;
        case Operation::power_integer:
            if (node.integer() < 0 || node.integer() > max_power) return std::nullopt;
            return pow(a, node.integer());
        case Operation::abs: return a.sign() < 0 ? -a : a;
        case Operation::minimum: return a < b ? a : b;
        case Operation::maximum: return a < b ? b : a;
        case Operation::relu: return a.sign() < 0 ? Rational(0) : a;
        case Operation::step: return Rational(a.sign() < 0 ? 0 : 1);
        default: return a.sign() == 0 ? at_zero(node.operation()) : Value();
    }
}

}  // namespace

std::optional<Rational> exact_value(const Formula& f, const Rational& x) {
    std::map<const Formula::Node*, Value> values;
    for (const Formula& node : operands_first(f)) {
        Value& value = values[node.identity()];
        const auto operand = [&](std::size_t k) { return values.at(node.operands()[k].identity()); };
        const std::size_t count = node.operands().size();
        if (node.operation() == Operation::variable) {
            if (node.integer() == 0) value = x;
        } else if (node.operation() == Operation::constant) {
            if (const Rational* fraction = node.constant().rational()) value = *fraction;
        } else if (count == 3) {
            const Value g = operand(0);
            const bool strict = node.operation() == Operation::where_negative;
            if (g) value = g->sign() < 0 || (!strict && g->sign() == 0) ? operand(1) : operand(2);
        } else if (operand(0) && operand(count - 1)) {
            value = arithmetic(node, *operand(0), *operand(count - 1));
        }
        if (value && value->bit_size() > Rational::max_bits / max_power / 4) value.reset();
    }
    return values.at(f.identity());
}

}  // namespace sigprop
