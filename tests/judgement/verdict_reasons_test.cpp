// What a verdict says beside itself: on which side, of what, by how much, and why nothing could be decided.

#include <doctest/doctest.h>

#include <sigprop/judgement/verdict.hpp>
#include <string>
#include <vector>

using namespace sigprop;

namespace {

Evidence piece(Kind kind, RouteKind route, const char* method, double mid, double radius) {
    return {route, method, kind, Status::ok, Ball(mid).widened(Ball(radius)), "", {}};
}
Evidence enclosure(double mid, double radius) {
    return piece(Kind::enclosure, RouteKind::definition, "arb_integral", mid, radius);
}
Evidence proved(const Ball& value) {
    return {RouteKind::closed_form, "closed_form", Kind::enclosure, Status::ok, value, "", {}};
}
Evidence simulation(double mid, double error) {
    return piece(Kind::sample, RouteKind::simulation, "network", mid, error);
}

Judgement judged(const std::vector<Evidence>& evidence, const Stated& stated,
                 const JudgeOptions& options = {}) {
    const auto judgement = judge(evidence, stated, options);
    REQUIRE(judgement);
    return *judgement;
}

Stated with(StatedTerms terms) { return Stated(std::move(terms)); }

const JudgeOptions simulated{.only_by_simulation = true};

}  // namespace

TEST_CASE("a refutation says on which side of what the value lies") {
    CHECK(judged({enclosure(4, 0)}, with({.text = "3", .bound = "upper"})).reason ==
          "the value is above the stated upper bound; the stated number has relative error -2.50e-01");
    CHECK(judged({enclosure(2, 0)}, with({.text = "3", .bound = "lower"})).reason ==
          "the value is below the stated lower bound; the stated number has relative error 5.00e-01");
    CHECK(judged({enclosure(2, 0)}, with({.text = "1", .convention = "exact"})).reason ==
          "the value is above the stated number; the stated number has relative error -5.00e-01");
    CHECK(judged({enclosure(0.5, 0)}, with({.text = "1", .convention = "exact"})).reason ==
          "the value is below the stated number; the stated number has relative error 1.00e+00");
    CHECK(judged({enclosure(0, 0)}, Stated("1e0")).reason ==
          "the value is below the stated interval; the stated number has absolute error 1.00e+00");
    CHECK(judged({enclosure(-4, 0)}, Stated("-2.0")).reason ==
          "the value is below the stated interval; the stated number has relative error 5.00e-01");
    // an error beyond the largest double is not shown
    CHECK(judged({enclosure(1, 0)}, Stated("1e400")).reason == "the value is below the stated interval");
}

TEST_CASE("digits agree up to the number asked for, and of a bound none are counted") {
    CHECK(judged({enclosure(0.5, 0)}, Stated("0.50")).agreeing_digits == 30);
    CHECK(judged({enclosure(0.5, 0)}, Stated("0.50"), {.digits = 12}).agreeing_digits == 12);
    CHECK(judged({enclosure(0.5, 0)}, Stated("0.75")).agreeing_digits == 0.3);
    CHECK(judged({enclosure(0.5, 0)}, Stated("0.66")).agreeing_digits == 0.5);  // 0.495 of them
    CHECK(judged({enclosure(0.5, 0)}, Stated("0.70")).agreeing_digits == 0.4);  // 0.398 of them
    CHECK(judged({enclosure(0.5, 0)}, Stated("7.0")).agreeing_digits == 0.0);
    CHECK_FALSE(judged({enclosure(4, 0)}, with({.text = "3", .bound = "upper"})).agreeing_digits);
    CHECK_FALSE(judged({enclosure(4, 0)}, with({.text = "3", .bound = "lower"})).agreeing_digits);
    // of several enclosures the narrowest counts, wherever it stands
    CHECK(judged({enclosure(0.5, 0.3), enclosure(0.5, 0)}, Stated("0.75")).agreeing_digits == 0.3);
    CHECK(judged({enclosure(0.5, 0), enclosure(0.5, 0.3)}, Stated("0.75")).agreeing_digits == 0.3);
    const Judgement waiting = judged({enclosure(0.505, 1e-3)}, Stated("0.50"), {.out_of_budget = true});
    CHECK(waiting.verdict == Verdict::undecided);
    CHECK(waiting.reason ==
          "the proved enclosure still overlaps an end of the stated interval; a larger --budget or more "
          "--digits may decide");
    CHECK(waiting.agreeing_digits);
    CHECK_FALSE(waiting.strength);
}

TEST_CASE("of several samples the narrowest decides, and what is none does not") {
    const Stated stated("0.50");
    CHECK(judged({simulation(0.5, 1e-3), simulation(0.5, 1e-6)}, stated, simulated).verdict ==
          Verdict::confirmed);
    CHECK(judged({simulation(0.5, 1e-6), simulation(0.5, 1e-3)}, stated, simulated).verdict ==
          Verdict::confirmed);
    Evidence failed = simulation(0.7, 1e-9);
    failed.status = Status::unable;
    Evidence endless = simulation(0.7, 1e-9);
    endless.value = Ball::indeterminate();
    const Evidence estimate = piece(Kind::estimate, RouteKind::definition, "gsl_qagi", 0.5, 1e-9);
    CHECK(judged({failed, endless, estimate, simulation(0.5, 1e-6)}, stated, simulated).verdict ==
          Verdict::confirmed);
    CHECK(judged({failed, endless, estimate}, stated, simulated).reason ==
          "the simulation returned no sample");
    CHECK(judged({simulation(0.5, 1e-3)}, stated, simulated).reason ==
          "mean ± 6 standard errors overlaps an end of the stated interval; more networks= may decide");
    CHECK(judged({piece(Kind::sample, RouteKind::simulation, "monte_carlo", 0.5, 1e-3)}, stated, simulated)
              .reason ==
          "mean ± 6 standard errors overlaps an end of the stated interval; more --samples may decide");
}

