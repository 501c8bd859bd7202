// The gamma function and its relatives in balls, against mpmath at 40 digits.

#include <doctest/doctest.h>

#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/ball/rational.hpp>
#include <string>

#include "core/ball/complex_ball.hpp"

using namespace sigprop;

namespace {

Ball decimal(const std::string& text) {
    const Ball x = Ball::from_rational(Rational::from_decimal(text), 200);
    return x.widened(max(abs(x), 1) * pow(Ball(10).at_precision(200), -38));
}

/// Whether the ball contains the value to 100 bits.
bool is(const Ball& x, const std::string& value) {
    const Ball reference = decimal(value);
    return x.overlaps(reference) && x.accuracy_bits() > 100 &&
           !x.overlaps(reference + max(abs(reference), 1) * Ball::power_of_two(-110));
}

const long bits = 160;

Ball at(const std::string& x) { return Ball::from_rational(Rational::from_decimal(x), bits); }

}  // namespace

TEST_CASE("log gamma, digamma, trigamma") {
    CHECK(is(log_gamma(at("0.1")), "2.252712651734205959869701646368495118616"));
    CHECK(is(digamma(at("0.1")), "-10.42375494041107679516821621901002540429"));
    CHECK(is(trigamma(at("0.1")), "101.4332991507927588172154501064173362626"));
    CHECK(is(digamma(at("1")), "-0.5772156649015328606065120900824024310422"));
    CHECK(is(trigamma(at("1")), "1.644934066848226436472415166646025189219"));
    CHECK(is(log_gamma(at("2.5")), "0.2846828704729191596324946696827019243201"));
    CHECK(is(digamma(at("2.5")), "0.7031566406452431872256903336679110994735"));
    CHECK(is(trigamma(at("2.5")), "0.4903577561002348649728010554936311232124"));
    CHECK(is(log_gamma(at("1e12")), "26631021115915.65163619113793818337620555"));
    CHECK(is(digamma(at("1e12")), "27.63102111592804820821589737287903715788"));
}

TEST_CASE("and in the right half-plane") {
    CHECK(
        is(log_gamma(ComplexBall(at("1"), at("-7.5"))).real(), "-9.854582407485919524163485432275189167395"));
    CHECK(is(log_gamma(ComplexBall(at("1"), at("-7.5"))).imaginary(),
             "-8.386053088089184605765868364942827789296"));
    CHECK(is(digamma(ComplexBall(at("1"), at("-7.5"))).real(), "2.016387158495222217808934282926740262407"));
    CHECK(is(digamma(ComplexBall(at("1"), at("-7.5"))).imaginary(),
             "-1.504129660128229952575407403999556651665"));
    CHECK(is(trigamma(ComplexBall(at("1"), at("-7.5"))).real(),
             "0.008888888888888888821329698972534850225379"));
    CHECK(is(trigamma(ComplexBall(at("1"), at("-7.5"))).imaginary(),
             "0.13293684864096888775401727808734501787"));
    CHECK(is(log_gamma(ComplexBall(at("40.5"), at("3"))).real(), "108.360686126560383662367328339547386407"));
    CHECK(is(log_gamma(ComplexBall(at("40.5"), at("3"))).imaginary(),
             "11.06952380854034744661703939281421976247"));
    CHECK(is(digamma(ComplexBall(at("40.5"), at("3"))).real(), "3.691709677107024016334276992416783965577"));
    CHECK(is(digamma(ComplexBall(at("40.5"), at("3"))).imaginary(),
             "0.07485598586848549915308568558091923803571"));
    CHECK(
        is(trigamma(ComplexBall(at("40.5"), at("3"))).real(), "0.02485890310277823341342293829768333158003"));
    CHECK(is(trigamma(ComplexBall(at("40.5"), at("3"))).imaginary(),
             "-0.001864224682095959045176422661146366656576"));
}

TEST_CASE("coefficients of rising factorials") {
    CHECK(rising_factorial_coefficient(Ball(1).at_precision(bits), 4, 2).contains(Ball(35)));  // |s(5, 3)|
    CHECK(rising_factorial_coefficient(Ball(1).at_precision(bits), 4, 0).contains(Ball(24)));
    CHECK_FALSE(rising_factorial_coefficient(Ball(1).at_precision(bits), 4, 2).contains(Ball(36)));
    CHECK(rising_factorial_coefficient(Ball(1).at_precision(bits), 4, 5).contains(Ball(0)));
    CHECK(rising_factorial_coefficient(Ball(1).at_precision(bits), 4, -1).contains(Ball(0)));
    CHECK(is(rising_factorial_coefficient(at("0.25"), 7, 3), "2475.07421875"));
    CHECK(is(rising_factorial_coefficient(at("3.5"), 12, 11), "108.0"));
    CHECK(rising_factorial_coefficient(Ball(1).at_precision(bits), 1'000'000'000'000, 5).is_positive());
}

TEST_CASE("a pole, or a ball across one, is no number") {
    CHECK_FALSE(log_gamma(Ball(0)).is_finite());
    CHECK_FALSE(log_gamma(Ball(-0.5)).is_finite());
    CHECK_FALSE(digamma(Ball(0.0).at_precision(64).widened(Ball(0.5))).is_finite());
    CHECK_FALSE(trigamma(Ball(-1)).is_finite());
    CHECK_FALSE(log_gamma(ComplexBall(Ball(-1), Ball(1))).is_finite());
    CHECK_FALSE(rising_factorial_coefficient(Ball(-1), 3, 1).is_finite());
}
