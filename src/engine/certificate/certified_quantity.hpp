#pragma once
// One quantity of an expression as a certificate can state it: a formula in means of functions of one
// variable or in means over rows of softmax, a formula alone, or a formula in the root of an equation between
// means.

#include <optional>
#include <string>
#include <vector>

#include "engine/binding/binder.hpp"
#include "methods/expectation.hpp"
#include "methods/route_root.hpp"
#include "methods/route_row.hpp"

namespace sigprop {

/// Why there is no certificate; caught in certificate_of.
struct Refusal {
    std::string reason;
};

struct CertifiedQuantity {
    const Leaf* leaf = nullptr;
    Formula formula = Formula(0);                  ///< in the means, or in the root x0
    PreparedExpectation means = {};                ///< empty unless it is a formula in means
    std::optional<EquationOfMeans> equation = {};  ///< of the root
    std::optional<FormulaOfRow> row = {};          ///< the formula is in its means
    std::vector<Ball> values = {};                 ///< of the means or of the root, to decide the precision
};

/// Errors   Refusal when no route of the quantity is of these kinds
[[nodiscard]] CertifiedQuantity certified(const Leaf& leaf, const Context& context);

/// Encloses the means or the root to about these bits.
/// Errors   Refusal when there is no enclosure
void enclose_values(CertifiedQuantity& quantity, long bits, const Context& context);

}  // namespace sigprop
