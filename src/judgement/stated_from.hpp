#pragma once
// Reads a stated number out of the code that uses it, so that the code itself is checked and not a copy.

#include <cstddef>
#include <string>
#include <string_view>

namespace sigprop {

inline constexpr std::size_t max_pattern_length = 1'000;
inline constexpr std::size_t max_line_length = 10'000;
/// The limit on the length of the longest line times the choices of the pattern: std::regex recurses for
/// every character and again for every choice there, and the stack set aside for it carries that many.
inline constexpr std::size_t max_match_cost = 400'000;

struct Found {
    std::string text;
    std::size_t line = 0;
};

/// The text matched by the only group of an ECMAScript pattern, searched line by line.
/// Errors   InputError unless the pattern has one group and matches once in the whole file, and for a file or
///          pattern beyond these limits; its place's source is the key at fault, "regex" or "path"
[[nodiscard]] Found find_stated(std::string_view content, const std::string& path,
                                const std::string& pattern);

}  // namespace sigprop
