#pragma once
// The syntax tree of one expression: what was written and where, before any name has a meaning. Binding names
// to quantities, choices and activations is the engine's work; a quoted formula becomes a Formula elsewhere.
//
//     comparison  sum [ ("<" | "<=" | ">" | ">=") sum ]              does not chain
//     sum         product { ("+" | "-") product }                    to the left
//     product     unary { ("*" | "/") unary }                        to the left
//     unary       "-" unary | power                                  -2^2 is -(2^2)
//     power       primary [ "^" unary ]                              2^3^2 is 2^(3^2), 2^-1 is allowed
//     primary     number | name [ "(" arguments ")" ] | "[" [ comparison { "," comparison } ] "]"
//               | "(" comparison ")" | "(" comparison "," [ comparison { "," comparison } ] ")"
//               | '"' comparison '"' | "'" comparison "'"
//     arguments   values first, then key=value, each key once
//
// Python's tuples are lists, and a list, a tuple or a call may end with a comma. Quotes also hold words of
// frameworks with -> or : in them, which are no formula.
//
// Names may hold dots (`activation.gain`), blanks separate tokens and mean nothing else. `inf`, `pi`, `e` and
// `true` are names like any other. A quoted formula holds no further quotes.

#include <cstddef>
#include <cstdint>
#include <sigprop/core/ball/rational.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

struct Argument;

/// A node. It is a value: it copies, compares and is destroyed as a whole. Chains such as 1 + 1 + … lean to
/// the left, so a tree from parse_expression can be some 2,000 nodes deep.
struct Expression {
    enum class Kind : std::uint8_t {
        number,       ///< `number` is its value, `literal` its digits as written
        name,         ///< `name`
        text,         ///< a quoted formula: arguments[0]; `name` is its canonical text
        list,         ///< one argument per element
        call,         ///< `name` applied to the arguments
        unary_minus,  ///< arguments[0]
        binary,       ///< `name` is + - * / or ^, of arguments[0] and arguments[1]
        comparison,   ///< `name` is < <= > or >=, of arguments[0] and arguments[1]
    };

    Kind kind = Kind::number;
    std::string name;
    Rational number;
    std::string literal;
    std::vector<Argument> arguments;
    std::size_t offset = 0;  ///< bytes in the source text; parentheses around a node belong to it
    std::size_t length = 0;

    /// The same expression, wherever it stands: true exactly when the canonical texts are equal.
    friend bool operator==(const Expression& a, const Expression& b);
};

/// An operand, a list element or an argument of a call; `key` is empty unless it was written key=value.
struct Argument {
    std::string key;
    Expression value;
    std::size_t key_offset = 0;  ///< where `key` begins in the source text
    friend bool operator==(const Argument& a, const Argument& b) {
        return a.key == b.key && a.value == b.value;
    }
};

/// The maximum nesting of parentheses, calls, lists, quotes, unary minuses and exponents.
inline constexpr std::size_t max_expression_levels = 64;
/// The maximum number of characters, not counting blanks; with blanks, four times as many.
inline constexpr std::size_t max_expression_characters = 4096;

/// The tree of `text`. `source` says what the text is in error messages ("expression", "claim 'x': stated").
/// Errors   InputError with the place in `text` and what to write instead; never anything else, for any bytes
[[nodiscard]] Expression parse_expression(std::string_view text, std::string_view source = "expression");

/// The text that stands for the expression in caches, random streams and messages: one blank after a comma
/// and around + - < <= > >=, none elsewhere, no parentheses that the grammar does not need, arguments in the
/// order given, numbers as written, formulas in "…". parse_expression reads it back as an equal expression.
[[nodiscard]] std::string canonical_text(const Expression& expression);

}  // namespace sigprop
