// Singular values and logits of matrices whose answers are known.

#include <doctest/doctest.h>

#include <Eigen/Dense>
#include <cmath>

#include "measure/model/branches.hpp"
#include "measure/model/circuits.hpp"
#include "measure/model/matrix.hpp"
#include "measure/model/spectrum.hpp"
#include "tests/support/weights_samples.hpp"

using namespace sigprop;
using weights_samples::normal_weights;
using weights_samples::view_of;

namespace {

std::vector<double> values_of(const RowMatrix& matrix) {
    return std::vector<double>(matrix.data(), matrix.data() + matrix.size());
}

RowMatrix random(Eigen::Index rows, Eigen::Index columns, double std, std::uint64_t seed) {
    const std::vector<double> values = normal_weights(static_cast<std::size_t>(rows * columns), std, seed);
    return Eigen::Map<const RowMatrix>(values.data(), rows, columns);
}

Spectrum spectrum(const RowMatrix& matrix, std::size_t whole = 1024) {
    const std::vector<double> values = values_of(matrix);
    const auto found = spectrum_of(
        view_of(values, {static_cast<std::size_t>(matrix.rows()), static_cast<std::size_t>(matrix.cols())}),
        {}, whole);
    REQUIRE(found);
    return *found;
}

}  // namespace

TEST_CASE("both ways find the singular values of a decomposition, wide and tall") {
    for (const auto& [rows, columns] : {std::pair{60, 90}, std::pair{90, 60}, std::pair{70, 70}}) {
        const RowMatrix matrix = random(rows, columns, 0.02, 3);
        const Eigen::VectorXd expected =
            Eigen::JacobiSVD<Eigen::MatrixXd>(Eigen::MatrixXd(matrix)).singularValues();
        const Spectrum whole = spectrum(matrix);
        CHECK(whole.largest == doctest::Approx(expected[0]).epsilon(1e-12));
        CHECK(std::abs(*whole.smallest - expected[expected.size() - 1]) < 2e-8 * expected[0]);
        CHECK(whole.frobenius == doctest::Approx(matrix.norm()).epsilon(1e-13));
        const Spectrum part = spectrum(matrix, 8);
        CHECK_FALSE(part.smallest);
        CHECK(std::abs(part.largest - expected[0]) <= part.largest_error + 1e-12 * expected[0]);
        CHECK(part.largest_error < 1e-6 * expected[0]);
    }
}

TEST_CASE("independent entries end at the edges, within a few of their scales, over seeds") {
    for (const auto& [rows, columns] : {std::pair{200, 300}, std::pair{300, 100}, std::pair{150, 150}}) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            const Spectrum found = spectrum(random(rows, columns, 0.05, seed));
            CHECK(found.upper_edge() ==
                  doctest::Approx(0.05 * (std::sqrt(rows) + std::sqrt(columns))).epsilon(0.02));
            CHECK(std::abs(found.largest - found.upper_edge()) < 6 * found.edge_scale());
            CHECK(*found.outliers == 0);
            CHECK(*found.smallest > found.lower_edge() - 6 * found.edge_scale());
        }
    }
}

TEST_CASE("structure stands outside; orthogonal matrices have one singular value") {
    RowMatrix matrix = random(200, 300, 0.05, 5);
    const Eigen::VectorXd left = Eigen::VectorXd::Random(200).normalized();
    const Eigen::VectorXd right = Eigen::VectorXd::Random(300).normalized();
    matrix += 5 * left * right.transpose();
    const Spectrum found = spectrum(matrix);
    CHECK(*found.outliers == 1);
    CHECK(found.largest > found.upper_edge() + 8 * found.edge_scale());
    const Eigen::HouseholderQR<Eigen::MatrixXd> decomposed(Eigen::MatrixXd(random(80, 80, 1, 6)));
    const RowMatrix orthogonal = 3 * Eigen::MatrixXd(decomposed.householderQ());
    const Spectrum one = spectrum(orthogonal);
    CHECK(one.largest == doctest::Approx(3));
    CHECK(*one.smallest == doctest::Approx(3));
    CHECK(one.stable_rank() == doctest::Approx(80));
}

TEST_CASE("no spectrum without a matrix of finite numbers") {
    std::vector<double> values(64, 0.0);
    CHECK_FALSE(spectrum_of(view_of(values, {8, 8}), {}));
    values[3] = std::nan("");
    CHECK_FALSE(spectrum_of(view_of(values, {8, 8}), {}));
    CHECK_FALSE(spectrum_of(view_of(values, {64}), {}));
}

