// Formulas beside a point: the same function, without cancellation, and bounds that hold.

#include "methods/mean/near_singularity_bounds.hpp"

#include <doctest/doctest.h>
#include <cmath>

#include "core/formula/evaluator.hpp"
#include "methods/mean/singularity.hpp"
#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

FoundPoints found_in(const std::string& formula, double lower = -8, double upper = 8) {
    return find_singular_points(partition(known::parsed(formula), Ball(lower), Ball(upper), 64));
}

Ball value(const Formula& f, const Ball& x, long bits = 128) {
    return Evaluator<Ball>(f, bits)(x.at_precision(bits));
}

/// Formulas without switches that vanish at some point: at a fraction, or at a simple zero.
struct Row {
    const char* formula;
    const char* within;  ///< a formula that is singular where the first vanishes
};
constexpr Row rows[] = {
    {"x", "1/x"},
    {"x - 1/3", "log(x - 1/3)"},
    {"x^2 - 2", "1/(x^2 - 2)"},
    {"(x - 1)^3*(x + 5)", "1/((x - 1)^3*(x + 5))"},
    {"exp(x) - 1", "1/(exp(x) - 1)"},
    {"exp(x) - 3", "1/(exp(x) - 3)"},
    {"sqrt(x + 9) - 3", "1/(sqrt(x + 9) - 3)"},
    {"log(x + 9) - 9/4", "1/(log(x + 9) - 9/4)"},
    {"cos(x) - 1/2", "1/(cos(x) - 1/2)"},
    {"sin(x)*(x - 1)", "1/(sin(x)*(x - 1))"},
    {"tanh(x) - 1/2", "1/(tanh(x) - 1/2)"},
    {"sinh(x) + cosh(x) - 2", "1/(sinh(x) + cosh(x) - 2)"},
    {"sigmoid(x) - 3/4", "1/(sigmoid(x) - 3/4)"},
    {"softplus(x) - 1", "1/(softplus(x) - 1)"},
    {"(x + 9)^1.5 - 27", "1/((x + 9)^1.5 - 27)"},
    {"x/(x + 9) - 1/2*x", "1/(x/(x + 9) - 1/2*x)"},
    {"log1p(x)", "1/log1p(x)"},
    // zeros of higher order, which are no factors
    {"x^2 - 2*x + 1", "1/(x^2 - 2*x + 1)"},
    {"x^4 - 4*x^2 + 4", "1/(x^4 - 4*x^2 + 4)"},
    {"x^2 - 2*pi*x + pi^2", "log(x^2 - 2*pi*x + pi^2)"},
    {"x^3 - 3*sqrt(2)*x^2 + 6*x - 2*sqrt(2)", "1/(x^3 - 3*sqrt(2)*x^2 + 6*x - 2*sqrt(2))"},
    {"x^3 - 3*x + 2", "1/(x^3 - 3*x + 2)"},
    {"x^2 - 2", "1/(x^4 - 4*x^2 + 4)"},  // vanishes where another function does
    {"log1p(x) - 1/2", "1/(log1p(x) - 1/2)"},
    {"1 - x", "1/(1 - x)"},
    {"3*(x - 1)*2", "1/(x - 1)"},
    {"-(x^2 - 2)/3", "1/(x^2 - 2)"},
    {"x*(x^2 - 2)*(x + 2)", "1/(x*(x^2 - 2))"},
    {"(exp(x) - 1)*cos(x)", "1/(exp(x) - 1)"},
    {"(x + 1)/(x + 3) - 1/3", "1/x"},
    {"2/(x + 1) - 2", "1/x"},
    {"(x + 1)^32 - 1", "1/x"},
    {"x^3 + sinh(x)^2 - x^40", "1/x"},
    {"expm1(x - 1)", "1/(x - 1)"},
    {"sigmoid(x - 1) - sigmoid(0*x)", "1/(x - 1)"},
    {"sin(x - 1) + tanh(x - 1) + erf(x - 1) + atan(x - 1)", "1/(x - 1)"},
};
/// Those whose change is not known without cancellation.
constexpr Row cancelled[] = {
    {"(x + 1)^33 - 1", "1/x"},
    {"(x + 2)^x - 1", "1/((x + 2)^x - 1)"},
    {"2^x - 1", "1/(2^x - 1)"},
    {"(x + 2)^-2 - 1/5", "1/((x + 2)^-2 - 1/5)"},
    {"normal_cdf(x) - 3/4", "1/(normal_cdf(x) - 3/4)"},
    {"atan(x) - 1/2", "1/(atan(x) - 1/2)"},
    {"erf(x) - 1/2", "1/(erf(x) - 1/2)"},
};

}  // namespace

