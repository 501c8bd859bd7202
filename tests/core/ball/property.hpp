#pragma once
// The inclusion property of every function of Ball and ComplexBall: points of the argument, evaluated by Arb
// at more than twice the precision and by a plain formula, lie in the result.

#include "core/ball/arb.hpp"
#include "tests/support/core_samples.hpp"

#include <array>
#include <string>

namespace sigprop::test {

struct RealRow {
    const char* name;
    Ball (*function)(const Ball&);
    void (*reference)(arb_t, const arb_t, slong);
};

template <int n>
Ball integer_power(const Ball& x) {
    return pow(x, std::int64_t{n});
}
template <int n>
void arb_integer_power(arb_t y, const arb_t x, slong bits) {
    fmpz_t exponent;
    fmpz_init_set_si(exponent, n);
    arb_pow_fmpz(y, x, exponent, bits);
    fmpz_clear(exponent);
}
template <int n>
Ball real_power(const Ball& x) {
    return pow(x, Ball(n / 4.0));
}
template <int n>
void arb_real_power(arb_t y, const arb_t x, slong bits) {
    arb_t exponent;
    arb_init(exponent);
    arb_set_d(exponent, n / 4.0);
    arb_pow(y, x, exponent, bits);
    arb_clear(exponent);
}

inline void arb_plain_sigmoid(arb_t y, const arb_t x, slong bits) {
    arb_neg(y, x);
    arb_exp(y, y, bits);
    arb_add_ui(y, y, 1, bits);
    arb_inv(y, y, bits);
}
inline void arb_plain_softplus(arb_t y, const arb_t x, slong bits) {
    arb_exp(y, x, bits);
    arb_log1p(y, y, bits);
}
inline void arb_plain_pdf(arb_t y, const arb_t x, slong bits) {
    const Ball scale = 1 / sqrt(2 * Ball::pi(bits));
    arb_sqr(y, x, bits);
    arb_mul_2exp_si(y, y, -1);
    arb_neg(y, y);
    arb_exp(y, y, bits);
    arb_mul(y, y, raw(scale), bits);
}
inline void arb_plain_cdf(arb_t y, const arb_t x, slong bits) {
    const Ball scale = -1 / sqrt(Ball(2).at_precision(bits + 100));
    arb_mul(y, x, raw(scale), bits + 100);
    arb_hypgeom_erfc(y, y, bits);
    arb_mul_2exp_si(y, y, -1);
}

inline const std::array real_rows = {
    RealRow{"sqrt", sqrt, arb_sqrt},
    RealRow{"exp", exp, arb_exp},
    RealRow{"expm1", expm1, arb_expm1},
    RealRow{"log", log, arb_log},
    RealRow{"log1p", log1p, arb_log1p},
    RealRow{"sin", sin, arb_sin},
    RealRow{"cos", cos, arb_cos},
    RealRow{"atan", atan, arb_atan},
    RealRow{"sinh", sinh, arb_sinh},
    RealRow{"cosh", cosh, arb_cosh},
    RealRow{"tanh", tanh, arb_tanh},
    RealRow{"erf", erf, arb_hypgeom_erf},
    RealRow{"erfc", erfc, arb_hypgeom_erfc},
    RealRow{"sigmoid", sigmoid, arb_plain_sigmoid},
    RealRow{"softplus", softplus, arb_plain_softplus},
    RealRow{"normal_pdf", normal_pdf, arb_plain_pdf},
    RealRow{"normal_cdf", normal_cdf, arb_plain_cdf},
    RealRow{"x^0", integer_power<0>, arb_integer_power<0>},
    RealRow{"x^2", integer_power<2>, arb_integer_power<2>},
    RealRow{"x^3", integer_power<3>, arb_integer_power<3>},
    RealRow{"x^18", integer_power<18>, arb_integer_power<18>},
    RealRow{"x^-1", integer_power<-1>, arb_integer_power<-1>},
    RealRow{"x^-2", integer_power<-2>, arb_integer_power<-2>},
    RealRow{"x^0.5", real_power<2>, arb_real_power<2>},
    RealRow{"x^1.25", real_power<5>, arb_real_power<5>},
    RealRow{"x^-0.75", real_power<-3>, arb_real_power<-3>},
};

/// The first failure in words, or "".
inline std::string escaped_point(const RealRow& row, Dice& dice, long bits, int balls, int exponent = 7) {
    for (int i = 0; i < balls; ++i) {
        const Ball x = random_ball(dice, bits, exponent);
        const Ball y = row.function(x);
        if (!y.is_finite()) continue;
        for (const Ball& point : points_of(x, dice, 2, bits)) {
            if (!x.contains(point)) continue;
            Ball value = blank(2 * bits + 200);
            row.reference(raw(value), raw(point), 2 * bits + 200);
            if (!value.is_finite() || !y.overlaps(value)) {
                return std::string(row.name) + " of " + x.exact_text() + " misses the point " +
                       point.exact_text();
            }
        }
    }
    return {};
}

}  // namespace sigprop::test
