#pragma once
// What rounding may do to an activation and its slope: the formula is walked once a number, with the
// roundings of every operation and the errors of its functions. A kernel may group terms otherwise (x s (1 +
// x (1 - s)) or s + x s (1 - s)): two more roundings of the sizes of all terms cover that.

#include <sigprop/models/rounding/bounds.hpp>
#include <span>
#include <vector>

#include "core/formula/tape.hpp"
#include "models/rounding/kernel_interval.hpp"

namespace sigprop {

class KernelArithmetic;

/// What a kernel has at a node of a formula, the sum of the sizes of its terms, and the product of the
/// factors above 1 that these are made of, in whatever order.
struct RoundedValue {
    KernelInterval value;
    double size = 0;
    double reach = 1;
};

/// Thread-safe: each call has its own memory. Where a function is not one of these (cosh, erfc, a power of
/// two formulas), or the computing type overflows, nothing is claimed.
class ActivationKernel {
public:
    /// `f` in x0; the contract must outlive it.
    ActivationKernel(const KernelContract& contract, const Formula& f);
    /// With the slope as another formula in x0: of the output that a forward pass has saved.
    ActivationKernel(const KernelContract& contract, const Formula& f, const Formula& slope);
    /// f(x)
    void bounds(std::span<const double> x, RowBounds y) const;
    /// f'(x) dy
    void backward_bounds(std::span<const double> x, std::span<const double> dy, RowBounds dx) const;

    /// Of the gated unit f(x) up: its value, and its gradients, dy up f'(x) and dy f(x), whose products may
    /// be taken in any order.
    void gated_bounds(std::span<const double> x, std::span<const double> up, RowBounds y) const;
    void gate_backward_bounds(std::span<const double> x, std::span<const double> up,
                              std::span<const double> dy, RowBounds dx) const;

private:
    [[nodiscard]] static KernelInterval regrouped(const KernelArithmetic& kernel, const RoundedValue& found,
                                                  double factor = 1);

    const KernelContract& contract_;
    Tape value_, slope_;
    bool of_output_;  ///< whether the slope is a formula in what the forward pass has saved
    std::vector<KernelInterval> constants_, slope_constants_;
};

}  // namespace sigprop
