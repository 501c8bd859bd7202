#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/models/network/weight_matrix.hpp>
#include <stdexcept>
#include <vector>

using namespace sigprop;

namespace {

constexpr MatrixShape shape{37, 53};

WeightMatrix matrix(const Law& law, std::uint64_t seed = 3, double scale = 0.5) {
    return WeightMatrix(law, scale, shape, RandomStream(seed, "layer"));
}

template <class T>
std::vector<T> whole(const WeightMatrix& weights) {
    std::vector<T> all(weights.shape().rows * weights.shape().columns);
    weights.fill(all);
    return all;
}

/// Every tile of a grid in another order, into a matrix with gaps between its rows; false when a bit differs
/// or a gap was touched.
template <class T>
bool tiles_give_the_same(const WeightMatrix& weights, std::uint64_t tile_rows, std::uint64_t tile_columns) {
    const std::vector<T> expected = whole<T>(weights);
    const std::size_t stride = shape.columns + 3;
    constexpr T untouched = 99;
    std::vector<T> out(shape.rows * stride, untouched);
    for (std::uint64_t column = 0; column < shape.columns; column += tile_columns) {
        for (std::uint64_t row = 0; row < shape.rows; row += tile_rows) {
            const MatrixTile tile{row, column, std::min(tile_rows, shape.rows - row),
                                  std::min(tile_columns, shape.columns - column)};
            weights.fill_tile(tile, std::span(out).subspan(row * stride + column), stride);
        }
    }
    for (std::size_t i = 0; i < shape.rows; ++i) {
        for (std::size_t j = 0; j < stride; ++j) {
            const T want = j < shape.columns ? expected[i * shape.columns + j] : untouched;
            if (out[i * stride + j] != want) return false;
        }
    }
    return true;
}

template <class T>
double mean_square(const std::vector<T>& values) {
    double sum = 0;
    for (const T value : values) sum += static_cast<double>(value) * static_cast<double>(value);
    return sum / static_cast<double>(values.size());
}

}  // namespace

TEST_CASE("tiles of every size give the matrix") {
    for (const Law& law : {Law::normal(), Law::truncated_normal(-2, 2), Law::uniform(-1, 1)}) {
        CAPTURE(law.text());
        const WeightMatrix weights = matrix(law);
        for (const auto& [rows, columns] : {std::pair{1, 1}, {7, 5}, {37, 53}, {2, 16}}) {
            const auto r = static_cast<std::uint64_t>(rows);
            const auto c = static_cast<std::uint64_t>(columns);
            CHECK(tiles_give_the_same<double>(weights, r, c));
            CHECK(tiles_give_the_same<float>(weights, r, c));
        }
        CHECK(whole<double>(weights) != whole<double>(matrix(law, 4)));
    }
}

TEST_CASE("entries are samples of the law times the scale") {
    const WeightMatrix weights = matrix(Law::normal());
    const std::vector<double> all = whole<double>(weights);
    const RandomStream stream(3, "layer");
    for (const std::size_t k : {0UL, 1UL, 52UL, 53UL, all.size() - 1})
        CHECK(all[k] == 0.5 * stream.normal(k));
    const double n = 37 * 53;
    CHECK(std::fabs(mean_square(all) / 0.25 - 1) < 5 * std::sqrt(2 / n));
    CHECK(std::fabs(mean_square(whole<float>(weights)) / 0.25 - 1) < 5 * std::sqrt(2 / n));
    // 0.7737…: the variance of a normal truncated at two std (claims of the truncated normal prove it)
    CHECK(std::fabs(mean_square(whole<float>(matrix(Law::truncated_normal(-2, 2)))) / (0.25 * 0.7737413) -
                    1) < 5 * std::sqrt(1.4 / n));
    const std::vector<float> uniform = whole<float>(matrix(Law::uniform(-1, 1)));
    CHECK(*std::max_element(uniform.begin(), uniform.end()) <= 0.5F);
}

TEST_CASE("entries far beyond the memory") {
    constexpr std::uint64_t side = std::uint64_t{1} << 31;
    const WeightMatrix huge(Law::normal(), 1, {side, side}, RandomStream(1, "huge"));
    std::vector<double> tile(6);
    huge.fill_tile({side - 2, side - 3, 2, 3}, tile, 3);
    CHECK(tile[5] == RandomStream(1, "huge").normal(side * side - 1));
    CHECK(tile[2] == RandomStream(1, "huge").normal(side * (side - 1) - 1));
}

TEST_CASE("what is refused") {
    const RandomStream stream(1, "x");
    const auto make = [&](const Law& law, double scale, MatrixShape size) {
        static_cast<void>(WeightMatrix(law, scale, size, stream));
    };
    constexpr std::uint64_t large = std::uint64_t{1} << 32;
    CHECK_THROWS_AS(make(Law::normal(), 1, {0, 4}), InputError);
    CHECK_THROWS_AS(make(Law::normal(), 1, {4, 0}), InputError);
    CHECK_THROWS_AS(make(Law::normal(), 1, {large, large}), InputError);
    CHECK_THROWS_AS(make(Law::normal(), std::numeric_limits<double>::infinity(), {4, 4}), InputError);
    CHECK_THROWS_AS(make(Law::normals(2), 1, {4, 4}), InputError);
    CHECK_THROWS_AS(make(Law::truncated_normal(1, 2), 1, {4, 4}), InputError);  // samples are X - 1
    CHECK_NOTHROW(make(Law::truncated_normal(0, 2), 1, {4, 4}));
    std::vector<float> floats(16);
    CHECK_THROWS_AS(WeightMatrix(Law::normal(), 1e39, {4, 4}, stream).fill(floats), InputError);
    CHECK_NOTHROW(make(Law::normal(), 1, {large, large / 2}));

    const WeightMatrix weights = matrix(Law::normal());
    std::vector<double> out(shape.rows * shape.columns - 1);
    CHECK_THROWS_AS(weights.fill(out), std::logic_error);
    CHECK_THROWS_AS(weights.fill_tile({0, 0, 38, 1}, out, 1), std::logic_error);
    CHECK_THROWS_AS(weights.fill_tile({36, 52, 1, 2}, out, 2), std::logic_error);
    CHECK_THROWS_AS(weights.fill_tile({0, 0, 2, 4}, out, 3), std::logic_error);
    CHECK_THROWS_AS(weights.fill_tile({0, 0, 37, 53}, out, 53), std::logic_error);
    CHECK_NOTHROW(weights.fill_tile({0, 0, 37, 52}, out, 53));
}

TEST_CASE("a matrix like another has the same law, and the rest of its own") {
    const Law law = Law::truncated_normal(-2, 2);
    const WeightMatrix other(law, 3, {2, 2}, RandomStream(1, "other"));
    const WeightMatrix like = other.like(0.5, shape, RandomStream(3, "layer"));
    CHECK(whole<float>(like) == whole<float>(matrix(law)));
    CHECK(whole<float>(like) != whole<float>(matrix(Law::normal())));
    CHECK_THROWS_AS(static_cast<void>(other.like(0.5, {0, 3}, RandomStream(3, "layer"))), InputError);
}
