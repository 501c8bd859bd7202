#pragma once
// The laws that recipes and specifications expect, as numbers that statistics are held against.

#include <map>
#include <sigprop/core/base/context.hpp>
#include <string>

#include "engine/recipe/recipe.hpp"
#include "engine/recipe/sized_recipe.hpp"
#include "measure/model/scan.hpp"

namespace sigprop {

/// Doubles of expressions, each evaluated once, with proof.
class Numbers {
public:
    /// Errors   InputError when the expression has no value
    [[nodiscard]] double operator()(const std::string& expression);

private:
    std::map<std::string, double> known_;
};

struct ExpectedLaw {
    TensorLaw form = TensorLaw::normal;
    double value = 0;  ///< of a constant
    WeightLaw law;     ///< of the others

    /// What speaks against it; empty when nothing does.
    [[nodiscard]] std::vector<std::string> against(const MeasuredWeights& seen) const;
    /// Whether nothing does.
    [[nodiscard]] bool agrees(const MeasuredWeights& seen) const;
    /// Of weights that nothing speaks against; 0 for constants.
    [[nodiscard]] double log_likelihood_of(const MeasuredWeights& seen) const;
    /// "N(0, 0.02^2)", "U(±0.036)", "0"
    [[nodiscard]] std::string text() const;
};

/// Errors   as Numbers
[[nodiscard]] ExpectedLaw expected_law(const SizedTensor& tensor, Numbers& numbers);

}  // namespace sigprop
