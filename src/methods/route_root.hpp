#pragma once
// A route whose value is the root of an equation between means: like formulas (route_formula.hpp), it can be
// written down for others to check.

#include <optional>

#include "methods/described_route.hpp"

namespace sigprop {

/// The only root between `from` and itself, both included, of an equation F = 0; without `from` the only one
/// near itself. F is a formula in the means of functions of one variable and of the unknown.
struct EquationOfMeans {
    std::vector<Formula> integrands;  ///< in x0 of the law, and the unknown x1
    Law law = {};                     ///< does not hold the unknown
    Formula equation = Formula(0);    ///< F in the means x0, x1, … and, as the last variable, the unknown
    std::optional<double> from = 0;   ///< below the root
    std::function<Answer(long bits, const Context& context)> root = {};
    Formula value = Formula::variable();  ///< the quantity, of the root x0
};

using RootOfMeans = Described<EquationOfMeans>;

}  // namespace sigprop
