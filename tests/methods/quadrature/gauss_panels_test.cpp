// Panels of Gauss-Legendre rules hold integrals with closed forms, to the accuracy asked for and no further
// off.

#include "methods/quadrature/gauss_panels.hpp"

#include <doctest/doctest.h>

#include <sigprop/core/evidence/evidence.hpp>
#include "methods/quadrature/quadrature.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();
constexpr std::uint64_t budget = 1'000'000;

Ball fine(double value) { return Ball(value).at_precision(600); }

struct Row {
    Formula f;
    double lower, upper;
    Ball exact;
};

const std::vector<Row>& rows() {
    static const std::vector<Row> all = {
        {exp(x), -1, 2, exp(fine(2)) - exp(fine(-1))},
        {pow(x, 3) - 2 * x, -1, 3, fine(20 - 8)},
        {1 / (1 + pow(x, 2)), -5, 5, 2 * atan(fine(5))},
        {1 / (1 + 400 * pow(x, 2)), -5, 5, atan(fine(100)) / 10},  // poles at i/20: many panels
        {sigmoid(40 * x), -3, 3, fine(3)},
        {sin(30 * x), 0, 1, (1 - cos(fine(30))) / 30},
        {log(x), 0.5, 4, 4 * log(fine(4)) - log(fine(0.5)) / 2 - fine(3.5)},
    };
    return all;
}

std::optional<PanelIntegral> panels(const Row& row, long bits) {
    const Piece piece{row.lower, row.upper, row.f};
    return integrate_panels(piece, Law::uniform(row.lower, row.upper), 1, bits, budget, Context());
}

}  // namespace

TEST_CASE("integrals with closed forms lie in the enclosure, which is as narrow as asked") {
    for (const Row& row : rows()) {
        CAPTURE(row.f.text());
        for (const long bits : {20L, 64L, 130L, 400L}) {
            CAPTURE(bits);
            const auto found = panels(row, bits);
            REQUIRE(found.has_value());
            CHECK(found->value.contains(row.exact.midpoint()));
            CHECK(found->value.radius_double() < 64 * std::ldexp(1.0, static_cast<int>(-bits)));
            CHECK(found->evaluations > 8);
            // control: a number that differs by less than anybody would see in doubles
            if (bits >= 64) CHECK_FALSE(found->value.overlaps(row.exact + Ball::power_of_two(-bits + 8)));
        }
    }
}

TEST_CASE("a second integrand on the same panels uses kept nodes and is as right") {
    const Context context;
    for (const Formula& f : {pow(sigmoid(x), 2), pow(sigmoid(x), 3), pow(tanh(x), 2), pow(sigmoid(x), 2)}) {
        CAPTURE(f.text());
        const MeanProblem problem = examine(f, Law::normal(), context);
        const Ball one = arb_integral_mean(problem, 110, context).value;
        const Ball other = arb_trapezoid_mean(problem, 110, context).value;
        CHECK(one.overlaps(other));
        CHECK(one.accuracy_bits() > 95);
        CHECK_FALSE(one.overlaps(other + Ball::power_of_two(-95)));
    }
}

TEST_CASE("what panels cannot do is left to the adaptive integrator") {
    const Law law = Law::uniform(0, 1);
    CHECK_FALSE(integrate_panels({0, 1, sqrt(x)}, law, 1, 64, budget, Context()).has_value());
    CHECK_FALSE(integrate_panels({0, 1, exp(x)}, law, 1, 1000, budget, Context()).has_value());
    CHECK_FALSE(integrate_panels({0, 1, exp(x)}, law, 1, 64, 10, Context()).has_value());
    CHECK_FALSE(integrate_panels({0, 1, exp(x)}, law, 0, 64, budget, Context()).has_value());
    CHECK_FALSE(integrate_panels({-1, 1, 1 / x}, law, 1, 64, budget, Context()).has_value());
    const std::atomic<bool> stopped = true;
    Context interrupted;
    interrupted.cancelled = &stopped;
    CHECK_THROWS_AS((void)integrate_panels({0, 1, exp(x)}, law, 1, 64, budget, interrupted), Interrupted);
}

TEST_CASE("rules are no longer than half of the time left allows, and never shorter than eight nodes") {
    // sqrt(seconds / (4 bits 0.4 ns))
    CHECK(max_degree(10'000, 0.16) == 100);
    CHECK(max_degree(10'000, 0.64) == 200);
    CHECK(max_degree(40'000, 0.64) == 100);
    CHECK(max_degree(1'000, 1e9) == 560);
    CHECK(max_degree(101, 1e9) == 110);
    CHECK(max_degree(1'000, 0) == 8);
    CHECK(max_degree(1'000, -5) == 8);
    CHECK(max_degree(1, 0) == 8);
}

TEST_CASE("without a scale or a length there is nothing to integrate") {
    const Formula f = Formula::variable();
    const auto found = [&](const Ball& lower, const Ball& upper, double scale) {
        return integrate_panels({lower, upper, f}, Law::uniform(0, 1), scale, 53, 10'000, Context())
            .has_value();
    };
    CHECK(found(0, 1, 1));
    CHECK_FALSE(found(0, 1, 0));
    CHECK_FALSE(found(0, 1, -1));
    CHECK_FALSE(found(0, 1, std::nan("")));
    CHECK_FALSE(found(1, 1, 1));
    CHECK_FALSE(found(1, 0, 1));
    CHECK_FALSE(found(0, Ball::infinity(), 1));
}
