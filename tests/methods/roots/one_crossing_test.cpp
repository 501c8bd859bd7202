// A root between two signs, also where the slope there is tiny; what has the wrong signs or no value is not a
// root.

#include "methods/roots/one_crossing.hpp"

#include <doctest/doctest.h>

using namespace sigprop;

namespace {

/// The root of a function of balls, with a radius of 10^-digits added to its values.
Answer root(const std::function<Ball(const Ball&)>& f, double low, double high, int sign, long digits) {
    const auto value = [&](const Ball& s, long wanted) -> Answer {
        const long bits = Context::bits_for(wanted) + 128;
        return f(s.at_precision(bits)).widened(pow(Ball(10).at_precision(64), -wanted));
    };
    return one_crossing({value, low, high, sign}, digits, Context());
}

}  // namespace

TEST_CASE("roots that are known") {
    for (const long digits : {5L, 30L, 200L}) {
        CAPTURE(digits);
        const long bits = Context::bits_for(digits) + 64;
        const Answer two = root([](const Ball& s) { return pow(s, 2) - 2; }, 1, 2, -1, digits);
        REQUIRE(two.status == Status::ok);
        CHECK(two.value.contains(sqrt(Ball(2).at_precision(bits))));
        CHECK(has_digits(two.value, digits));
        const Answer falls = root([](const Ball& s) { return 1 - exp(s) / 3; }, 0.5, 4, 1, digits);
        REQUIRE(falls.status == Status::ok);
        CHECK(falls.value.contains(log(Ball(3).at_precision(bits))));
        CHECK_FALSE(falls.value.contains(Ball(1.0986)));
        // (s - 1e-6) 1e-12: the values say nothing until many digits are asked for
        const Answer flat = root([](const Ball& s) { return s / 1000000000000 - Ball::power_of_two(-60); },
                                 0x1p-30, 1, -1, digits);
        REQUIRE(flat.status == Status::ok);
        CHECK(flat.value.contains(1000000000000 * Ball::power_of_two(-60)));
    }
}

TEST_CASE("no root is claimed where the signs are others, or are never decided") {
    const auto square = [](const Ball& s) { return pow(s, 2) - 2; };
    CHECK(root(square, 1, 2, 1, 10).status == Status::unable);
    CHECK(root(square, 2, 3, -1, 10).status == Status::unable);
    CHECK(root([](const Ball& s) { return (s - s).widened(Ball(1)); }, 1, 2, 1, 10).status == Status::unable);
    const auto nowhere = [](const Ball&, long) -> Answer { return {Status::domain, "no value"}; };
    const Answer none = one_crossing({nowhere, 1, 2, 1}, 10, Context());
    CHECK(none.status == Status::domain);
    CHECK(none.reason == "no value");
}
