#pragma once
// Is a backward pass the derivative of its forward pass? All d x d entries by central differences, column by
// column: two forward passes at x +- h e_j are compared with the claimed column, in O(d) memory. For one
// group of a normalisation layer the passes are fused and vectorised; any other layer is a pair of functions.
// For d beyond some 10^5 use jacobian_probe.hpp instead. Source: own derivation; the step that balances
// truncation and rounding is W. H. Press et al., Numerical Recipes, 3rd ed. 2007, section 5.7.

#include <cstddef>
#include <functional>
#include <sigprop/models/normalization/rule.hpp>
#include <span>
#include <vector>

namespace sigprop {

/// dy_i/dx_j = diagonal[j] (i == j) + constant[j] + along[j] y_i: the Jacobian that a backward pass of a
/// normalisation claims, rightly or wrongly.
struct NormJacobian {
    std::vector<double> diagonal, constant, along;
};

/// The exact Jacobian (NormGroup) in doubles, whatever the size of x. Among equal extremes the first is the
/// one that moves; where the spread equals the floor, the spread is the divisor.
/// Cost     O(d)
/// Errors   InputError if x is empty or not finite; epsilon is negative or not finite; std has no more than
///          `correction` entries; `leading` is set for a std or a range, or exceeds the entries; a centred
///          rule has one entry; epsilon is 0 and so is the spread; epsilon outside the root has a visible
///          kink (NormGroup::has_kink)
[[nodiscard]] NormJacobian norm_jacobian(const NormRule& rule, std::span<const double> x, double epsilon);

struct JacobianCheck {
    double step = 0;  ///< h
    /// max |difference - claim|; infinite where either is not finite or their squares overflow
    double largest = 0;
    std::size_t row = 0;  ///< i of the largest error
    std::size_t column = 0;
    double frobenius = 0;  ///< |differences - claim|_F
    double tolerance = 0;  ///< error that truncation and rounding can cause in an entry of a right claim
    [[nodiscard]] bool agrees() const { return largest <= tolerance; }
};

struct JacobianCheckOptions {
    double step = 0;  ///< 0: 2^-17 of the length over which the layer changes, kept clear of kinks
    int threads = 1;  ///< for rules whose passes are fused
};

/// Every column of a rule's Jacobian at x, which is first brought near 1 by a power of two.
/// Units    f: number of entries used (rms), n - correction (std), 1 (length, range). L: the length over
///          which outputs change, sqrt(f) r with epsilon inside the root or where the floor is the divisor,
///          else sqrt(f) s; for a range, r. h: the step
/// Accuracy estimate only: an entry of a right claim errs by up to `tolerance`,
///              (h/L)^2 m + (log2(d) + 8) 2^-53 (max|y|/h + (1 + max|x|/L) m),    m = 1/r.
///          Where s = 0 and epsilon is outside the root, L = sqrt(f) r, h = 2^-34 L and h/L is not squared.
///          Fused rules (std about the mean; rms and length of all entries, not centred) add in a fixed order
///          (PairwiseSum): the same bits on every vector set and for any number of threads. The others add
///          from left to right on one thread, with sqrt(d) for log2(d) and m the largest difference. The
///          default step stops halfway to a kink (another extreme, the floor); a given step may cross it and
///          then finds right claims wrong
/// Errors   InputError as norm_jacobian; if the claim has another size; if the step is negative, not below L
///          or lost in an entry's rounding; if x is on a kink: a shared extreme, a spread equal to the floor
[[nodiscard]] JacobianCheck check_jacobian(const NormRule& rule, std::span<const double> x, double epsilon,
                                           const NormJacobian& claim,
                                           const JacobianCheckOptions& options = {});

/// y = f(x); x and y have the same size.
using ForwardPass = std::function<void(std::span<const double> x, std::span<double> y)>;
/// dy_i/dx_j for all i.
using JacobianColumn = std::function<void(std::size_t j, std::span<double> column)>;

/// Any layer with d inputs and d outputs, on one thread.
/// Units    length: L, over which the layer changes; step and tolerance follow from it
/// Accuracy estimate only: the tolerance above with m the largest difference, for a forward pass that errs by
///          log2(d) + 8 roundings and has no kink within a step. The caller ensures that no square overflows
/// Errors   InputError if x is empty or not finite, the length not positive and finite, or the step as above
[[nodiscard]] JacobianCheck check_jacobian(const ForwardPass& forward, const JacobianColumn& claim,
                                           std::span<const double> x, double length,
                                           const JacobianCheckOptions& options = {});

}  // namespace sigprop
