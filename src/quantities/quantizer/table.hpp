#pragma once
// The values of narrow number formats and of tables for blocks: magnitudes on both sides of 0.

#include <sigprop/core/ball/real.hpp>
#include <vector>

#include "catalogue/quantizer.hpp"

namespace sigprop {

/// Both sides in ascending order, from 0 on.
struct QuantizerTable {
    std::vector<Real> positive, negative;
    bool is_symmetric = false;
};

/// All finite values of the format.
[[nodiscard]] QuantizerTable format_table(NarrowFormat format);

/// The values of a block whose largest magnitude is 1.
[[nodiscard]] QuantizerTable block_table(BlockTable table, const Real& offset);

/// NF4's value, index 0 to 15 in ascending order: quantiles of the normal law, 8 above 0 and 7 below, divided
/// by the largest.
[[nodiscard]] Ball nf4_value(std::int64_t index, const Real& offset, long bits);

}  // namespace sigprop
