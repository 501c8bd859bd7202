// Products against single chains of fused multiply-adds, to the bit: on every vector set, for shapes that end
// inside vectors, tiles and panels, within larger matrices whose other entries must not change.

#include <doctest/doctest.h>

#include "tests/core/simd/product_chains.hpp"
#include "tests/support/every_target.hpp"

#include <cmath>
#include <limits>
#include <stdexcept>

using namespace sigprop::test;

namespace {

using namespace sigprop;

struct Shape {
    std::size_t m, k, n;
};

template <class Scalar>
bool is_chains(Shape shape, bool transposed, Into into, std::size_t room, Order order = Order::forwards) {
    const auto [m, k, n] = shape;
    Roomy<Scalar> a(transposed ? k : m, transposed ? m : k, room, 0);
    Roomy<Scalar> b(k, n, 2 * room, 1);
    Roomy<Scalar> c(m, n, room, 2);
    Roomy<Scalar> expected = c;
    if (transposed) {
        multiply_transposed(a.read(), b.read(), c.view(), into);
    } else {
        multiply(a.read(), b.read(), c.view(), into);
    }
    chains(transposed, a, b, expected, into, order);
    return same(c.entries, expected.entries);
}

template <class Scalar>
void check_shape(Shape shape, std::size_t room) {
    CAPTURE(shape.m);
    CAPTURE(shape.k);
    CAPTURE(shape.n);
    for (const bool transposed : {false, true}) {
        CHECK(is_chains<Scalar>(shape, transposed, Into::zero, room));
        CHECK(is_chains<Scalar>(shape, transposed, Into::sum, room));
    }
}

}  // namespace

TEST_CASE("an entry of a product is one chain, on every vector set") {
    on_every_target([] {
        for (std::size_t n = 1; n < 40; n += n < 9 ? 1 : 5) check_shape<float>({7, 3, n}, 3);
        for (std::size_t n = 1; n < 20; n += n < 9 ? 1 : 5) check_shape<double>({7, 3, n}, 3);
        for (std::size_t m = 1; m < 27; m += 2) {
            check_shape<float>({m, 5, 64}, 0);
            check_shape<double>({m, 5, 17}, 1);
        }
        // larger than a tile of rows, a panel of the summed index, and a row of tiles
        check_shape<float>({2, 523, 3}, 1);
        check_shape<double>({3, 523, 2}, 1);
        check_shape<float>({391, 2, 1}, 0);
        check_shape<float>({3, 2, 141}, 5);
        check_shape<double>({195, 3, 5}, 2);
    });
}

TEST_CASE("another order and another rounding are seen") {
    constexpr Shape shape{6, 40, 16};
    for (const Order order : {Order::backwards, Order::unfused}) {
        CHECK_FALSE(is_chains<float>(shape, false, Into::zero, 0, order));
        CHECK_FALSE(is_chains<double>(shape, true, Into::sum, 0, order));
    }
}

TEST_CASE("nothing to sum, nothing to write, and values that are not finite") {
    on_every_target([] {
        check_shape<float>({5, 0, 9}, 1);  // zeros, or the old values
        check_shape<float>({0, 5, 9}, 1);
        check_shape<double>({5, 5, 0}, 1);
        Roomy<float> a(2, 1, 0, 0);
        Roomy<float> b(1, 2, 0, 0);
        Roomy<float> c(2, 2, 0, 0);
        a.entries = {0, 2};
        b.entries = {std::numeric_limits<float>::infinity(), -3};
        multiply(a.read(), b.read(), c.view());
        CHECK(std::isnan(c.at(0, 0)));
        CHECK(c.at(0, 1) == 0);
        CHECK(c.at(1, 0) == std::numeric_limits<float>::infinity());
        CHECK(c.at(1, 1) == -6);
    });
}

TEST_CASE("shapes that do not fit") {
    Roomy<float> a(3, 4, 0, 0);
    Roomy<float> b(4, 5, 0, 0);
    Roomy<float> c(3, 5, 0, 0);
    Roomy<float> wrong(3, 3, 0, 0);
    CHECK_NOTHROW(multiply(a.read(), b.read(), c.view()));
    CHECK_THROWS_AS(multiply(b.read(), a.read(), c.view()), std::logic_error);
    CHECK_THROWS_AS(multiply(a.read(), b.read(), wrong.view()), std::logic_error);
    CHECK_THROWS_AS(multiply_transposed(a.read(), b.read(), c.view()), std::logic_error);
    MatrixView<float> overlapping = c.view();
    overlapping.stride = 4;
    CHECK_THROWS_AS(multiply(a.read(), b.read(), overlapping), std::logic_error);
}
