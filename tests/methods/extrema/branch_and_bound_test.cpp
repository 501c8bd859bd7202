// Branch and bound where the parts of a function nearly cancel, so that the values of its parts say little.

#include <doctest/doctest.h>

#include "methods/extrema/supremum.hpp"

using namespace sigprop;

TEST_CASE("a difference of functions far larger than it takes few boxes, and its supremum is enclosed") {
    const Formula x = Formula::variable();
    const Formula bump = exp(-pow(x - 1, 2)) / 10000;
    Context context;
    context.budget = 8000;  // the values of the parts alone would take 64,000 boxes
    const Answer found = supremum_of_magnitude(tanh(x) + bump - tanh(x), 60, context);
    REQUIRE(found.status == Status::ok);
    const Ball height = Ball(1).at_precision(200) / 10000;
    CHECK(found.value.contains(height));
    CHECK(found.value.accuracy_bits() >= 40);
    CHECK_FALSE(found.value.contains(height * (1 + Ball::power_of_two(-30))));
}

TEST_CASE("two peaks, the higher of which is narrow and between the first values that are looked at") {
    const Formula x = Formula::variable();
    const Formula low = exp(-pow(x, 2)), high = 1.25 * exp(-pow(40 * (x - 2.3), 2));
    const Answer found = supremum_of_magnitude(tanh(3 * x) + low + high - tanh(3 * x), 60, {});
    REQUIRE(found.status == Status::ok);
    CHECK(found.value.lower_double() > 1.25);
    CHECK(found.value.upper_double() < 1.2551);  // 1.25 + e^(-2.3^2) = 1.2550...
}
