// Products against single chains of fused multiply-adds, to the bit: on every vector set, of shapes that end
// inside vectors, blocks and panels, within larger matrices whose other entries nobody may touch.

#include <doctest/doctest.h>

#include "unit/every_target.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sigprop/core/random.hpp>
#include <stdexcept>
#include <type_traits>
#include <vector>

#include "core/block_product.hpp"

using namespace sigprop;
using detail::Into;
using detail::MatrixView;
using sigprop::test::on_every_target;

namespace {

struct Shape {
    std::size_t m, k, n;
};

/// A matrix inside a larger one: room after each row, and before the first.
template <class Scalar>
struct Roomy {
    std::size_t rows, columns, stride;
    std::vector<Scalar> entries;

    Roomy(std::size_t m, std::size_t n, std::size_t room, std::uint64_t draw)
        : rows(m), columns(n), stride(n + room), entries(room + m * (n + room)) {
        RandomStream(5, draw).fill_normals(0, entries);
    }
    Scalar& at(std::size_t i, std::size_t j) { return view().data[i * stride + j]; }
    MatrixView<Scalar> view() { return {entries.data() + (stride - columns), rows, columns, stride}; }
    MatrixView<const Scalar> read() { return {view().data, rows, columns, stride}; }
};

template <class Scalar>
bool same(const std::vector<Scalar>& a, const std::vector<Scalar>& b) {
    using Bits = std::conditional_t<sizeof(Scalar) == 4, std::uint32_t, std::uint64_t>;
    for (std::size_t k = 0; k < a.size(); ++k) {
        if (std::bit_cast<Bits>(a[k]) != std::bit_cast<Bits>(b[k])) return false;
    }
    return a.size() == b.size();
}

/// How a chain may go wrong, for the controls.
enum class Order { forwards, backwards, unfused };

template <class Scalar>
void chains(bool transposed, Roomy<Scalar>& a, Roomy<Scalar>& b, Roomy<Scalar>& c, Into into, Order order) {
    for (std::size_t i = 0; i < c.rows; ++i) {
        for (std::size_t t = 0; t < c.columns; ++t) {
            Scalar sum = into == Into::zero ? 0 : c.at(i, t);
            for (std::size_t step = 0; step < b.rows; ++step) {
                const std::size_t k = order == Order::backwards ? b.rows - 1 - step : step;
                const Scalar left = transposed ? a.at(k, i) : a.at(i, k);
                sum = order == Order::unfused ? sum + left * b.at(k, t) : std::fma(left, b.at(k, t), sum);
            }
            c.at(i, t) = sum;
        }
    }
}

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
        // beyond a block of rows, a panel of the summed index, and a row of blocks
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
        check_shape<float>({5, 0, 9}, 1);  // zeros, or what was there
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
