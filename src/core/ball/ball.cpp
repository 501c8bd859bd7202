#include "core/ball/arb.hpp"
#include "core/ball/rational_fmpq.hpp"

#include <cmath>
#include <limits>
#include <sigprop/core/ball/rational.hpp>

#include "core/base/doubles.hpp"
#include "core/base/poll.hpp"

namespace sigprop {

Ball::Ball() noexcept { arb_init(raw(*this)); }

Ball::Ball(std::int64_t value) noexcept {
    arb_init(raw(*this));
    arb_set_si(raw(*this), value);
}

Ball::Ball(double value) noexcept {
    arb_init(raw(*this));
    if (std::isnan(value)) {
        arb_indeterminate(raw(*this));
    } else {
        arb_set_d(raw(*this), value);
    }
}

Ball::Ball(const Ball& other) : precision_(other.precision_) {
    arb_init(raw(*this));
    arb_set(raw(*this), raw(other));
}

Ball::Ball(Ball&& other) noexcept : precision_(other.precision_) {
    arb_init(raw(*this));
    arb_swap(raw(*this), raw(other));
}

Ball& Ball::operator=(const Ball& other) {
    if (this == &other) return *this;
    arb_set(raw(*this), raw(other));
    precision_ = other.precision_;
    return *this;
}

Ball& Ball::operator=(Ball&& other) noexcept {
    arb_swap(raw(*this), raw(other));
    precision_ = other.precision_;
    return *this;
}

Ball::~Ball() { arb_clear(raw(*this)); }

Ball Ball::from_rational(const Rational& value, long precision) {
    Ball ball = blank(precision);
    arb_set_fmpq(raw(ball), fmpq_of(value), working(precision));
    return ball;
}

Ball Ball::interval(const Ball& lower, const Ball& upper) {
    const long bits = std::max(lower.precision_, upper.precision_);
    Ball ball = blank(bits);
    arb_union(raw(ball), raw(lower), raw(upper), working(bits));
    return ball;
}

Ball Ball::indeterminate() {
    Ball ball;
    arb_indeterminate(raw(ball));
    return ball;
}

Ball Ball::infinity(int sign) {
    Ball ball;
    if (sign < 0) {
        arb_neg_inf(raw(ball));
    } else {
        arb_pos_inf(raw(ball));
    }
    return ball;
}

Ball Ball::pi(long precision) {
    Ball ball = blank(precision);
    arb_const_pi(raw(ball), working(precision));
    return ball;
}

Ball Ball::euler_number(long precision) {
    Ball ball = blank(precision);
    arb_const_e(raw(ball), working(precision));
    return ball;
}

Ball Ball::euler_gamma(long precision) {
    Ball ball = blank(precision);
    arb_const_euler(raw(ball), working(precision));
    return ball;
}

Ball Ball::power_of_two(long exponent) {
    Ball ball;
    arb_one(raw(ball));
    arb_mul_2exp_si(raw(ball), raw(ball), exponent);
    return ball;
}

Ball Ball::at_precision(long bits) const {
    Ball ball = blank(bits);
    arb_set_round(raw(ball), raw(*this), working(bits));
    return ball;
}

Ball Ball::widened(const Ball& extra) const {
    Ball ball = *this;
    mag_t bound;
    mag_init(bound);
    arb_get_mag(bound, raw(extra));
    arb_add_error_mag(raw(ball), bound);  // widening: arithmetic
    mag_clear(bound);
    return ball;
}

bool Ball::is_finite() const noexcept { return arb_is_finite(raw(*this)) != 0; }
bool Ball::is_exact() const noexcept { return is_finite() && arb_is_exact(raw(*this)) != 0; }
bool Ball::is_positive() const noexcept { return arb_is_positive(raw(*this)) != 0; }
bool Ball::is_negative() const noexcept { return arb_is_negative(raw(*this)) != 0; }
bool Ball::is_nonnegative() const noexcept { return arb_is_nonnegative(raw(*this)) != 0; }
bool Ball::is_nonpositive() const noexcept { return arb_is_nonpositive(raw(*this)) != 0; }
bool Ball::contains_zero() const noexcept { return arb_contains_zero(raw(*this)) != 0; }
bool Ball::contains(const Ball& inner) const noexcept { return arb_contains(raw(*this), raw(inner)) != 0; }
bool Ball::contains(const Rational& point) const {
    return arb_contains_fmpq(raw(*this), fmpq_of(point)) != 0;
}
bool Ball::overlaps(const Ball& other) const noexcept { return arb_overlaps(raw(*this), raw(other)) != 0; }

std::optional<std::int64_t> Ball::exact_integer() const {
    if (!is_exact() || arb_is_int(raw(*this)) == 0 || arf_cmpabs_2exp_si(arb_midref(raw(*this)), 62) >= 0) {
        return std::nullopt;
    }
    return arf_get_si(arb_midref(raw(*this)), ARF_RND_NEAR);
}

Ball Ball::midpoint() const {
    Ball ball = blank(precision_);
    arf_set(arb_midref(raw(ball)), arb_midref(raw(*this)));
    return ball;
}

Ball Ball::radius() const {
    Ball ball = blank(precision_);
    arf_set_mag(arb_midref(raw(ball)), arb_radref(raw(*this)));
    return ball;
}

Ball Ball::lower() const {
    Ball ball = blank(precision_);
    arb_get_lbound_arf(arb_midref(raw(ball)), raw(*this), working(precision_));
    return ball;
}

Ball Ball::upper() const {
    Ball ball = blank(precision_);
    arb_get_ubound_arf(arb_midref(raw(ball)), raw(*this), working(precision_));
    return ball;
}

Ball Ball::magnitude() const {
    Ball ball = blank(precision_);
    arb_get_mag(arb_radref(raw(ball)), raw(*this));
    return ball.radius();
}

Ball Ball::mignitude() const {
    Ball ball = blank(precision_);
    arb_get_mag_lower(arb_radref(raw(ball)), raw(*this));
    return ball.radius();
}

namespace {

/// An arf that is cleared at the end of its scope.
class Arf {
public:
    Arf() noexcept { arf_init(value_); }
    Arf(const Arf&) = delete;
    Arf& operator=(const Arf&) = delete;
    ~Arf() { arf_clear(value_); }
    arf_ptr get() noexcept { return value_; }

private:
    arf_t value_;
};

}  // namespace

double Ball::lower_double() const noexcept {
    if (arf_is_nan(arb_midref(raw(*this)))) return -sigprop::infinity;
    Arf bound;
    arb_get_lbound_arf(bound.get(), raw(*this), 64);
    return arf_get_d(bound.get(), ARF_RND_FLOOR);
}

double Ball::upper_double() const noexcept {
    if (arf_is_nan(arb_midref(raw(*this)))) return sigprop::infinity;
    Arf bound;
    arb_get_ubound_arf(bound.get(), raw(*this), 64);
    return arf_get_d(bound.get(), ARF_RND_CEIL);
}

double Ball::radius_double() const noexcept {
    Arf bound;
    arf_set_mag(bound.get(), arb_radref(raw(*this)));
    return arf_get_d(bound.get(), ARF_RND_CEIL);
}

double Ball::to_double() const noexcept { return arf_get_d(arb_midref(raw(*this)), ARF_RND_NEAR); }

long Ball::accuracy_bits() const noexcept { return arb_rel_accuracy_bits(raw(*this)); }

long Ball::magnitude_exponent() const noexcept {
    constexpr long huge = std::numeric_limits<long>::max() / 4;
    if (!is_finite()) return huge;
    mag_t bound;
    mag_init(bound);
    arb_get_mag(bound, raw(*this));
    long exponent = -huge;
    if (mag_is_zero(bound) == 0) {
        exponent = fmpz_fits_si(MAG_EXPREF(bound)) != 0 ? fmpz_get_si(MAG_EXPREF(bound))
                   : fmpz_sgn(MAG_EXPREF(bound)) > 0    ? huge
                                                        : -huge;
    }
    mag_clear(bound);
    return exponent;
}

namespace {

using Binary = void (*)(arb_t, const arb_t, const arb_t, slong);

Ball binary(const Ball& a, const Ball& b, Binary operation) {
    const long bits = std::max(a.precision(), b.precision());
    poll(working(bits));
    Ball result = blank(bits);
    operation(raw(result), raw(a), raw(b), working(bits));
    return result;
}

}  // namespace

Ball operator+(const Ball& a, const Ball& b) { return binary(a, b, arb_add); }
Ball operator-(const Ball& a, const Ball& b) { return binary(a, b, arb_sub); }
Ball operator*(const Ball& a, const Ball& b) { return binary(a, b, arb_mul); }
Ball operator/(const Ball& a, const Ball& b) { return binary(a, b, arb_div); }
Ball min(const Ball& a, const Ball& b) { return binary(a, b, arb_min); }
Ball max(const Ball& a, const Ball& b) { return binary(a, b, arb_max); }

Ball operator-(const Ball& a) {
    Ball result = a;
    arb_neg(raw(result), raw(result));
    return result;
}

Ball& Ball::operator+=(const Ball& b) { return *this = *this + b; }
Ball& Ball::operator-=(const Ball& b) { return *this = *this - b; }
Ball& Ball::operator*=(const Ball& b) { return *this = *this * b; }
Ball& Ball::operator/=(const Ball& b) { return *this = *this / b; }

}  // namespace sigprop
