// Sums, products, quotients and roots of twice a double's precision against balls of 300 bits.

#include "core/base/two_doubles.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/core/ball/ball.hpp>

#include "tests/support/core_samples.hpp"

using namespace sigprop;

namespace {

constexpr long bits = 300;

Ball exact(const TwoDoubles& x) { return Ball(x.high).at_precision(bits) + Ball(x.low); }

/// Log2 of the error of x relative to the value; -infinity where they are equal.
double error_exponent(const TwoDoubles& x, const Ball& value) {
    const Ball error = abs(exact(x) - value);
    return std::log2((error / abs(value)).upper_double());
}

/// A positive number with a low part of any size up to half a unit of its high part.
TwoDoubles draw(test::Dice& dice, int max_exponent) {
    const double high = std::ldexp(dice.uniform(1, 2), dice.between(-max_exponent, max_exponent));
    const double part = dice.uniform(-1, 1);
    return TwoDoubles::sum(high, high * std::ldexp(part, -54 - dice.below(60)));
}

/// The largest error exponent of an operation on such numbers; the second operand has either sign.
template <class Operation>
double worst(const Operation& operation, int max_exponent) {
    test::Dice dice(5);
    double most = -HUGE_VAL;
    for (int i = 0; i < 4000; ++i) {
        const TwoDoubles a = draw(dice, max_exponent);
        const TwoDoubles b = i % 2 == 0 ? draw(dice, max_exponent) : -draw(dice, max_exponent);
        most = std::fmax(most, error_exponent(operation(a, b), operation(exact(a), exact(b))));
    }
    return most;
}

}  // namespace

TEST_CASE("every operation keeps what is promised, near 1 and for very large and small numbers") {
    for (const int size : {1, 8, 240}) {
        CAPTURE(size);
        const auto check = [&](const char* name, const auto& operation, double promised) {
            CAPTURE(name);
            const double most = worst(operation, size);
            CHECK(most <= promised);
            CHECK(most > promised - 12);  // the numbers drawn come near the promised limit
        };
        check(
            "a + b", [](const auto& a, const auto& b) { return a + b; }, -100);
        check(
            "a - b", [](const auto& a, const auto& b) { return a - b; }, -100);
        check(
            "a b", [](const auto& a, const auto& b) { return a * b; }, -100);
        check(
            "a / b", [](const auto& a, const auto& b) { return a / b; }, -98);
        check(
            "sqrt(a)", [](const auto& a, const auto&) { return sqrt(a); }, -98);
    }
}

TEST_CASE("a sum that cancels has its digits too") {
    test::Dice dice(6);
    for (int i = 0; i < 4000; ++i) {
        const TwoDoubles a = draw(dice, 8);
        const TwoDoubles b = -(a * TwoDoubles(1 + std::ldexp(dice.uniform(-1, 1), -dice.below(100))));
        const Ball sum = exact(a) + exact(b);
        if (sum.contains_zero()) {
            CHECK((a + b).to_double() == 0);
        } else {
            CHECK(error_exponent(a + b, sum) <= -100);
        }
    }
}

TEST_CASE("two doubles hold the sum and the product of two, and round to the nearest one") {
    test::Dice dice(7);
    for (int i = 0; i < 4000; ++i) {
        const double a = draw(dice, 240).high;
        const double b = -draw(dice, 240).high;
        CHECK((exact(TwoDoubles::sum(a, b)) - (Ball(a).at_precision(600) + Ball(b))).contains_zero());
        CHECK((exact(TwoDoubles::product(a, b)) - Ball(a).at_precision(bits) * Ball(b)).is_exact());
        CHECK((exact(TwoDoubles::product(a, b)) - Ball(a).at_precision(bits) * Ball(b)).contains_zero());
        const TwoDoubles quotient = TwoDoubles(a) / TwoDoubles(3.0);
        CHECK(nearest_double(quotient) == quotient.high);
        CHECK(nearest_double(quotient) == (Ball(a).at_precision(bits) / 3).to_double());
    }
    CHECK(std::isnan(sqrt(TwoDoubles(-1.0)).to_double()));
    CHECK(sqrt(TwoDoubles(0.0)).to_double() == 0);
}
