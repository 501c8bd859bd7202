// What the series of special functions leave out, with so few terms that it is far above their rounding.

#include "tests/support/error_terms.hpp"
#include "core/ball/bessel.hpp"
#include "core/ball/hypergeometric.hpp"
#include "core/ball/series.hpp"

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

TEST_CASE("Tricomi's function by its alternating series") {
    const auto run = [] {
        return tricomi_u(Ball(0.5).at_precision(100), Ball(-60).at_precision(100),
                         Ball(0.125).at_precision(100));
    };
    const Ball exact = run();
    const Redesigned few_terms("ball.tricomi_u.bits", 0.15);
    sharp("ball.tricomi_u.rest", 0.5, run, exact);
}

TEST_CASE("the series of positive terms of 0F1") {
    // Terms become half as large with each step, at least: then the rest is as large as the last one.
    const auto run = [] {
        return hypergeometric_0f1(Ball(1000).at_precision(400), Ball(1e6).at_precision(400));
    };
    const Ball exact = run();
    const Redesigned few_terms("ball.hypergeometric_0f1.bits", 0.1);
    sharp("ball.hypergeometric_0f1.rest", 0.5, run, exact);
}

TEST_CASE("the series over odd factorials") {
    // The bound is a power of two that the first omitted term does not exceed; it is often much smaller.
    const Ball exact = odd_factorial_series(11, 400);
    const Redesigned few_terms("ball.odd_factorial_series.bits", 0.03);
    sharp(
        "ball.odd_factorial_series.rest", 0.08, [] { return odd_factorial_series(11, 200); }, exact);
}
