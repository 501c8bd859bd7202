#include <sigprop/models/gradient_check/jacobian_probe.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tests/support/norm_passes.hpp"

using namespace sigprop;
using namespace sigprop::test;

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
    const BackwardPass errors[] = {first, all};
    for (const BackwardPass& backward : errors) {
        int below = 0, estimates_below = 0, eighths_below = 0;
        double squares = 0;
        constexpr int seeds = 500;
        for (int seed = 0; seed < seeds; ++seed) {
            const JacobianProbe found = probe_jacobian(
                nothing, backward, x, 1, {.probes = 4, .seed = static_cast<std::uint64_t>(seed)});
            below += found.at_most < 2 ? 1 : 0;
            estimates_below += found.frobenius < 2 ? 1 : 0;
            eighths_below += found.at_most / 8 < 2 ? 1 : 0;
            squares += found.frobenius * found.frobenius / seeds;
        }
        CHECK(below <= 4);  // 0.5 expected
        // Numbers that are not bounds fail often: the estimate, and for rank one an eighth of the bound.
        CHECK(estimates_below > 200);
        if (&backward == &errors[0]) CHECK(eighths_below > 20);
        CHECK(std::fabs(squares / 4 - 1) < 0.4);  // 6 standard errors
    }
}

TEST_CASE("errors of rank one hide best among those whose distribution is known") {
    // Equal singular values: for two of them g^T E v has Laplace's law, for infinitely many a normal one.
    for (double t = 1.0 / 64; t <= 1; t += 1.0 / 64) {
        const double rank_one = normal_product_cdf(t);
        CHECK(rank_one > -std::expm1(-std::sqrt(2) * t));
        CHECK(rank_one > std::erf(t / std::sqrt(2)));
    }
    CHECK(normal_product_cdf(2) < -std::expm1(-std::sqrt(2) * 2));  // this is why t stops at 1
}
