#include "methods/derivatives/finite_difference.hpp"

#include <doctest/doctest.h>

#include <boost/math/differentiation/finite_difference.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <vector>

#include "methods/derivatives/dual_derivative.hpp"
#include "tests/methods/derivatives/derivative_cases.hpp"

using namespace sigprop;
using test::derivative_case;
using test::DerivativeCase;

namespace {

struct Scheme {
    std::string name;
    std::function<DerivativeEstimate(const DerivativeCase&)> run;
    double digits;  ///< digits of |f'| + |f| / scale in all cases; 0 where the case gives the step
};

const std::vector<Scheme>& schemes() {
    static const std::vector<Scheme> all{
        {"central, some step", [](const DerivativeCase& c) { return central_difference(c, c.point, c.step); },
         0},
        {"forward, some step", [](const DerivativeCase& c) { return forward_difference(c, c.point, c.step); },
         0},
        {"central", [](const DerivativeCase& c) { return central_difference(c, c.point); }, 0},
        {"richardson", [](const DerivativeCase& c) { return richardson_difference(c, c.point); }, 11},
        {"complex step", [](const DerivativeCase& c) { return complex_step_derivative(c, c.point); }, 13},
        {"dual", [](const DerivativeCase& c) { return dual_derivative(c, c.point); }, 13},
    };
    return all;
}

struct Coverage {
    int covered = 0, covered_by_tenth = 0;
    double worst = 0;  ///< relative error
};

Coverage coverage(const Scheme& scheme, std::uint64_t cases) {
    Coverage found;
    for (std::uint64_t i = 0; i < cases; ++i) {
        const DerivativeCase c = derivative_case(i);
        const Ball exact = c.exact();
        const DerivativeEstimate estimate = scheme.run(c);
        const double error = std::fabs((Ball(estimate.value) - exact).to_double());
        found.covered += error <= estimate.error ? 1 : 0;
        found.covered_by_tenth += error <= estimate.error / 10 ? 1 : 0;
        const double size = std::fabs(exact.to_double()) + std::fabs(c(c.point)) / c.scale;
        if (error > 0) found.worst = std::fmax(found.worst, error / std::fmax(size, c.size / c.scale * 1e-3));
    }
    return found;
}

void check_coverage(const Scheme& scheme, std::uint64_t cases) {
    const Coverage found = coverage(scheme, cases);
    CAPTURE(scheme.name);
    CAPTURE(found.covered);
    CHECK(found.covered >= 99 * cases / 100);
    CHECK(found.covered_by_tenth < 99 * cases / 100);
    if (scheme.digits > 0) CHECK(found.worst <= std::pow(10.0, -scheme.digits));
}

}  // namespace

TEST_CASE("error estimates cover the true error in 99 % of random cases, and a tenth of them do not") {
    for (const Scheme& scheme : schemes()) check_coverage(scheme, 2000);
}

// The estimate covers 9,996 of them (central, at some step), 10,000 (forward), 9,993 (central), 10,000
// (Richardson), 9,995 (complex step), 9,996 (dual numbers).
TEST_SUITE("slow") {
    TEST_CASE("error estimates cover the true error in 99 % of 10^4 random cases") {
        for (const Scheme& scheme : schemes()) check_coverage(scheme, 10000);
    }
}

TEST_CASE("Boost's differences and complex steps agree, where its step fits") {
    using boost::math::differentiation::complex_step_derivative;
    using boost::math::differentiation::finite_difference_derivative;
    int near = 0;
    for (std::uint64_t i = 0; i < 1000; ++i) {
        const DerivativeCase c = derivative_case(i, false);
        double boost_error = 0;
        const double boost =
            finite_difference_derivative<DerivativeCase, double, 8>(c, c.point, &boost_error);
        const DerivativeEstimate ours = richardson_difference(c, c.point);
        near += std::fabs(ours.value - boost) <= ours.error + 10 * boost_error ? 1 : 0;
        const double by_step = complex_step_derivative(c, c.point);
        const DerivativeEstimate complex_step = sigprop::complex_step_derivative(c, c.point);
        CHECK(std::fabs(complex_step.value - by_step) <= 3 * complex_step.error + 1e-14 * std::fabs(by_step));
    }
    CHECK(near >= 990);
}

