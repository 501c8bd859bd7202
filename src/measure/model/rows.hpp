#pragma once
// What the statistics of a tensor do not show, read again where they give cause: rows that are zero, rows
// that are orthogonal, entries clipped at a limit, few distinct values.

#include <cstdint>
#include <optional>
#include <sigprop/formats/npy.hpp>
#include <sigprop/measure/weights/weights.hpp>

#include "measure/weights/likelihood.hpp"

namespace sigprop {

struct CloserLook {
    // Rows are what one index of the first axis holds.
    std::uint64_t rows = 0, zero_rows = 0;
    std::optional<std::uint64_t> first_zero;
    /// The length of the rows (or of the columns, if there are fewer) where they are orthogonal and equally
    /// long.
    std::optional<double> orthogonal_gain;
    std::uint64_t at_limits = 0;  ///< entries equal to the largest or the smallest, where the law is cut off
    /// Share of different absolute values among the first entries; 1 where it was not counted.
    double distinct = 1;
};

/// `law` is that of the statistics. A right tensor of independent entries is called orthogonal with
/// probability below 10^-12.
[[nodiscard]] CloserLook look_closer(const TensorView& tensor, const WeightStatistics& found,
                                     const SeenLaw& law);

}  // namespace sigprop
