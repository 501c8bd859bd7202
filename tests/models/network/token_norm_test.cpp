#include "models/network/token_norm.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <sigprop/core/random/random.hpp>

#include "models/network/token_operations.hpp"
#include "tests/support/every_target.hpp"

using namespace sigprop;

namespace {

constexpr Eigen::Index width = 13;
constexpr Eigen::Index tokens = 37;  // more than a vector, and a multiple of no vector length

template <class Scalar>
Tokens<Scalar> random_tokens(std::uint64_t stream, double mean = 0) {
    Tokens<Scalar> result(width, tokens);
    const RandomStream numbers(5, stream);
    for (Eigen::Index k = 0; k < result.size(); ++k) {
        result.data()[k] = static_cast<Scalar>(mean + numbers.normal(static_cast<std::uint64_t>(k)));
    }
    return result;
}

/// 3 sum of g Norm(x), by the definition and Eigen.
double loss(NormKind kind, const Tokens<double>& x, const Tokens<double>& g) {
    double sum = 0;
    for (Eigen::Index t = 0; t < tokens; ++t) {
        Eigen::VectorXd c = x.col(t);
        if (kind == NormKind::layer_norm) c.array() -= c.mean();
        sum += 3 * g.col(t).dot(c / std::sqrt(c.squaredNorm() / width));
    }
    return sum;
}

/// The largest difference from central differences, whose error is below 1e-8 here.
double gradient_error(NormKind kind, const Tokens<double>& x, const Tokens<double>& g,
                      const Tokens<double>& gradient) {
    double worst = 0;
    for (Eigen::Index k = 0; k < x.size(); ++k) {
        Tokens<double> moved = x;
        moved.data()[k] += 1e-5;
        const double up = loss(kind, moved, g);
        moved.data()[k] -= 2e-5;
        const double slope = (up - loss(kind, moved, g)) / 2e-5;
        worst = std::max(worst, std::fabs(slope - gradient.data()[k]));
    }
    return worst;
}

template <class Scalar>
Tokens<Scalar> normal_and_gradient(NormKind kind, Tokens<Scalar>& gradient) {
    const Tokens<Scalar> x = random_tokens<Scalar>(1, 0.7);
    Tokens<Scalar> out(width, tokens);
    NormScales scales;
    REQUIRE(normalise(kind, x, 3, out, scales));
    gradient = random_tokens<Scalar>(2);
    norm_backward(kind, x, scales, 3, gradient, gradient);
    return out;
}

}  // namespace

TEST_CASE("a normalised token has the second moment 1, and LayerNorm's has the mean 0") {
    for (const NormKind kind : {NormKind::rms_norm, NormKind::layer_norm}) {
        Tokens<double> gradient;
        const Tokens<double> out = normal_and_gradient<double>(kind, gradient) / 3;
        for (Eigen::Index t = 0; t < tokens; ++t) {
            CHECK(std::fabs(out.col(t).squaredNorm() / width - 1) < 1e-14);
            CHECK((std::fabs(out.col(t).mean()) < 1e-15) == (kind == NormKind::layer_norm));
        }
    }
}

TEST_CASE("backward is the gradient") {
    const Tokens<double> x = random_tokens<double>(1, 0.7);
    const Tokens<double> g = random_tokens<double>(2);
    for (const NormKind kind : {NormKind::rms_norm, NormKind::layer_norm}) {
        Tokens<double> gradient;
        normal_and_gradient<double>(kind, gradient);
        CHECK(gradient_error(kind, x, g, gradient) < 1e-8);
        // The other norm's result differs.
        const NormKind other = kind == NormKind::rms_norm ? NormKind::layer_norm : NormKind::rms_norm;
        CHECK(gradient_error(other, x, g, gradient) > 1e-2);

        Tokens<double> out(width, tokens);
        NormScales scales;
        REQUIRE(normalise(kind, x, 1, out, scales));
        Tokens<double> from_output(width, tokens);
        norm_backward_from_output(kind, out, scales, g, from_output);
        CHECK((3 * from_output - gradient).cwiseAbs().maxCoeff() < 1e-14);
    }
}

TEST_CASE("the same bits from every vector set") {
    for (const NormKind kind : {NormKind::rms_norm, NormKind::layer_norm}) {
        Tokens<float> first_gradient;
        const Tokens<float> first = normal_and_gradient<float>(kind, first_gradient);
        test::on_every_target([&] {
            Tokens<float> gradient;
            CHECK(normal_and_gradient<float>(kind, gradient) == first);
            CHECK(gradient == first_gradient);
        });
    }
}

TEST_CASE("a token's sum adds its features in their order") {
    const Tokens<float> a = random_tokens<float>(3);
    const Tokens<float> b = random_tokens<float>(4);
    std::vector<double> sums(tokens, 7.0);
    feature_products(a, b, sums);
    double backwards = 0;
    double forwards = 0;
    int differ = 0;
    for (Eigen::Index t = 0; t < tokens; ++t) {
        backwards = forwards = 0;
        for (Eigen::Index i = 0; i < width; ++i) {
            forwards += static_cast<double>(a(i, t)) * static_cast<double>(b(i, t));
            backwards += static_cast<double>(a(width - 1 - i, t)) * static_cast<double>(b(width - 1 - i, t));
        }
        CHECK(sums[static_cast<std::size_t>(t)] == forwards);
        differ += forwards != backwards;
    }
    CHECK(differ > 0);
}

TEST_CASE("a token without a norm") {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    for (const NormKind kind : {NormKind::rms_norm, NormKind::layer_norm}) {
        for (const double entry : {0.0, 0.1, infinity, std::numeric_limits<double>::quiet_NaN()}) {
            Tokens<double> x = random_tokens<double>(1);
            x.col(5).setConstant(entry);
            Tokens<double> out(width, tokens);
            NormScales scales;
            const bool has_norm = kind == NormKind::rms_norm && entry == 0.1;
            CHECK(normalise(kind, x, 1, out, scales) == has_norm);
        }
    }
}
