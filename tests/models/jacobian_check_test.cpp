#include "models/jacobian_check.hpp"

#include <doctest/doctest.h>

#include <Eigen/Core>
#include <cmath>
#include <limits>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/random.hpp>
#include <sigprop/models/norm_layer.hpp>
#include <string>

#include "core/pairwise_sum.hpp"
#include "models/jacobian_probe.hpp"
#include "models/norm_sums.hpp"
#include "unit/every_target.hpp"

using namespace sigprop;

namespace {

const NormRule rms_norm{};
const NormRule layer_norm{.centre = NormCentre::mean, .spread = NormSpread::std};

std::vector<double> input(std::size_t count, double mean = 0.3, double std = 2) {
    std::vector<double> x(count);
    RandomStream(3, "inputs of Jacobians").fill_normals(0, x);
    for (double& one : x) one = mean + std * one;
    return x;
}

double divisor(const NormRule& rule, std::span<const double> x, double epsilon) {
    return NormGroup<double>(rule, x, epsilon).statistics().divisor;
}

ForwardPass forward_of(const NormRule& rule, double epsilon) {
    return [=](std::span<const double> x, std::span<double> y) {
        const NormGroup<double> group(rule, x, epsilon);
        for (std::size_t i = 0; i < y.size(); ++i) y[i] = group.output(i);
    };
}

/// J'^T g of the exact Jacobian, or of one with `along` y_i forgotten.
BackwardPass backward_of(const NormRule& rule, std::span<const double> x, double epsilon, bool forgets) {
    return [=](std::span<const double> g, std::span<double> dx) {
        const std::vector<double> exact = NormGroup<double>(rule, x, epsilon).transposed(g);
        const double r = divisor(rule, x, epsilon);
        for (std::size_t j = 0; j < dx.size(); ++j) dx[j] = forgets ? g[j] / r : exact[j];
    };
}

}  // namespace

TEST_CASE("exact Jacobians of every layer agree with differences of its forward pass") {
    for (const NormLayer& layer : norm_layers()) {
        CAPTURE(std::string(layer.name));
        for (const std::size_t count : {5UL, 32UL, 77UL, 1100UL}) {
            CAPTURE(count);
            NormRule rule = layer.rule;
            if (rule.leading > count) rule.leading = count / 2;
            for (const double epsilon : {0.0, 1e-5, 0.5}) {
                const std::vector<double> x = input(count);
                const NormJacobian exact = norm_jacobian(rule, x, epsilon);
                const JacobianCheck found = check_jacobian(rule, x, epsilon, exact);
                CHECK_MESSAGE(found.agrees(), epsilon, ": ", found.largest, " of ", found.tolerance);
                CHECK(found.tolerance < 1e-6);
                if (count > 77) break;
            }
        }
    }
}

TEST_CASE("planted mistakes are found where they are, with the size that they have") {
    const std::vector<double> x = input(100);
    const double epsilon = 1e-3;
    const NormJacobian exact = norm_jacobian(rms_norm, x, epsilon);
    const auto disagrees = [&](const NormJacobian& wrong) {
        return !check_jacobian(rms_norm, x, epsilon, wrong).agrees();
    };
    NormJacobian wrong = exact;
    for (double& one : wrong.along) one *= 100.0 / 99;  // 1/(d - 1)
    CHECK(disagrees(wrong));
    wrong = exact;
    for (double& one : wrong.along) one = 0;  // the y y^T term
    const JacobianCheck without = check_jacobian(rms_norm, x, epsilon, wrong);
    const double mean_square = std::pow(divisor(rms_norm, x, epsilon), 2) - epsilon;
    const double expected = mean_square / std::pow(divisor(rms_norm, x, epsilon), 3);  // |x x^T|_F / (d r^3)
    CHECK(without.frobenius == doctest::Approx(expected).epsilon(1e-6));
    wrong = exact;
    const double outside = std::sqrt(mean_square) + epsilon;  // of the root
    for (double& one : wrong.diagonal) one = 1 / outside;
    CHECK(disagrees(wrong));
    for (const std::size_t j : {0UL, 31UL, 32UL, 96UL, 99UL}) {
        wrong = exact;
        wrong.diagonal[j] += 1e-6;
        const JacobianCheck one = check_jacobian(rms_norm, x, epsilon, wrong);
        CHECK(!one.agrees());
        CHECK(one.row == j);
        CHECK(one.column == j);
        CHECK(one.largest == doctest::Approx(1e-6).epsilon(1e-3));
    }
    wrong.along[7] = std::nan("");
    const JacobianCheck broken = check_jacobian(rms_norm, x, epsilon, wrong);
    CHECK(broken.largest == std::numeric_limits<double>::infinity());
    CHECK(broken.column == 7);
    CHECK(!disagrees(exact));
}

TEST_CASE("a fused check has the same bits on every vector set and for any number of threads") {
    const std::vector<double> x = input(1234);
    for (const NormRule& rule : {rms_norm, layer_norm}) {
        const NormJacobian claim = norm_jacobian(rule, x, 1e-5);
        const JacobianCheck usual = check_jacobian(rule, x, 1e-5, claim);
        const auto same = [&](int threads) {
            const JacobianCheck found = check_jacobian(rule, x, 1e-5, claim, {.threads = threads});
            CHECK(found.largest == usual.largest);
            CHECK(found.frobenius == usual.frobenius);
            CHECK(found.row == usual.row);
            CHECK(found.column == usual.column);
        };
        test::on_every_target([&] { same(1); });
        same(3);
    }
}

