#pragma once
// Text as a terminal shows it: how many columns it takes, and how it is made to fit. Control characters and
// bytes that are not UTF-8 are one '?', so that a claims file cannot move the cursor.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// The text without what a terminal would obey; line ends and tabs become spaces.
[[nodiscard]] std::string printable(std::string_view text);

/// Columns of a printable text: 2 for the wide characters of East Asia and emoji, 0 for combining marks.
[[nodiscard]] std::size_t columns(std::string_view text);

/// Padded with spaces to the columns; unchanged when it has them.
[[nodiscard]] std::string padded(std::string text, std::size_t width);
[[nodiscard]] std::string padded_left(std::string text, std::size_t width);

/// The text, or as much of its beginning as fits with a "…".
[[nodiscard]] std::string cut(std::string text, std::size_t width);

/// The same for a name: the cut is in the middle, since names that begin alike end differently.
[[nodiscard]] std::string cut_name(std::string text, std::size_t width);

/// The same for a number: an exponent stays, since without it the digits say nothing.
[[nodiscard]] std::string cut_number(std::string text, std::size_t width);

/// Broken at spaces into lines of at most the width; a longer word stands alone.
[[nodiscard]] std::vector<std::string> wrapped(std::string_view text, std::size_t width);

/// "  name  text" with the text, made printable, from column `indent` on, broken into lines below each other;
/// nothing for no text.
[[nodiscard]] std::string list_item(std::string_view name, std::string_view text, std::size_t indent,
                                    std::size_t width);

}  // namespace sigprop
