#pragma once
// The complex analysis of quadrature/rectangle.hpp: analyticity and suprema by coverings.

#include "methods/quadrature/box_supremum.hpp"
#include "methods/quadrature/widest_step.hpp"

namespace sigprop {

/// Bounds of one real-valued G (G(conj z) = conj G(z)) around the real segment [-length, length].
class RectangleBound {
public:
    RectangleBound(const Formula& g, double length) : supremum_(g), length_(length) {}

    /// Proves G analytic for |Re z| <= length, |Im z| <= height and returns the log of an upper bound of the
    /// integral of |G(x + i height)| over the segment; +infinity when that fails within the budget of boxes.
    /// A bound below `good_enough` is not refined; boxes are not split below height / finest.
    [[nodiscard]] double log_horizontal(double height, int budget, double good_enough, double finest);

    /// An upper bound of integral_0^height (|G(-X + iy)| + |G(X + iy)|) e^(-2 pi y / h) dy for |X| <= length,
    /// refined until it is below `goal` or refining no longer helps.
    [[nodiscard]] Ball vertical(const Ball& X, double height, const Ball& h, const Ball& goal);

    /// An upper bound of the error of the trapezoidal rule with step h on [-X, X], X = (N + 1/2) h <= length,
    /// by the theorem of quadrature/rectangle.hpp; `goal` as for `vertical`.
    [[nodiscard]] Ball rule_error(const ProvedStrip& strip, const Ball& X, const Ball& h, const Ball& goal);

    [[nodiscard]] std::uint64_t evaluations() const { return supremum_.evaluations(); }

private:
    [[nodiscard]] bool is_analytic(double height, int& budget, double smallest);

    BoxSupremum supremum_;
    double length_;
};

}  // namespace sigprop
