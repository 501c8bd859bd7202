#pragma once
// The elementary functions that random numbers are made with. The C library's own differ between machines
// in the last bit (it picks fused variants at run time); these use +, -, *, /, sqrt and integer operations
// in a fixed order, without branches, so that a vector version gives the same bits. Polynomial coefficients
// are our own, interpolated at Chebyshev nodes in 60 digits; their errors are stated beside them.

#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>

namespace sigprop::detail {

/// -log((1 + f) 2^k) for 1 + f in [sqrt(1/2), sqrt 2]: with s = f / (2 + f), log(1 + f) = 2 atanh(s), written
/// as f - (f^2/2 - s (f^2/2 + s^2 R)) because f is exact. R errs by 2^-57 relative to the logarithm.
[[nodiscard]] inline double minus_log_kernel(double f, double k) {
    constexpr double ln2_high = 0x1.62e42fefa2p-1;  // 40 bits: k times it is exact
    constexpr double ln2_low = 0x1.9ef35793c7673p-41;
    const double s = f / (2 + f);
    const double z = s * s;
    double r = 0x1.2b584aae78a57p-3;
    r = r * z + 0x1.39fe606542ddep-3;
    r = r * z + 0x1.7462b4ab2ef6bp-3;
    r = r * z + 0x1.c71c62e5800a1p-3;
    r = r * z + 0x1.2492492df148dp-2;
    r = r * z + 0x1.99999999952e2p-2;
    r = r * z + 0x1.5555555555558p-1;
    const double half_square = 0.5 * f * f;
    return ((half_square - (s * (half_square + z * r) + k * ln2_low)) - f) - k * ln2_high;
}

/// -log(u) for a positive normal double.
/// Accuracy 2 ulp
[[nodiscard]] inline double minus_log(double u) {
    constexpr std::uint64_t root_half = 0x3fe6a09e667f3bcd;  // the bits of sqrt(1/2)
    const auto word = std::bit_cast<std::uint64_t>(u);
    const std::int64_t k = static_cast<std::int64_t>(word - root_half) >> 52;
    const auto m = std::bit_cast<double>(word - (static_cast<std::uint64_t>(k) << 52));
    return minus_log_kernel(m - 1, static_cast<double>(k));
}

/// -log(1 - v) for 0 <= v < 1, to full relative accuracy for the smallest v too.
/// Accuracy 2 ulp beside the one that v = 1 - (1 - v) leaves open
[[nodiscard]] inline double minus_log1m(double v) {
    return v < 0.25 ? minus_log_kernel(-v, 0) : minus_log(1 - v);
}

/// cos and sin of (pi / 2) t for |t| <= 1/2.
/// Accuracy 2 ulp; the polynomials err by 2^-55 (cos) and 2^-56 (sin)
[[nodiscard]] inline std::pair<double, double> cos_sin_quarter(double t) {
    const double w = t * t;
    double c = -0x1.b2f3eb054afcdp-28;
    c = c * w + 0x1.f9ce245cada0bp-22;
    c = c * w - 0x1.a6d1eef479be1p-16;
    c = c * w + 0x1.e1f5068688d5bp-11;
    c = c * w - 0x1.55d3c7e3cb241p-6;
    c = c * w + 0x1.03c1f081b5ac0p-2;
    c = c * w - 0x1.3bd3cc9be45dep+0;
    double s = 0x1.e4a9d9166f052p-25;
    s = s * w - 0x1.e3027dea82bd7p-19;
    s = s * w + 0x1.50783208843ebp-13;
    s = s * w - 0x1.32d2cce500387p-8;
    s = s * w + 0x1.466bc6775a476p-4;
    s = s * w - 0x1.4abbce625be52p-1;
    return {1 + c * w, t * 0x1.921fb54442d18p+0 + t * (s * w + 0x1.1a62633145c07p-54)};
}

/// The odd multiple of 2^-53 in (0, 1) that 64 random bits stand for.
[[nodiscard]] inline double uniform_from_bits(std::uint64_t bits) {
    // 1 + m 2^-52 with the high 52 bits as m, minus 1 - 2^-53: exact.
    return std::bit_cast<double>((bits >> 12) | 0x3ff0000000000000) - 0x1.fffffffffffffp-1;
}

/// Two normals of a pair's 128 bits.
[[nodiscard]] inline std::pair<double, double> normals_from_bits(std::uint64_t even, std::uint64_t odd) {
    const double u = static_cast<double>(even | 1) * 0x1p-64;
    const double radius = std::sqrt(2 * minus_log(u));
    const auto [c, s] = cos_sin_quarter(uniform_from_bits(odd << 2) - 0.5);
    const std::uint64_t quadrant = odd >> 62;
    const auto x = std::bit_cast<std::uint64_t>(c);
    const auto y = std::bit_cast<std::uint64_t>(s);
    const std::uint64_t exchange = (x ^ y) & (0 - (quadrant & 1));
    const std::uint64_t sign_of_cos = (((quadrant + 1) >> 1) & 1) << 63;
    const std::uint64_t sign_of_sin = (quadrant >> 1) << 63;
    return {radius * std::bit_cast<double>(x ^ exchange ^ sign_of_cos),
            radius * std::bit_cast<double>(y ^ exchange ^ sign_of_sin)};
}

}  // namespace sigprop::detail
