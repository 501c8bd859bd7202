// Decimals as printed: what is one, what its digits promise, and how a fraction becomes one again.

#include <doctest/doctest.h>

#include <string>

#include "judgement/decimal.hpp"

using namespace sigprop;

namespace {

Rational number(const std::string& text) { return Rational::from_decimal(text); }

std::string shown(const std::string& value, long last_place, std::size_t significant = 40,
                  Toward toward = Toward::zero) {
    return decimal_text(number(value), last_place, significant, toward);
}

}  // namespace

TEST_CASE("a decimal has its value, the place of its last digit, and a mark that says how precise it is") {
    struct Row {
        const char *text, *value;
        long last_place;
        bool has_mark;
    };
    const Row rows[] = {{"12", "12", 0, false},      {"0.30", "0.3", -2, true},
                        {"-.5", "-0.5", -1, true},   {"+5.", "5", 0, true},
                        {"1e3", "1000", 3, true},    {"1.50E-3", "0.0015", -5, true},
                        {"2.5e+2", "250", 1, true},  {"0e0", "0", 0, true},
                        {"1e05", "100000", 5, true}, {".5e3", "500", 2, true}};
    for (const Row& row : rows) {
        CAPTURE(row.text);
        const auto read = parse_decimal(row.text);
        REQUIRE(read);
        CHECK(read->value == number(row.value));
        CHECK(read->last_place == row.last_place);
        CHECK(read->has_mark == row.has_mark);
    }
}

TEST_CASE("what is no decimal is none, and the prefix says where it stops being one") {
    struct Row {
        const char* text;
        std::size_t prefix;
    };
    const Row rows[] = {{"", 0},      {".", 1},   {"+", 1},   {"-.", 2},  {"e5", 0},    {"+e5", 1},
                        {".e5", 1},   {"1e", 2},  {"1e+", 3}, {"1e-", 3}, {"1ex5", 2},  {"1e+-5", 3},
                        {"*5", 0},    {" 5", 0},  {"5 ", 1},  {"1,5", 1}, {"1.2.3", 3}, {"--5", 1},
                        {"5e1.5", 3}, {"0x1", 1}, {"1/2", 1}};
    for (const Row& row : rows) {
        CAPTURE(row.text);
        CHECK_FALSE(parse_decimal(row.text));
        CHECK(decimal_prefix(row.text) == row.prefix);
    }
    CHECK(decimal_prefix("-1.5E-3") == 7);
}

TEST_CASE("a decimal is limited in length and in its exponent") {
    CHECK(parse_decimal(std::string(max_decimal_length, '1')));
    CHECK_FALSE(parse_decimal(std::string(max_decimal_length + 1, '1')));
    CHECK(parse_decimal("1e100000")->last_place == 100'000);
    CHECK(parse_decimal("1e-100000")->last_place == -100'000);
    CHECK_FALSE(parse_decimal("1e100001"));
    CHECK_FALSE(parse_decimal("1e-100001"));
    CHECK_FALSE(parse_decimal("1e99999999999999999999"));
}

TEST_CASE("zeros are shown down to the last place, as far as the digits reach") {
    CHECK(shown("1.5", 0) == "1.5");
    CHECK(shown("1.5", -3) == "1.500");
    CHECK(shown("-1.5", -1) == "-1.5");
    CHECK(shown("20", -1) == "20.0");
    CHECK(shown("10", 0) == "10");
    CHECK(shown("150", 1) == "1.5e2");
    CHECK(shown("1000", 2) == "1.0e3");
    CHECK(shown("1000", 3) == "1e3");
    CHECK(shown("0.5", -1) == "0.5");
    CHECK(shown("0.05", -2) == "0.05");
    CHECK(shown("1.5", -100, 5) == "1.5000");
    CHECK(shown("3e25", 20) == "3.00000e25");
    CHECK(shown("1e-11", -11) == "0.00000000001");
    CHECK(shown("1e-12", -12) == "1e-12");
    CHECK(shown("1.5e-12", -13) == "1.5e-12");
}

TEST_CASE("zero has the places that were asked for, and no sign") {
    CHECK(shown("0", 0) == "0");
    CHECK(shown("0", 3) == "0");
    CHECK(shown("0", -2) == "0.00");
    CHECK(shown("-0.0", -1) == "0.0");
    CHECK(shown("0", -50) == "0e-50");
}

TEST_CASE("digits that are too many are rounded toward zero or to one side") {
    struct Row {
        const char* value;
        std::size_t significant;
        const char *below, *zero, *above;
    };
    const Row rows[] = {{"1.234", 3, "1.23", "1.23", "1.24"},
                        {"-1.234", 3, "-1.24", "-1.23", "-1.23"},
                        {"1.999", 2, "1.9", "1.9", "2.0"},
                        {"0.9995", 3, "0.999", "0.999", "1.00"},
                        {"1.2004", 4, "1.200", "1.200", "1.201"},
                        {"12345", 2, "1.2e4", "1.2e4", "1.3e4"},
                        {"1230000", 3, "1.23e6", "1.23e6", "1.23e6"},
                        {"1.23", 3, "1.23", "1.23", "1.23"}};
    for (const Row& row : rows) {
        CAPTURE(row.value);
        const long place = parse_decimal(row.zero)->last_place;
        CHECK(shown(row.value, place, row.significant, Toward::below) == row.below);
        CHECK(shown(row.value, place, row.significant, Toward::zero) == row.zero);
        CHECK(shown(row.value, place, row.significant, Toward::above) == row.above);
    }
}

TEST_CASE("the leading digit has its place") {
    CHECK(leading_place(number("1")) == 0);
    CHECK(leading_place(number("-9.99")) == 0);
    CHECK(leading_place(number("10")) == 1);
    CHECK(leading_place(number("0.05")) == -2);
    CHECK(leading_place(number("1e-90000")) == -90'000);
    CHECK(power_of_ten(-2) == number("0.01"));
}

TEST_CASE("the ball of a dyadic fraction is that fraction, whatever the bits") {
    const Rational near_one = Rational(1) + pow(Rational(2), -200);
    CHECK(ball_of(near_one, 10).is_exact());
    CHECK(ball_of(near_one).is_exact());
    const Ball tenth = ball_of(number("0.1"), 300);
    CHECK_FALSE(tenth.is_exact());
    CHECK(tenth.contains(number("0.1")));
    CHECK(tenth.radius_double() < 0x1p-300);
    // A stated number is held against a value at more bits than the value has.
    CHECK(bits_beside(tenth) > tenth.precision());
}
