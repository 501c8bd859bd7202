#pragma once
// How much may be asked for at once, where the limit has no better home than a table. `sigprop limits` lists
// these and the limits that stand beside what they limit; README.md shows the same table.

#include <cstddef>
#include <cstdint>

namespace sigprop::limits {

inline constexpr std::int64_t digits = 10'000;          ///< of --digits, and of a series
inline constexpr std::int64_t threads = 1024;           ///< more gain nothing, and each needs memory
inline constexpr std::int64_t grid_points = 1'000'000;  ///< of a sweep, over all its axes
inline constexpr std::int64_t axis_value_bits =
    3'500;                                        ///< of one value, exactly: x1.01 fits over two decades
inline constexpr std::size_t axes_of_array = 64;  ///< of an .npy file, as in NumPy 2
inline constexpr std::size_t bytes_of_array_header = 65536;  ///< of an .npy file

}  // namespace sigprop::limits
