#pragma once
// The step that a proved strip allows the trapezoidal rule, and the part of the error that comes from the
// long sides of the rectangle (quadrature/rectangle.hpp has the theorem). The rules search for a strip in
// different ways; what follows from it is the same.

#include <algorithm>
#include <cmath>

#include <sigprop/core/ball/ball.hpp>

#include "core/ball/error_term.hpp"

namespace sigprop {

/// A strip |Im z| <= height around the segment, free of singularities by proof.
struct ProvedStrip {
    double height = 0;
    double log_bound = 0;  ///< log of a proved bound of the integral of |G| along Im z = height
    double step = 0;       ///< the widest step for the goal; 0 while nothing is proved
};

/// The step for which 2 e^log_bound / (e^(2 pi height / step) - 1) is about e^-goal.
[[nodiscard]] inline double widest_step(double height, double log_bound, double goal) {
    return 2 * M_PI * height / std::max(goal + log_bound, 2.0);
}

/// An enclosure of 2 e^log_bound / (e^(2 pi height / step) - 1).
[[nodiscard]] inline Ball horizontal_error(double height, double log_bound, const Ball& step) {
    return 2 * exp(Ball(log_bound).at_precision(error_bits)) /
           expm1(2 * Ball::pi(error_bits) * Ball(height) / step);
}

}  // namespace sigprop