TEST_CASE("in the distance a formula is the same function") {
    std::vector<Row> all(std::begin(rows), std::end(rows));
    all.insert(all.end(), std::begin(cancelled), std::end(cancelled));
    for (const Row& row : all) {
        CAPTURE(std::string(row.formula));
        const Formula f = known::parsed(row.formula);
        const FoundPoints found = found_in(row.within, -0.99, 7.9);
        CHECK(found.trouble == "");
        REQUIRE_FALSE(found.points.empty());
        for (const FoundPoint& one : found.points) {
            for (const int side : {-1, 1}) {
                NearSingularity beside(one.point, side);
                CHECK(beside.is_zero(f));
                const Formula g = beside.in_distance(f);
                for (const double u : {0.5, 0.125, 0x1p-20}) {
                    const Ball x = one.point.place.at(256) + Ball(side * u);
                    const Ball direct = value(f, x, 256);
                    const Ball in_u = value(g, Ball(u), 256);
                    if (!direct.is_finite()) continue;
                    CHECK(in_u.overlaps(direct));
                    CHECK_FALSE((in_u * Ball(1 + 0x1p-40)).overlaps(direct));
                }
            }
        }
    }
}

TEST_CASE("near the point nothing is cancelled") {
    for (const Row& row : rows) {
        CAPTURE(std::string(row.formula));
        for (const FoundPoint& one : found_in(row.within, -0.99, 7.9).points) {
            const Formula g = NearSingularity(one.point, 1).in_distance(known::parsed(row.formula));
            CHECK(value(g, Ball::power_of_two(-500)).accuracy_bits() > 90);
        }
    }
    // control: the formula as it is
    CHECK(value(known::parsed("x^2 - 2"), sqrt(Ball(2).at_precision(128)) + Ball::power_of_two(-500))
              .accuracy_bits() < 20);
}

TEST_CASE("what is analytic at a point, and what is proved to be zero there") {
    struct Case {
        const char* formula;
        bool regular, zero;
    };
    NearSingularity origin({Real(0)}, 1);
    for (const Case& row : {
             Case{"x", true, true},
             {"1 + 0*x", true, false},
             {"x + 1", true, false},
             {"1/x", false, false},
             {"x*(1/x)", false, false},
             {"1/(x + 1)", true, false},
             {"x/(x + 1)", true, true},
             {"x^-1", false, false},
             {"(x + 1)^-2", true, false},
             {"x^3", true, true},
             {"sqrt(x)", false, false},
             {"sqrt(x + 1)", true, false},
             {"log(x)", false, false},
             {"log(x + 1)", true, false},
             {"log1p(x)", true, true},
             {"log1p(x - 1)", false, false},
             {"log1p(x - 3/2)", false, false},
             {"log1p(x - 1/2)", true, false},
             {"x^1.5", false, false},
             {"(x + 2)^1.5", true, false},
             {"abs(x)", false, false},
             {"x*step(x)", false, false},
             {"exp(x) - 1", true, true},
             {"expm1(x)", true, true},
             {"1/(exp(x) - 1)", false, false},
             {"sin(sqrt(x))", false, false},
             {"1/exp(exp(exp(100 + x)))", false, false},
             {"x + sqrt(x)", false, false},
         }) {
        CAPTURE(std::string(row.formula));
        const Formula f = known::parsed(row.formula);
        CHECK(origin.is_regular(f) == row.regular);
        CHECK(origin.is_zero(f) == row.zero);
        CHECK(origin.is_zero(f) == row.zero);  // the second answer is kept
        CHECK(origin.is_regular(f) == row.regular);
    }
    // what is smaller than the precision with which it is computed is not zero
    const Formula tiny = Formula(Real(Rational::from_decimal("1e-60")));
    const Formula x = Formula::variable();
    NearSingularity third({Real(Rational(1) / Rational(3))}, 1);
    const Formula at_third = x - Formula(Real(Rational(1) / Rational(3)));
    CHECK(third.is_zero(at_third));
    CHECK_FALSE(third.is_zero(at_third + tiny));
    CHECK_FALSE(third.is_zero(at_third - tiny));
    const Formula zero = pow(x, 2) - 2, small = zero + tiny;
    NearSingularity root({Real("root", [](long bits) { return sqrt(Ball(2).at_precision(bits)); }), {zero}},
                         1);
    for (const Formula& f : {zero, 3 * zero, zero * x, -zero, zero / x, pow(zero, 2), sin(zero),
                             zero + zero * x, zero - zero * x, erf(zero)}) {
        CAPTURE(f.text());
        CHECK(root.is_zero(f));
    }
    for (const Formula& f :
         {small, tiny + zero, zero - tiny, tiny - zero, small * x, x * small, small * small, -small,
          small / x, pow(small, 2), sin(small), log(small + 1), pow(x, 2) - 2 * (1 + tiny), log1p(small)}) {
        CAPTURE(f.text());
        CHECK(root.is_regular(f));
        CHECK_FALSE(root.is_zero(f));
    }
}

