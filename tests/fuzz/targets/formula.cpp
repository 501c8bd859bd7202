#include <optional>
#include <sigprop/core/formula/formula.hpp>

#include "core/expression/expression.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/exact_value.hpp"
#include "core/formula/lowering.hpp"
#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {
namespace {

std::optional<Formula> variable(const Expression& name) {
    if (name.kind == Expression::Kind::name && name.name == "x") return Formula::variable(0);
    return std::nullopt;
}

Formula formula_of(std::string_view text) {
    return lower(parse_expression(text, "formula"), text, variable, {"x"});
}

Ball value(const Formula& formula, const Rational& x, long bits) {
    return Evaluator<Ball>(formula, bits)(Ball::from_rational(x, bits));
}

bool agree(const Ball& a, const Ball& b) { return !a.is_finite() || !b.is_finite() || a.overlaps(b); }

}  // namespace

/// A text becomes a formula in x, whose enclosures at few and at many bits, exact value and text do not
/// contradict each other; or it is refused with a place.
void run_formula(std::string_view bytes) {
    std::optional<Formula> formula;
    const auto refused = [&](const InputError& error) {
        require(error.place().offset <= bytes.size(), "the place lies in the text");
        require(error.place().text.empty() || error.place().text == bytes, "the place shows the text");
    };
    if (!accepts([&] { formula = formula_of(bytes); }, refused)) return;
    const Rational third = Rational(1) / Rational(3);
    const Ball few = value(*formula, third, 30), many = value(*formula, third, 128);
    require(agree(few, many), "enclosures at few and at many bits overlap");
    if (const auto exact = exact_value(*formula, third))
        require(!many.is_finite() || many.contains(*exact), "an enclosure holds the exact value");
    static_cast<void>(formula->derivative().text());
}

}  // namespace sigprop::fuzz
