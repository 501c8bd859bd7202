// The integrand that rules in double precision see: where its range is cut and split, how large it is, how
// well it is known; and what is refused before any rule runs.

#include "methods/quadrature/quadrature_pieces.hpp"

#include <doctest/doctest.h>
#include <cmath>
#include <functional>
#include <stdexcept>

#include "core/formula/evaluator.hpp"
#include "tests/methods/mean/known_integrals.hpp"
#include "tests/methods/quadrature/quadrature_methods.hpp"

using namespace quadrature;

namespace {

const double infinity = std::numeric_limits<double>::infinity();
const double root_two_pi = std::sqrt(2 * M_PI);

std::string refusal(const MeanProblem& question) {
    const MeanResult result = boost_gauss_kronrod_mean(question, Context());
    CHECK(result.status == Status::unable);
    return result.reason;
}

/// A weight that is 1 everywhere.
MeanProblem flat(const Real& lower, const Real& upper) {
    Law law;
    law.sampler = Sampler::uniform;
    law.lower = lower;
    law.upper = upper;
    return problem(1 + x / 8, law);
}

/// The integrals that a rule pretends to find, one after the other, or what it throws.
struct Pretended {
    std::vector<Integral> integrals;
    std::function<void()> failure;
};
Pretended pretended;
std::vector<std::vector<double>> seen;  ///< the break points of each integral

Integral pretend(WeightedIntegrand&, std::span<const double> breaks) {
    seen.emplace_back(breaks.begin(), breaks.end());
    if (pretended.failure) pretended.failure();
    const Integral first = pretended.integrals.front();
    pretended.integrals.erase(pretended.integrals.begin());
    return first;
}

MeanResult mean_of(std::vector<Integral> integrals,
                   const MeanProblem& question = problem(x, Law::uniform(0, 1))) {
    pretended = {std::move(integrals), nullptr};
    return quadrature_mean(question, Context(), Ends::cut, pretend);
}

MeanResult failed(std::function<void()> failure) {
    pretended = {{}, std::move(failure)};
    return quadrature_mean(problem(x), Context(), Ends::cut, pretend);
}

}  // namespace

TEST_CASE("the mean is a quotient, whose error is that of both integrals, but at least roundoff") {
    const double small = 0x1p-32;
    const MeanResult mean = mean_of({{6, 8 * small, 8}, {2, 3 * small, 16}});
    REQUIRE(mean.status == Status::ok);
    CHECK(mean.value.to_double() == 3);
    CHECK(mean.value.radius_double() ==
          doctest::Approx((8 * small + 3 * 3 * small) / (2 - 3 * small)).epsilon(1e-8));
    CHECK(mean.value.radius_double() >= (8 * small + 3 * 3 * small) / (2 - 3 * small));
    const MeanResult minus = mean_of({{-6, 8 * small, 8}, {2, 3 * small, 16}});
    CHECK(minus.value.to_double() == -3);
    CHECK(minus.value.radius_double() == mean.value.radius_double());
    CHECK(mean_of({{6, 0, 8}, {2, 0, 2}}).value.radius_double() == doctest::Approx(4 * 0x1p-46));
    // the weight of the whole normal law is known, that of a half of it is not
    const MeanResult normal = mean_of({{6, 0, 8}}, problem(x));
    CHECK(normal.value.to_double() == doctest::Approx(6 / root_two_pi).epsilon(1e-15));
    for (const Law& half : {Law::truncated_normal(0, Real::infinity(1)),
                            Law::truncated_normal(Real::infinity(-1), 0), Law::truncated_normal(-40, 40)})
        CHECK(mean_of({{6, 0, 8}, {2, 0, 2}}, problem(x, half)).value.to_double() == 3);
}

