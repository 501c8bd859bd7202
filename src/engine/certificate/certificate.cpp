#include "engine/certificate/certificate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/formula/evaluator.hpp"
#include "engine/certificate/quantity_list.hpp"
#include "engine/certificate/written_formula.hpp"
#include "formats/json.hpp"

namespace sigprop {
namespace {

/// The value's radius when each integral is known to 2^-bits.
Ball radius_at(const BoundExpression& bound, const std::vector<CertifiedQuantity>& quantities, long bits) {
    std::vector<Ball> values;
    for (const CertifiedQuantity& one : quantities) {
        std::vector<Ball> means;
        for (std::size_t i = 0; i < one.values.size(); ++i) {
            const double mass = one.equation || one.row ? 1 : std::min(1.0, one.means.problems[i].mass);
            const Ball error =
                Ball::power_of_two(-bits) * (1 + abs(one.values[i])) / Ball(mass).at_precision(64);
            means.push_back(one.values[i].widened(error));  // widening: estimate
        }
        values.push_back(Evaluator<Ball>(one.formula, bits + 32)(means)[0]);
    }
    return Evaluator<Ball>(bound.formula, bits + 32)(values)[0].radius();
}

/// Half a unit of the last proved digit; 10^-digits around zero.
std::string half_unit(const Record& record, long digits) {
    const std::string& decimal = *record.computed.decimal;
    const std::size_t first = decimal.find_first_of("123456789");
    const std::size_t exponent_at = decimal.find('e');
    if (first == std::string::npos || first > exponent_at) return fmt::format("1e-{}", digits);
    const std::size_t point = std::min(decimal.find('.'), exponent_at);
    const auto end = static_cast<long>(std::min(point, decimal.size()));
    const long place =
        static_cast<long>(first) < end ? end - static_cast<long>(first) - 1 : end - static_cast<long>(first);
    const long exponent = exponent_at == std::string::npos ? 0 : std::stol(decimal.substr(exponent_at + 1));
    return fmt::format("5e{}", exponent + place - record.computed.digits);
}

/// The bits to which integrals must be known for the value to have its digits.
long needed_bits(const BoundExpression& bound, std::vector<CertifiedQuantity>& quantities, const Ball& goal,
                 const Context& context) {
    constexpr long max_bits = 3900;
    long bits = std::max(48L, 16 - goal.magnitude_exponent());
    for (int attempt = 0; attempt < 6 && bits <= max_bits; ++attempt) {
        for (CertifiedQuantity& one : quantities) enclose_values(one, bits + 32, context);
        const Ball radius = radius_at(bound, quantities, bits);
        if (!radius.is_finite()) {
            bits = bits * 3 / 2;
        } else if ((radius * 8 - goal).is_nonpositive()) {
            return bits + 4;
        } else {
            bits += radius.magnitude_exponent() - goal.magnitude_exponent() + 8;
        }
    }
    throw Refusal{"the value would need integrals to more than " + std::to_string(max_bits) + " bits"};
}

std::string written(const BoundExpression& bound, const Record& record, const Context& context) {
    if (!record.computed.decimal) throw Refusal{"no digit of " + bound.text + " is proved"};
    std::vector<CertifiedQuantity> leaves;
    for (const Leaf& leaf : bound.leaves) leaves.push_back(certified(leaf, context));
    const std::string radius = half_unit(record, context.digits);
    const Ball goal = Ball::from_rational(Rational::from_decimal(radius), 64);
    const long bits = needed_bits(bound, leaves, goal, context);
    QuantityList quantities(bits, context);
    std::vector<Formula> variables;
    variables.reserve(leaves.size());
    for (const CertifiedQuantity& one : leaves) variables.push_back(quantity_variable(quantities.add(one)));
    Json json = Json::object();
    json.set("format", "sigprop certificate 1").set("expression", bound.text);
    json.set("value", *record.computed.decimal).set("radius", radius);
    json.set("formula", quantities.written(bound.formula.substitute(variables), bound.text));
    json.set("bits", quantities.resolution()).set("quantities", quantities.all());
    return write_json(json);
}

}  // namespace

Certificate certificate_of(const BoundExpression& bound, const Record& record, const Context& context) {
    try {
        return {written(bound, record, context), {}};
    } catch (Refusal& refusal) {
        return {{}, std::move(refusal.reason)};
    }
}

}  // namespace sigprop
