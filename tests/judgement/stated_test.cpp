#include <doctest/doctest.h>

#include <cmath>
#include <optional>
#include <sigprop/judgement/stated.hpp>
#include <string>
#include <vector>

using sigprop::Ball;
using sigprop::Convention;
using sigprop::Dtype;
using sigprop::Stated;
using sigprop::StatedTerms;

namespace {

Stated with_convention(const std::string& text, const std::string& convention) {
    return Stated(StatedTerms{.text = text, .convention = convention});
}

Stated with_dtype(const std::string& text, const std::string& dtype) {
    return Stated(StatedTerms{.text = text, .dtype = dtype});
}

std::string ends(const Stated& stated) {
    return stated.lower_text().value_or("-inf") + " " + stated.upper_text().value_or("inf");
}

/// Whether an exact double lies in the stated interval, with its ends in or out as stated.
bool admits(const Stated& stated, const Ball& v) {
    const auto interval = stated.interval(200, nullptr);
    REQUIRE(interval);
    const auto fits = [](const Ball& margin, bool inside) {
        return inside ? margin.is_nonnegative() : margin.is_positive();
    };
    return (!interval->lower || fits(v - interval->lower->at, interval->lower->inside)) &&
           (!interval->upper || fits(interval->upper->at - v, interval->upper->inside));
}

}  // namespace

TEST_CASE("the printed digits are the tolerance") {
    CHECK(ends(Stated("0.7737413")) == "0.77374125 0.77374135");
    CHECK(ends(with_convention("0.7737413", "truncated")) == "0.7737413 0.7737414");
    CHECK(ends(with_convention("0.2933790", "truncated")) == "0.2933790 0.2933791");
    CHECK(ends(with_convention("-0.5", "truncated")) == "-0.6 -0.5");
    CHECK(ends(with_convention("0.00", "truncated")) == "-0.01 0.01");
    CHECK(ends(with_convention("2", "exact")) == "2 2");
    CHECK(ends(Stated("0.0")) == "-0.05 0.05");
    CHECK(ends(Stated("-1.50")) == "-1.505 -1.495");
    CHECK(ends(Stated("1e3")) == "5e2 1.5e3");
    CHECK(ends(Stated("4.9067e-198")) == "4.90665e-198 4.90675e-198");
    CHECK(ends(Stated("5.")) == "4.5 5.5");
    CHECK(ends(Stated(".5")) == "0.45 0.55");
    CHECK(ends(Stated(StatedTerms{.text = "3", .bound = "upper"})) == "-inf 3");
    CHECK(ends(Stated(StatedTerms{.text = "3", .bound = "lower"})) == "3 inf");
    CHECK(ends(Stated(StatedTerms{.text = "0.81", .tolerance = "1e-3"})) == "0.809 0.811");
    CHECK(ends(Stated(StatedTerms{.text = "-200", .relative_tolerance = "1e-2"})) == "-202 -198");
    CHECK(ends(Stated(StatedTerms{.text = "1", .standard_error = "1e-4"})) == "0.9994 1.0006");
    CHECK(ends(Stated(StatedTerms{.text = "1", .dtype = "float16", .ulps = 4})) == "0.99609375 1.00390625");
    // below a power of two the units are those below it, although the number rounds to the power
    CHECK(ends(Stated(StatedTerms{.text = "0.9999", .dtype = "float16", .ulps = 4})) ==
          "0.997946875 1.001853125");
    CHECK(ends(Stated(StatedTerms{.text = "-0.9999", .dtype = "float16", .ulps = 4})) ==
          "-1.001853125 -0.997946875");
    CHECK(ends(Stated("none")) == "-inf inf");
    CHECK(ends(with_dtype("0.1", "float64")) ==  // 40 digits of 56, outward
          "0.09999999999999999861222121921855432447046 0.1000000000000000124900090270330110797659");
    CHECK(Stated("none").is_none());
}

