// The error terms of order statistics: 1.0013570445758143585… of 10 numbers, and the second largest of few.

#include "tests/support/error_terms.hpp"
#include "quantities/normal/expected_order.hpp"

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

const Ball second_of_ten =
    Ball::from_rational(Rational::from_decimal("1.00135704457581435853436408360"), 120);

Ball by_integral() {
    const Answer value = order_by_integral({10, 2}, OrderIntegrand::mean, 60, Context());
    REQUIRE(value.status == Status::ok);
    return value.value;
}

Ball by_moments() {
    const Answer value = order_by_moments({10, 2}, 60, Context());
    REQUIRE(value.status == Status::ok);
    return value.value;
}

}  // namespace

TEST_CASE("an integral that ends too early") {
    // By Cauchy and Schwarz with all squares, and by Chernoff: both far from attained.
    const Redesigned bits("normal.order_integral.tail_bits", 0.05);
    sharp("normal.order_integral.tails", 0.02, by_integral, second_of_ten);
}

TEST_CASE("a polynomial of two terms") {
    const Redesigned length("normal.order_moments.length", 2.0 / 96);
    {
        // The second derivative is bounded where it is largest, far from the mean.
        sharp("normal.order_moments.remainder", 1e-6, by_moments, second_of_ten);
    }
    // The mass is near its mean, and nothing outside: the bound of what is there is that of all squares.
    const Redesigned reach("normal.order_moments.reach", 1e-9);
    sharp("normal.order_moments.outside", 1e-3, by_moments, second_of_ten);
}
