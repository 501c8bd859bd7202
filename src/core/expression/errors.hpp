#pragma once
// Explains to a person why an expression does not parse. Internal to the parser; looks at bytes only.

#include <cstddef>
#include <string>
#include <string_view>

namespace sigprop {

/// The text being parsed and its name in messages.
struct ExpressionSource {
    std::string_view text;
    std::string_view name;
};

/// What the grammar needed at the place where it stopped.
enum class Expected {
    operand,           ///< a number, a name, a parenthesis, …
    name_part,         ///< the name after the dot of `group.`
    single_star,       ///< `*` and not `**`
    closing,           ///< the end of the innermost open bracket, or of the text when none is open
    end_of_comparison  ///< no second `<`
};

/// An open bracket: `opening` is one of ( [ " ' as written, or 'f' for the parenthesis of a call, or 0 for
/// none.
struct OpenBracket {
    char opening = 0;
    std::size_t offset = 0;
    char quote = 0;  ///< the quotes around all this, or 0
};

/// Throws InputError "source, column n: message" at this place.
[[noreturn]] void fail_at(const ExpressionSource& source, std::size_t offset, std::size_t length,
                          const std::string& message);

/// Throws an InputError that explains why `expected` is not what stands at `offset`.
[[noreturn]] void explain(const ExpressionSource& source, Expected expected, const OpenBracket& innermost,
                          std::size_t offset);

/// Throws an InputError that explains why the number at `begin` cannot continue as at `offset`.
[[noreturn]] void explain_number(const ExpressionSource& source, std::size_t begin, std::size_t offset);

}  // namespace sigprop