TEST_CASE("conventions say themselves") {
    CHECK(Stated("1.0").convention_text() == "rounded");
    CHECK(with_convention("1.0", "truncated").convention_text() == "truncated");
    CHECK(with_convention("1", "exact").convention_text() == "exact");
    CHECK(with_dtype("1", "bfloat16").convention_text() == "bfloat16");
    CHECK(with_dtype("1", "bfloat16").dtype() == Dtype::bfloat16);
    CHECK(Stated("1.0").dtype() == std::nullopt);
    CHECK(Stated(StatedTerms{.text = "1", .bound = "upper"}).convention_text() == "upper bound");
    CHECK(Stated(StatedTerms{.text = "1", .bound = "lower"}).convention_text() == "lower bound");
    CHECK(Stated(StatedTerms{.text = "1", .factor = "2", .says = sigprop::Says::about}).convention_text() ==
          "factor 2");
    CHECK(Stated("sqrt(2)").convention() == Convention::exact);
    CHECK(Stated("sqrt(2)").is_expression());
    CHECK(Stated(StatedTerms{.text = "1", .tolerance = "1e-6"}).convention_text() == "tolerance 1e-6");
    CHECK(Stated(StatedTerms{.text = "1", .dtype = "float32", .ulps = 4}).convention_text() ==
          "4 ulps of float32");
    CHECK(Stated("none").convention_text() == "none");
}

TEST_CASE("ends of an interval belong to it or not") {
    const Stated rounded("0.5");  // [0.45, 0.55]; the dyadic ends of 0.25 -> [0.245, 0.255] are not exact
    CHECK(admits(rounded, Ball(0.5)));
    CHECK(admits(Stated("12.0"), Ball(12.0)));
    CHECK(admits(Stated("1e0"), Ball(1.5)));
    CHECK(admits(Stated("1e0"), Ball(0.5)));
    CHECK_FALSE(admits(Stated("1e0"), Ball(std::nextafter(1.5, 2.0))));
    const Stated truncated = with_convention("1e0", "truncated");
    CHECK(admits(truncated, Ball(1.0)));
    CHECK(admits(truncated, Ball(std::nextafter(2.0, 1.0))));
    CHECK_FALSE(admits(truncated, Ball(2.0)));
    CHECK_FALSE(admits(with_convention("0e0", "truncated"), Ball(-1.0)));
    CHECK_FALSE(admits(with_convention("0e0", "truncated"), Ball(1.0)));
    CHECK(admits(with_convention("-1e0", "truncated"), Ball(-1.0)));
    CHECK_FALSE(admits(with_convention("-1e0", "truncated"), Ball(-2.0)));
}

