#pragma once
// The formula of a route, where it has one: a route whose value is a formula in means, or a formula alone,
// can be written down for others to check. Other routes compute by code, and nothing can be read off them.

#include <optional>

#include "methods/route.hpp"

namespace sigprop {

/// The `combine` of combination(): a formula in x0, x1, … at the means. `by_code`, where it is given,
/// computes the same number in another way.
struct FormulaOfMeans {
    Formula formula;
    std::function<Answer(std::span<const Ball> means)> by_code = {};
    [[nodiscard]] Answer operator()(std::span<const Ball> means) const;
};

/// The `value` of a route that is a formula without variables.
struct FormulaAlone {
    std::function<std::optional<Formula>()> formula;  ///< made when it is asked for
    std::function<Answer(long bits, const Context& context)> by_code = {};
    [[nodiscard]] Answer operator()(long bits, const Context& context) const;
};

/// Nothing when the route computes otherwise.
[[nodiscard]] std::optional<Formula> formula_of(const Expectation& route);
[[nodiscard]] std::optional<Formula> formula_of(const DirectRoute& route);

/// `by_code` is the same number as the formula; without a formula, it is all there is.
[[nodiscard]] std::function<Answer(std::span<const Ball>)> with_formula(
    std::optional<Formula> formula, std::function<Answer(std::span<const Ball>)> by_code);
[[nodiscard]] std::function<Answer(long, const Context&)> with_formula(
    std::optional<Formula> formula, std::function<Answer(long, const Context&)> by_code);
/// The same for a formula that is long: it is made when it is asked for.
[[nodiscard]] std::function<Answer(long, const Context&)> with_formula_when_asked(
    std::function<std::optional<Formula>()> formula, std::function<Answer(long, const Context&)> by_code);

}  // namespace sigprop
