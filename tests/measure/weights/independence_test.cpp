// Are the entries independent? Right weights of every law and shape are not called otherwise; orthogonal,
// sorted, copied, normalised and centred ones are, which is the control of the first test.

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "measure/weights/independence.hpp"
#include "tests/support/weights_samples.hpp"

using namespace sigprop;
using namespace weights_samples;
using Shape = std::vector<std::size_t>;

namespace {

std::size_t size_of(const Shape& shape) {
    return std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies<>());
}

Dependence dependence(const std::vector<double>& weights, const Shape& shape, const std::string& name = "w",
                      double centre = 0) {
    const TensorView view = view_of(weights, shape);
    return dependence_of(view, name, weight_statistics(view, centre, {}));
}

std::string reason(const std::vector<double>& weights, const Shape& shape, const std::string& name = "w") {
    const std::vector<std::string> all = dependence(weights, shape, name).reasons();
    return all.empty() ? "" : all.front();
}

const std::vector<Shape>& shapes() {
    static const std::vector<Shape> all = {
        {100},    {3000},   {10, 10},   {2, 60},       {60, 2},      {24, 24},      {100, 4},     {12, 64},
        {64, 12}, {64, 64}, {8, 4, 16}, {16, 3, 3, 3}, {3, 3, 4, 8}, {32, 1, 3, 3}, {96, 8, 1, 1}};
    return all;
}

struct Tails {
    double tests = 0, beyond_3 = 0, beyond_4 = 0, most = 0;

    void add(const Dependence& found) {
        for (const DependenceTest& one : found.tests) {
            const double errors = std::abs(one.errors);
            ++tests;
            beyond_3 += errors > 3 ? 1 : 0;
            beyond_4 += errors > 4 ? 1 : 0;
            most = std::max(most, errors);
        }
    }
};

constexpr double asymmetric_mean = 0.2687498456249214;  // of a normal on [-1, 2.5]

void add_right(Tails& tails, const Shape& shape, std::uint64_t seed) {
    const std::size_t n = size_of(shape);
    tails.add(dependence(normal_weights(n, 0.02, seed), shape));
    tails.add(dependence(uniform(n, 3, seed), shape));
    tails.add(dependence(truncated(n, 1, -2, 2, seed), shape));
    tails.add(dependence(truncated(n, 1, -1, 2.5, seed), shape, "w", asymmetric_mean));
    tails.add(dependence(rounded(normal_weights(n, 1, seed), 8), shape));
}

/// No more than so many times as often as a normal variate.
void check_tails(const Tails& tails, double times) {
    CAPTURE(tails.tests);
    CHECK(tails.beyond_3 / tails.tests < times * 2.7e-3);
    CHECK(tails.beyond_4 / tails.tests < times * 6.3e-5 + 3 / tails.tests);
    CHECK(tails.most < 5.5);
}

std::vector<double> stacked(const std::vector<double>& part, std::size_t times) {
    std::vector<double> all;
    for (std::size_t k = 0; k < times; ++k) all.insert(all.end(), part.begin(), part.end());
    return all;
}

/// Does something to each row of a matrix.
template <class Change>
std::vector<double> by_row(std::vector<double> weights, std::size_t columns, const Change& change) {
    for (std::size_t first = 0; first < weights.size(); first += columns)
        change(std::span(weights).subspan(first, columns));
    return weights;
}

void normalise(std::span<double> row) {
    double square = 0;
    for (const double one : row) square += one * one;
    for (double& one : row) one *= 0.5 / std::sqrt(square);
}

void centre(std::span<double> row) {
    double mean = 0;
    for (const double one : row) mean += one / static_cast<double>(row.size());
    for (double& one : row) one -= mean;
}

}  // namespace

