#pragma once
// Statistics of rows of independent normal logits as formulas in means over single keys, for certificates.

#include <cstdint>

#include "methods/route_row.hpp"
#include "methods/softmax/means.hpp"

namespace sigprop {

/// A mean over rows of n keys (RowMask::full); not RowMean::spread, which is another way to the
/// participation.
/// Errors   std::logic_error for a law that is not normal, and for spread
[[nodiscard]] FormulaOfRow row_formula(RowMean what, const LogitLaw& law, std::uint64_t n);
/// E log S - E sum a x.
[[nodiscard]] FormulaOfRow row_entropy_formula(const LogitLaw& law, std::uint64_t n);
/// E sum a^2 - 2 E sum a^3 + E (sum a^2)^2.
[[nodiscard]] FormulaOfRow row_jacobian_formula(const LogitLaw& law, std::uint64_t n);

}  // namespace sigprop
