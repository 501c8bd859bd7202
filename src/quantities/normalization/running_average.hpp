#pragma once

#include "quantities/support.hpp"

namespace sigprop {

/// The variance that m_t = kept m_(t-1) + (1 - kept) g_t tends to, for independent g of variance 1: the sum
/// over k of ((1 - kept) kept^k)^2, term by term, plus an enclosure of the remainder. `unable` if 2^20 terms
/// do not suffice.
[[nodiscard]] Answer settled_average_variance(const Real& kept, long bits, const Context& context);

}  // namespace sigprop
