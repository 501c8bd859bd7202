#pragma once
// Shapes of arrays and places in them, as messages and reports show them.

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace sigprop {

/// "[2, 3, 4]".
[[nodiscard]] std::string list_text(std::span<const std::size_t> numbers);

/// The indices of an element of an array of this shape, counted in row-major order.
[[nodiscard]] std::vector<std::size_t> indices_of(std::size_t element, std::span<const std::size_t> shape);

/// "[1, 0, 6]": the indices of an element as text.
[[nodiscard]] std::string place_text(std::span<const std::size_t> shape, std::size_t element);

}  // namespace sigprop