TEST_CASE("a logarithm of one more is one of the distance") {
    NearSingularity beside({Real(0)}, 1);
    const Formula g = beside.in_distance(known::parsed("log1p(x - 1)"));
    CHECK(value(g, Ball::power_of_two(-500)).overlaps(-500 * log(Ball(2).at_precision(128))));
    CHECK(value(g, Ball::power_of_two(-500)).accuracy_bits() > 90);
    // but not other functions of what is -1 at the point
    const Ball near = Ball::power_of_two(-20);
    for (const char* text : {"exp(x - 1)", "(x - 1)*(x + 3)", "sin(x - 1)/(x + 2)", "sqrt(x)*cos(x - 1)"}) {
        CAPTURE(std::string(text));
        const Formula f = known::parsed(text);
        CHECK(value(beside.in_distance(f), near).overlaps(value(f, near)));
    }
}

TEST_CASE("functions that are bounded whatever their argument") {
    struct Case {
        const char* formula;
        double most, least;
    };
    NearSingularity beside({Real(0)}, 1);
    NearSingularityBounds bounds(beside, Ball(0x1p-4));
    for (const Case& row : {Case{"sin(1/x)", 1, -1},
                            {"cos(1/x)", 1, -1},
                            {"tanh(1/x)", 1, -1},
                            {"erf(1/x)", 1, -1},
                            {"sigmoid(1/x)", 1, 0},
                            {"normal_cdf(1/x)", 1, 0},
                            {"normal_pdf(1/x)", 1, 0},
                            {"erfc(1/x)", 2, 0},
                            {"atan(1/x)", 2, -2}}) {
        CAPTURE(std::string(row.formula));
        const Behaviour known = bounds(known::parsed(row.formula));
        REQUIRE(known.upper);
        CHECK(known.upper->constant.to_double() == doctest::Approx(row.most));
        CHECK(known.range.upper().to_double() == doctest::Approx(row.most));
        CHECK(known.range.lower().to_double() == doctest::Approx(row.least));
    }
    CHECK_FALSE(bounds(known::parsed("exp(1/x)")).upper.has_value());
    const Formula wave = sin(1 / Formula::variable());
    CHECK(bounds(wave).sign == 0);
    CHECK(bounds(wave * wave).sign == 1);
    CHECK(bounds(known::parsed("log1p(sqrt(x))")).upper->constant.to_double() ==
          doctest::Approx(std::log(1.25)).epsilon(0.02));
    CHECK_FALSE(bounds(known::parsed("sin(exp(1/x))")).upper.has_value());
}

TEST_CASE("bounds beside a point hold, on both sides and for every function") {
    for (const char* text :
         {"sqrt(x)",           "log(x)",         "x^-0.75",    "x*log(x)",           "log(x)^2/sqrt(x)",
          "1/(1 + sqrt(x))",   "log(x)/(x + 1)", "x^x",        "sin(log(x))",        "exp(-sqrt(x))",
          "sqrt(x) - x",       "1/(x + x^2)",    "1/log(x)",   "log(x^2 + x)",       "tanh(1/x)",
          "sqrt(x)*sqrt(x)",   "sqrt(x)^3",

          "x^sqrt(2)",         "1 - sqrt(x)",    "expm1(x)/x", "x - sin(x)*sqrt(x)", "-log(x)*x^2",
          "log(sqrt(x)) + 1/x"}) {
        CAPTURE(std::string(text));
        const Formula f = known::parsed(text);
        NearSingularity beside({Real(0)}, 1);
        NearSingularityBounds bounds(beside, Ball(0x1p-4));
        const Behaviour known = bounds(f);
        REQUIRE(known.upper);
        const auto at = [](const PowerBound& bound, const Ball& u) {
            return bound.constant * exp(bound.power * log(u)) * pow(-log(u), bound.logs);
        };
        for (const double u : {0x1p-4, 0x1p-5, 0x1p-9, 0x1p-30, 0x1p-300}) {
            const Ball x = Ball(u).at_precision(128);
            const Ball size = abs(value(f, x));
            CHECK_FALSE((size - at(*known.upper, x)).is_positive());
            if (known.lower) CHECK_FALSE((at(*known.lower, x) - size).is_positive());
            if (known.sign != 0) CHECK_FALSE((Ball(known.sign) * value(f, x)).is_negative());
            // control: no bound is idle
            CHECK((at(*known.upper, x) - 40000 * size).is_negative());
        }
    }
}

