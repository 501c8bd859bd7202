#pragma once
// Rows of normal logits with proofs about their largest weight, for tests.

#include "methods/softmax/extremes.hpp"

#include "tests/support/answers.hpp"

namespace extremes {

using namespace sigprop;

inline NormalRow row(const char* std, std::uint64_t n) { return {Real(Rational::from_decimal(std)), n}; }
inline Real number(const char* text) { return Real(Rational::from_decimal(text)); }

struct Case {
    const char* std;
    std::uint64_t n;
    const char* threshold = "0.5";

    [[nodiscard]] NormalRow row() const { return extremes::row(std, n); }
};

inline constexpr std::uint64_t longest = std::uint64_t{1} << 63;

inline Ball mean(const NormalRow& of, long bits) {
    const Answer value = mean_max_weight(of, bits, {});
    CAPTURE(value.reason);
    REQUIRE(value.status == Status::ok);
    return value.value;
}

inline Ball fraction(const NormalRow& of, const char* threshold, long bits) {
    const Answer value = fraction_of_rows_above(of, number(threshold), bits, {});
    CAPTURE(value.reason);
    REQUIRE(value.status == Status::ok);
    return value.value;
}

/// Both enclosures hold the number, the finer within the coarser, and neither holds it moved by a few units.
inline void check_nested(const Ball& coarse, const Ball& fine) {
    CHECK(coarse.contains(fine.midpoint()));
    CHECK(coarse.accuracy_bits() >= 40);
    CHECK(fine.accuracy_bits() >= coarse.accuracy_bits() + 20);
    CHECK_FALSE((fine + 4 * coarse.radius()).overlaps(coarse));
}

}  // namespace extremes
