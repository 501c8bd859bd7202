// The numbers that are allowed: what a range admits, what it cuts off, and how it is told.

#include <doctest/doctest.h>

#include "core/ball/number_range.hpp"

#include <array>
#include <sigprop/core/base/errors.hpp>

using namespace sigprop;

namespace {

struct Row {
    const char* range;
    const char* number;
    int admits;
};

Real number_of(const std::string& text) {
    if (text == "inf" || text == "-inf") return Real::infinity(text == "inf" ? 1 : -1);
    return Real(Rational::from_decimal(text));
}

}  // namespace

TEST_CASE("an end counts where its bracket is square, infinity included") {
    constexpr std::array rows = {
        Row{"(0, inf)", "0", -1},
        Row{"(0, inf)", "1e-300", 1},
        Row{"(0, inf)", "inf", -1},
        Row{"(0, inf]", "inf", 1},
        Row{"(0, inf]", "-inf", -1},
        Row{"[0, inf)", "0", 1},
        Row{"[0, inf)", "-1e-300", -1},
        Row{"[-1, 1]", "1", 1},
        Row{"[-1, 1)", "1", -1},
        Row{"[-1, 1]", "-1.0000000000000000000001", -1},
        Row{"[-inf, inf)", "-inf", 1},
        Row{"[-inf, inf)", "inf", -1},
        Row{"(-inf, inf)", "inf", -1},
        Row{"(-inf, inf)", "1e300", 1},
        Row{"[2, 2^63]", "9223372036854775808", 1},
        Row{"[2, 2^63]", "9223372036854775809", -1},
        Row{"(-inf, 0) or (0, inf)", "0", -1},
        Row{"(-inf, 0) or (0, inf)", "-2", 1},
        Row{"[-inf, inf]", "inf", 1},
    };
    for (const Row& row : rows) {
        CAPTURE(row.range);
        CAPTURE(row.number);
        CHECK(NumberRange(row.range).admits(number_of(row.number)) == row.admits);
    }
}

TEST_CASE("a number that is not separated from an end is not admitted") {
    const Real zero("z",
                    [](long bits) { return Ball(0).at_precision(bits).widened(Ball::power_of_two(-bits)); });
    CHECK(NumberRange("(0, inf)").admits(zero) == 0);
    CHECK(NumberRange("(-1, 1)").admits(zero) == 1);
    CHECK(NumberRange("(1, 2)").admits(zero) == -1);
}

TEST_CASE("of a ball all points count, or none, or it is not decided") {
    const NumberRange positive("(0, inf)");
    const auto ball = [](double a, double b) { return Ball::interval(Ball(a), Ball(b)).at_precision(64); };
    CHECK(positive.admits(ball(0.5, 1)) == 1);
    CHECK(positive.admits(ball(-1, -0.5)) == -1);
    CHECK(positive.admits(ball(-1, 1)) == 0);
    CHECK(positive.admits(Ball(0)) == -1);
    CHECK(NumberRange("[0, 1]").admits(Ball(0)) == 1);
    CHECK(NumberRange("(-inf, 0) or (0, inf)").admits(ball(-1, 1)) == 0);
    CHECK(positive.admits(Ball::indeterminate()) == 0);
    CHECK(NumberRange().admits(ball(-1, 1)) == 1);
}

TEST_CASE("an end of what is known to lie in a range moves to where the range ends") {
    const NumberRange share("[0, 1]");
    CHECK(share.moved_inside(Ball(-0.25)).to_double() == 0);
    CHECK(share.moved_inside(Ball(1.5)).to_double() == 1);
    CHECK(share.moved_inside(Ball(0.25)).to_double() == 0.25);
    CHECK(NumberRange("(0, inf)").moved_inside(Ball(1.5)).to_double() == 1.5);
    CHECK(NumberRange("(-inf, 0.5]").moved_inside(Ball(1.5)).to_double() == 0.5);
    CHECK(NumberRange().moved_inside(Ball(-0.25)).to_double() == -0.25);
    // Of two intervals it is not known in which one the number lies.
    CHECK(NumberRange("(-inf, 0) or (0, inf)").moved_inside(Ball(0)).to_double() == 0);
}

TEST_CASE("a range is told in words") {
    const Real one(1);
    CHECK(NumberRange("(0, inf)").demand(one) == "positive");
    CHECK(NumberRange("(0, inf)").demand(Real::infinity(1)) == "finite");
    CHECK(NumberRange("[0, inf)").demand(one) == "at least 0");
    CHECK(NumberRange("[0, 10^6]").demand(one) == "from 0 to 10^6");
    CHECK(NumberRange("[0, 1)").demand(one) == "in [0, 1)");
    CHECK(NumberRange("(-inf, 1)").demand(one) == "below 1");
    CHECK(NumberRange("(-inf, 0) or (0, inf)").demand(one) == "different from 0");
    CHECK(NumberRange("(0, inf)").remark() == "> 0");
    CHECK(NumberRange("[2, 2^63]").remark() == "2 to 2^63");
    CHECK(NumberRange("(-inf, inf)").remark() == "");
}

TEST_CASE("a text that is no range is refused") {
    for (const char* text :
         {"", "0, 1", "(0, 1", "(0; 1)", "(1, 0)", "(a, 1)", "[inf, 0]", "(0, 1) or", "(0, 1) (2, 3)"}) {
        CAPTURE(text);
        CHECK_THROWS_AS((void)NumberRange(text), InputError);
    }
}
