// Where a printed number goes wrong: a mark "|" is put before the digit, or nowhere.

#include <doctest/doctest.h>

#include <sigprop/core/ball/rational.hpp>

#include "judgement/first_wrong_digit.hpp"

using namespace sigprop;

namespace {

Ball exactly(const std::string& decimal, long bits = 300) {
    return Ball::from_rational(Rational::from_decimal(decimal), bits);
}

std::string marked(const Stated& stated, const Ball& value) {
    std::string text = stated.text();
    if (const auto at = first_wrong_digit(stated, value)) text.insert(*at, "|");
    return text;
}

std::string rounded(const std::string& text, const std::string& value) {
    return marked(Stated(text), exactly(value));
}
std::string truncated(const std::string& text, const std::string& value) {
    return marked(Stated(StatedTerms{.text = text, .convention = "truncated"}), exactly(value));
}
std::string of_type(const std::string& text, const std::string& dtype, const std::string& value) {
    return marked(Stated(StatedTerms{.text = text, .dtype = dtype}), exactly(value));
}
std::string error(const std::string& text, const Ball& value) {
    return relative_error(Stated(text), value).value_or("none");
}

}  // namespace

TEST_CASE("the first digit that differs") {
    CHECK(rounded("0.95311164380491208", "0.96196182800821354017610") == "0.9|5311164380491208");
    CHECK(rounded("1.7015043497085571", "1.7009262433633331") == "1.70|15043497085571");
    CHECK(rounded("0.841", "0.849") == "0.84|1");  // both begin with 0.84, though not half a unit apart
    CHECK(rounded("0.8796", "0.97962") == "0.|8796");
    CHECK(rounded("1.25", "2.25") == "|1.25");
    CHECK(rounded("123.45", "128.45") == "12|3.45");
    CHECK(rounded("0.00512", "0.00712") == "0.00|512");
    CHECK(rounded("0.775", "1") == "0.|775");  // an exact value
}

TEST_CASE("the last digit, rounded or cut off the other way") {
    CHECK(rounded("0.87962", "0.879625661") == "0.8796|2");
    CHECK(rounded("0.87963", "0.879625661") == "0.87963");  // the control: nothing is wrong
    CHECK(truncated("0.87963", "0.879625661") == "0.8796|3");
    CHECK(truncated("0.87962", "0.879625661") == "0.87962");
    CHECK(rounded("0.87962566103423979", "0.87962566103423975041") == "0.8796256610342397|9");
    CHECK(rounded("0.87962", "0.8796244") == "0.87962");  // nearly half of a unit is still rounded down
    CHECK(rounded("-0.87963", "-0.879625661") == "-0.87963");
    CHECK(rounded("-0.87962", "-0.879625661") == "-0.8796|2");
    CHECK(truncated("0.87963", "0.8796299999") == "0.8796|3");  // however near
}

TEST_CASE("a carry leaves the leading digits right") {
    CHECK(rounded("0.99999", "1.00001") == "0.9999|9");
    CHECK(rounded("1.00001", "0.99999") == "1.0000|1");
    CHECK(rounded("0.8349", "0.8351") == "0.834|9");
    CHECK(rounded("0.99", "1.02") == "0.9|9");
    CHECK(rounded("0.98", "1.02") == "0.9|8");
    CHECK(rounded("0.96", "1.00") == "0.9|6");
    CHECK(rounded("0.95", "1.00") == "0.|95");  // half a unit of the first digit is no longer right
    CHECK(rounded("0.9", "1.6") == "|0.9");     // more than half a unit: no carry
    CHECK(truncated("1.00000", "0.999996") == "1.0000|0");
}

TEST_CASE("signs, magnitudes, exponents, zero") {
    CHECK(rounded("-0.28209", "0.28209479") == "|-0.28209");
    CHECK(rounded("0.28209", "-0.28209479") == "|0.28209");
    CHECK(rounded("-0.28309", "-0.28209479") == "-0.28|309");
    CHECK(rounded("0.05", "50.0") == "|0.05");
    CHECK(rounded("50.0", "0.05") == "|50.0");
    CHECK(rounded("9.5311e-1", "0.96196") == "9.|5311e-1");
    CHECK(rounded("4.9067E-198", "4.9167139e-198") == "4.9|067E-198");
    CHECK(rounded("12e3", "12600.0") == "1|2e3");
    CHECK(rounded(".5", "0.7") == ".|5");
    CHECK(rounded("0.10", "0.0") == "0.|10");
    CHECK(rounded("0.00", "0.25") == "0.|00");
}

