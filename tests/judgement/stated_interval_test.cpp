// The interval of a stated number, where the number is an expression, and where its ends are hard to print.

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/judgement/stated.hpp>
#include <string>

using namespace sigprop;

namespace {

const std::string root = "sqrt(2)";  // any expression: its value is given beside it

/// The ends of the interval around an expression with this value, as doubles: "0.375 0.625", "- 1" without a
/// lower one; empty without an interval.
std::string around(StatedTerms terms, const Ball& value) {
    const auto interval = Stated(std::move(terms)).interval(128, &value);
    if (!interval) return {};
    const auto shown = [](const std::optional<Limit>& limit) {
        if (!limit) return std::string("-");
        const std::string text = std::to_string(limit->at.to_double());
        return text.substr(0, text.find_last_not_of('0') + 1) + (limit->inside ? "" : ")");
    };
    return shown(interval->lower) + " " + shown(interval->upper);
}

std::string ends(const Stated& stated) {
    return stated.lower_text().value_or("-inf") + " " + stated.upper_text().value_or("inf");
}
std::string ends(StatedTerms terms) { return ends(Stated(std::move(terms))); }

}  // namespace

TEST_CASE("an expression has the interval of its convention around its value") {
    CHECK(around({.text = root, .tolerance = "0.125"}, Ball(0.5)) == "0.375 0.625");
    CHECK(around({.text = root, .relative_tolerance = "0.25"}, Ball(-0.5)) == "-0.625 -0.375");
    CHECK(around({.text = root, .standard_error = "0.0625"}, Ball(0.5)) == "0.125 0.875");
    CHECK(around({.text = root, .factor = "2", .says = Says::about}, Ball(0.5)) == "0.25 1.");
    CHECK(around({.text = root, .factor = "2", .says = Says::about}, Ball(-0.5)) == "-1. -0.25");
    CHECK(around({.text = root, .bound = "upper"}, Ball(0.5)) == "- 0.5");
    CHECK(around({.text = root, .bound = "lower"}, Ball(0.5)) == "0.5 -");
    CHECK(around({.text = root}, Ball(0.5)) == "0.5 0.5");
    CHECK(around({.text = root, .says = Says::about}, Ball(0.5)).empty());
    CHECK(around({.text = root, .says = Says::recommends}, Ball(0.5)).empty());
    // float16 has steps of 2^-4 from 64 to 128, and of 2^-5 below
    CHECK(around({.text = root, .dtype = "float16", .ulps = 4}, Ball(65.0)) == "64.75 65.25");
    CHECK(around({.text = root, .dtype = "float16"}, Ball(65.0)) == "64.96875 65.03125");
    CHECK(around({.text = root, .dtype = "float16"}, Ball(-65.0625)) == "-65.09375) -65.03125)");
    CHECK(around({.text = root, .dtype = "float16"}, Ball(0)) == "-0. 0.");
    CHECK(around({.text = root, .dtype = "float16"}, Ball(1e9)) == "65520. -");
    CHECK(around({.text = root, .dtype = "float16"}, Ball(-1e9)) == "- -65520.");
}

TEST_CASE("an expression whose value is not known well enough has no interval") {
    for (const StatedTerms& terms :
         {StatedTerms{.text = root, .tolerance = "0.125"}, StatedTerms{.text = root, .dtype = "float16"},
          StatedTerms{.text = root, .dtype = "float16", .ulps = 4},
          StatedTerms{.text = root, .bound = "upper"}}) {
        CHECK(around(terms, Ball::indeterminate()).empty());
        CHECK_FALSE(Stated(terms).interval(128, nullptr));
        CHECK_FALSE(Stated(terms).lower_text());
        CHECK_FALSE(Stated(terms).upper_text());
    }
    const auto near = [](double value) { return Ball(value).widened(Ball(1e-9)); };
    CHECK(around({.text = root, .dtype = "float16"}, near(1.5 + 0x1p-11)).empty());  // a tie
    CHECK(around({.text = root, .dtype = "float16", .ulps = 4}, near(1.5 + 0x1p-11)).empty());
    // A power of two has other units below than above; another number of the type has the same.
    CHECK(around({.text = root, .dtype = "float16", .ulps = 4}, near(1)).empty());
    CHECK(around({.text = root, .dtype = "float16", .ulps = 4}, near(1.5)) == "1.496094 1.503906");
    CHECK(around({.text = root, .dtype = "float16", .ulps = 4}, Ball(1e9)).empty());
}

TEST_CASE("a number that is not judged has no interval, which would hold any value") {
    CHECK_FALSE(Stated(StatedTerms{.text = "1.0", .says = Says::about}).interval(128, nullptr));
    CHECK_FALSE(Stated(StatedTerms{.text = "1.0", .says = Says::recommends}).interval(128, nullptr));
}

