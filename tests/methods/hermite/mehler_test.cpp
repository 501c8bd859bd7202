// Hermite polynomials, coefficients and Mehler's series. Reference values by mpmath at 60 digits:
//     he = lambda k, x: hermite(k, x / sqrt(2)) / sqrt(mpf(2)**k * factorial(k))
//     h = lambda f, k: quad(lambda x: f(x) * he(k, x) * npdf(x), [-20, -8, -4, 0, 4, 8, 20])

#include <doctest/doctest.h>

#include <cmath>
#include <sigprop/core/ball/rational.hpp>

#include "core/ball/text.hpp"

#include "methods/hermite/hermite_mean.hpp"
#include "methods/hermite/hermite_rule.hpp"
#include "methods/hermite/mehler_mean.hpp"
#include "methods/hermite/pair_mean.hpp"
#include "quantities/activation/exponential_hermite.hpp"

using namespace sigprop;

namespace {

Ball decimal(const std::string& text) { return Ball::from_rational(Rational::from_decimal(text), 200); }

/// Whether the enclosure contains the decimal (up to its last digits) and is narrower than those digits.
bool encloses(const Ball& value, const std::string& text) {
    const Ball reference = decimal(text);
    return value.overlaps(reference.widened(reference.magnitude() * Ball::power_of_two(-100))) &&
           value.radius_double() < 1e-25 * (1 + std::fabs(value.to_double()));
}

Ball polynomial(double x, int order, long bits = 160) {
    HermiteTable table({Ball(x)}, bits);
    for (int k = 0; k < order; ++k) table.advance();
    return table.value(0);
}

const Formula x = Formula::variable();

/// h_k from one rule for all k <= order.
std::vector<Ball> coefficients(const Formula& f, int order, long bits = 120) {
    const MeanProblem problem = examine(f, Law::normal(), Context());
    const HermiteRule rule = hermite_rule(problem, order, 1, bits, Context());
    CHECK(rule.reason == "");
    REQUIRE(rule.proved);
    HermiteTable table(rule.points, bits + 40);
    std::vector<Ball> h;
    for (int k = 0; k <= order; ++k, table.advance())
        h.push_back(table.sum(k % 2 == 0 ? rule.even : rule.odd).widened(rule.error));
    return h;
}

const ExponentialPolynomial elu = {{Real::infinity(-1), 0, {{1, 0, 1}, {-1, 0, 0}}},
                                   {0, Real::infinity(1), {{1, 1, 0}}}};
const ExponentialPolynomial clipped = {
    {Real::infinity(-1), -1, {{-1, 0, 0}}}, {-1, 1, {{1, 1, 0}}}, {1, Real::infinity(1), {{1, 0, 0}}}};

}  // namespace

TEST_CASE("Hermite polynomials stay narrow where balls alone would blow up") {
    CHECK(encloses(polynomial(1.5, 10), "-0.09457878091084166175134734468096261067703"));
    CHECK(encloses(polynomial(0.25, 101), "0.1667835858955987015028098108758962238814"));
    CHECK(encloses(polynomial(6.0, 40), "1704.615833796576078907792770479948706034"));
    CHECK(encloses(polynomial(6.0, 200), "-1703.775310215971083061439695110426535315"));
    CHECK(encloses(polynomial(12.0, 30), "275888358174834.0561553201142708269441979"));
    CHECK(encloses(polynomial(12.0, 300), "-873621301397616.2773327548981979876177593"));
    CHECK_FALSE(encloses(polynomial(1.5, 10), "0.7"));
    // At x = 6 and order 2000 plain ball arithmetic would lose a factor e^(6 sqrt 2000) = 10^116.
    CHECK(polynomial(6, 2000).radius_double() < 1e-36);
}

TEST_CASE("an inexact point encloses the values at its ends") {
    const Ball wide = Ball(2.5).at_precision(160).widened(Ball::power_of_two(-60));
    HermiteTable table({wide, Ball(2.5) - Ball::power_of_two(-60), Ball(2.5) + Ball::power_of_two(-60)}, 160);
    for (int k = 0; k < 300; ++k) table.advance();
    CHECK(table.value(0).contains(table.value(1)));
    CHECK(table.value(0).contains(table.value(2)));
    CHECK(table.value(0).radius_double() < 1e-14);
}

