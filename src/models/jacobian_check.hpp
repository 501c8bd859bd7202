#pragma once
// Is a backward pass the derivative of its forward pass? All d x d entries by central differences, column by
// column: two forward passes at x +- h e_j against the claimed column, in O(d) memory. For one group of a
// normalisation layer the passes are fused and vectorised; any other layer is a pair of functions. For d
// beyond some 10^5 the wrong tool: see jacobian_probe.hpp.

#include <cstddef>
#include <functional>
#include <sigprop/models/norm_rule.hpp>
#include <span>
#include <vector>

namespace sigprop {

/// dy_i/dx_j = diagonal[j] (i == j) + constant[j] + along[j] y_i: what backward passes of a normalisation
/// claim, right or wrong.
struct NormJacobian {
    std::vector<double> diagonal, constant, along;
};

/// The exact one (NormGroup) in doubles.
/// Errors   InputError as check_jacobian
[[nodiscard]] NormJacobian norm_jacobian(const NormRule& rule, std::span<const double> x, double epsilon);

struct JacobianCheck {
    double step = 0;      ///< h
    double largest = 0;   ///< max |difference - claim|; infinite where a claim is not finite
    std::size_t row = 0;  ///< i of it
    std::size_t column = 0;
    double frobenius = 0;  ///< |differences - claim|_F
    double tolerance = 0;  ///< what truncation and rounding do to an entry of a right claim
    [[nodiscard]] bool agrees() const { return largest <= tolerance; }
};

struct JacobianCheckOptions {
    double step = 0;  ///< 0: eps^(1/3) of the length over which the layer changes, |x| about its centre
    int threads = 1;
};

/// Accuracy an entry errs by up to `tolerance`: (h/L)^2/r + (log2(d) + 8) 2^-53 (max|y|/h + (1 +
/// max|x|/L)/r), L = sqrt(d) r.
///          Forward passes add in a fixed order (PairwiseSum): the same bits for any number of threads and
///          every vector set
/// Errors   InputError if x is empty or not finite, epsilon is negative or not finite, the divisor is 0, no
///          entries are free to spread, or the claim has another size
[[nodiscard]] JacobianCheck check_jacobian(const NormRule& rule, std::span<const double> x, double epsilon,
                                           const NormJacobian& claim,
                                           const JacobianCheckOptions& options = {});

/// y = f(x), of equal sizes.
using ForwardPass = std::function<void(std::span<const double> x, std::span<double> y)>;
/// dy_i/dx_j for all i.
using JacobianColumn = std::function<void(std::size_t j, std::span<double> column)>;

/// Any layer of d inputs and d outputs. `length`: over which it changes, from which come step and tolerance.
[[nodiscard]] JacobianCheck check_jacobian(const ForwardPass& forward, const JacobianColumn& claim,
                                           std::span<const double> x, double length,
                                           const JacobianCheckOptions& options = {});

}  // namespace sigprop
