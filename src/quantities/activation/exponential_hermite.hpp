#pragma once
// Hermite coefficients of exponential polynomials by recurrences, h_0, h_1, … in turn at O(1) each: for the
// relu and elu families and any other function made of pieces c x^p e^(rx). Let j_k(p) be the integral over
// [l, u] of z^p e^(rho z) he_k(z) phi(z); integrating by parts with (He_k phi)' = -He_{k+1} phi gives
//     sqrt(k+1) j_{k+1}(p) = -[z^p e^(rho z) he_k phi] from l to u  + p j_k(p-1) + rho j_k(p).
// The forward recurrence multiplies errors by at most rho^k / sqrt(k!) <= e^(rho^2/2); guard bits cover this.
// Source   own derivation

#include "methods/hermite/hermite_mean.hpp"
#include "quantities/activation/exponential_polynomial.hpp"

namespace sigprop {

class ExponentialHermite {
public:
    /// Coefficients of z -> f(std z), with an absolute error of about 2^-bits. Only where is_affordable().
    ExponentialHermite(const ExponentialPolynomial& f, const Real& std, long bits);
    [[nodiscard]] Ball next();
    /// Whether rho is small enough for guard bits to suffice.
    [[nodiscard]] static bool is_affordable(const ExponentialPolynomial& f, const Real& std);

private:
    struct End {
        std::size_t point = 0;
        Ball weight;  ///< z^p e^(rho z) phi(z); 0 at infinity
    };
    /// One j(p) with a given rho on a given interval; `lower_power` is the index of j(p - 1).
    struct Chain {
        Ball value;
        Ball rate;
        int power = 0;
        std::size_t lower_power = 0;
        End lower, upper;
        Ball coefficient = 0;  ///< its factor in h_k
    };
    void add_term(const ExponentialPiece& piece, const ExponentialTerm& term, const Real& std);
    [[nodiscard]] std::size_t point_of(const Real& limit, const Real& std);

    long bits_;
    std::vector<Real> ends_;  ///< finite limits in z
    std::vector<Ball> points_;
    std::vector<Chain> chains_;
    std::vector<HermiteTable> table_;  ///< always one element
    std::vector<Ball> values_;         ///< he_k at the points
};

}  // namespace sigprop
