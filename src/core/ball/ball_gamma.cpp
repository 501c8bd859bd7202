// The gamma function and its relatives, by Arb.

#include "core/ball/arb.hpp"

#include "core/base/poll.hpp"

namespace sigprop {
namespace {

constexpr long work_of_gamma = 64;  // in products

ComplexBall polygamma(unsigned order, const ComplexBall& z) {
    poll(work_of_gamma * working(z.precision()));
    ComplexBall result = blank_complex(z.precision());
    const ComplexBall s = Ball(static_cast<std::int64_t>(order));
    acb_polygamma(raw(result), raw(s), raw(z), working(z.precision()));
    return result;
}

/// log Gamma(x + t) as a series in t of `length` terms.
void log_gamma_series(arb_poly_t result, const Ball& x, std::int64_t length, long bits) {
    arb_poly_t shifted;
    arb_poly_init(shifted);
    arb_poly_set_coeff_arb(shifted, 0, raw(x));
    arb_poly_set_coeff_si(shifted, 1, 1);
    arb_poly_lgamma_series(result, shifted, length, bits);
    arb_poly_clear(shifted);
}

}  // namespace

Ball log_gamma(const Ball& x) {
    if (!x.is_positive()) return Ball::indeterminate();
    poll(work_of_gamma * working(x.precision()));
    Ball result = blank(x.precision());
    arb_lgamma(raw(result), raw(x), working(x.precision()));
    return result;
}

Ball digamma(const Ball& x) {
    poll(work_of_gamma * working(x.precision()));
    Ball result = blank(x.precision());
    arb_digamma(raw(result), raw(x), working(x.precision()));
    return result;
}

Ball trigamma(const Ball& x) { return trigamma(ComplexBall(x)).real(); }

ComplexBall log_gamma(const ComplexBall& z) {
    poll(work_of_gamma * working(z.precision()));
    ComplexBall result = blank_complex(z.precision());
    acb_lgamma(raw(result), raw(z), working(z.precision()));
    return z.real().is_positive() ? result : ComplexBall::indeterminate();
}

ComplexBall digamma(const ComplexBall& z) { return polygamma(0, z); }
ComplexBall trigamma(const ComplexBall& z) { return polygamma(1, z); }

Ball rising_factorial_coefficient(const Ball& x, std::int64_t n, std::int64_t k) {
    if (k > n || k < 0) return 0;
    if (!x.is_positive()) return Ball::indeterminate();
    const long bits = working(x.precision());
    const Ball end = x + Ball(n);
    poll(work_of_gamma * bits);
    arb_poly_t above, below;
    arb_poly_init(above);
    arb_poly_init(below);
    log_gamma_series(above, end, k + 1, bits);
    log_gamma_series(below, x, k + 1, bits);
    arb_poly_sub(above, above, below, bits);
    arb_poly_exp_series(above, above, k + 1, bits);
    Ball result = blank(x.precision());
    arb_poly_get_coeff_arb(raw(result), above, k);
    arb_poly_clear(above);
    arb_poly_clear(below);
    return result;
}

}  // namespace sigprop
