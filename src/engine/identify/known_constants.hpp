#pragma once
// Which constant a number in somebody's code is, or misses by little: one of src/constants, or another number
// of the index.

#include <optional>
#include <sigprop/core/base/context.hpp>
#include <string>
#include <utility>
#include <vector>

#include "engine/constants.hpp"
#include "engine/identify/code_numbers.hpp"

namespace sigprop {

struct KnownConstant {
    enum class Fit : unsigned char {
        sure,    ///< it is proved to round so, and no coincidence
        unsure,  ///< it rounds so, but as a few digits of something else might
        near,    ///< it agrees to a thousandth, but not to its last digit; or to a tenth, and has the
                 ///< constant's name
        wrong,   ///< the same, and its line has the constant's name
    };
    NamedConstant constant;
    Fit fit = Fit::sure;
    std::optional<std::string> convention;  ///< truncated, where the last digit was cut off
    bool is_mentioned = false;              ///< the line has its name
    std::optional<std::string> dtype;  ///< under which the number is right, where its digits alone are not
    std::string value;                 ///< the constant's proved digits, a few more than the number has
};

/// The constant that the number is or nearly is; of several, the one whose name the line mentions. Nothing
/// where none is near, and for fewer than four digits. A match must be rarer than one in a thousand numbers
/// taken at random (what_is.hpp), or its name must stand in the line. Not for rows of published tables, which
/// nothing defines.
[[nodiscard]] std::optional<KnownConstant> known_constant(const CodeNumber& number, const Context& context);

/// The same for all numbers of a file in their order, those that are no code left out: constants of one line
/// count as words beside each other, such as the two of SELU.
[[nodiscard]] std::vector<std::pair<CodeNumber, KnownConstant>> known_constants(
    const std::vector<CodeNumber>& numbers, const Context& context);

/// A constant whose digits somebody has read somewhere.
struct NearConstant {
    std::string expression, definition;
    std::string value;  ///< its first digits
};

/// The named constants and short closed forms that begin with the digits of the number or round to them, in
/// the order of src/constants. Nothing for a text that is no number with three digits or more: fewer are
/// those of many constants.
[[nodiscard]] std::vector<NearConstant> constants_with_digits(const std::string& number);

}  // namespace sigprop