TEST_CASE("units in the last place are those of the numbers between which the stated one lies") {
    const auto of_float16 = [](const std::string& text) {
        return ends({.text = text, .dtype = "float16", .ulps = 4});
    };
    CHECK(of_float16("1.0009") == "0.99699375 1.00480625");  // just below the number after a power of two
    CHECK(of_float16("0") == "-0.0000002384185791015625 0.0000002384185791015625");
    CHECK(ends({.text = "65519", .dtype = "float16", .ulps = 1}) == "65487 65551");
}

TEST_CASE("all printed digits are shown, and of the ties of a type forty") {
    const std::string fifty = "0.12345678901234567890123456789012345678901234567890";
    CHECK(ends(Stated(fifty)) == fifty.substr(0, 50) + "895 " + fifty.substr(0, 50) + "905");
    CHECK(ends({.text = fifty, .tolerance = "1e-50"}) ==
          fifty.substr(0, 50) + "89 " + fifty.substr(0, 50) + "91");
    CHECK(ends({.text = "0.1000000000000000055511151231257827021181583404541015625", .dtype = "float64"}) ==
          "0.09999999999999999861222121921855432447046 0.1000000000000000124900090270330110797659");
    // Zeros that were printed say how precise a decimal is, and nothing of a type.
    CHECK(ends({.text = "1.00000000000000", .dtype = "float16"}) == "0.999755859375 1.00048828125");
    CHECK(ends({.text = "1.00000000000000", .dtype = "float16", .ulps = 4}) == "0.99609375 1.00390625");
    CHECK(ends({.text = "0", .convention = "exact"}) == "0 0");
    CHECK(ends({.text = "10", .convention = "exact"}) == "10 10");
    CHECK(ends({.text = "-65519", .dtype = "float16"}) == "-65520 -65488");
    CHECK(ends({.text = "-1e9", .dtype = "float16"}) == "-inf -65520");
    CHECK(ends({.text = "1.0", .says = Says::about}) == "-inf inf");
    CHECK(ends(Stated("sqrt(2)")) == "-inf inf");
}

TEST_CASE("a control beside the last number of a type, or of no type") {
    const auto altered = [](StatedTerms terms, int direction) {
        const auto other = Stated(std::move(terms)).altered(direction);
        return other ? other->text() : "none";
    };
    const auto of_float16 = [&](const std::string& text, int direction) {
        return altered({.text = text, .dtype = "float16"}, direction);
    };
    CHECK(of_float16("0", 1) == "5.9604644775390625e-8");
    CHECK(of_float16("0", -1) == "none");
    CHECK(of_float16("6e-8", -1) == "0");
    CHECK(of_float16("65504", 1) == "none");
    CHECK(of_float16("65504", -1) == "65472");
    CHECK(of_float16("1e9", 1) == "none");
    CHECK(altered({.text = "0.50", .convention = "truncated"}, 1) == "0.51");
    CHECK(altered({.text = "1", .convention = "exact"}, -1) == "0");
    CHECK(altered({.text = "0.01", .convention = "exact"}, -1) == "0.00");
    CHECK(altered({.text = "1.0", .tolerance = "0.1"}, 1) == "none");
    CHECK(altered({.text = "1.0", .bound = "upper"}, 1) == "none");
    CHECK(altered({.text = "1/2"}, 1) == "none");
    CHECK(altered({.text = "none"}, 1) == "none");
}

TEST_CASE("a literal betrays a type when it is that number to half of a unit of its last digit") {
    const auto betrayed = [](const std::string& text, double value) {
        return Stated(text).dtype_of_literal(Ball(value));
    };
    // 0.50048828125 and 0.50439453125 are numbers of float16
    CHECK(betrayed("0.5004882812", 0.5003) == Dtype::float16);
    CHECK(betrayed("0.50048", 0.5003) == std::nullopt);
    CHECK(betrayed("0.504395", 0.5044) == Dtype::float16);
    CHECK(betrayed("0.504394", 0.5044) == std::nullopt);
    CHECK(betrayed("-0.504395", -0.5044) == Dtype::float16);
    CHECK(betrayed("-0.504395", 0.5044) == std::nullopt);
    CHECK(betrayed("0.0", 0) == std::nullopt);  // every type has it
    CHECK(betrayed("1/2", 0) == std::nullopt);
    CHECK(betrayed("none", 0) == std::nullopt);
    // what is infinite in a type is none of its numbers, though 65536 stands where infinity begins
    CHECK(betrayed("65536.0", 70000) == std::nullopt);
}