TEST_CASE("what a rule returns is refused if it is no number, not converged or nothing") {
    const double nan = std::nan("");
    const std::vector<Integral> strange = {{nan, 0, 8},      {6, nan, 8},      {6, 0, nan},
                                           {infinity, 0, 8}, {6, infinity, 8}, {6, 0, infinity}};
    for (const Integral& one : strange) {
        CHECK(mean_of({one, {2, 0, 2}}).reason == "the rule did not return a finite number");
        CHECK(mean_of({{2, 0, 2}, one}).reason == "the rule did not return a finite number");
    }
    const std::string open =
        "the rule did not converge: its error estimate exceeds 2^-30 of the integral of |f|";
    CHECK(mean_of({{6, 8 * 0x1.01p-30, 8}, {2, 0, 2}}).reason == open);
    CHECK(mean_of({{6, 0, 8}, {2, 2 * 0x1.01p-30, 2}}).reason == open);
    CHECK(mean_of({{6, 8 * 0x1p-30, 8}, {2, 0, 2}}).status == Status::ok);
    const std::string no_weight = "the integral of the weight is 0 in double precision";
    CHECK(mean_of({{6, 0, 8}, {0, 0, 2}}).reason == no_weight);
    CHECK(mean_of({{6, 0, 8}, {0x1p-40, 0x1p-40, 2}}).reason == no_weight);
    CHECK(mean_of({{6, 0, 8}, {-2, 0, 2}}).reason == no_weight);
    CHECK(mean_of({{6, 0, 8}, {-2, 0x1p-40, 2}}).reason == no_weight);
    const std::string nothing = "the integrand is zero at every node of the rule: the estimate has no basis";
    CHECK(mean_of({{0, 0, 0}, {2, 0, 2}}).reason == nothing);
    CHECK(mean_of({{0, 0, 0}, {2, 0, 2}}, problem(Formula(0), Law::uniform(0, 1))).status == Status::ok);
}

TEST_CASE("of what a rule throws the first line is the reason") {
    CHECK(failed([] { throw std::domain_error("no root\nof it"); }).reason == "no root");
    CHECK(failed([] { throw std::runtime_error("too late\nfor it"); }).reason == "too late");
    CHECK(failed([] { throw std::runtime_error("one line"); }).reason == "one line");
    CHECK(failed([] { throw Stop{"enough\nof it"}; }).reason == "enough\nof it");
    CHECK(failed([] { throw std::domain_error("x"); }).status == Status::unable);
    CHECK_THROWS_AS(static_cast<void>(failed([] { throw Interrupted(); })), Interrupted);
}

TEST_CASE("a normal law is cut where its weight is below 2^-70 of its largest, a sample further at most") {
    const MeanProblem question = problem(1 + 0 * x);
    const Context context;
    WeightedIntegrand f(question, context);
    const std::vector<double> cut = f.break_points(Ends::cut);
    const double last = std::sqrt(140 * std::log(2));         // e^(-x^2/2) = 2^-70
    const double step = std::sqrt(600 * std::log(10)) / 128;  // the weight is followed to 1e-300
    REQUIRE(cut.size() == 2);
    CHECK(cut[1] >= last);
    CHECK(cut[1] <= last + step);
    CHECK(cut[0] == -cut[1]);
    CHECK(f.rough_magnitude() == doctest::Approx(root_two_pi).epsilon(0.12));  // without the middle
    CHECK(f.roundoff() == 0x1p-46);
    // to either side 128 samples, 6 doublings, at least 12 halvings, the start and the place where it has
    // decayed
    CHECK(f.evaluations() <= 2 * (128 + 7 + 13));
    CHECK(f.evaluations() >= 2 * (128 + 7 + 12));
    CHECK(f(0.5) == doctest::Approx(std::exp(-0.125)));
    CHECK(f(cut[1]) > 0);
    CHECK(f(cut[1] + 1e-9) == 0);
    CHECK(f(cut[0] - 1e-9) == 0);
    f.select_weight_alone();
    CHECK(f(0.5) == doctest::Approx(std::exp(-0.125)));
    CHECK(f.rough_magnitude() == doctest::Approx(root_two_pi).epsilon(0.12));
    WeightedIntegrand whole(question, context);
    CHECK(whole.break_points(Ends::keep_infinite) == std::vector<double>{-infinity, infinity});
    CHECK(whole(30) > 0);
    CHECK(whole(38) == 0);  // beyond what was sampled
    CHECK(whole(-38) == 0);
}

