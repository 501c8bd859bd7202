#include "core/ball/arb.hpp"
#include "core/ball/error_term.hpp"

#include <optional>

#include "core/ball/hypergeometric.hpp"

namespace sigprop {
namespace {

constexpr double slowest_ratio = 0.75;

/// For -b large compared with z. Under the integral e^(-zt) lies between successive partial sums of its
/// series, so the error is at most the first omitted term; t^k (1 + t)^(b-a-1) integrates to a beta function.
/// Returns nullopt if the terms do not become small.
std::optional<Ball> alternating_series(const Ball& a, const Ball& b, const Ball& z, long bits) {
    if (!a.is_positive() || !b.is_negative()) return std::nullopt;
    Ball term = Ball(1).at_precision(bits), sum = term;
    for (std::int64_t k = 0;; ++k) {
        const Ball remaining = -b - Ball(k);
        const Ball ratio = z * (a + Ball(k)) / (Ball(k + 1) * remaining);
        if (!remaining.is_positive() || !(Ball(slowest_ratio) - ratio).is_positive()) return std::nullopt;
        term = -term * ratio;
        if (term.magnitude_exponent() < -design("ball.tricomi_u.bits", bits)) break;
        sum += term;
    }
    sum = sum.widened(error_term("ball.tricomi_u.rest", abs(term)));
    const long guarded =
        bits + 2 * std::max(b.magnitude_exponent(), 0L) + 16;  // log Gamma(x) is about x log x
    const Ball c = 1 - b.at_precision(guarded);
    return (sum * exp(log_gamma(c) - log_gamma(c + a))).at_precision(bits);
}

}  // namespace

Ball tricomi_u(const Ball& a, const Ball& b, const Ball& z) {
    if (!z.is_positive() || !z.is_finite()) return Ball::indeterminate();
    const long bits = working(std::max({a.precision(), b.precision(), z.precision()}));
    if (const auto sum = alternating_series(a, b, z, bits)) return *sum;
    Ball result = blank(bits);
    arb_hypgeom_u(raw(result), raw(a), raw(b), raw(z), bits);
    return result;
}

}  // namespace sigprop
