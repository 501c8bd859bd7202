#pragma once
// The root of a function that is known to be strictly decreasing: two signs prove it, F > 0 at the lower end
// of a bracket and F < 0 at its upper end. Secant steps in balls, at rising precision, lead from an
// approximation to the point around which the bracket is put. The wrong tool for functions that are not known
// to be monotone: they may have other roots.

#include <functional>

#include "methods/route.hpp"

namespace sigprop {

struct FallingEquation {
    /// F at an exact x > 0, with a radius of about 2^-bits.
    std::function<Answer(const Ball& x, long bits)> value;
    double near = 0;   ///< an approximate root, > 0
    double slope = 0;  ///< an approximate F'(near), < 0
};

/// An enclosure of the root to about `bits` bits.
/// Errors   none: the status of F where F has no value, `unable` when the steps find no root
[[nodiscard]] Answer falling_root(const FallingEquation& equation, long bits, const Context& context);

}  // namespace sigprop
