// Bessel functions, by Arb and by their series.

#include "core/ball/arb.hpp"

#include <cmath>

#include "core/ball/bessel.hpp"
#include "core/ball/error_term.hpp"
#include "core/base/poll.hpp"

namespace sigprop {
namespace {

constexpr double max_terms = 1e7;

/// Roughly the index from which each term of the series is less than half the one before.
double rising_terms(const Ball& b, const Ball& z) {
    const double half = (b.to_double() + 1) / 2;
    return std::sqrt(half * half + 2 * z.to_double()) - half;
}

/// The series of positive terms, without cancellation, for z >= 0. Once a term is less than half the one
/// before, the sum of all later terms is less than that term.
Ball series(const Ball& b, const Ball& z, long bits) {
    const long guarded = bits + 24;  // one rounding for each of up to 10^7 terms
    Ball term = Ball(1).at_precision(guarded), sum = term, divisor = blank(guarded),
         below = b.at_precision(guarded);
    for (std::int64_t k = 1;; ++k) {
        poll(4 * guarded);
        arb_mul_si(raw(divisor), raw(below), k, guarded);
        arb_mul(raw(term), raw(term), raw(z), guarded);
        arb_div(raw(term), raw(term), raw(divisor), guarded);
        arb_add(raw(sum), raw(sum), raw(term), guarded);
        arb_add_si(raw(below), raw(below), 1, guarded);
        const long lost = design("ball.hypergeometric_0f1.bits", guarded);
        if (k % 16 != 0 || term.magnitude_exponent() > sum.magnitude_exponent() - lost) continue;
        const Ball ratio = z / (below * Ball(k + 1));
        if ((ratio - Ball(0.5)).is_negative())
            return sum.widened(error_term("ball.hypergeometric_0f1.rest", term)).at_precision(bits);
    }
}

}  // namespace

Ball hypergeometric_0f1(const Ball& b, const Ball& z) {
    if (!b.is_positive() || !z.is_finite()) return Ball::indeterminate();
    const long bits = std::max(b.precision(), z.precision());
    Ball result = blank(bits);
    arb_hypgeom_0f1(raw(result), raw(b), raw(z), 0, working(bits));
    // Arb 2.23 looks at |z| alone and takes the asymptotic series even where a large b makes it useless.
    const bool is_useless = !result.is_finite() || result.accuracy_bits() < working(bits) / 2;
    if (is_useless && z.is_nonnegative() && rising_terms(b, z) < max_terms) {
        Ball sum = series(b, z, working(bits));
        if (!result.is_finite() || sum.accuracy_bits() > result.accuracy_bits()) return sum;
    }
    return result;
}

}  // namespace sigprop
