#pragma once

#include "quantities/support.hpp"

namespace sigprop {

/// The variance of m_t = kept m_(t-1) + (1 - kept) g_t once it has settled, for independent g of variance 1: the
/// sum over k of ((1 - kept) kept^k)^2, term by term, with what is left of it. `unable` where 2^20 terms do not
/// settle it.
[[nodiscard]] Answer settled_average_variance(const Real& kept, long bits, const Context& context);

}  // namespace sigprop
