#pragma once
// How fast a formula can grow: a proved bound of |f(x)| for all x beyond some R, read off the structure of
// the formula (|tanh| <= 1, products add exponents, an exponential turns a polynomial into a rate). It is
// what turns "the tail is small" from a hope into a bound, and what proves that a mean diverges.
// Bounds have the form log|f(x)| <= a + k log x + b x + c x^2 for x >= R >= 1; formulas that grow faster
// than every such bound, whose structure is not understood, or that are not shown to have a value on the
// whole tail (tanh(log(1000 - x))) get none.

#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <string>

namespace sigprop {

/// a + k log x + b x + c x^2.
struct LogBound {
    double a = 0, k = 0, b = 0, c = 0;
};

struct TailBehaviour {
    bool undefined = false;         ///< proved: f has no real value for any x >= R
    std::string reason;             ///< why there is no bound, or why f is undefined
    std::optional<LogBound> upper;  ///< log|f(x)| <= upper(x) for all x >= R
    std::optional<LogBound> lower;  ///< log|f(x)| >= lower(x) for all x >= R
};

/// Behaviour of f(x0) for x0 >= R; R >= 1, else std::logic_error. For the left tail substitute -x0 first.
[[nodiscard]] TailBehaviour tail_behaviour(const Formula& f, double R);

/// e^bound at R, and its supremum over [R, infinity), which is infinite where the bound is not shown to fall.
[[nodiscard]] Ball value_of(const LogBound& bound, double R);
[[nodiscard]] Ball max_beyond(const LogBound& bound, double R);

/// A proved upper bound of the integral of e^upper(x) over [R, infinity); nullopt when that integral
/// diverges or decays too slowly at R to be bounded here.
[[nodiscard]] std::optional<Ball> tail_integral_bound(const LogBound& upper, double R);

/// Whether a function of constant sign that stays above e^lower(x) has an infinite integral.
[[nodiscard]] bool tail_integral_diverges(const LogBound& lower);

}  // namespace sigprop