TEST_CASE("a pass with one entry replaced is a pass from scratch; the fused check is the plain one") {
    std::vector<double> x = input(77);
    for (const NormRule& rule : {rms_norm, layer_norm}) {
        const NormSums sums(rule, x, 1e-5);
        std::vector<double> squares;
        for (const double t : sums.t()) squares.push_back(t * t);
        const PairwiseSum sum(squares);
        for (std::size_t j = 0; j < x.size(); ++j) {
            std::vector<double> moved = squares;
            moved[j] = 5;
            CHECK(sum.total_with(j, 5) == PairwiseSum(moved).total());
        }
        const NormJacobian claim = norm_jacobian(rule, x, 1e-5);
        const NormGroup<double> group(rule, x, 1e-5);
        const auto column = [&](std::size_t j, std::span<double> to) {
            for (std::size_t i = 0; i < to.size(); ++i) to[i] = group.jacobian(i, j);
        };
        const JacobianCheck fused = check_jacobian(rule, x, 1e-5, claim);
        const JacobianCheck plain = check_jacobian(forward_of(rule, 1e-5), column, x, sums.length());
        CHECK(fused.step == plain.step);
        CHECK(plain.agrees());
        CHECK(std::fabs(fused.largest - plain.largest) < plain.tolerance);
    }
}

TEST_CASE("random cotangents find what a constant one hides") {
    std::vector<double> x = input(60);
    for (std::size_t i = 0; i + 1 < x.size(); i += 2) x[i + 1] = -x[i];  // a centred input
    const double length = std::sqrt(60.0) * divisor(rms_norm, x, 1e-6);
    const double forgotten = 1 / divisor(rms_norm, x, 1e-6);  // |y y^T|_F / (d r)
    const auto probe = [&](bool forgets, Cotangent cotangent) {
        return probe_jacobian(forward_of(rms_norm, 1e-6), backward_of(rms_norm, x, 1e-6, forgets), x, length,
                              {.probes = 16, .cotangent = cotangent});
    };
    CHECK(probe(true, Cotangent::constant).agrees);
    CHECK(probe(true, Cotangent::constant).at_most == std::numeric_limits<double>::infinity());
    const JacobianProbe caught = probe(true, Cotangent::normal);
    CHECK(!caught.agrees);
    CHECK(caught.frobenius > forgotten / 4);
    CHECK(caught.frobenius < forgotten * 4);
    CHECK(caught.at_most > forgotten);
    const JacobianProbe right = probe(false, Cotangent::normal);
    CHECK(right.agrees);
    CHECK(right.at_most < 1e-9 * forgotten);
}

TEST_CASE("the bound of probes covers errors of rank one and of full rank; the estimate's mean is right") {
    CHECK(std::fabs(normal_product_cdf(1) - 0.79100) < 1e-5);  // 2/pi times the integral of K_0 from 0 to 1
    constexpr std::size_t count = 12;
    const std::vector<double> x(count, 1.0);
    const auto nothing = [](std::span<const double>, std::span<double> y) { std::ranges::fill(y, 0.0); };
    const BackwardPass first = [](std::span<const double> g, std::span<double> dx) {
        std::ranges::fill(dx, 0.0);
        dx[3] = 2 * g[5];
    };
    const BackwardPass all = [](std::span<const double> g, std::span<double> dx) {
        for (std::size_t j = 0; j < g.size(); ++j) dx[j] = 2 * g[j] / std::sqrt(12.0);
    };
    for (const BackwardPass& backward : {first, all}) {
        int below = 0;
        double squares = 0;
        constexpr int seeds = 500;
        for (int seed = 0; seed < seeds; ++seed) {
            const JacobianProbe found = probe_jacobian(
                nothing, backward, x, 1, {.probes = 4, .seed = static_cast<std::uint64_t>(seed)});
            below += found.at_most < 2 ? 1 : 0;
            squares += found.frobenius * found.frobenius / seeds;
        }
        CHECK(below <= 4);  // 0.5 expected
        CHECK(std::fabs(squares / 4 - 1) < 0.4);  // 6 standard errors
    }
}

TEST_CASE("inputs without a Jacobian are refused by name") {
    const auto refuses = [](const NormRule& rule, const std::vector<double>& x, double epsilon,
                            const std::string& what) {
        CHECK_THROWS_WITH_AS((void)norm_jacobian(rule, x, epsilon), doctest::Contains(what.c_str()),
                             InputError);
    };
    refuses(rms_norm, {}, 0, "at least one entry");
    refuses(rms_norm, {0, 0}, 0, "the divisor is 0");
    refuses(layer_norm, {3, 3, 3}, 0, "the divisor is 0");
    refuses(layer_norm, {3}, 0, "the divisor is 0");
    refuses({.centre = NormCentre::mean, .spread = NormSpread::std, .correction = 1}, {3}, 0,
            "divisor n - 1");
    refuses(rms_norm, {1, 2}, -1e-5, "epsilon must be >= 0");
    refuses(rms_norm, {1, std::nan("")}, 0, "finite");
    const std::vector<double> x{1, 2};
    CHECK_THROWS_AS((void)check_jacobian(rms_norm, x, 0, NormJacobian{}), InputError);
    const NormJacobian exact = norm_jacobian(rms_norm, x, 0);
    CHECK_THROWS_AS((void)check_jacobian(rms_norm, x, 0, exact, {.step = -1}), InputError);
    CHECK_THROWS_AS((void)check_jacobian(rms_norm, x, 0, exact, {.step = 1e-20}), InputError);
}
