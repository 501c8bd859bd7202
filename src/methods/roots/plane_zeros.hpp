#pragma once
// All points of a rectangle at which two functions of two numbers vanish, by Krawczyk's operator and
// bisection. A part of the rectangle is left out only when it is proved to hold no such point; a point counts
// as found only when a box is proved to hold exactly one. What is neither stays, as an undecided place: a
// double point, a kink, an edge of the domain, or whatever the budget did not reach.
//
// For F with slopes in the matrices J over a box X with midpoint m (J holds a matrix S with F(x) - F(m) =
// S (x - m) for every x of X) and any matrix Y, K = m - Y F(m) + (1 - Y J)(X - m) holds every zero of F in X;
// where K lies in the interior of X, X holds exactly one.
// Reference: R. E. Moore, R. B. Kearfott, M. J. Cloud, "Introduction to Interval Analysis", SIAM 2009,
// theorem 8.2 and section 8.2.

#include <array>
#include <functional>
#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <string>
#include <vector>

#include "methods/roots/zeros.hpp"

namespace sigprop {

using PlaneBox = std::array<Ball, 2>;

/// A function f of two numbers, over boxes of any width.
struct PlaneFunction {
    /// An enclosure of f over the box; non-finite where f is not shown to have a value on all of it.
    std::function<Ball(const PlaneBox& box, long bits)> value;
    /// Balls (s, t) such that f(x) - f(y) = s (x0 - y0) + t (x1 - y1) for some s, t in them, for all x and y
    /// in the box; non-finite where f is not shown to be continuous with bounded slopes on all of it.
    std::function<PlaneBox(const PlaneBox& box, long bits)> slopes;
    /// As SearchedFunction::domain. Null: everywhere.
    std::function<int(const PlaneBox& box, long bits)> domain = {};
};

/// f(x0, x1, inner 0, inner 1, …).
[[nodiscard]] PlaneFunction plane_composition(const Formula& f, std::vector<PlaneFunction> inner);

/// curve(argument(x)).
[[nodiscard]] PlaneFunction plane_curve(PlaneFunction argument, SearchedFunction curve);

struct PlanePlace {
    ZeroKind kind = ZeroKind::undecided;  ///< one or undecided
    PlaneBox box;         ///< where an undecided place is; for a point, a box that holds no other
    PlaneBox point = {};  ///< for ZeroKind::one
    std::string reason = {};
};

/// Places that cover all common zeros of f and g in the box, whose ends are finite, in the order of their
/// first coordinate. Zeros are enclosed to about `bits` bits. Deterministic: context.budget counts
/// evaluations.
/// Errors   Interrupted; a deadline leaves the rest undecided
[[nodiscard]] std::vector<PlanePlace> plane_zeros(const PlaneFunction& f, const PlaneFunction& g,
                                                  const PlaneBox& box, long bits, const Context& context);

/// The enclosure of the one common zero in the interior of the box; nothing where Krawczyk's test does not
/// show it.
[[nodiscard]] std::optional<PlaneBox> only_plane_zero(const PlaneFunction& f, const PlaneFunction& g,
                                                      const PlaneBox& box, long bits);

}  // namespace sigprop
