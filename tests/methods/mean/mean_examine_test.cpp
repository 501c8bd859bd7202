// Does the mean exist? What examine() finds, and the words in which it says so.

#include <doctest/doctest.h>
#include <atomic>
#include <cmath>

#include "methods/mean/mean_support.hpp"
#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

const Law normal = Law::normal();

MeanProblem examined(const std::string& formula, const Law& law = normal) {
    return examine(known::parsed(formula), law, Context());
}

std::string pole(const std::string& place, const std::string& power = "") {
    return "the mean diverges near " + place + ": the integrand has a pole and grows like 1/distance" +
           power + "; bound the formula there, as x/(x^2 + 0.01) bounds 1/x";
}

std::string z(const std::string& place) { return "z = " + place + " (x = mean + std z)"; }

}  // namespace

TEST_CASE("a point without a value beside a singular one does not make a mean undefined") {
    // log(sin^2) has a zero at 1, where the side of 0 ends, among infinitely many that are not found
    const MeanProblem problem =
        examine(known::parsed("abs(x)^(-0.99999) + log(sin((x - 1)*exp(x))^2)"), Law::normal(), Context());
    CHECK(problem.status == Status::unable);
}

TEST_CASE("a function that vanishes on a whole piece is not undefined there") {
    // The zeros of abs(x) - x are a half line. A place on it is no singular point, and the formula of the
    // other half line says nothing about it.
    for (const char* formula :
         {"sqrt(abs(x) - x)", "(abs(x) - x)^(1/2)", "sqrt(max(x, 1) - 1)", "sqrt(relu(x) - x)",
          "x*sqrt(abs(x) + x)", "sqrt(max(x, 2) - x)", "sqrt(abs(x - 1) - x + 1)"}) {
        CAPTURE(std::string(formula));
        for (const Law& law : {normal, Law::uniform(-3, 5), Law::truncated_normal(-1, 4)})
            CHECK(examined(formula, law).status != Status::domain);
    }
    // A little less, and there is no value on the half line.
    for (const char* formula : {"sqrt(abs(x) - x - 1/1000)", "log(abs(x) - x)", "sqrt(max(x, 1) - 2)"}) {
        CAPTURE(std::string(formula));
        CHECK(examined(formula).status == Status::domain);
    }
}

