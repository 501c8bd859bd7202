#include "core/simd/lanes.hpp"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "tests/support/every_target.hpp"

using sigprop::test::on_every_target;
using namespace sigprop;

namespace {

/// The promise of the header, computed one sample after the other.
struct Reference {
    Lanes differences, squares;

    template <class Scalar>
    void add(const std::vector<Scalar>& values, double shift) {
        for (std::size_t k = 0; k < values.size(); ++k) {
            const double d = static_cast<double>(values[k]) - shift;
            differences.values[k % 32] += d;
            squares.values[k % 32] = std::fma(d, d, squares.values[k % 32]);
        }
    }
};

template <class Scalar>
std::vector<Scalar> samples(std::size_t count) {
    std::vector<Scalar> values;
    std::uint64_t state = 7;
    for (std::size_t k = 0; k < count; ++k) {
        state = state * 6364136223846793005U + 1442695040888963407U;
        values.push_back(static_cast<Scalar>(static_cast<double>(state >> 11) * 0x1p-50 - 3));
    }
    return values;
}

bool same(const Lanes& a, const Lanes& b) {
    for (std::size_t l = 0; l < lane_count; ++l) {
        if (std::bit_cast<std::uint64_t>(a.values[l]) != std::bit_cast<std::uint64_t>(b.values[l]))
            return false;
    }
    return true;
}

template <class Scalar>
void check_sums() {
    for (const std::size_t count : {0U, 1U, 31U, 32U, 33U, 95U, 512U, 700U}) {
        const std::vector<Scalar> values = samples<Scalar>(count);
        for (const double shift : {0.0, 0.1}) {
            CAPTURE(count);
            CAPTURE(shift);
            Reference expected;
            LaneSums sums, kept_sums;
            std::vector<double> kept(count);
            for (int twice = 0; twice < 2; ++twice) {
                expected.add(values, shift);
                add_differences(values, shift, sums, nullptr);
                add_differences(values, shift, kept_sums, kept.data());
            }
            CHECK(same(sums.differences, expected.differences));
            CHECK(same(sums.squares, expected.squares));
            CHECK(same(kept_sums.squares, expected.squares));
            for (std::size_t k = 0; k < count; ++k) {
                if (kept[k] != static_cast<double>(values[k]) - shift) FAIL("difference " << k);
            }
        }
    }
}

}  // namespace

TEST_CASE("lanes have the bits of their definition, on every target") {
    on_every_target([] {
        check_sums<double>();
        check_sums<float>();
    });
}

TEST_CASE("products, too") {
    const std::vector<double> a = samples<double>(700);
    const std::vector<double> b(a.rbegin(), a.rend());
    Lanes expected, rounded_twice;
    for (std::size_t k = 0; k < a.size(); ++k) {
        expected.values[k % 32] = std::fma(a[k], b[k], expected.values[k % 32]);
        const double product = a[k] * b[k];
        rounded_twice.values[k % 32] += product;
    }
    on_every_target([&] {
        Lanes products;
        add_products(a, b, products);
        CHECK(same(products, expected));
        CHECK_FALSE(same(products, rounded_twice));  // control: one more rounding shows
    });
}

TEST_CASE("the tree of lanes, and the largest") {
    Lanes lanes;
    CHECK(lanes.total() == 0);
    for (std::size_t l = 0; l < lane_count; ++l) lanes.values[l] = static_cast<double>(l);
    CHECK(lanes.total() == 496);
    CHECK(lanes.largest() == 31);
    // 1 meets 2^53 only at the second level: from left to right it would be lost.
    Lanes order;
    order.values[0] = 0x1p53;
    order.values[1] = 1;
    order.values[9] = 1;
    CHECK(order.total() == 0x1p53 + 2);
    CHECK((order.values[0] + order.values[1]) + order.values[9] == 0x1p53);
}
