#pragma once
// Gives names a meaning: the quantities of an expression become numbered leaves with bound arguments and
// routes, and the arithmetic around them becomes a Formula over these leaves.

#include <map>
#include <optional>

#include "core/expression/expression.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

/// One quantity with its arguments.
struct Leaf {
    std::string text;  ///< canonical; equal texts are one leaf and name its random stream
    std::vector<Route> routes;
    std::string limit = {};                  ///< the quantity's
    std::string assumed = {};                ///< arguments that defaults or places decided, in words
    std::vector<std::string> warnings = {};  ///< about arguments far from what anyone would ask
    NumberRange values = {};                 ///< what the quantity can be
};

struct BoundExpression {
    std::string text;              ///< canonical
    Formula formula = Formula(0);  ///< variable i is leaf i
    std::vector<Leaf> leaves;
};

/// Errors   InputError with a place in `text`
[[nodiscard]] BoundExpression bind_expression(const Expression& expression, std::string_view text);
[[nodiscard]] BoundExpression bind_expression(std::string_view text);

/// The limits that the expression's quantities are taken in, each once: "width -> inf"; empty for none.
[[nodiscard]] std::string limits_of(const BoundExpression& bound);

/// The warnings of all its calls, each once.
[[nodiscard]] std::vector<std::string> warnings_of(const BoundExpression& bound);

/// Whether some leaf has no method that could enclose it: then the evidence can only be samples.
[[nodiscard]] bool exists_by_simulation_alone(const BoundExpression& bound);

/// Whether its evidence samples networks: one simulation then has work for all threads.
[[nodiscard]] bool samples_networks(const BoundExpression& bound, const Context& context);

/// The number that the expression is, where it is arithmetic with fractions.
[[nodiscard]] std::optional<Rational> fraction_of(const BoundExpression& bound);

/// The exact real number that a bound expression denotes, enclosed through the best proofs of its leaves.
/// Errors   (from Real::at) InputError when a leaf has no value
[[nodiscard]] Real real_of(const BoundExpression& bound);

}  // namespace sigprop
