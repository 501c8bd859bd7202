#include "engine/solve/written_equation.hpp"

#include <algorithm>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <vector>

#include "core/ball/text.hpp"
#include "core/expression/top_level.hpp"

namespace sigprop {
namespace {

[[noreturn]] void refuse(const std::string& message, std::string_view what, std::string_view text,
                         std::size_t at, std::size_t length) {
    throw InputError(message, Place{std::string(what), std::string(text), at, length});
}

/// The places of an "=" that is no part of <= or >= and stands neither in parentheses nor in quotes.
std::vector<std::size_t> equals_signs(std::string_view text) {
    std::vector<std::size_t> found = top_level_places(text, '=', "([", ")]");
    std::erase_if(found,
                  [text](std::size_t i) { return i > 0 && (text[i - 1] == '<' || text[i - 1] == '>'); });
    return found;
}

/// A part of a text, parsed; its places are those in the whole text.
Expression parsed(std::string_view text, std::size_t from, std::size_t to, std::string_view what) {
    std::string blanked(text.size(), ' ');
    std::copy(text.begin() + static_cast<std::ptrdiff_t>(from),
              text.begin() + static_cast<std::ptrdiff_t>(to),
              blanked.begin() + static_cast<std::ptrdiff_t>(from));
    return parse_expression(blanked, what);
}

Expression binary(const char* sign, Expression left, Expression right) {
    Expression e;
    e.kind = Expression::Kind::binary;
    e.name = sign;
    e.offset = left.offset;
    e.length = right.offset + right.length - left.offset;
    e.arguments.push_back({{}, std::move(left)});
    e.arguments.push_back({{}, std::move(right)});
    return e;
}

}  // namespace

WrittenEquation written_equation(std::string_view equation) {
    const std::vector<std::size_t> equals = equals_signs(equation);
    if (equals.empty())
        refuse("an equation needs a '=': write LEFT = RIGHT, such as tanh(x) = 0.5", "equation", equation, 0,
               equation.size());
    if (equals.size() > 1) refuse("an equation must have only one '='", "equation", equation, equals[1], 1);
    WrittenEquation written;
    written.left = parsed(equation, 0, equals[0], "equation");
    written.right = parsed(equation, equals[0] + 1, equation.size(), "equation");
    written.difference = binary("-", written.left, written.right);
    return written;
}

std::pair<Expression, Expression> written_interval(std::string_view interval) {
    const std::size_t colon = interval.find(':');
    if (colon == std::string_view::npos || interval.find(':', colon + 1) != std::string_view::npos)
        refuse("an interval needs two numbers: LOWER:UPPER, such as 0:4", "interval", interval, 0,
               interval.size());
    return {parsed(interval, 0, colon, "interval"), parsed(interval, colon + 1, interval.size(), "interval")};
}

std::optional<Rational> decimal_between(const Ball& lower, const Ball& upper) {
    const Ball gap = (upper - lower).at_precision(256);
    if (!gap.is_positive()) return std::nullopt;
    const Ball middle = (lower + gap / 2).at_precision(256);
    for (long digits = 1; digits < 60; ++digits) {
        const auto text = proved_decimal(middle.midpoint(), digits);
        if (!text) continue;
        const Rational candidate = Rational::from_decimal(*text);
        const Ball at = Ball::from_rational(candidate, 512);
        if ((gap / 4 - abs(at - middle)).is_positive()) return candidate;
    }
    return std::nullopt;
}

}  // namespace sigprop
