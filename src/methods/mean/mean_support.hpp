#pragma once
// Helpers shared by the methods that prove a mean.

#include <functional>
#include <utility>

#include "core/formula/pieces.hpp"
#include "methods/mean/mean.hpp"

namespace sigprop {

/// f(x) for side > 0, f(-x) for side < 0.
[[nodiscard]] Formula mirrored(const Formula& f, int side);

/// Exact finite limits inside the law's range: its own ends rounded inward, +-tail_cut for infinite ones.
[[nodiscard]] std::pair<Ball, Ball> core_range(const Law& law, double tail_cut, long bits);

/// A finite range [lower, upper] with exact ends; `outside` is a proved bound of |integral of f w| beyond.
struct TailCut {
    bool proved = false;
    Ball lower, upper;
    Ball outside;
};

/// Cuts infinite limits where the tail of |f| w is below 2^-bits times the problem's scale, and accounts for
/// the rounding of finite ones.
[[nodiscard]] TailCut cut_tails(const MeanProblem& problem, long bits);

/// The integral of the weight alone; it has a known closed form for the normal law.
[[nodiscard]] bool has_known_mass(const Law& law);
[[nodiscard]] Ball known_mass(const Law& law, long bits);

/// An enclosure of the integral of f over a gap between two pieces (the enclosure of a kink): the range of f
/// times the width of the gap.
[[nodiscard]] Ball gap_contribution(const Formula& f, const Ball& lower, const Ball& upper, long bits);

/// How a method integrates f w over a smooth piece, and over a side of a singular point; or why it cannot.
struct PieceIntegrators {
    std::function<MeanResult(const Piece&)> piece;
    std::function<MeanResult(const SingularSide&)> side;
};

/// Adds the integral over a part to the sum; false, with the reason in the sum, where there is none.
[[nodiscard]] bool add_part(MeanResult& sum, MeanResult part);

/// The integral of f w: the sum over smooth pieces and sides of singular points; the gaps between pieces are
/// enclosed crudely, and the bound of the cut tails is added.
[[nodiscard]] MeanResult integrate_pieces(const MeanProblem& problem, const TailCut& cut, long bits,
                                          const PieceIntegrators& integrators);

/// The number of evaluations of f w that the context's budget allows: the budget is meant for a formula of
/// ordinary size, and a longer one gets proportionally fewer, so that the time is bounded.
[[nodiscard]] std::uint64_t affordable_evaluations(const Formula& f, const Context& context);

/// Encloses the integral of f w over the whole range of the law to about 2^-bits times the problem's scale.
using Integrator = MeanResult (*)(const MeanProblem& problem, long bits, const Context& context);

/// Divides the integral of f w by the law's mass, which is known or integrated the same way.
[[nodiscard]] MeanResult normalised(const MeanProblem& problem, long bits, const Context& context,
                                    Integrator integrate);

}  // namespace sigprop
