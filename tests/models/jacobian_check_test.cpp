#include "models/jacobian_check.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <sigprop/core/errors.hpp>
#include <sigprop/models/norm_layer.hpp>
#include <string>

#include "models/norm_passes.hpp"
#include "models/norm_sums.hpp"
#include "unit/every_target.hpp"

using namespace sigprop;
using namespace sigprop::test;

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

TEST_CASE(
    "exact and dual-number Jacobians agree to 4 units in the last place of the largest entry there can be") {
    for (const NormLayer& layer : norm_layers()) {
        CAPTURE(std::string(layer.name));
        const std::vector<double> x = input(77);
        NormRule rule = layer.rule;
        if (rule.leading > 0) rule.leading = 5;
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
        const std::vector<double> x = input(500, mean, 1);
        const NormJacobian exact = norm_jacobian(layer_norm, x, 0);
        const JacobianCheck found = check_jacobian(layer_norm, x, 0, exact);
        CHECK_MESSAGE(found.agrees(), found.largest, " of ", found.tolerance);
        CHECK(found.tolerance < 1e-16 * mean + 1e-9);
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
        on_every_target([&] { same(1); });
        same(3);
    }
}

TEST_CASE("a pass with one entry replaced is a pass over that input; the fused check is the plain one") {
    const std::vector<double> x = input(77);
    for (const NormRule& rule : {rms_norm, layer_norm}) {
        const NormSums sums(rule, x, 1e-5);
        for (const std::size_t j : {0UL, 31UL, 76UL}) {
            std::vector<double> moved = x;
            moved[j] = 5;
            const NormGroup<double> there(rule, moved, 1e-5);
            const NormSums::Pass pass = sums.pass_with(j, sums.t_at(5));
            for (std::size_t i = 0; i < x.size(); ++i) {
                const double y = (sums.t_at(moved[i]) - pass.shift) / pass.divisor;
                CHECK(std::fabs(y - there.output(i)) < 1e-14);
            }
        }
        const NormJacobian claim = norm_jacobian(rule, x, 1e-5);
        const NormGroup<double> group(rule, x, 1e-5);
        const auto column = [&](std::size_t j, std::span<double> to) {
            for (std::size_t i = 0; i < to.size(); ++i) to[i] = group.jacobian(i, j);
        };
        const auto broken = [&](std::size_t j, std::span<double> to) {
            column(j, to);
            if (j == 5) to[9] = std::nan("");
        };
        const JacobianCheck none = check_jacobian(forward_of(rule, 1e-5), broken, x, sums.length());
        CHECK(none.largest == std::numeric_limits<double>::infinity());
        CHECK(none.row == 9);
        CHECK(none.column == 5);
        const JacobianCheck fused = check_jacobian(rule, x, 1e-5, claim);
        const JacobianCheck plain = check_jacobian(forward_of(rule, 1e-5), column, x, sums.length());
        CHECK(fused.step == plain.step);
        CHECK(plain.agrees());
        CHECK(std::fabs(fused.largest - plain.largest) < plain.tolerance);
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
