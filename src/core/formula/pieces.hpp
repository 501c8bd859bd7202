#pragma once
// Cuts a formula at its kinks. Where abs, min, max, relu, step and where() switch, a formula is not
// analytic and every quadrature rule loses its accuracy silently; between the switches it is an ordinary
// smooth formula. The switches are found as the sign changes of their switching functions, enclosed to the
// precision asked for: in closed form for polynomials of degree one, by interval bisection and Newton
// otherwise. A switching function with a zero that cannot be separated (a double root) leaves a tiny
// interval around it, which counts as part of the gap and is bounded crudely.

#include <cstddef>
#include <cstdint>
#include <sigprop/core/formula/formula.hpp>
#include <string>
#include <vector>

namespace sigprop {

/// On [lower, upper] (exact ends) the formula equals `smooth`, which contains no switches.
struct Piece {
    Ball lower, upper;
    Formula smooth;
};

struct Partition {
    bool complete = false;  ///< false: the budget ran out; `reason` says where
    std::string reason;
    std::vector<Piece> pieces;  ///< ascending; what lies between two neighbours is a gap
    std::vector<Ball> kinks;    ///< enclosures of the switches strictly inside, ascending
};

/// Cuts f(x0) on [lower, upper], both exact and finite, lower < upper. Kinks are enclosed to about `bits`
/// bits. Deterministic; `budget` counts evaluations of switching functions.
[[nodiscard]] Partition partition(const Formula& f, const Ball& lower, const Ball& upper, long bits,
                                  std::uint64_t budget = 100'000);

/// Every formula without switches that f may equal somewhere on `place`, a small interval around a switch:
/// one for each choice of branches where the sign of the switching function is not settled there. Empty when
/// there would be more than `most`.
[[nodiscard]] std::vector<Formula> smooth_choices(const Formula& f, const Ball& place, long bits,
                                                  std::size_t most = 64);

}  // namespace sigprop