TEST_CASE("few bits give wider enclosures of the same numbers") {
    std::vector<Ball> points;
    for (const double at : {0.0, 0.1, 1.0, 3.0, 7.5, 13.0}) points.emplace_back(at);
    for (const long bits : {24L, 40L, 64L}) {
        HermiteTable coarse(points, bits);
        HermiteTable fine(points, 400);
        for (int k = 0; k < 1500; ++k, coarse.advance(), fine.advance()) {
            for (std::size_t j = 0; j < points.size(); ++j) {
                REQUIRE(coarse.value(j).contains(fine.value(j).midpoint()));
                const double scale = std::exp(std::pow(points[j].to_double(), 2) / 2);
                REQUIRE(coarse.value(j).radius_double() <
                        scale * 2000 * std::ldexp(1.0, 8 - static_cast<int>(bits)));
            }
        }
    }
    for (const Formula& f : {tanh(x), x * normal_cdf(x), relu(x), exp(x / 2)}) {
        const std::vector<Ball> fine = coefficients(f, 60, 150);
        for (const long bits : {8L, 20L, 50L}) {
            const std::vector<Ball> coarse = coefficients(f, 60, bits);
            for (std::size_t k = 0; k <= 60; ++k) REQUIRE(coarse[k].contains(fine[k].midpoint()));
            CHECK(coarse[60].radius_double() < std::ldexp(1.0, 4 - static_cast<int>(bits)));
        }
    }
}

TEST_CASE("coefficients by one rule and by recurrences") {
    const std::vector<Ball> tanh_h = coefficients(tanh(x), 40);
    CHECK(encloses(tanh_h[1], "0.60570550960215882558354022755588"));
    CHECK(encloses(tanh_h[9], "0.017419931422436142570631608585922"));
    CHECK(encloses(tanh_h[39], "-0.000082856633665335916616978879362566"));
    const std::vector<Ball> silu_h = coefficients(x * sigmoid(x), 40);
    CHECK(encloses(silu_h[0], "0.2066209641419070372623508287181"));
    CHECK(encloses(silu_h[1], "0.5"));
    CHECK(encloses(silu_h[6], "0.0098274965208566688787273111440318"));
    CHECK(encloses(silu_h[24], "-0.0000049593664916325846304585939586863"));
    const Formula elu_formula = where(x < Formula(0), expm1(x), x);
    const std::vector<Ball> by_rule = coefficients(elu_formula, 60);
    ExponentialHermite by_recurrence(elu, 1, 120);
    for (const Ball& h : by_rule) CHECK(h.overlaps(by_recurrence.next()));
    const std::vector<Ball> clip = coefficients(max(min(2 * x, Formula(1)), Formula(-1)), 200);
    ExponentialHermite clip_recurrence(clipped, 2, 120);
    for (const Ball& h : clip) CHECK(h.overlaps(clip_recurrence.next()));
    // A wrong std is detected.
    ExponentialHermite other(clipped, Real(Rational::from_decimal("2.0001")), 120);
    (void)other.next();
    CHECK_FALSE(clip[1].overlaps(other.next()));
}

TEST_CASE("Mehler's remainder: any number of terms gives an enclosure, more a narrower one") {
    const Ball truth = 1 / (2 * Ball::pi(200)) * sqrt(decimal("0.75")) + decimal("0.5") / 3;  // relu at 1/2
    double last = 1;
    for (const std::uint64_t terms : {1U, 3U, 9U, 27U, 81U}) {
        const ExponentialPolynomial relu = {{0, Real::infinity(1), {{1, 1, 0}}}};
        ExponentialHermite h(relu, 1, 150);
        const MehlerSum sum = mehler_sum(
            {decimal("0.5"), decimal("0.5"), 100}, [&] { return h.next(); }, terms, Context());
        CHECK(sum.value.overlaps(truth));
        CHECK(sum.value.radius_double() < last);
        last = sum.value.radius_double();
    }
    CHECK(last < 1e-27);
    // Negative control: with the signs of the odd powers flipped the sum is another number.
    const ExponentialPolynomial relu = {{0, Real::infinity(1), {{1, 1, 0}}}};
    ExponentialHermite h(relu, 1, 150);
    const MehlerSum wrong = mehler_sum(
        {decimal("-0.5"), decimal("0.5"), 100}, [&] { return h.next(); }, 100, Context());
    CHECK_FALSE(wrong.value.overlaps(truth));
}

TEST_CASE("the budget limits the table, and functions without an analytic strip are refused") {
    Context small;
    small.budget = 2000;
    const MehlerProblem problem{decimal("0.999"), Ball(1).at_precision(120), 100};
    const MehlerResult cut = arb_mehler(examine(abs(x), Law::normal(), Context()), problem, small);
    const bool narrow = cut.status == Status::ok && cut.sum.complete;
    CHECK_FALSE(narrow);
    CHECK(arb_mehler(examine(1 / x, Law::normal(), Context()), problem, Context()).status == Status::unable);
}

TEST_CASE("nested quadrature knows the arc-cosine kernel") {
    for (const double c : {-0.95, -0.3, 0.0, 0.6, 0.99}) {
        const double truth = (std::sqrt(1 - c * c) + (M_PI - std::acos(c)) * c) / (2 * M_PI);
        const MeanResult mean = boost_pair_mean(examine(relu(x), Law::normal(), Context()), c, Context());
        REQUIRE(mean.status == Status::ok);
        CHECK(std::fabs(mean.value.to_double() - truth) <= mean.value.radius_double());
        CHECK(mean.value.radius_double() < 1e-11);
    }
}
