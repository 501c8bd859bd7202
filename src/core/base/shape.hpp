#pragma once
// Shapes of arrays.

#include <cstddef>
#include <span>

namespace sigprop {

/// The number of entries: the product of the lengths.
[[nodiscard]] constexpr std::size_t entries_of(std::span<const std::size_t> shape) noexcept {
    std::size_t entries = 1;
    for (const std::size_t length : shape) entries *= length;
    return entries;
}

}  // namespace sigprop
