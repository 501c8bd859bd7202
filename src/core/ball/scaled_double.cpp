#include "core/ball/scaled_double.hpp"

#include <cmath>
#include <utility>

#include "core/ball/arb.hpp"
#include "core/base/doubles.hpp"

namespace sigprop {
namespace {

constexpr std::int64_t max_exponent = std::int64_t{1} << 55;

/// To nearest; not a number beyond max_exponent.
ScaledDouble nearest_to(const arf_t value) {
    constexpr double unknown = not_a_number;
    if (arf_is_zero(value) != 0) return 0;
    if (arf_is_finite(value) == 0) return unknown;
    if (arf_cmpabs_2exp_si(value, max_exponent) > 0 || arf_cmpabs_2exp_si(value, -max_exponent) < 0)
        return unknown;
    const slong exponent = fmpz_get_si(ARF_EXPREF(value));
    arf_t near_one;
    arf_init(near_one);
    arf_mul_2exp_si(near_one, value, -exponent);
    const double significand = arf_get_d(near_one, ARF_RND_NEAR);
    arf_clear(near_one);
    return {significand, exponent};
}

}  // namespace

ScaledDouble::ScaledDouble(double value, std::int64_t exponent) : significand_(value) {
    if (value == 0 || !std::isfinite(value)) return;
    int own = 0;
    significand_ = std::frexp(value, &own);
    exponent_ = exponent + own;
}

ScaledDouble ScaledDouble::nearest(const Ball& ball) {
    return ball.is_finite() ? nearest_to(arb_midref(raw(ball))) : ScaledDouble(not_a_number);
}

ScaledDouble ScaledDouble::radius_of(const Ball& ball) {
    arf_t radius;
    arf_init(radius);
    arf_set_mag(radius, arb_radref(raw(ball)));
    const ScaledDouble result = nearest_to(radius);
    arf_clear(radius);
    return result;
}

Ball ScaledDouble::to_ball() const {
    Ball ball(significand_);
    arb_mul_2exp_si(raw(ball), raw(ball), exponent_);
    return ball;
}

bool ScaledDouble::is_finite() const { return std::isfinite(significand_); }

ScaledDouble operator+(const ScaledDouble& a, const ScaledDouble& b) {
    if (!a.is_finite() || !b.is_finite()) return a.significand_ + b.significand_;
    if (a.is_zero()) return b;
    if (b.is_zero()) return a;
    if (a.exponent_ < b.exponent_) return b + a;
    // Past this distance the smaller number is less than half a unit of the other's last bit.
    constexpr std::int64_t last_bits = 64;
    if (a.exponent_ - b.exponent_ > last_bits) return a;
    const int shift = static_cast<int>(b.exponent_ - a.exponent_);
    return {a.significand_ + std::ldexp(b.significand_, shift), a.exponent_};
}

ScaledDouble operator*(const ScaledDouble& a, const ScaledDouble& b) {
    return {a.significand_ * b.significand_, a.exponent_ + b.exponent_};
}

ScaledDouble operator/(const ScaledDouble& a, const ScaledDouble& b) {
    return {a.significand_ / b.significand_, a.exponent_ - b.exponent_};
}

bool operator<=(const ScaledDouble& a, const ScaledDouble& b) {
    if (!a.is_finite() || !b.is_finite()) {
        // A finite number is told from an infinite one by its sign alone.
        return a.significand_ <= b.significand_;
    }
    return (b - a).significand_ >= 0;
}

ScaledDouble abs(const ScaledDouble& a) { return {std::fabs(a.significand_), a.exponent_}; }

ScaledDouble sqrt(const ScaledDouble& a) {
    const bool odd = a.exponent_ % 2 != 0;
    return {std::sqrt(odd ? 2 * a.significand_ : a.significand_), (a.exponent_ - (odd ? 1 : 0)) / 2};
}

}  // namespace sigprop
