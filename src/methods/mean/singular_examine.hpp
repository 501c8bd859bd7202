#pragma once
// Examines the singular points of an integrand: does the integral exist there, and what is each side of them?

#include <string>

#include "core/formula/pieces.hpp"
#include "methods/mean/mean.hpp"

namespace sigprop {

struct SingularSides {
    Status status = Status::ok;  ///< domain: it is proved that there is no integral
    Ball place;                  ///< at which there is none, or at which that is open
    std::string what, why;       ///< `what` happens near the place, and `why`; may be empty unless domain
    std::vector<SingularSide> sides;
    std::vector<Ball> enclosures;  ///< of the points
};

/// The sides of all singular points of the problem's integrand, which was cut into these pieces.
[[nodiscard]] SingularSides examine_singular_points(const MeanProblem& problem, const Partition& parts,
                                                    const Context& context);

}  // namespace sigprop
