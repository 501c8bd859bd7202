#include <sigprop/models/gradient_check/jacobian_check.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <sigprop/models/normalization/layer.hpp>
#include <sigprop/models/normalization/normalization.hpp>
#include <string>

#include "tests/support/norm_passes.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

/// pRMSNorm's rule with statistics over two of five entries.
NormRule rule_of(const NormLayer& layer, std::size_t count) {
    NormRule rule = layer.rule;
    if (layer.takes_share) rule.leading = partial_rms_count(count, 0.4);
    return rule;
}

}  // namespace

TEST_CASE("exact Jacobians of every layer agree with differences of its forward pass") {
    for (const NormLayer& layer : norm_layers()) {
        CAPTURE(std::string(layer.name));
        for (const std::size_t count : {5UL, 32UL, 77UL, 1100UL}) {
            CAPTURE(count);
            const NormRule rule = rule_of(layer, count);
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

TEST_CASE(
    "exact and dual-number Jacobians agree to 4 units in the last place of the largest entry there can be") {
    for (const NormLayer& layer : norm_layers()) {
        CAPTURE(std::string(layer.name));
        const std::vector<double> x = input(77);
        const NormRule rule = rule_of(layer, x.size());
        const NormGroup<double> exact(rule, x, 1e-5);
        const double largest = 1 / exact.statistics().divisor;
        const double ulp = std::nextafter(largest, 2 * largest) - largest;
        double worst = 0;
        double altered = 0;  // by 16 units
        for (std::size_t j = 0; j < x.size(); ++j) {
            std::vector<Dual> along(x.begin(), x.end());
            along[j].slope = 1;
            const NormGroup<Dual> moved(rule, along, Dual(1e-5));
            for (std::size_t i = 0; i < x.size(); ++i) {
                const double entry = exact.jacobian(i, j);
                const double slope = moved.output(i).slope;
                worst = std::fmax(worst, std::fabs(slope - entry) / ulp);
                altered = std::fmax(altered, std::fabs(slope - entry * (1 + 0x1p-48)) / ulp);
            }
        }
        CHECK(worst <= 4);
        CHECK(altered > 4);
    }
}

TEST_CASE("entries far from 0: a mean of 10^8 standard deviations") {
    for (const double mean : {1e4, 1e8}) {
        for (const NormRule& rule : {layer_norm, mean_range}) {
            const std::vector<double> x = input(500, mean, 1);
            const NormJacobian exact = norm_jacobian(rule, x, 0);
            const JacobianCheck found = check_jacobian(rule, x, 0, exact);
            CHECK_MESSAGE(found.agrees(), found.largest, " of ", found.tolerance);
            CHECK(found.tolerance < 1e-16 * mean + 1e-9);
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

TEST_CASE("mistakes planted in other rules: the mean's share dropped, an extreme's slope, one entry") {
    const std::vector<double> x = input(100);
    NormJacobian wrong = norm_jacobian(layer_norm, x, 1e-3);
    for (double& one : wrong.constant) one = 0;
    const JacobianCheck without = check_jacobian(layer_norm, x, 1e-3, wrong);
    const double r = divisor(layer_norm, x, 1e-3);
    CHECK(!without.agrees());
    CHECK(without.frobenius == doctest::Approx(1 / r).epsilon(1e-6));  // |1 1^T|_F / (d r)
    CHECK(without.largest == doctest::Approx(1 / (100 * r)).epsilon(1e-3));
    for (const NormRule& rule : {min_max, partial_rms}) {
        const NormJacobian exact = norm_jacobian(rule, x, 0);
        CHECK(check_jacobian(rule, x, 0, exact).agrees());
        wrong = exact;
        wrong.diagonal[41] += 1e-6;
        const JacobianCheck one = check_jacobian(rule, x, 0, wrong);
        CHECK(!one.agrees());
        CHECK(one.row == 41);
        CHECK(one.column == 41);
        CHECK(one.largest == doctest::Approx(1e-6).epsilon(1e-3));
    }
    const std::size_t lowest = norm_statistics<double>(min_max, x, 0).lowest;
    wrong = norm_jacobian(min_max, x, 0);
    wrong.constant[lowest] = 0;
    const JacobianCheck forgotten = check_jacobian(min_max, x, 0, wrong);
    CHECK(!forgotten.agrees());
    CHECK(forgotten.column == lowest);
    CHECK(forgotten.frobenius == doctest::Approx(10 / divisor(min_max, x, 0)).epsilon(1e-6));
}