TEST_CASE("functions that deceive: their errors are not small") {
    const auto gaussian = [](double x) { return std::exp(-1e4 * x * x) + x; };  // straight for |x| > 1/50
    const DerivativeEstimate narrow = richardson_difference(gaussian, 0.005);
    CHECK(std::fabs(narrow.value - (1 - 100 * std::exp(-0.25))) <= narrow.error);
    CHECK(narrow.error < 1e-8);
    const auto wave = [](double x) { return std::sin(2 * 3.14159265358979323846 * x); };
    CHECK(std::fabs(richardson_difference(wave, 0).value - 2 * 3.14159265358979323846) < 1e-11);
    const auto kink = [](double x) { return std::fabs(x) + x; };  // slopes 0 and 2, every difference 1
    CHECK(richardson_difference(kink, 0).error > 0.5);
    CHECK(dual_derivative([](const Dual& x) { return abs(x); }, 0).error > 0.5);
    CHECK(richardson_difference(kink, 0.7).error < 1e-12);
    const auto modulus = [](const std::complex<double>& z) { return std::complex<double>(std::abs(z)); };
    CHECK(complex_step_derivative(modulus, 1).error > 0.5);  // not analytic
    const auto undefined = [](double x) { return x > 0 ? std::log(x) : std::nan(""); };
    const DerivativeEstimate near_edge = richardson_difference(undefined, 1e-3);
    CHECK(std::fabs(near_edge.value - 1000) <= near_edge.error);
    CHECK(near_edge.error < 1e-7);
    const DerivativeEstimate none = richardson_difference(undefined, -1);
    CHECK(std::isnan(none.value));
    CHECK(none.error == std::numeric_limits<double>::infinity());
}

TEST_CASE("Richardson's extrapolation looks as far as its largest step, and no farther") {
    const auto farthest_point = [](double x, const RichardsonOptions& options) {
        double farthest = 0;
        const auto f = [&](double u) {
            farthest = std::fmax(farthest, std::fabs(u - x));
            return std::exp(u / 100);
        };
        (void)richardson_difference(f, x, options);
        return farthest;
    };
    CHECK(farthest_point(0.5, {}) > 5.6);
    CHECK(farthest_point(0.5, {}) < 5.7);
    CHECK(farthest_point(-100, {}) > 560);
    CHECK(farthest_point(-100, {}) < 570);
    CHECK(farthest_point(0.5, {.largest_step = 0.125}) == 0.125);
}

TEST_CASE("what cannot be differenced is refused") {
    const auto f = [](double x) { return x; };
    const double nan = std::nan("");
    CHECK_THROWS_WITH_AS((void)central_difference(f, nan), "the point of a derivative must be finite",
                         InputError);
    CHECK_THROWS_AS((void)forward_difference(f, 1, -1), InputError);
    CHECK_THROWS_WITH_AS((void)central_difference(f, 1, 1e-17),
                         "the step of a difference is lost in the rounding of its point: give a larger step",
                         InputError);
    CHECK_THROWS_WITH_AS((void)central_difference(f, 1, 0), "the step of a difference must be above 0",
                         InputError);
    CHECK_THROWS_AS((void)complex_step_derivative([](auto z) { return z; }, 1, 0), InputError);
    CHECK_THROWS_AS((void)richardson_difference(f, 1, {.largest_step = nan}), InputError);
    CHECK_THROWS_AS((void)richardson_difference(f, 1, {.largest_step = 0}), InputError);
    CHECK_THROWS_WITH_AS((void)richardson_difference(f, 1, {.largest_step = 0x1p-53}),
                         "the step of a difference is lost in the rounding of its point: give a larger step",
                         InputError);
    CHECK_THROWS_AS((void)richardson_difference(f, 1, {.levels = 2}), InputError);
    CHECK_THROWS_AS((void)complex_step_derivative([](auto z) { return z; }, 1, -1), InputError);
    CHECK_THROWS_AS((void)dual_derivative([](const Dual& x) { return x; }, nan), InputError);
}
