#pragma once
// Numbers of 8 and 16 bits as doubles, exactly, NaN and infinities included.

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace sigprop {

/// IEEE binary16. After shifting into a float the exponent is 112 too small; a product corrects that exactly,
/// also for subnormals. Only infinity and NaN are handled separately.
inline double from_float16(std::uint16_t bits) {
    constexpr std::uint32_t infinity = 0x7f800000;
    const std::uint32_t magnitude = (bits & 0x7fffU) << 13U;
    const std::uint32_t sign = (bits & 0x8000U) << 16U;
    const std::uint32_t scaled = std::bit_cast<std::uint32_t>(std::bit_cast<float>(magnitude) * 0x1p112F);
    const bool finite = (bits & 0x7c00U) != 0x7c00U;
    return std::bit_cast<float>(sign | (finite ? scaled : magnitude | infinity));
}
inline double from_bfloat16(std::uint16_t bits) {
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits) << 16U);
}
/// E5M2 is the upper half of a binary16.
inline double from_float8_e5m2(std::uint8_t bits) {
    return from_float16(static_cast<std::uint16_t>(bits << 8U));
}
/// Four bits of exponent with bias 7, three of mantissa; all ones is NaN, and there is no infinity.
inline double from_float8_e4m3(std::uint8_t bits) {
    const unsigned exponent = (bits >> 3U) & 15U;
    const unsigned mantissa = bits & 7U;
    double magnitude = std::numeric_limits<double>::quiet_NaN();
    if (exponent == 0) {
        magnitude = std::ldexp(mantissa, -9);
    } else if (exponent != 15 || mantissa != 7) {
        magnitude = std::ldexp(8 + mantissa, static_cast<int>(exponent) - 10);
    }
    return (bits & 0x80U) != 0 ? -magnitude : magnitude;
}

}  // namespace sigprop
