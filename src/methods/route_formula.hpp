#pragma once
// The formula of a route, where it has one: a route whose value is a formula in means, or a formula alone, can be written
// down for others to check. Other routes compute by code, and nothing can be read off them.

#include "methods/route.hpp"

namespace sigprop {

/// The `combine` of combination(): a formula in x0, x1, … at the means.
struct FormulaOfMeans {
    Formula formula;
    [[nodiscard]] Answer operator()(std::span<const Ball> means) const;
};

/// The `value` of a route that is a formula without variables.
struct FormulaAlone {
    Formula formula;
    [[nodiscard]] Answer operator()(long bits, const Context& context) const;
};

/// nullptr when the route computes otherwise.
[[nodiscard]] const Formula* formula_of(const Expectation& route);
[[nodiscard]] const Formula* formula_of(const DirectRoute& route);

}  // namespace sigprop