TEST_CASE("statistics of independent entries are normal variates or milder, for every law and shape") {
    Tails tails;
    for (const Shape& shape : shapes()) {
        for (std::uint64_t seed = 0; seed < 12; ++seed) add_right(tails, shape, seed);
    }
    CHECK(tails.tests > 15'000);
    check_tails(tails, 1.5);
}

TEST_CASE("orthogonal matrices are no samples, whatever their shape, gain and rounding") {
    for (const auto& shape : {std::pair{64U, 64U}, std::pair{128U, 32U}, std::pair{24U, 96U},
                              std::pair{24U, 24U}, std::pair{200U, 20U}}) {
        const auto rows = shape.first;
        const auto columns = shape.second;
        CAPTURE(rows);
        CAPTURE(columns);
        for (const double gain : {0.1, 1.0, 1.4142135623730951}) {
            const std::vector<double> weights = orthogonal(rows, columns, gain, 3);
            const std::string text = reason(weights, {rows, columns});
            const std::string vectors = columns >= rows ? "with rows" : "with columns";
            CHECK_MESSAGE(text.find("orthogonal as one matrix") != std::string::npos, text);
            CHECK_MESSAGE(text.find(vectors) != std::string::npos, text);
            const Dependence found = dependence(rounded(weights, 8), {rows, columns});
            CHECK_FALSE(found.reasons().empty());
            CHECK(dependence(normal_weights(rows * columns, 1, 3), {rows, columns}).reasons().empty());
        }
    }
    // Kernels are flattened: torch keeps the first axis, Keras and JAX the last.
    CHECK(reason(orthogonal(64, 27, 1, 1), {64, 3, 3, 3}).find("matrix [64, 27]") != std::string::npos);
    CHECK(reason(orthogonal(36, 64, 1, 1), {3, 3, 4, 64}).find("matrix [36, 64]") != std::string::npos);
    CHECK(dependence(orthogonal(64, 64, 1.5, 1), {64, 64}).names() ==
          std::vector<std::string>{"torch.nn.init.orthogonal_ of the whole matrix, gain 1.5"});
}

TEST_CASE("gates are told: each orthogonal, or the whole, which leaves none of them so") {
    for (const std::size_t gates : {2U, 3U, 4U}) {
        CAPTURE(gates);
        const std::string by_gate =
            "orthogonal by gate: the " + std::to_string(gates) + " matrices of 32 rows";
        for (const std::size_t columns : {24U, 32U, 48U}) {
            const Shape shape = {gates * 32, columns};
            const std::string text = reason(orthogonal_gates(gates, 32, columns, 1, 5), shape);
            CHECK_MESSAGE(text.find(by_gate) != std::string::npos, text);
        }
        const std::string whole = reason(orthogonal(gates * 32, 32, 1, 5), {gates * 32, 32});
        CHECK_MESSAGE(whole.find("if it packs " + std::to_string(gates) +
                                 " gates of 32 rows, they are not orthogonal matrices") != std::string::npos,
                      whole);
    }
    const std::vector<double> packed = orthogonal(128, 24, 1, 6);
    const std::string lstm = reason(packed, {128, 24}, "rnn.LSTM.weight_ih_l0");
    CHECK_MESSAGE(lstm.find("its 4 gates of 32 rows are not orthogonal matrices") != std::string::npos, lstm);
    CHECK(reason(orthogonal(96, 24, 1, 6), {96, 24}, "gru.weight_ih_l0").find("its 3 gates of 32 rows") !=
          std::string::npos);
    CHECK(reason(orthogonal(24, 128, 1, 6), {24, 128}, "lstm/recurrent_kernel")
              .find("its 4 gates of 32 columns are not") != std::string::npos);
    CHECK(reason(packed, {128, 24}).find("gates") ==
          std::string::npos);  // neither its name nor its shape says
}

TEST_CASE("sorted, copied, normalised, centred and shifted weights are no samples") {
    const Shape shape = {60, 64};
    const std::vector<double> weights = normal_weights(3840, 0.02, 7);
    CHECK(reason(weights, shape).empty());
    std::vector<double> sorted = weights;
    std::ranges::sort(sorted);
    CHECK(reason(sorted, {3840}).find("sorted in the order of memory") != std::string::npos);
    std::ranges::reverse(sorted);
    CHECK(reason(sorted, shape).find("sorted in the order of memory") != std::string::npos);
    for (const std::size_t times : {2U, 3U, 4U}) {
        const std::vector<double> part(weights.begin(),
                                       weights.begin() + static_cast<std::ptrdiff_t>(3840 / times));
        CHECK(reason(stacked(part, times), shape).find("apart in memory have the correlation 1 ±") !=
              std::string::npos);
        CHECK_FALSE(reason(stacked(part, times), {3840}).empty());
    }
    const std::string normalised = reason(by_row(weights, 64, normalise), shape);
    CHECK_MESSAGE(normalised.find("the lengths of the rows differ by") != std::string::npos, normalised);
    const std::string centred = reason(by_row(weights, 64, centre), shape);
    CHECK_MESSAGE(centred.find("the sums of the rows have the root mean square") != std::string::npos,
                  centred);
    std::size_t row = 0;
    const std::string offset = reason(by_row(weights, 64,
                                             [&](std::span<double> one) {
                                                 const double by = ++row % 2 == 0 ? 0.01 : -0.01;
                                                 for (double& entry : one) entry += by;
                                             }),
                                      shape);
    CHECK_FALSE(offset.empty());
}

TEST_CASE("a row of padding is no dependence; few or heavy-tailed entries are not tested") {
    std::vector<double> padded = normal_weights(6400, 1, 8);
    std::fill_n(padded.begin(), 64, 0.0);
    CHECK(reason(padded, {100, 64}).empty());
    CHECK(dependence(normal_weights(99, 1, 1), {9, 11}).tested.empty());
    std::vector<double> spiked = normal_weights(6400, 0.02, 9);
    for (std::size_t i = 0; i < spiked.size(); i += 250) spiked[i] = -2;
    CHECK(dependence(spiked, {100, 64}).tests.empty());
    CHECK(dependence(normal_weights(6400, 1, 1), {100, 64}).tested ==
          "correlation of rows and columns, by blocks (gates) and at 11 lags");
    CHECK(dependence(normal_weights(6400, 1, 1), {6400}).tested == "correlation at 5 lags");
}

TEST_CASE("among many files limits widen") {
    Dependence found;
    found.tests = {{6.2, "one"}};
    CHECK(found.reasons() == std::vector<std::string>{"the entries are not independent: one"});
    CHECK(found.reasons(1e5).empty());
}

TEST_SUITE("slow") {
    TEST_CASE("statistics of independent entries, over more seeds and larger shapes") {
        Tails tails;
        for (const Shape& shape : shapes()) {
            for (std::uint64_t seed = 100; seed < 500; ++seed) add_right(tails, shape, seed);
        }
        for (const Shape& shape : {Shape{256, 256}, Shape{512, 96}, Shape{1000, 30}, Shape{64, 32, 3, 3}}) {
            for (std::uint64_t seed = 100; seed < 120; ++seed) add_right(tails, shape, seed);
        }
        check_tails(tails, 1.2);
    }
}
