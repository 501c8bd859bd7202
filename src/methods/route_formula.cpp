#include "methods/route_formula.hpp"

#include <algorithm>

#include "core/formula/evaluator.hpp"
#include "core/formula/lowering.hpp"

namespace sigprop {

Answer FormulaOfMeans::operator()(std::span<const Ball> means) const {
    if (by_code) return by_code(means);
    long bits = 64;
    for (const Ball& mean : means) bits = std::max(bits, mean.precision());
    Evaluator<Ball> evaluate(formula, bits);
    Ball value = evaluate(means)[0];
    if (!value.is_finite()) {
        if (auto reason = proved_undefined(formula, means, bits)) return {Status::domain, std::move(*reason)};
    }
    return value;
}

Answer FormulaAlone::operator()(long bits, const Context& context) const {
    if (by_code) return by_code(bits, context);
    return Evaluator<Ball>(formula().value(), bits)(std::span<const Ball>())[0];
}

std::function<Answer(std::span<const Ball>)> combination(const Formula& formula) {
    return FormulaOfMeans{formula, {}};
}

std::optional<Formula> formula_of(const Expectation& route) {
    const auto* found = route.combine.target<FormulaOfMeans>();
    return found == nullptr ? std::nullopt : std::optional(found->formula);
}

std::optional<Formula> formula_of(const DirectRoute& route) {
    const auto* found = route.value.target<FormulaAlone>();
    return found == nullptr ? std::nullopt : found->formula();
}

std::function<Answer(std::span<const Ball>)> with_formula(
    std::optional<Formula> formula, std::function<Answer(std::span<const Ball>)> by_code) {
    if (!formula) return by_code;
    return FormulaOfMeans{std::move(*formula), std::move(by_code)};
}

std::function<Answer(long, const Context&)> with_formula(
    std::optional<Formula> formula, std::function<Answer(long, const Context&)> by_code) {
    if (!formula) return by_code;
    return FormulaAlone{[kept = std::move(formula)] { return kept; }, std::move(by_code)};
}

std::function<Answer(long, const Context&)> with_formula_when_asked(
    std::function<std::optional<Formula>()> formula, std::function<Answer(long, const Context&)> by_code) {
    return FormulaAlone{std::move(formula), std::move(by_code)};
}

}  // namespace sigprop