TEST_CASE("what examine() says of means that do not exist, or are not shown to") {
    struct Row {
        const char* formula;
        Law law;
        Status status;
        std::string reason;
    };
    const std::string grows = "the mean diverges: the weighted integrand does not decay as x -> ";
    const std::string no_logarithm = ": the logarithm of a number that is not positive";
    const std::string not_understood =
        ": it grows faster than exp(c x^2) for every c, or sigprop cannot bound its growth";
    const std::string not_finite = ": a pole, or a formula that cannot be bounded there";
    const Law unit = Law::uniform(0, 1), half = Law::truncated_normal(0, Real::infinity(1));
    for (const Row& row : std::vector<Row>{
             {"exp(x^2)", normal, Status::domain, grows + "inf"},
             {"exp(x^2/2)", normal, Status::domain, grows + "inf"},
             {"exp(x^2/2 - x)", normal, Status::domain, grows + "-inf"},
             {"exp(x^2/2 - x)", half, Status::ok, ""},
             {"log(-x)", normal, Status::domain, "the integrand is undefined as x -> inf" + no_logarithm},
             {"log(100 + x)", normal, Status::domain,
              "the integrand is undefined as x -> -inf" + no_logarithm},
             {"exp(exp(x))", normal, Status::domain, grows + "inf"},
             {"exp(exp(-x))", normal, Status::domain, grows + "-inf"},
             {"exp(exp(x))/x^2", normal, Status::domain, grows + "inf"},
             {"exp(sin(x)*exp(x))", normal, Status::unable,
              "the tail could not be bounded as x -> inf" + not_understood},
             {"exp(sin(x)*exp(-x))", normal, Status::unable,
              "the tail could not be bounded as x -> -inf" + not_understood},
             {"1/(1 + cos(x))", normal, Status::domain, pole(z("-3.141593"), "^2")},
             {"1/(1 + cos(x)^2 - 1)", normal, Status::unable,
              "the tail could not be bounded as x -> inf: a denominator is not shown to stay away from zero"},
             {"1/(x - 20)", normal, Status::domain, pole(z("20"))},
             {"1/(x - 2.5)", normal, Status::domain, pole(z("2.5"))},
             {"1/(x + 1/3)", normal, Status::domain, pole(z("-0.333333"))},
             {"1/(x - 1e-9)", Law::uniform(-1, 1), Status::domain, pole("x = 0")},
             {"1/(x + 1e-9)", Law::uniform(-1, 1), Status::domain, pole("x = 0")},
             {"1/(x - 0.25)", unit, Status::domain, pole("x = 0.25")},
             {"1/x^2", unit, Status::domain, pole("x = 0", "^2")},
             {"1/abs(x - 100)^1.5", Law::uniform(50, 200), Status::domain, pole("x = 100", "^1.5")},
             {"where(x < 0.5, 1/(x - 0.5), x)", normal, Status::domain, pole(z("0.5"))},
             {"exp(sin(x)*exp(x)) + log(x + 100)", normal, Status::domain,
              "the integrand is undefined as x -> -inf" + no_logarithm},
             // what is open beside a singular point that is integrable: a switch, and what overflows
             {"log(abs(x)) + where(x <= sqrt(2), where(x < sqrt(2), 1, 1/(x - sqrt(2))), 2)", normal,
              Status::unable, "no proof that the integrand is finite near " + z("0") + not_finite},
             {"log(abs(x)) + exp(exp(exp(x)))", Law::uniform(-1, 8), Status::unable,
              "no proof that the integrand is finite near x = 0" + not_finite},
             // a divergence at a point outranks a tail that is not bounded
             {"exp(sin(x)*exp(x))/x^2", normal, Status::domain, pole(z("0"), "^2")},
             {"exp(1/x)", normal, Status::unable,
              "no proof that the integrand is finite near " + z("0") + not_finite},
             {"exp(1/(x - 0.25))", unit, Status::unable,
              "no proof that the integrand is finite near x = 0.25" + not_finite},
             {"where(x <= sqrt(2), where(x < sqrt(2), 1, 1/(x - sqrt(2))), 2)", normal, Status::unable,
              "no proof that the integrand is finite at its switch near " + z("1.414214") +
                  ": one of the branches has a pole there, even if only at one point"},
             {"x", Law::normals(2), Status::unable,
              "the law has several variables: only sampling is available"},
         }) {
        CAPTURE(std::string(row.formula));
        const MeanProblem problem = examined(row.formula, row.law);
        CHECK(problem.status == row.status);
        CHECK(problem.reason == row.reason);
        CHECK(problem.singular_sides.empty());
    }
}

TEST_CASE("a formula without values on a whole piece") {
    const MeanProblem nowhere = examined("sqrt(x - 2)", Law::uniform(0, 1));
    CHECK(nowhere.status == Status::domain);
    CHECK(nowhere.reason.starts_with("the integrand is undefined near x = 0"));
    CHECK(nowhere.reason.ends_with(": the square root of a negative number"));
    // a side that is shorter than any kink is wide is a side all the same
    const MeanProblem thin =
        examined("log(abs(x))", Law::uniform(Real(Rational(-1) / Rational(std::int64_t{1} << 45)), 1));
    CHECK((thin.status == Status::unable || thin.singular_sides.size() == 2));
}

TEST_CASE("switches without end are not cut") {
    const MeanProblem problem = examined("step(sin(exp(x^2)))");
    CHECK(problem.status == Status::unable);
    CHECK(problem.reason == "the zeros of the switch in step(sin(exp(x^2))) could not be separated");
}

