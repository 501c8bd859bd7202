#include <doctest/doctest.h>

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <sigprop/core/ball/rational.hpp>
#include <sigprop/core/base/errors.hpp>
#include <string>
#include <utility>

using sigprop::InputError;
using sigprop::Rational;

namespace {

Rational dec(std::string_view text) { return Rational::from_decimal(text); }

std::string message_of(auto&& action) {
    try {
        static_cast<void>(action());
    } catch (const InputError& error) {
        return error.what();
    }
    return "(no error)";
}

}  // namespace

TEST_CASE("decimal text is an exact fraction") {
    CHECK(dec("0.1").to_string() == "1/10");
    CHECK(dec("-1e-3").to_string() == "-1/1000");
    CHECK(dec("+.50").to_string() == "1/2");
    CHECK(dec("12.").to_string() == "12");
    CHECK(dec("1.5E+2").to_string() == "150");
    CHECK(dec("-0.0e7").to_string() == "0");
    CHECK(dec("000.000").sign() == 0);
    CHECK(dec("1e000000000000000000000000000002").to_string() == "100");
    CHECK(dec("0.3333333333333333333333333333333333333333").to_string() ==
          "3333333333333333333333333333333333333333/10000000000000000000000000000000000000000");
    CHECK(dec("0.1") != dec("0.1000000000000000055511151231257827"));
}

TEST_CASE("what is not decimal is refused") {
    for (const std::string text : {"",
                                   " 1",
                                   "1 ",
                                   "1_0",
                                   "1_",
                                   "0x1",
                                   "inf",
                                   "nan",
                                   "1e",
                                   "1e+",
                                   ".",
                                   "-",
                                   "+-1",
                                   "1.2.3",
                                   "1,5",
                                   "1/3",
                                   "e5",
                                   "--1",
                                   "1e5.",
                                   "\xe2\x88\x92"
                                   "1"}) {
        CAPTURE(text);
        CHECK_THROWS_AS(static_cast<void>(dec(text)), InputError);
    }
    CHECK(message_of([] { return dec("1\n2"); }) ==
          "'1?2' is not a decimal number: write digits such as 12, 0.5 or 1e-3");
}

TEST_CASE("exponents and sizes end where they are said to") {
    CHECK(dec("1e100000").bit_size() == 332193);
    CHECK(dec("1e-100000") < dec("1e-99999"));
    CHECK(message_of([] { return dec("1e100001"); }) == "the exponent of '1e100001' is beyond 100000");
    CHECK(message_of([] { return dec("1e-99999999999999999999"); }).ends_with("is beyond 100000"));
    CHECK(message_of([] { return dec(std::string(1'000'000, '7')); }).starts_with("exact number too large"));
    CHECK(message_of([] {
              return dec("0." + std::string(1'000'000, '0') + '1');
          }).starts_with("exact number too large"));
    CHECK(dec(std::string(1'000'000, '0') + "7") == 7);
}

TEST_CASE("arithmetic is that of fractions") {
    const Rational third = Rational(1) / 3;
    CHECK((third + dec("0.1")).to_string() == "13/30");
    CHECK((third - dec("0.1")).to_string() == "7/30");
    CHECK((third * -6).to_string() == "-2");
    CHECK((third / Rational(-6)).to_string() == "-1/18");
    CHECK((-third).to_string() == "-1/3");
    CHECK(pow(dec("1.5"), -3).to_string() == "8/27");
    CHECK(pow(dec("-0.5"), 3).to_string() == "-1/8");
    CHECK(pow(Rational(0), 0) == 1);
    CHECK(pow(Rational(-1), std::numeric_limits<std::int64_t>::min()) == 1);
    CHECK(pow(Rational(-1), std::numeric_limits<std::int64_t>::max()) == -1);
    CHECK(pow(Rational(0), std::numeric_limits<std::int64_t>::max()) == 0);
    CHECK(dec("0.1") + dec("0.2") == dec("0.3"));  // as doubles they differ
}

