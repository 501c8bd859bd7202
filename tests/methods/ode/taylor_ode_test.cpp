// The verified integrator and its witnesses on equations whose solutions are known.

#include <doctest/doctest.h>

#include "methods/ode/ode_estimates.hpp"
#include "methods/ode/taylor_ode.hpp"

#include <array>
#include <cmath>

#include "methods/mean/gsl.hpp"
#include "methods/mean/mean.hpp"

using namespace sigprop;

namespace {

constexpr long bits = 200;
Ball at(double x) { return Ball(x).at_precision(bits); }

struct Row {
    const char* name;
    CubicOde ode;
    double from, value, x;
    Ball expected;
};

std::vector<Row> rows() {
    return {
        {"y' = y", {1, 0, {0, 1, 0, 0}}, 0, 1, 3, exp(at(3))},
        {"y' = y, to the left", {1, 0, {0, 1, 0, 0}}, 0, 1, -30, exp(at(-30))},
        {"y' = -y", {1, 0, {0, -1, 0, 0}}, 0, 1, 40, exp(at(-40))},
        {"y' = 1 + y^2", {1, 0, {1, 0, 1, 0}}, 0, 0, 1.5, sin(at(1.5)) / cos(at(1.5))},
        {"y' = 1 - y^2", {1, 0, {1, 0, -1, 0}}, 0, 0, -20, tanh(at(-20))},
        {"y' = x y", {0, 1, {0, 1, 0, 0}}, 1, 1, -2, exp(at(1.5))},
        {"y' = (2 + x) y^2", {2, 1, {0, 0, 1, 0}}, 0, -1, 2, at(-1) / 7},
        {"y' = -x y^3", {0, 1, {0, 0, 0, -1}}, 0, 1, 3, 1 / sqrt(at(10))},
        {"y' = 1", {1, 0, {1, 0, 0, 0}}, 0, 0, 8, at(8)},
        {"y' = y, where it begins", {1, 0, {0, 1, 0, 0}}, 1, 2, 1, at(2)},
        {"y' = 1, no farther than a double reaches", {1, 0, {1, 0, 0, 0}}, 0, 0, 1e-322, at(1e-322)},
        {"y' = y, from zero", {1, 0, {0, 1, 0, 0}}, 0, 0, 8, at(0)},
    };
}

OdeRate rate_of(const CubicOde& ode) {
    std::array<double, 4> p{};
    for (std::size_t k = 0; k < 4; ++k) p[k] = ode.p[k].to_double();
    return [p, a = ode.a.to_double(), b = ode.b.to_double()](double x, double y) {
        return (a + b * x) * (p[0] + y * (p[1] + y * (p[2] + y * p[3])));
    };
}

}  // namespace

TEST_CASE("initial value problems: an enclosure with the digits, and estimates that cover their error") {
    for (const Row& row : rows()) {
        CAPTURE(row.name);
        const Answer y = taylor_solution(row.ode, at(row.from), at(row.value), at(row.x), bits, Context{});
        REQUIRE(y.status == Status::ok);
        CHECK(y.value.overlaps(row.expected));
        CHECK(((y.value - row.expected).magnitude() - row.expected.magnitude() * Ball::power_of_two(-130))
                  .is_nonpositive());
        std::vector<Answer> estimates = {odeint_solution(rate_of(row.ode), row.from, row.value, row.x)};
        if (gsl_is_available())
            estimates.push_back(gsl_odeiv2_solution(rate_of(row.ode), row.from, row.value, row.x));
        for (const Answer& estimate : estimates) {
            REQUIRE(estimate.status == Status::ok);
            CHECK(estimate.value.overlaps(row.expected));
            CHECK(estimate.value.radius_double() < 1e-7 * (1 + std::fabs(row.expected.to_double())));
        }
    }
    const Answer y = taylor_solution({1, 0, {0, 1, 0, 0}}, at(0), at(1), at(3), bits, Context{});
    CHECK_FALSE(y.value.overlaps(exp(at(3)) * (at(1) + Ball::power_of_two(-150))));  // control
}

TEST_CASE("ends that are no binary fractions, and steps that are one") {
    const Ball third = Ball(1).at_precision(bits) / 3;
    const Answer y = taylor_solution({1, 0, {0, 1, 0, 0}}, -third, exp(-third), third, bits, Context{});
    REQUIRE(y.status == Status::ok);
    CHECK(y.value.overlaps(exp(third)));
    CHECK(y.value.accuracy_bits() > 180);
    CHECK(taylor_solution({1, 0, {0, 1, 0, 0}}, at(1), at(2), at(1), bits, Context{}).value.exact_integer() ==
          2);
}

TEST_CASE("no ball holds a solution across its pole; a budget that is spent says so") {
    const CubicOde tangent = {1, 0, {1, 0, 1, 0}};
    const Answer beyond = taylor_solution(tangent, at(0), at(0), at(2), 60, Context{});
    CHECK(beyond.status == Status::unable);
    CHECK(beyond.reason.find("near x = 1.57") != std::string::npos);
    Context poor;
    poor.budget = 100;
    CHECK(taylor_solution({1, 0, {1, 0, -1, 0}}, at(0), at(0), at(1e6), 60, poor).reason.find("budget") !=
          std::string::npos);
    const OdeRate pole = [](double, double y) { return 1 + y * y; };
    CHECK(odeint_solution(pole, 0, 0, HUGE_VAL).status == Status::unable);
}

TEST_CASE("a solution that rises and falls: its rounding is that of its largest values") {
    // y = size (x - x^2): the stages are right up to rounding, and two runs may make the same steps.
    for (const double size : {3e5 / 7, 1e6 / 3, 1e6}) {
        const OdeRate rate = [size](double x, double) { return size * (1 - 2 * x); };
        std::vector<Answer> estimates = {odeint_solution(rate, 0, 0, 1)};
        if (gsl_is_available()) estimates.push_back(gsl_odeiv2_solution(rate, 0, 0, 1));
        for (const Answer& estimate : estimates) {
            REQUIRE(estimate.status == Status::ok);
            CHECK(estimate.value.contains(Ball(0)));
            CHECK(estimate.value.radius_double() >= 0x1p-41 * size / 4);
            CHECK(estimate.value.radius_double() < 1e-9 * size);
        }
    }
}

TEST_CASE(
    "the remainder of a step has a sign: solutions that fall, by polynomials of even and of odd degree") {
    // tanh(x + 1)^-1 falls from above to 1, with derivatives of both signs.
    const Ball start = 1 / tanh(at(1));
    const Ball end = 1 / tanh(at(4));
    for (const long goal : {40L, 43L, 46L, 49L, 120L, 123L}) {
        CAPTURE(goal);
        const Answer decay = taylor_solution({1, 0, {0, -1, 0, 0}}, at(0), at(1), at(3), goal, Context{});
        REQUIRE(decay.status == Status::ok);
        CHECK(decay.value.overlaps(exp(at(-3))));
        const Answer above = taylor_solution({1, 0, {1, 0, -1, 0}}, at(0), start, at(3), goal, Context{});
        REQUIRE(above.status == Status::ok);
        CHECK(above.value.overlaps(end));
        CHECK_FALSE(above.value.contains(Ball(1)));
    }
}