TEST_CASE("the integrand may matter where the weight no longer does, and both sides differ") {
    const Context context;
    const MeanProblem question = problem(exp(10 * x));  // largest at 10
    WeightedIntegrand f(question, context);
    const std::vector<double> cut = f.break_points(Ends::cut);
    CHECK(cut.back() >= 10 + std::sqrt(140 * std::log(2)));
    CHECK(cut.back() <= 10 + std::sqrt(140 * std::log(2)) + 0.3);
    CHECK(cut.front() == doctest::Approx(-10).epsilon(0.02));
    CHECK(f.rough_magnitude() == doctest::Approx(root_two_pi * std::exp(50)).epsilon(1e-6));
    f.select_weight_alone();
    CHECK(f.rough_magnitude() == doctest::Approx(root_two_pi).epsilon(0.12));
    // the weight is ill-conditioned at 10: 8 |log w| 2^-53, of what matters there
    CHECK(f.roundoff() >= 50 * 0x1p-50);
    CHECK(f.roundoff() <= 80 * 0x1p-50);
}

TEST_CASE("cancellation inside the integrand is roundoff, too") {
    const Context context;
    const MeanProblem question = problem((1 + pow(x, 2) / 1'000'000) - 1);
    WeightedIntegrand f(question, context);
    static_cast<void>(f.break_points(Ends::cut));
    CHECK(f.roundoff() > 1e5 * 0x1p-53);
    CHECK(f.roundoff() < 1e8 * 0x1p-53);
}

TEST_CASE("a negative integrand is as large as a positive one") {
    const Context context;
    const MeanProblem minus = problem(-exp(10 * x)), plus = problem(exp(10 * x));
    WeightedIntegrand f(minus, context), g(plus, context);
    CHECK(f.break_points(Ends::cut) == g.break_points(Ends::cut));
    CHECK(f.rough_magnitude() == g.rough_magnitude());
    CHECK(f.roundoff() == g.roundoff());
}

TEST_CASE("finite ends stay, unless the weight has decayed before") {
    const auto ends = [](const Law& law) {
        const MeanProblem question = problem(1 + pow(x, 2), law);
        const Context context;
        WeightedIntegrand f(question, context);
        return f.break_points(Ends::cut);
    };
    CHECK(ends(Law::uniform(-1, 3)) == std::vector<double>{-1, 3});
    CHECK(ends(Law::uniform(2, 3)) == std::vector<double>{2, 3});
    CHECK(ends(Law::truncated_normal(-2, 2)) == std::vector<double>{-2, 2});
    const std::vector<double> far = ends(Law::truncated_normal(-1000, 1));
    CHECK(far.back() == 1);
    CHECK(far.front() > -11);
    CHECK(far.front() < -9.8);
}

TEST_CASE("only kinks strictly inside split the range") {
    const MeanProblem plain = problem(pow(x, 2), Law::uniform(-1, 3));
    const MeanProblem kinks = problem(pow(x, 2), Law::uniform(-1, 3), {-7, -1, 0.5, 0.5, 2, 3, 9});
    const Context context;
    WeightedIntegrand f(kinks, context), g(plain, context);
    CHECK(f.break_points(Ends::cut) == std::vector<double>{-1, 0.5, 2, 3});
    CHECK(g.break_points(Ends::cut) == std::vector<double>{-1, 3});
}

TEST_CASE("the rough size of integrals over ranges without zero, and what a scan costs") {
    const Context context;
    const MeanProblem question = problem(1 + pow(x, 2), Law::uniform(2, 3));
    WeightedIntegrand f(question, context);
    CHECK(f(2.5) == doctest::Approx(7.25));  // before anything is cut
    CHECK(f(-2.5) == doctest::Approx(7.25));
    static_cast<void>(f.break_points(Ends::cut));
    CHECK(f.rough_magnitude() == doctest::Approx(1 + 19.0 / 3).epsilon(0.005));
    f.select_weight_alone();
    CHECK(f.rough_magnitude() == doctest::Approx(1));
    CHECK(f.evaluations() <= 2 + 128 + 2);
    const MeanProblem tail = problem(Formula(1), Law::truncated_normal(5, Real::infinity(1)));
    WeightedIntegrand g(tail, context);
    const std::vector<double> ends = g.break_points(Ends::cut);
    Evaluator<double> weight(tail.law.weight());
    double sum = 0;
    for (int k = 0; k < 4096; ++k) sum += weight((k + 0.5) / 512) / 512;
    CHECK(g.rough_magnitude() == doctest::Approx(sum).epsilon(0.5));
    CHECK(ends.front() == 0);
    CHECK(ends.back() < 7);  // (5 + x)^2 - 25 = 140 log 2
    CHECK(ends.back() > 6);
}