TEST_CASE("where the integrand is not analytic, strictly inside, and where its tails begin") {
    struct Row {
        const char* formula;
        Law law;
        std::vector<double> kinks;
        double tail_start;
        std::size_t sides;
    };
    const double third = 1.0 / 3, root = std::sqrt(2);
    for (const Row& row : std::vector<Row>{
             {"x^2", normal, {}, 8, 0},
             {"abs(x - 1/3)", normal, {third}, 8, 0},
             {"abs(x^2 - 2) + relu(x)", normal, {-root, 0, root}, 8, 0},
             {"where(x < 15.5, 1, 2)", normal, {15.5}, 8, 0},
             {"where(x < 16.5, 1, 2)", normal, {}, 8, 0},  // all that rules in doubles see
             {"where(x < -15.5, 1, 2)", normal, {-15.5}, 8, 0},
             {"exp(30*x) + step(x - 60)", normal, {60}, 64, 0},
             {"abs(x)", Law::uniform(0, 1), {}, 0, 0},  // at the end
             {"abs(x - 1)", Law::uniform(0, 1), {}, 0, 0},
             {"abs(x - 1/2)", Law::uniform(0, 1), {0.5}, 0, 0},
             {"log(abs(x)) + abs(x - 1/3)", normal, {0, third}, 8, 2},
             {"log(abs(x)) + abs(x - sqrt(2))", normal, {0, root}, 8, 2},
             {"log(x^2) + abs(x - 1/3)", normal, {0, third}, 8, 2},
             {"abs(x - 1/3) + abs(x - 1/3 - 1e-20)", normal, {third}, 8, 0},
             {"log(abs(x)) + abs(x + 1/3)", normal, {-third, 0}, 8, 2},
             {"log(abs(x - sqrt(2)))", normal, {root}, 8, 2},
             {"log(x)", Law::uniform(0, 1), {}, 0, 1},
             {"log(1 - x)", Law::uniform(0, 1), {}, 0, 1},
             {"x^-0.5", Law::truncated_normal(0, Real::infinity(1)), {}, 8, 1},
             {"where(x < 1/3, x, (x - 1/3)^(-1/2))", normal, {third}, 8, 2},
         }) {
        CAPTURE(std::string(row.formula));
        const MeanProblem problem = examined(row.formula, row.law);
        CAPTURE(problem.reason);
        CHECK(problem.status == Status::ok);
        REQUIRE(problem.kinks.size() == row.kinks.size());
        for (std::size_t i = 0; i < row.kinks.size(); ++i)
            CHECK(problem.kinks[i] == doctest::Approx(row.kinks[i]).epsilon(1e-15));
        CHECK(problem.tail_start == row.tail_start);
        CHECK(problem.singular_sides.size() == row.sides);
        CHECK(problem.right_tail.has_value() == (row.law.upper.infinite_sign() != 0));
        CHECK(problem.left_tail.has_value() == (row.law.lower.infinite_sign() != 0));
    }
}

TEST_CASE("the sides of singular points lie between their neighbours") {
    const auto edges = [](const std::string& formula, const Law& law = normal) {
        std::vector<double> all;
        for (const SingularSide& one : examined(formula, law).singular_sides) {
            CHECK(one.length.to_double() == doctest::Approx(one.side * (one.edge - one.place.to_double())));
            CHECK(one.start <= 0.25);
            CHECK(one.start < one.length.to_double());
            all.push_back(one.edge);
        }
        return all;
    };
    CHECK(edges("log(abs(x))") == std::vector<double>{-1, 1});
    // half way to the next kink, singular point or end
    CHECK(edges("log(abs(x)) + abs(x - 1)") == std::vector<double>{-1, 0.5});
    CHECK(edges("log(abs(x)) + abs(x + 1)") == std::vector<double>{-0.5, 1});
    CHECK(edges("log(abs(x*(x - 1)))") == std::vector<double>{-1, 0.5, 0.5, 2});
    CHECK(edges("log(x)", Law::uniform(0, 1)) == std::vector<double>{0.5});
    CHECK(edges("log(-x)", Law::uniform(-1, 0)) == std::vector<double>{-0.5});
    CHECK(edges("log(x) + log(1 - x)", Law::uniform(0, 1)) == std::vector<double>{0.5, 0.5});
    CHECK(edges("log(abs(x - 1/2))", Law::uniform(0, 1)) == std::vector<double>{0.25, 0.75});
}

