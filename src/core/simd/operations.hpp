#pragma once
// A formula as a list of steps over arrays of doubles or floats, executed with the widest vectors that the
// machine has, chosen at run time. The length of every array is a multiple of a line, so that no step has a
// remainder.

#include <cstddef>
#include <cstdint>
#include <sigprop/core/formula/formula.hpp>
#include <span>

namespace sigprop {

/// Eight doubles or sixteen floats: the longest vector, the alignment of every array and the unit of their
/// lengths.
template <class T>
inline constexpr std::size_t line_size = 64 / sizeof(T);
template <class T>
struct alignas(64) Line {
    T values[line_size<T>];
};

/// Where a step reads: element k at start[k & mask]. A constant is one line of copies with mask 0.
template <class T>
struct TileOperand {
    const T* start;
    std::size_t mask;
};

/// out[k] = operation(operands[k]…) for k < padded_count, a multiple of line_size. `out` may be one of the
/// operands.
template <class T>
struct TileStep {
    Operation operation;
    std::int64_t integer;  ///< exponent of power_integer
    TileOperand<T> operands[3];
    T* out;
    bool squared = false;  ///< out[k] is the square of the result; not for powers and atan
};

void run_steps(std::span<const TileStep<double>> steps, std::size_t padded_count);
void run_steps(std::span<const TileStep<float>> steps, std::size_t padded_count);

/// Sets arguments[k] = factor points[k], runs the steps, and sums weights[k] values[k]: eight sums side by
/// side, then a tree, in the same order on every machine.
struct WeightedSum {
    double factor;
    const double *points, *weights;
    double* arguments;     ///< the input of the steps
    const double* values;  ///< the output of the steps
};
[[nodiscard]] double run_weighted_sum(std::span<const TileStep<double>> steps, const WeightedSum& sum,
                                      std::size_t padded_count);

/// The maximum error of one operation on exact operands, in ulp of a normal result (for a subnormal one 2
/// units of the smallest number, and 6 for erfc and normal_cdf): as in simd/functions-inl.hpp,
/// simd/math-inl.hpp and simd/steps-inl.hpp, 0.5 for arithmetic, 0 for switches, and 2 for the C library, at
/// all operands.
[[nodiscard]] double tile_error(Operation operation, std::int64_t integer = 0);
/// Whether that is proved (simd/functions-inl.hpp) or follows from correct rounding. Of sin, cos, atan and
/// powers other than -1 to 4 it is documented and tested.
[[nodiscard]] bool tile_error_is_proved(Operation operation, std::int64_t integer = 0);
/// The maximum errors for floats: as in simd/math_f32-inl.hpp (3 units for a subnormal normal_cdf) and
/// simd/steps-inl.hpp, and 1 for what is computed in doubles and rounded.
[[nodiscard]] double tile_error_f32(Operation operation, std::int64_t integer = 0);

}  // namespace sigprop
