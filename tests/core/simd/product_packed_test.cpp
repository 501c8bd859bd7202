// Parts of a right factor that was packed once, and multiples of a factor: on every vector set, to the bit.

#include <doctest/doctest.h>

#include "tests/core/simd/product_chains.hpp"
#include "tests/support/every_target.hpp"

#include <span>
#include <stdexcept>

using namespace sigprop;
using namespace sigprop::test;

TEST_CASE("some rows of a matrix that was packed once") {
    on_every_target([] {
        Roomy<float> a(7, 5, 1, 0);
        Roomy<float> b(11, 75, 3, 1);
        const PackedMatrix<float> packed(b.read());
        for (const std::size_t first : {0U, 2U, 6U}) {
            Roomy<float> some(5, 75, 0, 2);
            for (std::size_t k = 0; k < 5; ++k) {
                for (std::size_t t = 0; t < 75; ++t) some.at(k, t) = b.at(first + k, t);
            }
            Roomy<float> c(7, 75, 2, 3);
            Roomy<float> expected = c;
            multiply(a.read(), packed, first, c.view());
            chains(false, a, some, expected, Into::zero, Order::forwards);
            CHECK(same(c.entries, expected.entries));
            some.at(4, 74) += 1;  // control
            chains(false, a, some, expected, Into::zero, Order::forwards);
            CHECK_FALSE(same(c.entries, expected.entries));
            Roomy<float> transposed(5, 7, 0, 0);
            CHECK_NOTHROW(multiply_transposed(transposed.read(), packed, first, c.view(), Into::sum));
        }
        Roomy<float> c(7, 75, 0, 3);
        CHECK_THROWS_AS(multiply(a.read(), packed, 7, c.view()), std::logic_error);
        CHECK_THROWS_AS(multiply(a.read(), packed, ~std::size_t{0}, c.view()), std::logic_error);
    });
}

namespace {

/// A transpose that is packed as it stands multiplies like the matrix that it is.
template <class Scalar>
void check_transpose(std::size_t depth, std::size_t columns) {
    Roomy<Scalar> a(7, depth, 1, 0);
    Roomy<Scalar> turned(columns, depth, 3, 1);
    Roomy<Scalar> b(depth, columns, 0, 2);
    for (std::size_t k = 0; k < depth; ++k) {
        for (std::size_t t = 0; t < columns; ++t) b.at(k, t) = turned.at(t, k);
    }
    PackedMatrix<Scalar> packed;
    packed.pack(Roomy<Scalar>(90, 90, 0, 4).read());  // whose memory is used again
    packed.pack_transposed(turned.read());
    CHECK(packed.rows() == depth);
    CHECK(packed.columns() == columns);
    Roomy<Scalar> c(7, columns, 2, 3);
    Roomy<Scalar> expected = c;
    multiply(a.read(), packed, 0, c.view());
    chains(false, a, b, expected, Into::zero, Order::forwards);
    CHECK(same(c.entries, expected.entries));
    b.at(depth - 1, columns - 1) += 1;  // control
    chains(false, a, b, expected, Into::zero, Order::forwards);
    CHECK_FALSE(same(c.entries, expected.entries));
}

}  // namespace

TEST_CASE("a transpose that was packed as it stands") {
    on_every_target([] {
        for (const std::size_t depth : {1U, 4U, 67U, 130U}) {
            for (const std::size_t columns : {1U, 2U, 16U, 64U, 75U, 131U}) {
                CAPTURE(depth);
                CAPTURE(columns);
                check_transpose<float>(depth, columns);
                check_transpose<double>(depth, columns);
            }
        }
        Roomy<float> wide(3, 9, 0, 1);
        PackedMatrix<float> packed;
        CHECK_THROWS_AS(packed.pack_transposed({wide.read().data, 3, 9, 8}), std::logic_error);
    });
}

TEST_CASE("products of so many columns that the left factor is copied") {
    on_every_target([] {
        for (const bool transposed : {false, true}) {
            CAPTURE(transposed);
            Roomy<float> a(transposed ? 270 : 101, transposed ? 101 : 270, 3, 0);
            Roomy<float> b(270, 259, 1, 1);
            Roomy<float> c(101, 259, 2, 2);
            Roomy<float> expected = c, wrong = c;
            const PackedMatrix<float> packed(b.read());
            if (transposed) multiply_transposed(a.read(), packed, 0, c.view(), Into::sum);
            if (!transposed) multiply(a.read(), packed, 0, c.view(), Into::sum);
            chains(transposed, a, b, expected, Into::sum, Order::forwards);
            CHECK(same(c.entries, expected.entries));
            a.at(a.rows - 1, a.columns - 1) += 1;  // control
            chains(transposed, a, b, wrong, Into::sum, Order::forwards);
            CHECK_FALSE(same(c.entries, wrong.entries));
        }
    });
}

TEST_CASE("numbers times a factor, on every vector set") {
    on_every_target([] {
        for (const std::size_t count : {0U, 1U, 15U, 37U}) {
            std::vector<float> floats(count + 1);
            std::vector<double> doubles(count + 1);
            RandomStream(1, "floats").fill_normals(0, floats);
            RandomStream(1, "doubles").fill_normals(0, doubles);
            std::vector<float> expected = floats;
            std::vector<double> expected_doubles = doubles;
            for (std::size_t k = 0; k < count; ++k) {
                expected[k] *= 0.3F;
                expected_doubles[k] *= 0.3;
            }
            scale(std::span(floats).first(count), 0.3F);
            scale(std::span(doubles).first(count), 0.3);
            CHECK(same(floats, expected));  // the same as the last
            CHECK(same(doubles, expected_doubles));
        }
    });
}
