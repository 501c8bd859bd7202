#pragma once
// What is written of an equation and of an interval, with errors at the place.

#include <optional>
#include <string_view>
#include <utility>

#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/rational.hpp>
#include "core/expression/expression.hpp"

namespace sigprop {

struct WrittenEquation {
    Expression left, right;
    Expression difference;  ///< left - right
};

/// "left = right".
/// Errors   InputError with the place: no "=", or several
[[nodiscard]] WrittenEquation written_equation(std::string_view equation);

/// The ends of "lower:upper".
/// Errors   InputError with the place
[[nodiscard]] std::pair<Expression, Expression> written_interval(std::string_view interval);

/// A decimal strictly between two exact numbers, as short as the middle half of the gap allows.
[[nodiscard]] std::optional<Rational> decimal_between(const Ball& lower, const Ball& upper);

}  // namespace sigprop
