#pragma once
// The uniform quantiser of least mean squared error for N(0, 1) with 2^bits values (k + 1/2) step on both
// sides of 0, the last ones for all that lies beyond. Its error is strictly convex in the step, so one sign
// on each side of a step encloses the best one. Half of the second derivative is
//     1/4 + sum over k < n/2 of k (4 S(k step) - 2 k step pdf(k step)),    S(x) the mass above x.
// Its terms are first positive, then negative, so that the sum is at least 1/4 or that of all k; and the
// latter is half of the second derivative of step^2/12 + (step/pi)^2 sum e^(-2 (pi m/step)^2)/m^2, the error
// without an end, whose terms are convex: at least 1/12. Own derivation; the error without an end: Widrow and
// Kollar, Quantization Noise, 2008, section 4.

#include <cstdint>

#include "methods/route.hpp"

namespace sigprop {

/// Two ways to write the same sums: by the boundaries, after a summation by parts, or cell by cell.
enum class UniformSums : std::uint8_t { boundaries, cells };

[[nodiscard]] Answer best_uniform_step(std::int64_t levels_bits, UniformSums sums, long bits,
                                       const Context& context);

/// Mean squared error at a step.
[[nodiscard]] Ball uniform_error(std::int64_t levels_bits, UniformSums sums, const Ball& step, long bits,
                                 const Context& context);

}  // namespace sigprop
