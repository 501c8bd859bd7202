#pragma once
// Is a backward pass the derivative of its forward pass, when d x d entries are too many? Draw random
// cotangents g and directions v: with E = J' - J the error of the claimed J', the number
// g^T E v = (J'^T g)^T v - d/ds g^T f(x + s v) costs one backward pass and a few forward passes, and
// E (g^T E v)^2 = |E|_F^2. Cotangents must be random: a constant one sees only the column sums of J. At a
// centred input those of RMSNorm do not contain y y^T at all, and those of LayerNorm are 0.
//
// References: M. F. Hutchinson, "A stochastic estimator of the trace of the influence matrix", Comm. Stat.
// Simul. 19(2), 1990.

#include <cstdint>
#include <functional>
#include <sigprop/models/gradient_check/jacobian_check.hpp>
#include <span>

namespace sigprop {

/// dx = J'^T g at a fixed x.
using BackwardPass = std::function<void(std::span<const double> g, std::span<double> dx)>;

enum class Cotangent : std::uint8_t { normal, constant };

struct JacobianProbeOptions {
    int probes = 8;
    std::uint64_t seed = 1;
    Cotangent cotangent = Cotangent::normal;  ///< constant: what a loss that is a plain sum would test
};

struct JacobianProbe {
    double frobenius = 0;  ///< estimate of |J' - J|_F, the root of the mean of (g^T E v)^2
    double noise = 0;      ///< how much of it may be due to the errors of the differences
    double at_most = 0;    ///< bound of |J' - J|_F with probability 0.999, if those errors are covered
    bool agrees = true;    ///< no probe differs by more than its error
};

/// Units    length: over which the layer changes, as for check_jacobian
/// Accuracy estimate only. at_most = max(|g^T E v| + error) / t over k probes, where F(t)^k = 0.001 and F is
///          the distribution of the absolute product of two normals, which is that of |g^T E v| / |E|_F for E
///          of rank one. The error is an estimate (DerivativeEstimate); the probability assumes that it
///          covers. That no E hides better than rank one is not proved. Evidence: of all E, rank one has the
///          largest characteristic function of g^T E v, prod (1 + sigma_i^2 u^2)^(-1/2), at every u; and at
///          the t <= 1 used here F(t) exceeded P(|g^T E v| <= t |E|_F) for each of 179 spectra of ranks 2 to
///          101 that were tried. Normal cotangents only, otherwise infinite
/// Errors   InputError if x is empty or not finite, length is not positive, or probes < 1
[[nodiscard]] JacobianProbe probe_jacobian(const ForwardPass& forward, const BackwardPass& backward,
                                           std::span<const double> x, double length,
                                           const JacobianProbeOptions& options = {});

/// P(|z w| <= t) for independent z, w ~ N(0, 1).
[[nodiscard]] double normal_product_cdf(double t);

}  // namespace sigprop
