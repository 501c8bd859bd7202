#pragma once
// A Law is what an integrand is averaged over: a probability density on an interval, given by an unnormalised
// weight formula, and a way to sample it. Means over other normals are reduced to the standard one by an
// affine change of variable in the integrand. A law of dimension d has d independent copies, x0 to x(d-1);
// dependent variables are written into the integrand, as f(x0) f(c x0 + sqrt(1 - c^2) x1).

#include <cstdint>
#include <sigprop/core/formula/formula.hpp>

namespace sigprop {

/// How a law is sampled from uniform or normal random numbers; Monte Carlo methods switch on it.
enum class Sampler : std::uint8_t {
    normal,                 ///< N(0, 1)
    truncated_normal,       ///< N(0, 1) conditioned on [lower, upper], shifted by -origin
    truncated_exponential,  ///< density e^-x on [0, upper]
    uniform,                ///< on [lower, upper]
};

struct Law {
    Sampler sampler = Sampler::normal;
    /// The weight w = exp(log_weight) in x0 is positive and unnormalised: the mean of f is
    /// (integral of f w) / (integral of w). log_weight is a polynomial of degree at most two for each law.
    Formula log_weight = Formula(0);
    Real lower = Real::infinity(-1);
    Real upper = Real::infinity(1);
    /// Shift of the variable: the law is that of X - origin (truncated_normal only), so that narrow or
    /// distant intervals are integrated without cancellation.
    Real origin = Real(0);
    /// The number of independent copies; only sampling accepts more than one.
    int dimension = 1;

    [[nodiscard]] Formula weight() const { return exp(log_weight); }

    [[nodiscard]] static Law normal();
    /// N(0, I) of this dimension; std::logic_error if it is below 1.
    [[nodiscard]] static Law normals(int dimension);
    /// N(0, 1) conditioned on [lower, upper] (either may be infinite), in the variable X - origin where the
    /// origin is the end nearest zero (or 0 when zero lies inside). Needs lower < upper.
    [[nodiscard]] static Law truncated_normal(const Real& lower, const Real& upper);
    /// |z|^2 of a complex normal with E|z|^2 = 1 conditioned on |z|^2 <= upper: an exponential on [0, upper].
    [[nodiscard]] static Law truncated_exponential(const Real& upper);
    /// Uniform on [lower, upper], both finite. Needs lower < upper.
    [[nodiscard]] static Law uniform(const Real& lower, const Real& upper);
    /// A text that identifies the law in random streams and messages.
    [[nodiscard]] std::string text() const;
};

}  // namespace sigprop
