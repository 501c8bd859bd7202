#pragma once
// Hermite coefficients of exponential polynomials by recurrences, h_0, h_1, … in turn at O(1) each: relu and
// elu families and everything else made of pieces c x^p e^(rx). For j_k(p) = the integral over [l, u] of
// z^p e^(rho z) he_k(z) phi(z), by parts with (He_k phi)' = -He_{k+1} phi,
//     sqrt(k+1) j_{k+1}(p) = -[z^p e^(rho z) he_k phi] from l to u  + p j_k(p-1) + rho j_k(p).
// Forward it multiplies errors by at most rho^k / sqrt(k!) <= e^(rho^2/2), which guard bits pay for.
// Source   own derivation

#include "methods/hermite/hermite_mean.hpp"
#include "quantities/activation/exponential_polynomial.hpp"

namespace sigprop {

class ExponentialHermite {
public:
    /// Of z -> f(std z); coefficients to about `bits` bits absolutely. Only where is_affordable().
    ExponentialHermite(const ExponentialPolynomial& f, const Real& std, long bits);
    [[nodiscard]] Ball next();
    /// Whether rho is small enough for the guard bits.
    [[nodiscard]] static bool is_affordable(const ExponentialPolynomial& f, const Real& std);

private:
    struct End {
        std::size_t point = 0;
        Ball weight;  ///< z^p e^(rho z) phi(z); 0 at infinity
    };
    /// One j(p) with a given rho on a given interval; `lower_power` is where j(p - 1) stands.
    struct Chain {
        Ball value;
        Ball rate;
        int power = 0;
        std::size_t lower_power = 0;
        End lower, upper;
        Ball coefficient = 0;  ///< with which it enters h_k
    };
    void add_term(const ExponentialPiece& piece, const ExponentialTerm& term, const Real& std);
    [[nodiscard]] std::size_t point_of(const Real& limit, const Real& std);

    long bits_;
    std::vector<Real> ends_;  ///< finite limits in z
    std::vector<Ball> points_;
    std::vector<Chain> chains_;
    std::vector<HermiteTable> table_;  ///< one
    std::vector<Ball> values_;         ///< of he_k at the points
};

}  // namespace sigprop