TEST_CASE("digits past a type's precision are not blamed, and digits that are too few are not wrong") {
    CHECK(of_type("0.87962566103423968", "float64", "0.87962566103423975041") == "0.879625661034239|68");
    CHECK(of_type("1.5939117670059204", "float32", "1.5925374197228314") == "1.59|39117670059204");
    CHECK(of_type("0.87962577", "float32", "0.87962566103423975") == "0.879625|77");
    CHECK(of_type("0.8796", "float64", "0.87962566103423975") == "0.8796");
    CHECK(of_type("0.8799", "float16", "0.87962566") == "0.879|9");
}

TEST_CASE("nothing for what has no digits, or no value near enough to see") {
    const Ball value = exactly("0.5");
    CHECK_FALSE(first_wrong_digit(Stated(StatedTerms{.text = "0.4", .bound = "upper"}), value));
    CHECK_FALSE(first_wrong_digit(Stated(StatedTerms{.text = "0.6", .bound = "lower"}), value));
    CHECK_FALSE(first_wrong_digit(Stated("1/3"), value));
    CHECK_FALSE(first_wrong_digit(Stated("none"), value));
    CHECK_FALSE(first_wrong_digit(Stated("0.4"), Ball::indeterminate()));
    CHECK(rounded("1e-90000", "0.25").find('|') == 0);  // far apart, and still immediate
    const std::string sevens = "0." + std::string(1000, '7');
    CHECK(first_wrong_digit(Stated(sevens + "1"), exactly(sevens + "4", 4000)) == 1002);
    CHECK_FALSE(first_wrong_digit(Stated(sevens + "1"), exactly(sevens + "4", 300)));
    CHECK_FALSE(first_wrong_digit(Stated("-" + sevens + "1"), exactly("-" + sevens + "4", 300)));
}

TEST_CASE(
    "a wide enclosure proves some digits, and blames only what differs from those before the last of them") {
    const auto near = [](const std::string& text, const std::string& value) {
        return marked(Stated(text), exactly(value).widened(Ball(1e-5)));
    };
    // 0.7712 is proved of the value, its last digit only to within one
    CHECK(near("0.7782345", "0.7712345") == "0.77|82345");
    CHECK(near("0.8782345", "0.7712345") == "0.|8782345");
    CHECK(near("0.7713999", "0.7712345") == "0.7713999");
    CHECK(near("0.7710000", "0.7718000") == "0.7710000");
    // the digits up to the last proved one agree, though the numbers differ by more than half of its unit
    CHECK(near("0.7719999", "0.7711000") == "0.7719999");
    CHECK(near("0.7719999", "0.7720001") == "0.7719999");  // a carry
    // of a value near zero even the sign is open, but not that there is nothing before the last place
    CHECK(marked(Stated("0.10"), Ball(0).widened(Ball(1e-30))) == "0.|10");
    CHECK_FALSE(first_wrong_digit(Stated("0.4"), Ball::interval(exactly("0.5"), exactly("1.5"))));
}

TEST_CASE("the relative error, of its sign, in three digits") {
    CHECK(error("0.95311164380491208", exactly("0.96196182800821354")) == "-0.00920");
    CHECK(error("1.6765", exactly("1.53353044119553523")) == "0.0932");
    CHECK(error("-2.0", exactly("-1.0")) == "-1");
    CHECK(error("0.5000001", exactly("0.5")) == "2.00e-7");
    CHECK(error("0.5", exactly("0.0")) == "none");
    CHECK(error("1/3", exactly("0.5")) == "none");
    CHECK(error("none", exactly("0.5")) == "none");
    CHECK(error("0.5", Ball::infinity()) == "none");
    CHECK(relative_error(Stated("1/4"), exactly("0.5"), exactly("0.25")) == "-0.5");
    CHECK_FALSE(relative_error(Stated("1/4"), exactly("0.5"), Ball::indeterminate()));
    CHECK(error("0.5", Ball::interval(exactly("0.4"), exactly("0.5"))) == "none");  // its sign is not proved
}
