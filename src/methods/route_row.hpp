#pragma once
// A route whose value is a formula in means over rows of softmax: like other formulas
// (methods/route_formula.hpp), it can be written down for others to check.

#include <cstdint>
#include <vector>

#include "methods/described_route.hpp"

namespace sigprop {

/// z^logit (w / S)^weight of one key, logit 0 or 1.
struct RowFactor {
    int weight = 0;
    int logit = 0;
    [[nodiscard]] auto operator<=>(const RowFactor&) const = default;
};

/// The mean of a product of factors of distinct keys, or of log S where there are none.
struct RowTerm {
    std::vector<RowFactor> factors;
    std::function<Answer(long bits, const Context& context)> value;
};

/// The keys have independent logits std z, z standard normal, and weights w = e^(std z), whose sum is S.
struct FormulaOfRow {
    std::uint64_t keys = 2;
    Real std = Real(1);
    std::vector<RowTerm> means;
    Formula formula = Formula::variable();  ///< in the means x0, x1, …
};

using MeansOfRow = Described<FormulaOfRow>;

}  // namespace sigprop
