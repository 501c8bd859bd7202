#include "quantities/frameworks/narrow_types.hpp"

#include <cmath>
#include <string>

#include "catalogue/words.hpp"
#include "core/ball/float_grid.hpp"
#include "quantities/support.hpp"

namespace sigprop::frameworks {
namespace {

bool is_wide(StdDtype type) { return type != StdDtype::bfloat16 && type != StdDtype::float16; }

/// Bits of the significand, the first one included.
int significand_of(StdDtype type) { return type == StdDtype::bfloat16 ? 8 : 11; }

/// The z > 0 with normal mass `above` beyond it, which is below 1/2: by halving to 40 bits, then by Newton's
/// method, and at last between two numbers on whose sides the mass is proved to be.
Ball quantile_above(const Ball& above, long bits) {
    constexpr long coarse = 64, halvings = 40;
    Ball low = Ball(0).at_precision(coarse), high = Ball(16).at_precision(coarse);
    for (long i = 0; i < halvings; ++i) {
        const Ball middle = ((low + high) / Ball(2)).midpoint();
        (normal_cdf(-middle) - above.at_precision(coarse)).is_positive() ? low = middle : high = middle;
    }
    Ball z = low.midpoint().at_precision(bits);
    for (long right = halvings; right < bits; right *= 2)
        z = (z + (normal_cdf(-z) - above) / normal_pdf(z)).midpoint();
    for (Ball margin = Ball::power_of_two(24 - bits);; margin = margin * Ball(256)) {
        const Ball lower = z - margin, upper = z + margin;
        const bool holds =
            (normal_cdf(-lower) - above).is_positive() && (above - normal_cdf(-upper)).is_positive();
        if (holds) return Ball::interval(lower, upper);
    }
}

/// The same of the mass 2^-exponent.
Real quantile_beyond(int exponent) {
    return Real("the z with normal mass 2^-" + std::to_string(exponent) + " above it", [exponent](long bits) {
        return quantile_above(Ball::power_of_two(-exponent).at_precision(bits + 16), bits + 16);
    });
}

/// Of the mass beyond either end of the grid.
int exponent_of_end(StdDtype type) { return significand_of(type) + 2; }

Routes by_arithmetic(const Formula& value) {
    return {constant(RouteKind::closed_form, "closed_form", value)};
}

struct Moments {
    Ball mean, square;
};

/// Of the standard normal numbers that JAX makes: sqrt(2) erfinv(u) of uniform numbers that begin at the
/// number of the type next to -1, which is a quarter of their distance 2/count from it.
Moments moments_of_grid(int significand, long bits) {
    const long inner = bits + 32;
    const int exponent = significand - 1;
    const long count = 1L << exponent;
    Ball sum = Ball(0).at_precision(inner), squares = sum;
    for (long k = 0; k < count; ++k) {
        const bool is_below = 2 * k < count;
        const Ball below = (Ball(4 * k + 1) / Ball(4 * count).at_precision(inner));
        const Ball z = quantile_above(is_below ? below : Ball(1) - below, inner);
        sum = is_below ? sum - z : sum + z;
        squares = squares + z * z;
    }
    const Ball share = Ball::power_of_two(-exponent);
    return {sum * share, squares * share};
}

Real of_grid(const char* name, int significand, Ball (*number)(const Moments&)) {
    return Real(std::string(name) + " of JAX's normals of " + std::to_string(significand) + " bits",
                [=](long bits) { return number(moments_of_grid(significand, bits)); });
}

}  // namespace

bool is_before_rounding(StdDtype type, const truncated::Standardised& s) {
    if (is_wide(type)) return false;
    const Real end = quantile_beyond(exponent_of_end(type));
    return s.alpha.infinite_sign() != 0 || s.beta.infinite_sign() != 0 ||
           compare(s.alpha, -end).value_or(1) > 0 || compare(s.beta, end).value_or(-1) < 0;
}

Draw inverted_in(StdDtype type, const truncated::Standardised& s, const Real& lower, const Real& upper) {
    Draw draw = truncated_draw(s, lower, upper);
    if (is_wide(type) || is_before_rounding(type, s)) return draw;
    const int exponent = exponent_of_end(type);
    const Real end = quantile_beyond(exponent);
    const Formula spike = Formula(Real(Rational(1) / Rational(std::int64_t{1} << (exponent - 1))));
    const Formula rest = Formula(1) - spike, a(lower), mean(s.mean), std(s.std);
    const truncated::Standardised inner{.alpha = -end, .beta = end, .mean = 0, .std = 1};
    draw.std = mapped(truncated::std_routes(inner),
                      sqrt(rest * pow(std * Formula::variable(0), 2) + rest * spike * pow(a - mean, 2)));
    draw.mean = by_arithmetic(rest * mean + spike * a);
    draw.upper = s.mean + s.std * end;
    return draw;
}

Real limit_in(StdDtype type, const Real& limit, int outward) {
    if (is_wide(type) || limit.infinite_sign() != 0) return limit;
    const int sign = compare(limit, 0).value_or(0);
    if (sign == 0) return limit;
    const Dtype dtype = type == StdDtype::bfloat16 ? Dtype::bfloat16 : Dtype::float16;
    const Real rounded = rounded_to(sign < 0 ? -limit : limit, dtype);
    int exponent = 0;
    std::frexp(rounded.to_double(), &exponent);  // exact: few bits
    const Real half_step = Real(std::ldexp(1.0, exponent - significand_of(type) - 1));
    return (sign < 0 ? -rounded : rounded) + Real(outward) * half_step;
}

Draw normal_on_grid(StdDtype type, const Real& std) {
    Draw draw = normal_draw(0, std);
    if (is_wide(type)) return draw;
    const int bits = significand_of(type);
    const Real mean = of_grid("mean", bits, [](const Moments& m) { return m.mean; });
    const Real spread =
        of_grid("std", bits, [](const Moments& m) { return sqrt(m.square - m.mean * m.mean); });
    draw.std = by_arithmetic(Formula(std) * Formula(spread));
    draw.mean = by_arithmetic(Formula(std) * Formula(mean));
    return draw;
}

}  // namespace sigprop::frameworks