TEST_CASE("the order of a zero is proved") {
    struct Order {
        const char* formula;
        int order;
    };
    for (const Order& row : {Order{"x^2 - 2*x + 1", 2},
                             {"x^4 - 4*x^2 + 4", 2},
                             {"x^2 - 2*pi*x + pi^2", 2},
                             {"(x - 1)^2*(x^2 - 2*x + 1)", 4},
                             {"1 - cos(x - 1)", 2},
                             {"exp(x) - 1 - x", 2},
                             {"sin(x) - x", 3},
                             {"x^2 - 2*x + 1 - 10^-16", 1},
                             {"x^2 - 2", 1}}) {
        CAPTURE(std::string(row.formula));
        const FoundPoints found = found_in(std::string("1/(") + row.formula + ")", -1.1, 3.5);
        CHECK(found.trouble == "");
        REQUIRE_FALSE(found.points.empty());
        NearSingularity beside(found.points.back().point, -1);
        NearSingularityBounds bounds(beside, Ball(0x1p-150));
        const Behaviour known = bounds(known::parsed(row.formula));
        REQUIRE(known.lower);
        REQUIRE(known.upper);
        CHECK(known.lower->power.exact_integer() == row.order);
        CHECK(known.upper->power.exact_integer() == row.order);
    }
    // Two zeros that are not told apart, and none at all where it is nearly one.
    CHECK(found_in("1/(x^2 - 2*x + 1 - 10^-40)").trouble != "");
    CHECK(found_in("1/(x^2 - 2*x + 1 + 10^-20)").points.empty());
}

TEST_CASE("the integral of a bound: exact for powers with logarithms") {
    const Ball end = Ball(0.25).at_precision(128);
    CHECK(abs(integral_to({1, Ball(-0.5), 0}, end) - 1).upper_double() < 1e-30);
    CHECK_FALSE((integral_to({1, Ball(-0.5), 0}, end) - 1).is_negative());
    // of log(1/u): u (1 + log(1/u))
    const Ball exact = end * (1 - log(end));
    CHECK(abs(integral_to({1, 0, 1}, end) - exact).upper_double() < 1e-30);
    CHECK_FALSE(integral_to({1, -1, 0}, end).is_finite());
}

TEST_CASE("which points are singular") {
    struct Points {
        const char* formula;
        std::vector<double> places;
    };
    for (const Points& row : std::vector<Points>{
             {"log(abs(x))", {0}},
             {"log(abs(x - 1/3))*sqrt(abs(x^2 - 2))", {-std::sqrt(2), 1.0 / 3, std::sqrt(2)}},
             {"sqrt(1 + x^2)/(1 + exp(-x))", {}},
             {"1/sin(x)", {-2 * M_PI, -M_PI, 0, M_PI, 2 * M_PI}},
             {"log(x^2)^2", {0}},
             {"tanh(x)/sinh(x)", {0}},
             {"where(x < 1, 0, log(x - 1))", {1}},
             {"abs(x)", {}},
             {"log1p(x - 1)", {0}},
             {"log1p(x)^2 + 1/x", {-1, 0}},
             {"(x - 2)^-3", {2}},
             {"(x - 2)^3", {}},
             {"sqrt(x + 3)*(x + 3)^-2 + log(x + 3)", {-3}},
             {"1/((x - 1)*(x - 2)*(x - 1))", {1, 2}},
             {"1/(x - 1) + 1/(2*(x - 1)) + sqrt(1 - x)", {1}},
             {"1/(3 + 0*x) + log(2)", {}},
             {"1/(x - 123456789/1048576)", {}},  // beyond the range
             {"1/(x - 1234567/1048576)", {1234567.0 / 1048576}},
         }) {
        CAPTURE(std::string(row.formula));
        const FoundPoints found = found_in(row.formula);
        CHECK(found.trouble == "");
        std::vector<double> places;
        for (const FoundPoint& one : found.points) places.push_back(one.point.place.to_double());
        REQUIRE(places.size() == row.places.size());
        for (std::size_t i = 0; i < places.size(); ++i) CHECK(std::fabs(places[i] - row.places[i]) < 1e-15);
    }
    // a zero that Newton's method hits exactly, between two signs
    const FoundPoints exact = found_in("1/(exp(x) - 1)", -1, 1);
    REQUIRE(exact.points.size() == 1);
    CHECK(exact.points[0].point.place.to_double() == 0);
    CHECK(found_in("1/(cos(x) - 1/2)", -8, 8).points.size() == 6);
    CHECK(found_in("1/sin(exp(x^2))").trouble ==
          "the zeros of a denominator or argument could not be separated");
    CHECK(found_in("1/(1 + cos(x))", 0, 5).points.size() == 1);
    // (x - cos(pi/5))^2, of which no form tells
    const FoundPoints open = found_in("1/(x^2 - 2*cos(pi/5)*x + (3 + sqrt(5))/8)");
    CHECK(open.trouble.find("not identified") != std::string::npos);
}
