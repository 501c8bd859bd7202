#pragma once
// The one place that knows that a Rational's storage is FLINT's fmpq. For the .cpp files of core that pass
// exact fractions to FLINT or Arb.

#include <flint/flint.h>
#include <flint/fmpq.h>
#include <flint/fmpz.h>

#include <cstdint>
#include <sigprop/core/ball/rational.hpp>
#include <string_view>

namespace sigprop {

static_assert(sizeof(fmpq) == sizeof(Rational) && alignof(fmpq) <= alignof(Rational));

struct RationalAccess {
    static fmpq* raw(Rational& value) noexcept { return reinterpret_cast<fmpq*>(value.storage_); }
    static const fmpq* raw(const Rational& value) noexcept {
        return reinterpret_cast<const fmpq*>(value.storage_);
    }
};

inline fmpq* fmpq_of(Rational& value) noexcept { return RationalAccess::raw(value); }
inline const fmpq* fmpq_of(const Rational& value) noexcept { return RationalAccess::raw(value); }
inline fmpz* numerator_of(Rational& value) noexcept { return fmpq_numref(fmpq_of(value)); }
inline fmpz* denominator_of(Rational& value) noexcept { return fmpq_denref(fmpq_of(value)); }
inline const fmpz* numerator_of(const Rational& value) noexcept { return fmpq_numref(fmpq_of(value)); }
inline const fmpz* denominator_of(const Rational& value) noexcept { return fmpq_denref(fmpq_of(value)); }
inline std::int64_t bits_of(const fmpz* value) noexcept {
    return static_cast<std::int64_t>(fmpz_bits(value));
}

/// A FLINT integer that clears itself.
class FlintInteger {
public:
    explicit FlintInteger(std::int64_t value = 0) { fmpz_init_set_si(value_, value); }
    FlintInteger(const FlintInteger&) = delete;
    FlintInteger& operator=(const FlintInteger&) = delete;
    ~FlintInteger() { fmpz_clear(value_); }
    operator fmpz*() { return value_; }

private:
    fmpz_t value_;
};

/// Throws the InputError "exact {what} too large".
[[noreturn]] void exact_too_large(std::string_view what);
/// The value if it fits Rational::max_bits; else exact_too_large(what).
[[nodiscard]] Rational bounded_rational(Rational value, std::string_view what);
}  // namespace sigprop
