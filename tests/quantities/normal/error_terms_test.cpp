// The error terms of order statistics, against the second largest of 10 numbers and the 1024th largest of
// 4096, as mpmath has them.

#include "tests/support/error_terms.hpp"
#include "quantities/normal/expected_order.hpp"

#include <sigprop/core/ball/rational.hpp>

using namespace sigprop;
using error_terms::Redesigned;
using error_terms::sharp;

namespace {

Ball number(const char* decimal) { return Ball::from_rational(Rational::from_decimal(decimal), 120); }

const Ball second_of_ten = number("1.00135704457581435853436408360");
const Ball upper_quarter = number("0.674834703741064324032428626205");

Ball by_integral() {
    const Answer value = order_by_integral({10, 2}, OrderIntegrand::mean, 60, Context());
    REQUIRE(value.status == Status::ok);
    return value.value;
}

Ball by_moments(const UpperOrder& order) {
    const Answer value = order_by_moments(order, 60, Context());
    REQUIRE(value.status == Status::ok);
    return value.value;
}

}  // namespace

TEST_CASE("an integral that ends too early") {
    // By Cauchy and Schwarz with the squares of all numbers, and by Chernoff: both far from attained.
    const Redesigned bits("normal.order_integral.tail_bits", 0.05);
    sharp("normal.order_integral.tails", 1e-3, by_integral, second_of_ten);
}

TEST_CASE("a polynomial of the first two terms") {
    const Redesigned length("normal.order_moments.length", 2.1 / 96);
    {
        // The second derivative is bounded where it is largest, at twice the quantile.
        sharp(
            "normal.order_moments.remainder", 0.05,
            [] {
                return by_moments({4096, 1024});
            },
            upper_quarter);
    }
    // Nothing is near the mean then, and all that is outside is bounded by the squares of all numbers.
    const Redesigned reach("normal.order_moments.reach", 1e-9);
    sharp(
        "normal.order_moments.outside", 1e-3,
        [] {
            return by_moments({10, 2});
        },
        second_of_ten);
}
