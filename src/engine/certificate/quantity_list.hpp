#pragma once
// The quantities of a certificate as JSON, each after those that its formulas name.

#include <optional>
#include <string>
#include <vector>

#include "engine/binding/binder.hpp"
#include "engine/certificate/panel_plan.hpp"
#include "engine/certificate/root_plan.hpp"
#include "formats/json.hpp"
#include "methods/expectation.hpp"
#include "methods/route_root.hpp"
#include "methods/route_row.hpp"

namespace sigprop {

// One quantity of an expression as a certificate can state it: a formula in means of functions of one
// variable or in means over rows of softmax, a formula alone, or a formula in the root of an equation between
// means.

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

class QuantityList {
public:
    /// `bits`: to which integrals are needed.
    QuantityList(long bits, const Context& context);

    /// The number of the quantity, which is added.
    /// Errors   Refusal when a formula cannot be written, or no plan is found
    std::size_t add(const CertifiedQuantity& one);
    /// A formula whose constants may be quantities, which are added.
    std::string written(const Formula& formula, const std::string& what);
    Json all() { return std::move(all_); }
    /// The checker computes in multiples of 2^-resolution.
    [[nodiscard]] long resolution() const { return resolution_; }

private:
    std::size_t number_of(const Leaf& leaf);
    std::size_t add(const std::string& name, Json quantity);
    Json json_of(const CertifiedQuantity& one);
    Json json_of_root(const CertifiedQuantity& one);
    Json json_of_row(const CertifiedQuantity& one);
    Json quantity(const std::string& name, const Formula& formula, Json means);
    Formula in_parts(const Formula& formula, const std::string& name);
    Json json_of(const Law& law, const std::string& name, long bits);
    Json panels_of(const MeanProblem& problem, const std::string& name, long bits);
    Json json_of_root(const EquationOfMeans& equation, const RootPlan& plan, const std::string& name);

    long bits_, resolution_;
    double row_work_ = 0;
    const Context& context_;
    std::vector<std::string> names_;
    Json all_ = Json::array();
};

}  // namespace sigprop