TEST_CASE("what is not proved says why") {
    CHECK(judged({}, Stated("0.50")).reason == "no evidence: no selected method applies");
    CHECK(judged({simulation(0.5, 1e-6)}, Stated("0.50")).reason ==
          "no method proved an enclosure; estimates and samples alone cannot decide a claim");
    // the first proof that says why it failed is quoted, and no estimate is
    const auto failed = [](Kind kind, const char* reason) {
        return Evidence{RouteKind::definition, "arb_integral", kind, Status::unable, Ball(), reason, {}};
    };
    CHECK(judged({failed(Kind::estimate, "diverged"), failed(Kind::enclosure, "")}, Stated("0.50")).reason ==
          "no method proved an enclosure; estimates and samples alone cannot decide a claim");
    CHECK(judged({failed(Kind::estimate, "diverged"), failed(Kind::enclosure, "budget")}, Stated("0.50"))
              .reason == "no method proved an enclosure: arb_integral (definition): budget");
    CHECK(judged({enclosure(0.5, 0)}, Stated("none")).reason == "a value exists, and it is enclosed");
    CHECK(judged({enclosure(0.5, 0)}, Stated("none")).strength == Strength::enclosure);
    CHECK(judged({enclosure(0.5, 0)}, Stated("1/2")).reason ==
          "the stated expression has no proved enclosure");
    CHECK(judged({enclosure(0.5, 0)}, Stated("1/2"), {.stated_value = Ball::indeterminate()}).reason ==
          "the stated expression has no proved enclosure");
}

TEST_CASE("a bound that is an expression is met where both are the same fraction") {
    const Rational half = Rational::from_decimal("0.5");
    const Ball near = Ball(0.5).widened(Ball(1e-9));
    for (const char* side : {"upper", "lower"}) {
        const Stated stated = with({.text = "1/2", .bound = side});
        CHECK(judged({enclosure(0.5, 1e-9)}, stated,
                     {.stated_value = near, .exact = half, .stated_exact = half})
                  .verdict == Verdict::confirmed);
        CHECK_FALSE(judge({enclosure(0.5, 1e-9)}, stated, {.stated_value = near, .exact = half}));
        CHECK_FALSE(judge({enclosure(0.5, 1e-9)}, stated, {.stated_value = near, .stated_exact = half}));
        // two fractions that differ are told apart by their enclosures
        for (const char* other : {"0.4", "0.6"}) {
            const Rational exact = Rational::from_decimal(other);
            const bool meets = (std::string(other) < "0.5") == (std::string(side) == "upper");
            CHECK(judged({proved(Ball::from_rational(exact, 64))}, stated,
                         {.stated_value = near, .exact = exact, .stated_exact = half})
                      .verdict == (meets ? Verdict::confirmed : Verdict::refuted));
        }
    }
}

TEST_CASE("a bound that is a decimal is met where the value is that fraction") {
    const Rational tenth = Rational::from_decimal("0.1");
    const Evidence proof = proved(Ball::from_rational(tenth, 200));
    for (const char* side : {"upper", "lower"}) {
        const Stated stated = with({.text = "0.1", .bound = side});
        CHECK(judged({proof}, stated, {.exact = tenth}).verdict == Verdict::confirmed);
        CHECK_FALSE(judge({proof}, stated));
    }
}

TEST_CASE(
    "equal fractions round to the same number of a type, though neither end of its interval is one of them") {
    const Rational third = Rational(1) / Rational(3);  // 1/3 rounds to an odd number, which its ties do not
    const Ball near = Ball::from_rational(third, 64);
    CHECK(judged({proved(near)}, with({.text = "1/3", .dtype = "float32"}),
                 {.stated_value = near, .exact = third, .stated_exact = third})
              .verdict == Verdict::confirmed);
}

TEST_CASE("the end of an interval is known better than the value that is held against it") {
    // 0.55 is the end of what rounds to 0.5, and no dyadic fraction
    const Rational past = Rational::from_decimal("0.55") + pow(Rational(10), -80);
    CHECK(judged({proved(Ball::from_rational(past, 300))}, Stated("0.5")).verdict == Verdict::refuted);
}

TEST_CASE("verdicts and strengths have their names") {
    CHECK(to_string(Verdict::confirmed) == "confirmed");
    CHECK(to_string(Verdict::refuted) == "refuted");
    CHECK(to_string(Verdict::undecided) == "undecided");
    CHECK(to_string(Verdict::inconsistent) == "inconsistent");
    CHECK(to_string(Verdict::measured) == "measured");
    CHECK(to_string(Verdict::compared) == "compared");
    CHECK(to_string(Strength::enclosure) == "enclosure");
    CHECK(to_string(Strength::domain) == "domain");
    CHECK(to_string(Strength::sample) == "sample");
}