TEST_CASE("where the integrand may have no value: beside a singular point, and nowhere else") {
    const auto stops = [](const char* singular, const Formula& elsewhere) {
        MeanProblem question = examine(known::parsed(singular), Law::normal(), Context());
        REQUIRE(question.singular_sides.size() == 2);
        question.integrand = question.integrand + elsewhere;
        const Context context;
        WeightedIntegrand f(question, context);
        try {
            static_cast<void>(f.break_points(Ends::cut));
            return false;
        } catch (const Stop& stop) {
            CHECK(stop.reason.starts_with("the integrand is not finite at x = "));
            return true;
        }
    };
    const auto hole = [](double from, double to) {  // no value in between
        return sqrt((x - Formula(from)) * (x - Formula(to)));
    };
    CHECK_FALSE(stops("log(abs(x))", Formula(0)));
    CHECK_FALSE(stops("log(abs(x))", hole(0.25, 0.75)));
    CHECK_FALSE(stops("log(abs(x))", hole(-0.75, -0.25)));
    CHECK(stops("log(abs(x))", hole(2.375, 2.875)));
    CHECK(stops("log(abs(x))", hole(-2.875, -2.375)));
    CHECK(stops("log(abs(x))", hole(5, 50)));
    CHECK_FALSE(stops("log(abs(x - 4))", hole(3.5, 4.5)));
    CHECK(stops("log(abs(x - 4))", hole(-4.5, -3.5)));
}

TEST_CASE("an integrand that overflows inside, or everywhere") {
    CHECK(
        refusal(problem(exp(1000 * exp(-pow(x - 2, 2))))).starts_with("the integrand is not finite at x = "));
    CHECK(refusal(problem(exp(exp(20 + pow(x, 2))))).starts_with("the integrand is not finite at x = "));
}

TEST_CASE("kinks beside the sides of a singular point split the rest of the range") {
    const MeanProblem question = examine(known::parsed("log(abs(x)) + abs(x - 3)"), Law::normal(), Context());
    REQUIRE(question.status == Status::ok);
    seen.clear();
    static_cast<void>(mean_of(std::vector<Integral>(20, {6, 0, 8}), question));
    REQUIRE(seen.size() >= 4);
    REQUIRE(seen[0].size() == 2);
    CHECK(seen[0][1] == -1);
    REQUIRE(seen[1].size() == 3);
    CHECK(seen[1][0] == 1);
    CHECK(seen[1][1] == 3);
    CHECK(seen[1][2] == -seen[0][0]);
    CHECK(seen[2].front() == 0);  // the first side, in the logarithm
}

TEST_CASE("of GSL's rules a function of one sign costs the same with either sign") {
    if (!gsl_is_available()) return;
    for (const auto method : {gsl_qagi_mean, gsl_qagp_mean}) {
        const MeanResult plus = method(problem(1 + pow(x, 2)), Context());
        const MeanResult minus = method(problem(-1 - pow(x, 2)), Context());
        CHECK(plus.evaluations == minus.evaluations);
        CHECK(plus.value.radius_double() == minus.value.radius_double());
    }
}

TEST_CASE("what is refused, with its reason") {
    CHECK(refusal(flat(1, Real(Rational::from_decimal("1.00000000000000000001")))) ==
          "the range is empty in double precision");
    CHECK(refusal(flat(0, Real::infinity(1))) == "the weight does not decay");
    CHECK(refusal(flat(Real::infinity(-1), 0)) == "the weight does not decay");
    CHECK(refusal(problem(1 / x)).starts_with("the integrand is not finite at x = "));
    CHECK(refusal(problem(0 * x + relu(x - 2), Law::uniform(0, 1))) ==
          "the integrand is zero at every node of the rule: the estimate has no basis");
    MeanProblem divergent = problem(x);
    divergent.status = Status::domain;
    divergent.reason = "the mean diverges";
    CHECK(boost_gauss_kronrod_mean(divergent, Context()).reason == "the mean diverges");
    CHECK(boost_gauss_kronrod_mean(divergent, Context()).evaluations == 0);
    // zero as a constant is measured
    CHECK(boost_gauss_kronrod_mean(problem(Formula(0)), Context()).status == Status::ok);
}
