#pragma once
// Gives names a meaning: the quantities of an expression become numbered leaves with bound arguments and
// routes, and what stands around them a Formula over these leaves.

#include <map>

#include "core/expression/expression.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// One quantity with its arguments.
struct Leaf {
    std::string text;  ///< canonical; equal texts are one leaf, and name its random stream
    std::vector<Route> routes;
};

struct BoundExpression {
    std::string text;              ///< canonical
    Formula formula = Formula(0);  ///< variable i is leaf i
    std::vector<Leaf> leaves;
};

/// Errors   InputError with a place in `text`
[[nodiscard]] BoundExpression bind_expression(const Expression& expression, std::string_view text);
[[nodiscard]] BoundExpression bind_expression(std::string_view text);

/// Whether one of the leaves has no method that could enclose it: only samples can speak of the expression.
[[nodiscard]] bool exists_by_simulation_alone(const BoundExpression& bound);

/// Whether evidence about it samples networks: one simulation then has work for all threads.
[[nodiscard]] bool samples_networks(const BoundExpression& bound, const Context& context);

/// The exact real number that a bound expression is; its enclosures come from the leaves' best proofs.
/// Errors   (from Real::at) InputError when a leaf has no value
[[nodiscard]] Real real_of(const BoundExpression& bound);

}  // namespace sigprop
