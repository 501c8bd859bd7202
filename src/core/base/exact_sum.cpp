#include "core/base/exact_sum.hpp"
#include <bit>
#include <cmath>

#include "core/base/doubles.hpp"

namespace sigprop {
namespace {

constexpr unsigned saw_plus_infinity = 1;
constexpr unsigned saw_minus_infinity = 2;
constexpr unsigned saw_nan = 4;

using Limbs = std::array<std::uint64_t, ExactSum::limb_count>;

Limbs magnitude_of(Limbs limbs) {
    if (limbs.back() >> 63 == 0) return limbs;
    std::uint64_t carry = 1;
    for (std::uint64_t& limb : limbs) {
        limb = ~limb + carry;
        carry = carry != 0 && limb == 0 ? 1 : 0;
    }
    return limbs;
}

/// The position of the highest set bit, -1 for zero.
int top_bit(const Limbs& limbs) {
    for (std::size_t i = limbs.size(); i-- > 0;) {
        if (limbs[i] != 0) return static_cast<int>(i) * 64 + 63 - std::countl_zero(limbs[i]);
    }
    return -1;
}

/// The 64 bits from position `bit` (>= 0) upwards.
std::uint64_t bits_from(const Limbs& limbs, int bit) {
    const auto limb = static_cast<std::size_t>(bit / 64);
    const int shift = bit % 64;
    std::uint64_t word = limbs[limb] >> shift;
    if (shift != 0 && limb + 1 < limbs.size()) word |= limbs[limb + 1] << (64 - shift);
    return word;
}

bool any_below(const Limbs& limbs, int bit) {
    const auto whole = static_cast<std::size_t>(bit / 64);
    for (std::size_t i = 0; i < whole; ++i) {
        if (limbs[i] != 0) return true;
    }
    const int rest = bit % 64;
    return rest != 0 && (limbs[whole] << (64 - rest)) != 0;
}

}  // namespace

void ExactSum::add(double value) {
    const auto word = std::bit_cast<std::uint64_t>(value);
    const auto exponent = static_cast<unsigned>((word >> 52) & 0x7ff);
    const std::uint64_t fraction = word & 0xfffffffffffff;
    const bool negative = word >> 63 != 0;
    if (exponent == 0x7ff) {
        flags_ |= fraction != 0 ? saw_nan : negative ? saw_minus_infinity : saw_plus_infinity;
        return;
    }
    const std::uint64_t mantissa = exponent == 0 ? fraction : fraction | (std::uint64_t{1} << 52);
    const unsigned position = exponent == 0 ? 0 : exponent - 1;
    const unsigned shift = position % 64;
    const std::uint64_t low = mantissa << shift;
    const std::uint64_t high = shift == 0 ? 0 : mantissa >> (64 - shift);
    if (negative) {
        subtract_at(position / 64, low, high);
    } else {
        add_at(position / 64, low, high);
    }
}

void ExactSum::add_at(std::size_t limb, std::uint64_t low, std::uint64_t high) {
    limbs_[limb] += low;
    std::uint64_t carry = limbs_[limb] < low ? 1 : 0;
    high += carry;  // no overflow: high is below 2^53
    limbs_[limb + 1] += high;
    carry = limbs_[limb + 1] < high ? 1 : 0;
    for (std::size_t i = limb + 2; carry != 0 && i < limb_count; ++i) carry = ++limbs_[i] == 0 ? 1 : 0;
}

void ExactSum::subtract_at(std::size_t limb, std::uint64_t low, std::uint64_t high) {
    std::uint64_t borrow = limbs_[limb] < low ? 1 : 0;
    limbs_[limb] -= low;
    high += borrow;
    borrow = limbs_[limb + 1] < high ? 1 : 0;
    limbs_[limb + 1] -= high;
    for (std::size_t i = limb + 2; borrow != 0 && i < limb_count; ++i) borrow = limbs_[i]-- == 0 ? 1 : 0;
}

void ExactSum::merge(const ExactSum& other) {
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < limb_count; ++i) {
        const std::uint64_t partial = limbs_[i] + carry;
        carry = partial < carry ? 1 : 0;
        limbs_[i] = partial + other.limbs_[i];
        if (limbs_[i] < partial) carry = 1;
    }
    flags_ |= other.flags_;
}

double ExactSum::to_double() const {
    const bool both = (flags_ & saw_plus_infinity) != 0 && (flags_ & saw_minus_infinity) != 0;
    if ((flags_ & saw_nan) != 0 || both) return not_a_number;
    if ((flags_ & saw_plus_infinity) != 0) return infinity;
    if ((flags_ & saw_minus_infinity) != 0) return -infinity;
    const Limbs magnitude = magnitude_of(limbs_);
    const double sign = limbs_.back() >> 63 != 0 ? -1 : 1;
    const int top = top_bit(magnitude);
    if (top < 53) return sign * std::ldexp(static_cast<double>(bits_from(magnitude, 0)), -1074);
    const int low = top - 52;  // the kept bits are low … top
    std::uint64_t kept = bits_from(magnitude, low) & ((std::uint64_t{1} << 53) - 1);
    const bool half = (bits_from(magnitude, low - 1) & 1) != 0;
    if (half && ((kept & 1) != 0 || any_below(magnitude, low - 1))) ++kept;
    return sign * std::ldexp(static_cast<double>(kept), low - 1074);  // exact, or infinite
}

ExactSum ExactSum::restore(const std::array<std::uint64_t, limb_count>& limbs, unsigned flags) {
    ExactSum sum;
    sum.limbs_ = limbs;
    sum.flags_ = flags & (saw_plus_infinity | saw_minus_infinity | saw_nan);
    return sum;
}

}  // namespace sigprop
