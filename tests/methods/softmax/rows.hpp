#pragma once
// Shared by the tests of softmax means.

#include "methods/softmax/means.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <vector>

namespace softmax_rows {

using namespace sigprop;

inline constexpr std::array all_means = {RowMean::total_weight,
                                         RowMean::log_partition,
                                         RowMean::mean_logit,
                                         RowMean::participation,
                                         RowMean::spread,
                                         RowMean::sum_cubes,
                                         RowMean::sum_fourth_powers,
                                         RowMean::participation_squared};

inline constexpr std::uint64_t longest = std::uint64_t{1} << 63;

inline LogitLaw normal_logits(const std::string& std) {
    return LogitLaw::normal(Real(Rational::from_decimal(std)));
}
inline LogitLaw capped(const char* std, const char* cap) {
    return LogitLaw::capped_normal(Real(Rational::from_decimal(std)), Real(Rational::from_decimal(cap)));
}
inline LogitLaw sphere(std::int64_t dim, const char* radius) {
    return LogitLaw::sphere(dim, Real(Rational::from_decimal(radius)));
}

inline Ball mean(RowMean what, const LogitLaw& law, std::uint64_t n, long bits,
                 RowMask mask = RowMask::full) {
    Context context;
    context.budget = 100'000'000;
    const Answer result = row_mean(what, law, n, mask, bits, context);
    CAPTURE(result.reason);
    REQUIRE(result.status == Status::ok);
    return result.value;
}

/// Both enclosures hold the number, and a shift in the last requested bits is detected.
inline void check_same(const Ball& a, const Ball& b, long bits) {
    CAPTURE(a.exact_text());
    CAPTURE(b.exact_text());
    CHECK(a.overlaps(b));
    CHECK(a.accuracy_bits() >= bits);
    const Ball moved = a + Ball::power_of_two(a.magnitude_exponent() - bits + 8);
    CHECK_FALSE(moved.overlaps(b));
}

}  // namespace softmax_rows
