#pragma once
// The quantiser of least mean squared error for N(0, 1) with 2^bits values, by Lloyd and Max: each value is
// the mean of its cell, and each cell ends halfway between two values. The normal density is log-concave, so
// there is one such quantiser (Fleischer 1964). The map G from values to the means of their cells rises in
// every value: if G(low) >= low and G(high) <= high, it takes everything between them into itself, and the
// quantiser lies there. That proves all of its values at once, by evaluations at two points.

#include <cstdint>
#include <vector>

#include "methods/route.hpp"

namespace sigprop {

inline constexpr std::int64_t max_quantizer_bits = 16;

/// The positive half of a symmetric quantiser, in ascending order.
struct HalfQuantizer {
    Status status = Status::ok;
    std::vector<Ball> values;
    std::string reason = {};
};

/// All values to about 2^-bits.
/// Errors   unable when the bounds of Newton's approximation are not mapped into each other
[[nodiscard]] HalfQuantizer lloyd_max_quantizer(std::int64_t levels_bits, long bits, const Context& context);

/// The same value by another proof: the first value determines the first cell, that the second value, and so
/// on; the last one is the mean of what is left only for one first value. It loses digits with each cell.
inline constexpr std::int64_t max_shooting_bits = 5;
[[nodiscard]] Answer lloyd_max_by_shooting(std::int64_t levels_bits, std::size_t index, long bits,
                                           const Context& context);

/// Mean squared error of a symmetric quantiser that sends each number to the nearest value: by the squares of
/// values that are means of their cells, and cell by cell, whatever the values.
[[nodiscard]] Ball error_of_means(const std::vector<Ball>& half, long bits);
[[nodiscard]] Ball error_cell_by_cell(const std::vector<Ball>& half, long bits);

}  // namespace sigprop