TEST_CASE("a dtype is the set that rounds to one of its numbers") {
    // 1 has an even significand, so both its ties belong to it; those of its neighbour do not.
    CHECK(admits(with_dtype("1", "float16"), Ball(1 + std::ldexp(1, -11))));
    CHECK(admits(with_dtype("1", "float16"), Ball(1 - std::ldexp(1, -12))));
    CHECK_FALSE(admits(with_dtype("1", "float16"), Ball(1 - std::ldexp(1.0001, -12))));
    CHECK_FALSE(admits(with_dtype("1.0009765625", "float16"), Ball(1 + std::ldexp(1, -11))));
    CHECK(admits(with_dtype("1.00048828125", "float16"), Ball(1)));  // the literal is the tie itself
    CHECK_FALSE(admits(with_dtype("1.00048828126", "float16"), Ball(1)));
    CHECK(admits(with_dtype("0.1", "float32"), Ball(static_cast<double>(0.1F))));
    CHECK_FALSE(admits(with_dtype("0.1", "float64"), Ball(static_cast<double>(0.1F))));
    CHECK(admits(with_dtype("-0.1", "float64"), Ball(-0.1)));
    CHECK_FALSE(admits(with_dtype("-0.1", "float64"), Ball(0.1)));
    CHECK_FALSE(admits(with_dtype("-0.1", "float64"), Ball(std::nextafter(-0.1, 0.0))));
    CHECK_FALSE(admits(with_dtype("-0.1", "float64"), Ball(std::nextafter(-0.1, -1.0))));
    CHECK(admits(with_dtype("3.14", "bfloat16"), Ball(3.140625)));
    // Subnormals: multiples of 2^-24 for float16; half of the smallest is a tie and rounds to zero.
    CHECK(admits(with_dtype("6e-8", "float16"), Ball(std::ldexp(1, -24))));
    CHECK(admits(with_dtype("0", "float16"), Ball(std::ldexp(-1, -25))));
    CHECK_FALSE(admits(with_dtype("0", "float16"), Ball(std::ldexp(1.0001, -25))));
    CHECK_FALSE(admits(with_dtype("0", "float16"), Ball(std::ldexp(-1.0001, -25))));
    CHECK(admits(with_dtype("4.9e-324", "float64"), Ball(std::ldexp(1, -1074))));
    CHECK_FALSE(admits(with_dtype("2.4703e-324", "float64"), Ball(std::ldexp(1, -1074))));
    // Overflow begins halfway past the largest number, and that tie is even: 65520 is infinite.
    CHECK(ends(with_dtype("65520", "float16")) == "65520 inf");
    CHECK(ends(with_dtype("65519", "float16")) == "65488 65520");
    CHECK_FALSE(admits(with_dtype("65519", "float16"), Ball(65520)));
    CHECK(admits(with_dtype("-1e9", "float16"), Ball(-65520)));
    CHECK(ends(with_dtype("-1e400", "float64")).substr(0, 5) == "-inf ");
}

TEST_CASE("rounding to float32 and float64 agrees with the hardware") {
    for (int i = 0; i < 400; ++i) {
        const double x = std::ldexp(1 + i * 0.0137, (i * 37) % 290 - 160);
        char digits[64];
        std::snprintf(digits, sizeof digits, "%.30e", x);
        const auto single = static_cast<double>(static_cast<float>(x));
        INFO(digits);
        CHECK((std::isinf(single) || admits(with_dtype(digits, "float32"), Ball(single))));
        CHECK(admits(with_dtype(digits, "float64"), Ball(x)));
        CHECK_FALSE(admits(with_dtype(digits, "float64"), Ball(std::nextafter(x, 2 * x))));
    }
}

TEST_CASE("a control differs in the last printed digit") {
    CHECK(Stated("0.7737413").altered(1)->text() == "0.7737414");
    CHECK(Stated("0.09").altered(1)->text() == "0.10");
    CHECK_FALSE(Stated("22022222e+99997").altered(1).has_value());  // 2.2e100004 is not read
    CHECK(Stated("4.9067e-198").altered(-1)->text() == "4.9066e-198");
    CHECK(Stated("9e3").altered(1)->text() == "1.0e4");
    CHECK(Stated("5.").altered(1)->text() == "6e0");
    CHECK(with_convention("0", "exact").altered(-1)->text() == "-1");
    CHECK(with_dtype("1", "float16").altered(-1)->text() == "0.99951171875");
    CHECK(with_dtype("-1", "float16").altered(-1)->text() == "-1.0009765625");
    CHECK_FALSE(Stated("none").altered(1));
}

TEST_CASE("a literal betrays the type it was printed from") {
    const Ball v = Ball(std::ldexp(1, -1)) + Ball(std::ldexp(1, -60));  // 0.5 + 8.7e-19
    CHECK(Stated("0.50000000000000000000").dtype_of_literal(v) == Dtype::float64);
    CHECK(Stated("0.50024414").dtype_of_literal(Ball(0.5003)) == std::nullopt);
    CHECK(Stated("0.50048828").dtype_of_literal(Ball(0.5003)) == Dtype::float16);
    CHECK(Stated("0.5005").dtype_of_literal(Ball(-0.5003)) == std::nullopt);
}
