// The loops over rows against plain ones, to the bit, on every vector set and at lengths around whole
// vectors.

#include <doctest/doctest.h>

#include "core/simd/row_operations.hpp"
#include "tests/core/simd/product_chains.hpp"
#include "tests/support/every_target.hpp"

#include <cmath>
#include <vector>

using namespace sigprop;
using namespace sigprop::test;

namespace {

template <class Scalar>
std::vector<Scalar> normals(std::size_t count, const char* name) {
    std::vector<Scalar> all(count);
    RandomStream(1, name).fill_normals(0, all);
    return all;
}

/// Entry k adds to sum k mod 32; the sums are added as a tree.
template <class Scalar>
double expected_product(const std::vector<Scalar>& x, const std::vector<Scalar>& y, std::size_t lanes = 32) {
    std::vector<double> sums(lanes);
    for (std::size_t k = 0; k < x.size(); ++k)
        sums[k % lanes] += static_cast<double>(x[k]) * static_cast<double>(y[k]);
    for (std::size_t step = lanes / 2; step > 0; step /= 2) {
        for (std::size_t lane = 0; lane < step; ++lane) sums[lane] += sums[lane + step];
    }
    return sums[0];
}

template <class Scalar>
void check_rows(std::size_t count) {
    const auto x = normals<Scalar>(count, "x"), y = normals<Scalar>(count, "y");
    const Scalar a = Scalar(0.3), b = Scalar(-1.7);
    std::vector<Scalar> mixed(count), shifted(count), products(count), found(count);
    for (std::size_t k = 0; k < count; ++k) {
        mixed[k] = a * x[k] + b * y[k];
        shifted[k] = a * x[k] + b;
        products[k] = x[k] * y[k];
    }
    mix(a, x.data(), b, y.data(), count, found.data());
    CHECK(same(found, mixed));
    scale_and_shift(a, x.data(), b, count, found.data());
    CHECK(same(found, shifted));
    multiply_entries(x.data(), y.data(), count, found.data());
    CHECK(same(found, products));
    const std::vector<Scalar> ones(count, Scalar(1));
    CHECK(row_product(x.data(), y.data(), count) == expected_product(x, y));
    CHECK(row_sum(x.data(), count) == expected_product(x, ones));
    if (count > 900) CHECK(row_product(x.data(), y.data(), count) != expected_product(x, y, 8));  // control
}

template <class Scalar>
void check_columns(std::size_t columns) {
    constexpr std::size_t rows = 5;
    Roomy<Scalar> x(rows, columns, 3, 1), g(rows, columns, 2, 2), out(rows, columns, 1, 3);
    const auto shifts = normals<double>(columns, "shifts"), factors = normals<double>(columns, "factors");
    const auto along = normals<double>(columns, "along");
    std::vector<double> sums(columns, 1), squares(columns, 2), products(columns, 3);
    std::vector<double> found_sums = sums, found_squares = squares, found_products = products;
    Roomy<Scalar> normalised = out, projected = g;
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t t = 0; t < columns; ++t) {
            const double one = static_cast<double>(x.at(i, t)), other = static_cast<double>(g.at(i, t));
            sums[t] += one;
            squares[t] += (one - shifts[t]) * (one - shifts[t]);
            products[t] += one * other;
            normalised.at(i, t) = static_cast<Scalar>((one - shifts[t]) * factors[t]);
            projected.at(i, t) = static_cast<Scalar>(factors[t] * (other - shifts[t] - one * along[t]));
        }
    }
    add_column_sums(x.read(), found_sums.data());
    add_column_squares(x.read(), shifts.data(), found_squares.data());
    add_column_products(x.read(), g.read(), found_products.data());
    CHECK(same(found_sums, sums));
    CHECK(same(found_squares, squares));
    CHECK(same(found_products, products));
    normalise_columns(x.read(), shifts.data(), factors.data(), out.view());
    CHECK(same(out.entries, normalised.entries));
    project_columns({shifts.data(), along.data(), factors.data()}, x.read(), g.view());
    CHECK(same(g.entries, projected.entries));
    if (columns == 0) return;
    g.at(rows - 1, columns - 1) += 1;
    CHECK_FALSE(same(g.entries, projected.entries));  // control
}

template <class Scalar>
void check_adam(std::size_t count) {
    const AdamStep<Scalar> by = {Scalar(0.5),   Scalar(0.1),  Scalar(0.9), Scalar(0.1), Scalar(0.999),
                                 Scalar(0.001), Scalar(0.99), Scalar(0.2), Scalar(3),   Scalar(1e-3)};
    const auto g = normals<Scalar>(count, "g");
    auto first = normals<Scalar>(count, "first"), second = normals<Scalar>(count, "second");
    for (Scalar& one : second) one *= one;
    auto p = normals<Scalar>(count, "p");
    auto found_first = first, found_second = second, found = p;
    for (std::size_t k = 0; k < count; ++k) {
        const Scalar slope = by.clip * g[k] + by.decay * p[k];
        first[k] = by.beta1 * first[k] + by.rest1 * slope;
        second[k] = by.beta2 * second[k] + by.rest2 * (slope * slope);
        p[k] = by.kept * p[k] - by.rate * (first[k] / (std::sqrt(second[k]) * by.inverse_root + by.epsilon));
    }
    take_adam_step(by, g.data(), count, found_first.data(), found_second.data(), found.data());
    CHECK(same(found_first, first));
    CHECK(same(found_second, second));
    CHECK(same(found, p));
}

}  // namespace

TEST_CASE("loops over rows give the bits of plain loops") {
    on_every_target([] {
        for (const std::size_t count : {0U, 1U, 7U, 16U, 33U, 1000U}) {
            CAPTURE(count);
            check_rows<float>(count);
            check_rows<double>(count);
            check_columns<float>(count % 41);
            check_columns<double>(count % 41);
            check_adam<float>(count);
            check_adam<double>(count);
        }
    });
}
