#pragma once
// A column of a normalisation layer's Jacobian as programs compute it: by differences, by a step along the
// imaginary axis or by dual numbers, each as a fixed sequence of IEEE operations, so that its error is a
// definite number. Differences divide by the step that was asked for, as most programs do, not by the step
// that rounding left. For accurate derivatives use methods/derivatives/finite_difference.hpp.

#include <sigprop/models/normalization/rule.hpp>
#include <string_view>
#include <vector>

namespace sigprop {

enum class JacobianScheme : std::uint8_t { forward, central, richardson, complex_step, dual };

struct SchemeInput {
    NormRule rule;
    std::vector<double> x;
    double epsilon = 0;
    JacobianScheme scheme = JacobianScheme::central;
    double step = 0;
};

/// dy_i/dx_j for every i.
[[nodiscard]] std::vector<double> scheme_column(const SchemeInput& input, std::size_t j);

/// Roughly where truncation and rounding balance; 0 for dual numbers, which take no step.
[[nodiscard]] double usual_step(JacobianScheme scheme);

}  // namespace sigprop
