#pragma once
// The columns of softmax/means.hpp as Fourier series, for a law of logits whose characteristic function
// X(y) = E e^(i y x) is known: a normal law, or a coordinate of a sphere. With f(v) = e^(p v) exp(-e^v) the
// transform of phi_p(u) = E f(x + u) is Gamma(p + i y) X(y), so that by Poisson's summation formula, y_j = 2
// pi j/P,
//     sum over all m of phi_p(u + m P) = (1/P) sum over all j of Gamma(p + i y_j) X(y_j) e^(-i y_j u).
// The images m != 0 are bounded by softmax/bounds.hpp; |Gamma(p + i y)| falls like e^(-pi y/2), X like the
// law: few frequencies serve thousands of points. The moment has -i E x sin(y x) = i X'(y) in place of X. As
// g' = -phi_1 and -u has the mean gamma, Euler's number, under the density phi_1, the sum of phi_1 over its
// images has the integral
//     1/2 + (u + gamma)/P + (1/P) sum over j != 0 of (i/y_j) Gamma(1 + i y_j) X(y_j) e^(-i y_j u)
//     = 1 - g(u) - sum over m >= 1 of g(u + m P) + sum over m >= 1 of (1 - g)(u - m P).
// Errors are absolute, so this suits rows of one length. Omitted frequencies: |Gamma(p + i y)| falls in y, by
// a factor e^(-(pi/2 - (p - 1/2)/y) dy) at least, as |Gamma(p + i y)|^2 = pi y/sinh(pi y) (1 + y^2) …
// ((p-1)^2 + y^2); X is e^(-s^2 y^2/2), or at most Gamma(a) (2/(radius y))^(a-1), a = d/2, as |J| <= 1; |X'|
// <= s^2 y |X| with a + 1 in place of a, where y |Gamma(p + i y)| <= |Gamma(p + 1 + i y)|.

#include "methods/quadrature/arb_vector.hpp"
#include "methods/softmax/normal_cdf_strip.hpp"
#include "methods/softmax/plan.hpp"
#include "methods/softmax/table.hpp"

namespace sigprop {

// The plan of softmax/periodic_row.hpp: its grid, its period, how many frequencies it takes and the strip of
// its error. It is found in doubles: a poor plan widens the result. Only `cdf` is a proof, from
// normal_cdf_strip.hpp.

/// The grid is u_k = k h, h = period / points, k = first … first + 2 half.
struct PeriodicPlan {
    long working = 0;   ///< precision of the balls
    double period = 0;  ///< P, a short double
    long points = 4;    ///< in a period, a multiple of 4
    long first = 0, half = 0;
    long frequencies = 0;  ///< J
    double strip = 0;      ///< the half height a of the strip of the trapezoidal rule over u
    CdfStrip cdf;          ///< for a strip wider than pi/2: proved where it was found
    LogitTails tails;
    double work = 0;  ///< of one column, in products of 128 bits

    [[nodiscard]] double step() const { return period / static_cast<double>(points); }
    [[nodiscard]] long last() const { return first + 2 * half; }
    [[nodiscard]] bool is_wide() const { return strip > M_PI / 2; }
};

/// The plan for integrals with columns of this power (1 for the moment) and about `bits` correct bits, over
/// rows of n normal logits or coordinates of a sphere.
[[nodiscard]] PeriodicPlan periodic_plan(const LogitLaw& law, std::uint64_t n, int power, long bits);

class PeriodicColumns {
public:
    PeriodicColumns(const LogitLaw& law, const PeriodicPlan& plan);

    /// The column at the points of the plan, every error in the radii; g itself for the deficit.
    [[nodiscard]] ArbVector column(SoftmaxColumn which, const Context& context) const;

private:
    struct Waves;  ///< the coefficients of cos and of sin

    [[nodiscard]] Waves waves(SoftmaxColumn which) const;
    /// The bound of the images, at any point of the plan.
    [[nodiscard]] Ball images(SoftmaxColumn which) const;
    /// The bound of the frequencies that are left out.
    [[nodiscard]] Ball omitted(SoftmaxColumn which) const;
    [[nodiscard]] Ball frequency(long j, long bits) const;
    /// X(y_j), or X'(y_j)/y_j.
    [[nodiscard]] Ball characteristic(long j, bool derivative) const;
    /// The same for a sphere: 0F1(; a; -(radius y)^2/4), a = d/2, or Gamma(a) (2/(radius y))^(a-1)
    /// J_(a-1)(radius y).
    [[nodiscard]] Ball by_series(long j, bool derivative, long bits) const;
    [[nodiscard]] Ball by_bessel(long j, bool derivative, long bits) const;
    [[nodiscard]] Ball characteristic_bound(const Ball& y, bool derivative) const;
    [[nodiscard]] Ball point(long k, long bits) const;

    LogitLaw law_;
    PeriodicPlan plan_;
    ProvedTails tails_;
    ArbVector cosines_;  ///< cos(2 pi k/points)
};

}  // namespace sigprop
