#include <algorithm>
#include <bit>
#include <cmath>
#include <new>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/errors.hpp>

#include "core/ball/rational_fmpq.hpp"
#include "core/base/doubles.hpp"

namespace sigprop {

namespace {

[[noreturn]] void divided_by_zero() { throw InputError("division by zero"); }

}  // namespace

[[noreturn]] void exact_too_large(std::string_view what) {
    throw InputError("exact " + std::string(what) + " too large: it has more than " +
                     std::to_string(Rational::max_bits) + " bits");
}

Rational bounded_rational(Rational value, std::string_view what) {
    if (value.bit_size() > Rational::max_bits) exact_too_large(what);
    return value;
}

// ---- a value ----

Rational::Rational(std::int64_t value) noexcept {
    fmpq* const raw = new (storage_) fmpq;
    fmpz_init_set_si(fmpq_numref(raw), value);
    fmpz_init_set_ui(fmpq_denref(raw), 1);
}
Rational::Rational(const Rational& other) : Rational() { fmpq_set(fmpq_of(*this), fmpq_of(other)); }
Rational::Rational(Rational&& other) noexcept : Rational() { fmpq_swap(fmpq_of(*this), fmpq_of(other)); }
Rational& Rational::operator=(const Rational& other) {
    if (this == &other) return *this;
    fmpq_set(fmpq_of(*this), fmpq_of(other));
    return *this;
}
Rational& Rational::operator=(Rational&& other) noexcept {
    Rational taken(std::move(other));
    fmpq_swap(fmpq_of(*this), fmpq_of(taken));
    return *this;
}
Rational::~Rational() { fmpq_clear(fmpq_of(*this)); }

int Rational::sign() const noexcept { return fmpq_sgn(fmpq_of(*this)); }
bool Rational::is_integer() const noexcept { return fmpz_is_one(denominator_of(*this)) != 0; }
std::int64_t Rational::bit_size() const noexcept {
    return std::max(bits_of(numerator_of(*this)), bits_of(denominator_of(*this)));
}
int Rational::compare(const Rational& other) const noexcept {
    return fmpq_cmp(fmpq_of(*this), fmpq_of(other));
}

std::optional<std::int64_t> Rational::to_int64() const noexcept {
    if (!is_integer() || fmpz_fits_si(numerator_of(*this)) == 0) return std::nullopt;
    return fmpz_get_si(numerator_of(*this));
}

// ---- arithmetic ----

Rational operator+(const Rational& a, const Rational& b) {
    Rational result;
    fmpq_add(fmpq_of(result), fmpq_of(a), fmpq_of(b));
    return bounded_rational(std::move(result), "sum");
}
Rational operator-(const Rational& a, const Rational& b) {
    Rational result;
    fmpq_sub(fmpq_of(result), fmpq_of(a), fmpq_of(b));
    return bounded_rational(std::move(result), "difference");
}
Rational operator*(const Rational& a, const Rational& b) {
    Rational result;
    fmpq_mul(fmpq_of(result), fmpq_of(a), fmpq_of(b));
    return bounded_rational(std::move(result), "product");
}
Rational operator/(const Rational& a, const Rational& b) {
    if (b.sign() == 0) divided_by_zero();
    Rational result;
    fmpq_div(fmpq_of(result), fmpq_of(a), fmpq_of(b));
    return bounded_rational(std::move(result), "quotient");
}
Rational operator-(const Rational& a) {
    Rational result;
    fmpq_neg(fmpq_of(result), fmpq_of(a));
    return result;
}

Rational pow(const Rational& base, std::int64_t exponent) {
    if (base.sign() == 0 && exponent < 0) divided_by_zero();
    if (base.bit_size() == 1) {  // 0, 1 and -1: their powers stay small whatever the exponent
        if (base.sign() == 0) return exponent == 0 ? Rational(1) : Rational(0);
        return exponent % 2 == 0 ? Rational(1) : base;
    }
    // x^n has at least (bits(x) - 1) n + 1 bits: hopeless powers are refused before any work is done.
    const std::int64_t most = Rational::max_bits / (base.bit_size() - 1);
    if (exponent > most || exponent < -most) exact_too_large("power");
    Rational result;
    fmpq_pow_si(fmpq_of(result), fmpq_of(base), exponent);
    return bounded_rational(std::move(result), "power");
}

// ---- the nearest double ----

double Rational::to_double() const {
    if (sign() == 0) return 0.0;
    FlintInteger top;
    FlintInteger bottom;
    fmpz_abs(top, numerator_of(*this));
    fmpz_set(bottom, denominator_of(*this));
    // quotient = floor(|x| 2^shift) has 62 or 63 bits; its last bit also tells whether anything was lost.
    const std::int64_t shift = 62 - (bits_of(top) - bits_of(bottom));
    FlintInteger& scaled = shift >= 0 ? top : bottom;
    fmpz_mul_2exp(scaled, scaled, static_cast<std::uint64_t>(std::abs(shift)));
    FlintInteger quotient;
    FlintInteger remainder;
    fmpz_fdiv_qr(quotient, remainder, top, bottom);
    const std::uint64_t bits = fmpz_get_ui(quotient) | (fmpz_is_zero(remainder) != 0 ? 0U : 1U);

    const auto width = static_cast<std::int64_t>(std::bit_width(bits));
    const std::int64_t exponent = width - shift;  // |x| lies in [2^(exponent - 1), 2^exponent)
    const std::int64_t kept = std::min<std::int64_t>(53, exponent + 1074);  // fewer for subnormals
    double magnitude = 0.0;
    if (exponent > 1024) {
        magnitude = infinity;
    } else if (kept >= 0) {
        const auto dropped = static_cast<unsigned>(width - kept);
        const std::uint64_t half = std::uint64_t{1} << (dropped - 1);
        const std::uint64_t low = bits & (2 * half - 1);
        std::uint64_t rounded = bits >> dropped;
        if (low > half || (low == half && rounded % 2 == 1)) ++rounded;
        magnitude = std::ldexp(static_cast<double>(rounded), static_cast<int>(dropped - shift));
    }
    return sign() < 0 ? -magnitude : magnitude;
}

}  // namespace sigprop
