#include "methods/softmax/lower_moments.hpp"

#include <algorithm>

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"

namespace sigprop {

LowerMoments::LowerMoments(const Ball& z, const Ball& std, slong most)
    : z_(z), std_(std), density_(normal_pdf(z)), mass_(normal_cdf(z)), c_(static_cast<std::size_t>(most)) {}

/// c_m = e^((t^2 - z^2)/2) Phi(-t) with t = m std - z.
void LowerMoments::make() {
    const Ball shift = Ball(static_cast<std::int64_t>(made_)) * std_;
    const Ball t = shift - z_;
    const double near = t.to_double();
    const auto nats = nats_of_bits(z_.precision() + 4);
    if (made_ == 0) {
        c_.set(0, mass_);
    } else if (near > 2 && near * near / 2 > nats) {
        mills(t, c_[made_]);
    } else {
        c_.set(made_, exp(shift * (shift / 2 - z_)) * normal_cdf(-t));
    }
    ++made_;
}

/// phi(z) (1 - Phi(t))/phi(t) = phi(z) (1/t - 1/t^3 + 3/t^5 - …): Mills' ratio, where its asymptotic series
/// attains the precision, which is relative to c_0. The error is below the first omitted term.
void LowerMoments::mills(const Ball& t, arb_ptr out) {
    const long spare = mass_.magnitude_exponent() - density_.magnitude_exponent();
    const long bits = std::max(z_.precision() - std::max(spare, 0L), 16L);
    const Ball inverse = 1 / t;
    const Ball square = inverse * inverse;
    Ball term = density_ * inverse;
    arb_zero(out);
    const long smallest = term.magnitude_exponent() - design("softmax.lower_moments.bits", bits);
    for (ulong k = 1;; k += 2) {
        arb_add(out, out, raw(term), bits);
        arb_mul(raw(term), raw(term), raw(square), bits);
        arb_mul_ui(raw(term), raw(term), k, bits);
        arb_neg(raw(term), raw(term));
        if (term.magnitude_exponent() < smallest) break;
    }
    const Ball rest = error_term("softmax.lower_moments.rest", abs(term));
    arb_add_error(out, raw(rest));  // widening: of terms
}

}  // namespace sigprop
