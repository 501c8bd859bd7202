#include "formats/list_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace sigprop {

std::string list_text(std::span<const std::size_t> numbers) {
    return fmt::format("[{}]", fmt::join(numbers, ", "));
}

std::vector<std::size_t> indices_of(std::size_t element, std::span<const std::size_t> shape) {
    std::vector<std::size_t> indices(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        indices[axis] = element % shape[axis];
        element /= shape[axis];
    }
    return indices;
}

std::string place_text(std::span<const std::size_t> shape, std::size_t element) {
    return list_text(indices_of(element, shape));
}

}  // namespace sigprop
