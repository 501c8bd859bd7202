#pragma once
// "Did you mean …?": the known name that a wrong one was probably meant to be. Only for messages; never act
// on the answer. Names are compared by edits (a letter inserted, dropped or replaced, or two neighbours
// swapped), ignoring case; the longer the name, the more edits are tolerated. The part of a dotted name after
// the last dot may match alone: `gain` and `activations.gain` both find `activation.gain`.
// Reference: L. Boytsov, "Indexing methods for approximate dictionary searching", ACM JEA 16, 2011, section
// 2.2 (restricted Damerau-Levenshtein distance).

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// Edits that turn a into b, no piece edited twice; returns most + 1 early once the distance exceeds `most`.
/// Bytes are compared; ASCII letters match in either case.
[[nodiscard]] std::size_t edit_distance(std::string_view a, std::string_view b,
                                        std::size_t most = std::numeric_limits<std::size_t>::max());

/// The name that `wrong` was probably meant to be (of equals, the first); nullopt if none is near.
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view wrong,
                                                      std::span<const std::string_view> names);
[[nodiscard]] std::optional<std::string> nearest_name(std::string_view wrong,
                                                      std::span<const std::string> names);

/// The names that hold every word of `wrong` (parts between dots, underscores and blanks), a word being found
/// in one that it begins, or that begins it, with four letters at least: trunc_normal finds the names of
/// truncated_normal. Three or more of one group become "group.*"; at most `most` of them.
[[nodiscard]] std::vector<std::string> names_by_words(std::string_view wrong,
                                                      std::span<const std::string> names,
                                                      std::size_t most = 3);

}  // namespace sigprop
