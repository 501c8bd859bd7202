#pragma once
// The names that users give to what they write in files.

#include <algorithm>
#include <string_view>

#include "core/base/digit.hpp"

namespace sigprop {

/// Whether a claim or a series may be called so: letters, digits and what globs and file names take
/// literally.
[[nodiscard]] inline bool is_id(std::string_view id) {
    constexpr std::size_t longest = 200;
    return !id.empty() && id.size() <= longest && std::all_of(id.begin(), id.end(), [](char c) {
        return is_letter_or_digit(c) || c == '.' || c == '_' || c == '-';
    });
}

}  // namespace sigprop
