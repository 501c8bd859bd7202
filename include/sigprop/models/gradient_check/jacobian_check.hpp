#pragma once
// Is a backward pass the derivative of its forward pass? All d x d entries by central differences, column by
// column: two forward passes at x +- h e_j against the claimed column, in O(d) memory. For one group of a
// normalisation layer the passes are fused and vectorised; any other layer is a pair of functions. For d
// beyond some 10^5 the wrong tool: see jacobian_probe.hpp. Source: own derivation; the step that balances
// truncation and rounding is W. H. Press et al., Numerical Recipes, 3rd ed. 2007, section 5.7.

#include <cstddef>
#include <functional>
#include <sigprop/models/normalization/rule.hpp>
#include <span>
#include <vector>

namespace sigprop {

/// dy_i/dx_j = diagonal[j] (i == j) + constant[j] + along[j] y_i: what backward passes of a normalisation
/// claim, right or wrong.
struct NormJacobian {
    std::vector<double> diagonal, constant, along;
};

/// The exact one (NormGroup) in doubles, whatever the size of x. Of equal extremes the first moves, and where
/// the spread is the floor the spread divides.
/// Cost     O(d)
/// Errors   InputError if x is empty or not finite; epsilon is negative or not finite; std has no more than
///          `correction` entries; leading entries are of a std or a range, or more than there are; a centred
///          rule has one entry; epsilon is 0 and so is the spread; epsilon outside the root has a kink that
///          shows (NormGroup::has_kink)
[[nodiscard]] NormJacobian norm_jacobian(const NormRule& rule, std::span<const double> x, double epsilon);

struct JacobianCheck {
    double step = 0;  ///< h
    /// max |difference - claim|; infinite where either is not finite or their squares overflow
    double largest = 0;
    std::size_t row = 0;  ///< i of it
    std::size_t column = 0;
    double frobenius = 0;  ///< |differences - claim|_F
    double tolerance = 0;  ///< what truncation and rounding do to an entry of a right claim
    [[nodiscard]] bool agrees() const { return largest <= tolerance; }
};

struct JacobianCheckOptions {
    double step = 0;  ///< 0: 2^-17 of the length over which the layer changes, and clear of kinks
    int threads = 1;  ///< for rules whose passes are fused
};

/// Every column of a rule's Jacobian at x, which is brought near 1 by a power of two first.
/// Units    f: the entries looked at (rms), n - correction (std), 1 (length, range). L, the length over which
///          outputs change: sqrt(f) r with epsilon inside the root or as the floor that divides, else
///          sqrt(f) s, but r of a range; h: the step
/// Accuracy estimate only: an entry of a right claim errs by up to `tolerance`,
///              (h/L)^2 m + (log2(d) + 8) 2^-53 (max|y|/h + (1 + max|x|/L) m),    m = 1/r.
///          Where s = 0 and epsilon is outside the root L = sqrt(f) r, h = 2^-34 L and h/L is not squared.
///          Fused rules (std about the mean; rms and length of all entries, not centred) add in a fixed
///          order (PairwiseSum): the same bits on every vector set and for any number of threads. The others
///          add from left to right on one thread, with sqrt(d) for log2(d) and m the largest difference.
///          A usual step stops halfway to a kink (another extreme, the floor); a given one may cross it and
///          then finds right claims wrong
/// Errors   InputError as norm_jacobian; if the claim has another size; if the step is negative, not below L
///          or lost in an entry's rounding; where x is on a kink: a shared extreme, a spread of the floor
[[nodiscard]] JacobianCheck check_jacobian(const NormRule& rule, std::span<const double> x, double epsilon,
                                           const NormJacobian& claim,
                                           const JacobianCheckOptions& options = {});

/// y = f(x), of equal sizes.
using ForwardPass = std::function<void(std::span<const double> x, std::span<double> y)>;
/// dy_i/dx_j for all i.
using JacobianColumn = std::function<void(std::size_t j, std::span<double> column)>;

/// Any layer of d inputs and d outputs, on one thread.
/// Units    length: L, over which the layer changes, from which come step and tolerance
/// Accuracy estimate only: the tolerance above with m the largest difference, for a forward pass that errs
///          by log2(d) + 8 roundings and has no kink within a step. That no square overflows is the caller's
/// Errors   InputError if x is empty or not finite, the length not positive and finite; for the step as above
[[nodiscard]] JacobianCheck check_jacobian(const ForwardPass& forward, const JacobianColumn& claim,
                                           std::span<const double> x, double length,
                                           const JacobianCheckOptions& options = {});

}  // namespace sigprop
