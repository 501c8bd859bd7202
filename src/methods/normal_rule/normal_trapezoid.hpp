#pragma once
// The trapezoidal rule for the integral of f(std z) e^(-z^2/2) over the line, with a step that serves a whole
// range of std: the error theorem of quadrature/rectangle.hpp with balls that hold all of them.

#include <sigprop/core/base/context.hpp>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

struct TrapezoidProblem {
    Formula smooth;  ///< f, in y = std z
    double lower_std = 1, upper_std = 1;
    double reach = 0;  ///< the nodes k step, |k| <= side, go at least this far
    double scale = 1;  ///< rough size of the integral of |f(std z)| e^(-z^2/2)
    long bits = 52;    ///< the error wanted is about scale 2^-bits
};

struct TrapezoidRule {
    double step = 0;  ///< of 20 bits: multiples are exact; 0 when no strip was proved
    double side = 0;
    Ball error;  ///< bound of |step * sum - integral over |z| <= (side + 1/2) step|, for every std
};

/// The widest step that one of a few strips proves.
[[nodiscard]] TrapezoidRule normal_trapezoid(const TrapezoidProblem& problem, const Context& context);

/// A constant that is only known to lie in a ball.
[[nodiscard]] Formula ball_constant(const std::string& name, const Ball& value);
/// f(std z), for a whole range of std when it is a wide ball.
[[nodiscard]] Formula scaled_argument(const Formula& f, const Ball& std);

}  // namespace sigprop
