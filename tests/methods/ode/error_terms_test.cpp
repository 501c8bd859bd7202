// The error terms of the Taylor method on y' = y.

#include "tests/support/error_terms.hpp"
#include "methods/ode/taylor_ode.hpp"

using namespace sigprop;
using error_terms::sharp;

namespace {

/// The solution at x from y(0) = value, of order 8.
Ball solution(const Ball& value, double x) {
    const Answer y = taylor_solution({1, 0, {0, 1, 0, 0}}, Ball(0), value, Ball(x), 2, Context());
    REQUIRE(y.status == Status::ok);
    return y.value;
}

}  // namespace

TEST_CASE("the remainder of one step of order 8") {
    const auto run = [] { return solution(Ball(1), 0.1); };
    sharp("ode.taylor.remainder", 0.5, run, exp(Ball(0.1).at_precision(300)));
}

TEST_CASE("the start is only known to lie between 0.75 and 1.25: so is the end, e^x as far apart") {
    const auto run = [] { return solution(Ball::interval(Ball(0.75), Ball(1.25)), 0.1); };
    sharp("ode.taylor.inherited", 0.5, run, Ball(1.25) * exp(Ball(0.1).at_precision(300)));
}