TEST_CASE("impossible and hopeless operations are refused at once") {
    CHECK(message_of([] { return Rational(1) / 0; }) == "division by zero");
    CHECK(message_of([] { return pow(Rational(0), -1); }) == "division by zero");
    const auto too_large = [](std::string_view what) {
        return "exact " + std::string(what) + " too large: it has more than 1000000 bits";
    };
    CHECK(message_of([] { return pow(Rational(2), 1'000'000); }) == too_large("power"));
    CHECK(message_of([] { return pow(Rational(3), std::numeric_limits<std::int64_t>::min()); }) ==
          too_large("power"));
    CHECK(message_of([] { return pow(dec("1e-100000"), 4); }) == too_large("power"));
    CHECK(pow(Rational(2), 999'999).bit_size() == 1'000'000);
    CHECK(pow(Rational(2), -999'999).bit_size() == 1'000'000);
    const Rational big = pow(Rational(2), 600'000);
    CHECK(message_of([&] { return big * big; }) == too_large("product"));
    CHECK(message_of([&] { return big / (Rational(1) / big); }) == too_large("quotient"));
    CHECK(message_of([&] { return Rational(1) / big + Rational(1) / (big + 1); }) == too_large("sum"));
    CHECK(message_of([&] { return Rational(1) / big - Rational(1) / (big + 1); }) == too_large("difference"));
}

TEST_CASE("values copy, move and compare") {
    Rational a = pow(Rational(7), 100);
    const Rational b = a;
    const Rational c = std::move(a);
    CHECK(b == c);
    a = c;
    a = *&a;
    CHECK(a == b);
    a = Rational(5);
    CHECK(a < b);
    CHECK(dec("-0.1") < dec("0.1"));
    CHECK(dec("0.33") < Rational(1) / 3);
    CHECK(Rational(1) / 3 <= dec("0.34"));
    CHECK(Rational(-3).sign() == -1);
    CHECK(Rational().sign() == 0);
    constexpr auto most = std::numeric_limits<std::int64_t>::max();
    CHECK(Rational(most).to_int64() == most);
    CHECK(!(Rational(most) + 1).to_int64());
    CHECK(!dec("0.5").to_int64());
    CHECK(dec("5e1").is_integer());
    CHECK(!dec("5e-1").is_integer());
}

TEST_CASE("the nearest double is the one the C library reads") {
    for (const std::string text :
         {"0.1", "1e308", "1.7976931348623157e308", "1.7976931348623158e308", "1.797693134862315808e308",
          "1e309", "1e-323", "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062329e-324",
          "1e-400", "2.2250738585072014e-308", "2.2250738585072011e-308", "9007199254740993",
          "9007199254740995", "9007199254740993.00000000000000000001", "18446744073709551615",
          "-123456.789e-200", "3.0000000000000000000000000001e-310"}) {
        CAPTURE(text);
        CHECK(dec(text).to_double() == std::strtod(text.c_str(), nullptr));
    }
    const Rational half_least = pow(Rational(2), -1075);
    CHECK(half_least.to_double() == 0.0);
    CHECK((half_least * (1 + pow(Rational(2), -300))).to_double() ==
          std::numeric_limits<double>::denorm_min());
    CHECK((Rational(1) / 3).to_double() == 1.0 / 3.0);
    CHECK((Rational(-2) / 3).to_double() == -2.0 / 3.0);
}

TEST_CASE("decimal text ends exactly when the denominator has only twos and fives") {
    CHECK(!(Rational(1) / 3).to_decimal());
    CHECK(!(Rational(1) / 30).to_decimal());
    const std::pair<std::string, std::string> rows[] = {
        {"0", "0"},
        {"-0.50", "-0.5"},
        {"1200", "1200"},
        {"1e20", "100000000000000000000"},
        {"1e21", "1e21"},
        {"1e-6", "0.000001"},
        {"1.5e-7", "1.5e-7"},
        {"-12.25", "-12.25"},
        {"1234567890123456789012.5", "1.2345678901234567890125e21"},
        {"2e-9", "2e-9"}};
    for (const auto& [text, expected] : rows) CHECK(dec(text).to_decimal() == expected);
    CHECK((Rational(1) / 1024).to_decimal() == "0.0009765625");
    CHECK(dec(pow(dec("0.2"), 500).to_decimal().value()) == pow(dec("0.2"), 500));
}