TEST_CASE("the bounds of a side are those of f and of f w, on the side's own branch") {
    const MeanProblem far = examined("1/sqrt(abs(x - 2))");
    REQUIRE(far.singular_sides.size() == 2);
    for (const SingularSide& one : far.singular_sides) {
        CHECK(one.growth.constant.to_double() == doctest::Approx(1).epsilon(1e-6));
        CHECK(one.growth.power.to_double() == -0.5);
        // the weight is at most e^(-(2 - start)^2/2)
        CHECK(one.weighted.constant.to_double() >= std::exp(-2));
        CHECK(one.weighted.constant.to_double() < std::exp(-2) * 2);
        CHECK(one.weighted.power.to_double() == -0.5);
    }
    const MeanProblem branches = examined("where(x < 1, 3*(1 - x)^(-1/4), log(x - 1))");
    REQUIRE(branches.singular_sides.size() == 2);
    CHECK(branches.singular_sides[0].growth.power.to_double() == -0.25);
    CHECK(branches.singular_sides[0].growth.constant.to_double() == doctest::Approx(3).epsilon(1e-6));
    CHECK(branches.singular_sides[1].growth.power.to_double() == 0);
    CHECK(branches.singular_sides[1].growth.logs == 1);
    // what is open on one side is not refused by the other
    CHECK(examined("where(x > 0, exp(1/x)*sqrt(x), 1)").status == Status::unable);
    CHECK(examined("where(x < 0, exp(-1/x)*sqrt(-x), 1)").status == Status::unable);
    CHECK(examined("where(x > 0, log(abs(x)), sin(1/x))").status == Status::ok);
}

TEST_CASE("the rough size of the integrals is that of |f| w and of w") {
    struct Row {
        const char* formula;
        Law law;
        double scale, mass;
    };
    // samples at which f has no value are left out: log|x - 1/64| at 1/64
    CHECK(examined("10*log(abs(x - 1/64))", Law::uniform(-1, 1)).scale == doctest::Approx(20).epsilon(0.1));
    const double root_two_pi = std::sqrt(2 * M_PI);
    for (const Row& row : std::vector<Row>{
             {"x^2", normal, root_two_pi, root_two_pi},
             {"-x^2", normal, root_two_pi, root_two_pi},
             {"exp(x)", Law::truncated_exponential(4), 4, 1 - std::exp(-4)},
             {"2*x + 1", Law::uniform(1, 3), 10, 2},
             {"0*x", Law::uniform(1, 3), 2, 2},  // where nothing is seen of f, the mass
             {"1/sqrt(abs(x))*0 + 3", Law::uniform(-1, 1), 6, 2},
         }) {
        CAPTURE(std::string(row.formula));
        const MeanProblem problem = examined(row.formula, row.law);
        CHECK(problem.scale == doctest::Approx(row.scale).epsilon(1e-3));
        CHECK(problem.mass == doctest::Approx(row.mass).epsilon(1e-3));
    }
}

TEST_CASE("an interruption ends the examination") {
    const std::atomic<bool> stopped = true;
    Context context;
    context.cancelled = &stopped;
    CHECK_THROWS_AS(static_cast<void>(examine(known::parsed("x"), normal, context)), Interrupted);
}
