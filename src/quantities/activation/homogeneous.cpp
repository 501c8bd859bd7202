#include "quantities/activation/homogeneous.hpp"

#include "core/formula/operands_first.hpp"

#include <map>
#include <sigprop/core/base/errors.hpp>

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

constexpr int max_degree = 16;

/// A degree; `any` for the zero function, which has every degree.
struct Degree {
    bool known = false;
    bool any = false;
    int value = 0;
};

Degree exactly(int value) { return {value >= -max_degree && value <= max_degree, false, value}; }

Degree common(const Degree& a, const Degree& b) {
    if (!a.known || !b.known) return {};
    if (a.any) return b;
    if (b.any || a.value == b.value) return a;
    return {};
}

Degree product(const Degree& a, const Degree& b, int sign) {
    if (!a.known || !b.known || (sign < 0 && b.any)) return {};
    if (a.any || b.any) return {true, true, 0};
    return exactly(a.value + sign * b.value);
}

Degree degree_of(const Formula& node, const std::map<const Formula::Node*, Degree>& done) {
    const auto u = [&](std::size_t k) { return done.at(node.operands()[k].identity()); };
    switch (node.operation()) {
        case Operation::variable: return node.integer() == 0 ? exactly(1) : Degree{};
        case Operation::constant: {
            const Rational* exact = node.constant().rational();
            return {true, exact != nullptr && exact->sign() == 0, 0};
        }
        case Operation::add:
        case Operation::subtract:
        case Operation::minimum:
        case Operation::maximum: return common(u(0), u(1));
        case Operation::negate:
        case Operation::abs:
        case Operation::relu: return u(0);
        case Operation::multiply: return product(u(0), u(1), 1);
        case Operation::divide: return product(u(0), u(1), -1);
        case Operation::power_integer: {
            const std::int64_t n = node.integer();
            if (!u(0).known || n < 1 || n > max_degree) return {};
            return u(0).any ? u(0) : exactly(static_cast<int>(n) * u(0).value);
        }
        case Operation::step: return u(0).known ? exactly(0) : Degree{};
        case Operation::where_negative:
        case Operation::where_nonpositive: return u(0).known ? common(u(1), u(2)) : Degree{};
        default: {  // a function of operands that do not change with the scale
            Degree all = exactly(0);
            for (std::size_t k = 0; k < node.operands().size(); ++k) all = common(all, u(k));
            return all.known && !all.any ? all : (all.any ? exactly(0) : Degree{});
        }
    }
}

/// The exact value if every operation on the way gives fractions.
std::optional<Rational> fraction_of(const Formula& node, const Rational& x,
                                    const std::map<const Formula::Node*, std::optional<Rational>>& done) {
    std::vector<Rational> u;
    for (const Formula& operand : node.operands()) {
        const std::optional<Rational>& value = done.at(operand.identity());
        if (!value) return std::nullopt;
        u.push_back(*value);
    }
    const Rational zero = 0;
    switch (node.operation()) {
        case Operation::variable: return x;
        case Operation::constant: {
            const Rational* exact = node.constant().rational();
            return exact != nullptr ? std::optional(*exact) : std::nullopt;
        }
        case Operation::add: return u[0] + u[1];
        case Operation::subtract: return u[0] - u[1];
        case Operation::negate: return -u[0];
        case Operation::multiply: return u[0] * u[1];
        case Operation::divide: return u[1].sign() == 0 ? std::nullopt : std::optional(u[0] / u[1]);
        case Operation::power_integer:
            return node.integer() < 0 ? std::nullopt : std::optional(pow(u[0], node.integer()));
        case Operation::abs: return u[0] < zero ? -u[0] : u[0];
        case Operation::minimum: return u[0] < u[1] ? u[0] : u[1];
        case Operation::maximum: return u[0] < u[1] ? u[1] : u[0];
        case Operation::relu: return u[0] < zero ? zero : u[0];
        case Operation::step: return u[0] < zero ? zero : Rational(1);
        case Operation::where_negative: return u[0] < zero ? u[1] : u[2];
        case Operation::where_nonpositive: return u[0] <= zero ? u[1] : u[2];
        default: return std::nullopt;
    }
}

Real value_at(const Formula& f, int x) {
    std::map<const Formula::Node*, std::optional<Rational>> done;
    for (const Formula& node : operands_first(f)) done[node.identity()] = fraction_of(node, x, done);
    if (const auto& exact = done.at(f.identity())) return Real(*exact);
    return Real("(" + f.text() + ") at " + std::to_string(x),
                [f, x](long bits) { return Evaluator<Ball>(f, bits + 16)(Ball(x).at_precision(bits + 16)); });
}

}  // namespace

std::optional<Homogeneous> homogeneous_form(const Formula& f) {
    std::map<const Formula::Node*, Degree> done;
    for (const Formula& node : operands_first(f)) done[node.identity()] = degree_of(node, done);
    const Degree degree = done.at(f.identity());
    if (!degree.known || degree.value < 0) return std::nullopt;
    const Real right = value_at(f, 1);
    const Real left = value_at(f, -1);
    Rational double_factorial = 1;  // E z^(2d) = 1 3 5 … (2d - 1)
    for (int k = 1; k < 2 * degree.value; k += 2) double_factorial = double_factorial * Rational(k);
    return Homogeneous{degree.value, (right * right + left * left) * Real(double_factorial) / Real(2), right,
                       left};
}

}  // namespace sigprop
