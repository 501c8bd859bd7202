#pragma once
// The decimal numbers that a source file spells out, with what stands around them: for a search of constants
// that are worth a claim. No language is parsed: a number is found in strings, too, as notebooks have their
// code. Comments, texts between three quotes and what an example prints are told apart, since nobody computes
// with them.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

struct CodeNumber {
    std::string text;  ///< as written, with its sign but without a suffix such as f
    std::size_t line = 0;
    std::string name;  ///< what the line seems to call it: gain in "gain = 1.5", relu in "'relu': 1.7"; or ""
    std::string before;  ///< the line up to the number, and from there on
    std::string after;
    bool is_code = true;  ///< no comment, no text between three quotes, no printed array
};

/// How a language begins a comment.
enum class Comments : unsigned char { hash, slashes };
/// By the ending of the path: # for Python, Julia, R, shells and data, // for the others.
[[nodiscard]] Comments comments_of(std::string_view path);

/// Decimals with a point and at least four significant digits, zeros at the end not counted: fewer say
/// nothing. Versions (1.2.34), parts of names and hexadecimal numbers are none. At most `most` of them.
[[nodiscard]] std::vector<CodeNumber> numbers_in(std::string_view code, std::size_t most = 100'000,
                                                 Comments comments = Comments::hash);

}  // namespace sigprop
