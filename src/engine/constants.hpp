#pragma once
// Numbers that are data: the constants people paste into code (src/constants), the values of quantities at
// their natural arguments and numbers that somebody published (src/numbers).

#include <string>
#include <vector>

namespace sigprop {

/// A constant that the snippet command prints.
struct NamedConstant {
    std::string name, expression, definition;
};
[[nodiscard]] std::vector<NamedConstant> named_constants();

/// An expression with its first digits, as the engine proved them when the table was written.
struct TabulatedValue {
    std::string expression, value;
};
[[nodiscard]] std::vector<TabulatedValue> tabulated_values();

/// A number that is known because it is in print: a fit, a choice, or a value that was measured.
struct PublishedNumber {
    std::string number, is, source;
    std::string expression;    ///< what it rounds, estimates or should be; may be empty
    std::string topics;        ///< words that a line which means it may have
    bool is_of_table = false;  ///< one of many, not a number that stands alone
};
[[nodiscard]] std::vector<PublishedNumber> published_numbers();

}  // namespace sigprop
