#pragma once
// Other orders in which the memory of an array may have been read: a kernel that takes strides for granted
// reads a transposed view as if its elements lay one behind the other.

#include <cstddef>
#include <optional>
#include <sigprop/formats/npy.hpp>
#include <span>
#include <string>
#include <vector>

namespace sigprop {

/// The memory holds the axes in this order, and is read as if it held them in turn; or, `inverse`, the memory
/// holds them in turn and is read as if in this order.
struct MemoryOrder {
    std::vector<std::size_t> axes;
    bool inverse = false;
    [[nodiscard]] std::string text() const;  ///< "axes 1, 0"
};

/// All orders of up to three axes; of more: reversed, the first two or the last two exchanged, the channels
/// moved to the end or back. Axes of length 1 do not count.
[[nodiscard]] std::vector<MemoryOrder> memory_orders(std::span<const std::size_t> shape);

/// The numbers as they are then read, in row-major order.
[[nodiscard]] std::vector<double> reordered(const TensorView& view, const MemoryOrder& order);

/// The first order in which the numbers explain what was found; none of a larger array, which is not copied.
template <class Explains>
[[nodiscard]] std::optional<MemoryOrder> explaining_order(const TensorView& view, const Explains& explains) {
    constexpr std::size_t max_reordered = std::size_t{1} << 22U;
    if (view.size() > max_reordered) return std::nullopt;
    for (const MemoryOrder& order : memory_orders(view.shape())) {
        if (explains(reordered(view, order))) return order;
    }
    return std::nullopt;
}

}  // namespace sigprop