TEST_CASE("the std of logits is that of x^T Q^T K y, head by head, with shared keys and transposed") {
    constexpr Eigen::Index dim = 24;
    constexpr Eigen::Index width = 6;
    const RowMatrix q = random(4 * width, dim, 0.3, 7);
    const RowMatrix k = random(2 * width, dim, 0.2, 8);
    const std::vector<double> q_values = values_of(q);
    const std::vector<double> k_values = values_of(k);
    const std::vector<double> found =
        logit_stds(view_of(q_values, {24, 24}), false, view_of(k_values, {12, 24}), false, 4, 2);
    REQUIRE(found.size() == 4);
    for (Eigen::Index head = 0; head < 4; ++head) {
        const Eigen::MatrixXd bilinear =
            q.middleRows(head * width, width).transpose() * k.middleRows(head / 2 * width, width);
        CHECK(found[static_cast<std::size_t>(head)] ==
              doctest::Approx(bilinear.norm() / std::sqrt(6.0)).epsilon(1e-12));
    }
    const RowMatrix q_in_out = q.transpose();
    const RowMatrix k_in_out = k.transpose();
    const std::vector<double> q_other = values_of(q_in_out);
    const std::vector<double> k_other = values_of(k_in_out);
    CHECK(logit_stds(view_of(q_other, {24, 24}), true, view_of(k_other, {24, 12}), true, 4, 2) == found);
    CHECK(logit_stds(view_of(q_values, {24, 24}), false, view_of(k_other, {24, 12}), true, 4, 2) == found);
    CHECK(logit_stds(view_of(q_other, {24, 24}), true, view_of(k_values, {12, 24}), false, 4, 2) == found);
    CHECK_THROWS_AS(static_cast<void>(logit_stds(view_of(q_values, {24, 24}), false,
                                                 view_of(k_values, {12, 24}), false, 5, 2)),
                    std::logic_error);
}

TEST_CASE("a feed-forward unit whose matrices do not fit together is refused") {
    const Formula tanh = sigprop::tanh(Formula::variable());
    const RowMatrix wide = RowMatrix::Ones(12, 4), narrow = RowMatrix::Ones(8, 4),
                    output = RowMatrix::Ones(4, 12);
    CHECK(feed_forward_moment(wide, nullptr, output, tanh).value > 0);
    CHECK(feed_forward_moment(wide, &wide, output, tanh).value > 0);
    CHECK_THROWS_AS(static_cast<void>(feed_forward_moment(narrow, nullptr, output, tanh)), std::logic_error);
    CHECK_THROWS_AS(static_cast<void>(feed_forward_moment(wide, &narrow, output, tanh)), std::logic_error);
}

TEST_CASE("branches: probes agree with the exact second moments") {
    constexpr double dim = 96;
    RowMatrix value = random(32, 96, 0.1, 11);
    value.topRows(16) *= 5;  // so that it matters which values a head takes
    RowMatrix output = random(96, 64, 0.2, 12);
    output.leftCols(32) *= 3;
    const ProbedMoment attention = attention_moment(value, output, 4, 2);
    RowMatrix repeated(64, 96);  // heads 0 and 1 share the first values, 2 and 3 the second
    for (Eigen::Index head = 0; head < 4; ++head)
        repeated.middleRows(head * 16, 16) = value.middleRows(head / 2 * 16, 16);
    const double exact = (output * repeated).squaredNorm() / dim;
    CHECK(std::abs(attention.value - exact) < 5 * attention.standard_error);
    for (Eigen::Index head = 0; head < 4; ++head)  // the probes are many enough to see other values
        repeated.middleRows(head * 16, 16) = value.middleRows(head % 2 * 16, 16);
    CHECK(std::abs(attention.value - (output * repeated).squaredNorm() / dim) > 5 * attention.standard_error);

    const RowMatrix hidden = random(200, 96, 0.1, 13);
    const RowMatrix down = random(96, 200, 0.05, 14);
    const ProbedMoment linear = feed_forward_moment(hidden, nullptr, down, Formula::variable());
    CHECK(std::abs(linear.value - (down * hidden).squaredNorm() / dim) < 5 * linear.standard_error);
    // f(x) = x^2 of one unit, on a sphere: E (w.x)^4 = 3 |w|^4 d / (d + 2)
    const RowMatrix single = random(1, 96, 0.1, 15);
    const RowMatrix out = RowMatrix::Ones(1, 1);
    const ProbedMoment square =
        feed_forward_moment(single, nullptr, out, Formula::variable() * Formula::variable());
    CHECK(std::abs(square.value - 3 * std::pow(single.norm(), 4) * dim / (dim + 2)) <
          5 * square.standard_error);
    const ProbedMoment gated = feed_forward_moment(single, &single, out, Formula::variable());
    CHECK(gated.value == doctest::Approx(square.value).epsilon(1e-12));
    CHECK_THROWS_AS(static_cast<void>(attention_moment(value, output, 5, 2)), std::logic_error);
}
