// 0F1 in balls, against mpmath at 50 digits (hyp0f1), and against the functions it reduces to.

#include <doctest/doctest.h>

#include <sigprop/core/ball/rational.hpp>
#include <string>

#include "core/ball/bessel.hpp"

using namespace sigprop;

namespace {

constexpr long bits = 160;

Ball at(const std::string& x) { return Ball::from_rational(Rational::from_decimal(x), bits); }

/// Whether the ball contains the printed value to 100 bits but not its neighbour in the 38th digit.
bool is(const Ball& x, const std::string& value) {
    const Ball reference = at(value).widened(at(value) * pow(Ball(10).at_precision(bits), -38));
    return x.overlaps(reference) && x.accuracy_bits() > 100 &&
           !x.overlaps(reference * (1 + Ball::power_of_two(-100)));
}

}  // namespace

TEST_CASE("values") {
    CHECK(is(hypergeometric_0f1(at("2.5"), at("12.25")), "28.774662881748437456466408694536751613327958887"));
    CHECK(is(hypergeometric_0f1(at("32"), at("1024")), "33477780225.466398905891718888399957210987337669"));
    CHECK(is(hypergeometric_0f1(at("1"), at("0.25")), "1.2660658777520083355982446252147175376076703114"));
    CHECK(is(hypergeometric_0f1(at("0.5"), at("1e-6")), "1.0000020000006666667555555619047621869488621666"));
}

TEST_CASE("half an order is elementary, and an integer argument of any size is met") {
    for (const char* z : {"0.001", "1", "30", "2000", "1e9"}) {
        CAPTURE(z);
        const Ball x = at(z);
        const Ball cosine = hypergeometric_0f1(Ball(0.5), pow(x, 2) / 4);
        const Ball sine = hypergeometric_0f1(Ball(1.5), pow(x, 2) / 4);
        CHECK(cosine.overlaps(cosh(x)));
        CHECK((x * sine).overlaps(sinh(x)));
        CHECK(cosine.accuracy_bits() > 100);
        CHECK_FALSE(cosine.overlaps(cosh(x) * (1 + Ball::power_of_two(-80))));
    }
}

TEST_CASE("large b, where an asymptotic series in z is of no use") {
    // b 0F1(b) = b 0F1(b + 1) + z/(b + 1) 0F1(b + 2), the recurrence of Bessel functions
    for (const double b : {512.5, 5000.0, 5e5}) {
        for (const char* z : {"0.0625", "65536", "1e6", "1e10"}) {
            CAPTURE(b);
            CAPTURE(z);
            const Ball B = Ball(b).at_precision(bits), x = at(z);
            const Ball value = hypergeometric_0f1(B, x);
            const Ball known =
                hypergeometric_0f1(B + 1, x) + x / (B * (B + 1)) * hypergeometric_0f1(B + 2, x);
            CHECK(value.overlaps(known));
            CHECK(value.accuracy_bits() > 70);
            CHECK_FALSE((value * (1 + Ball::power_of_two(-60))).overlaps(known));
        }
    }
}

TEST_CASE("outside b > 0 nothing is said") {
    CHECK_FALSE(hypergeometric_0f1(Ball(0), Ball(1)).is_finite());
    CHECK_FALSE(hypergeometric_0f1(Ball(-1.5), Ball(1)).is_finite());
    CHECK(hypergeometric_0f1(at("3"), Ball(0)).contains(Ball(1)));
}
