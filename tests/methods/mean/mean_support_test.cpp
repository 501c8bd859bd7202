// What the methods that prove a mean share: ranges and their cuts, gaps, sums of parts, budgets and the law's
// mass.

#include "methods/mean/mean_support.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <cmath>

#include "core/formula/evaluator.hpp"
#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

const Real third = Real(Rational(1) / Rational(3)), two_thirds = Real(Rational(2) / Rational(3));

MeanProblem examined(const std::string& formula, const Law& law = Law::normal()) {
    return examine(known::parsed(formula), law, Context());
}

MeanResult found(const Ball& value, std::uint64_t evaluations = 1) {
    MeanResult result;
    result.status = Status::ok;
    result.value = value;
    result.evaluations = evaluations;
    return result;
}

MeanResult too_hard() {
    MeanResult result;
    result.reason = "too hard";
    result.evaluations = 7;
    return result;
}

MeanResult refused(const Piece&) { return too_hard(); }
MeanResult length_of(const Piece& piece) { return found(piece.upper - piece.lower); }
MeanResult no_side(const SingularSide&) { return {}; }

/// The integral over a piece on which the integrand is constant.
MeanResult over_constant(const Piece& piece) {
    return found((piece.upper - piece.lower) * Evaluator<Ball>(piece.smooth, 64)(piece.lower));
}

}  // namespace

TEST_CASE("the range inside the law's: exact ends, infinite ones cut") {
    const auto [lower, upper] = core_range(Law::normal(), 13, 64);
    CHECK(lower.to_double() == -13);
    CHECK(upper.to_double() == 13);
    const auto [from, to] = core_range(Law::uniform(third, two_thirds), 13, 64);
    CHECK((from.is_exact() && to.is_exact()));
    CHECK((3 * from.at_precision(200) - 1).is_positive());
    CHECK((3 * to.at_precision(200) - 2).is_negative());
    CHECK((to - from).to_double() == doctest::Approx(1.0 / 3).epsilon(1e-15));
    const Formula f = known::parsed("x^3 + 1");
    CHECK(Evaluator<double>(mirrored(f, 1))(2.0) == 9);
    CHECK(Evaluator<double>(mirrored(f, -1))(2.0) == -7);
}

TEST_CASE("cut tails are below the goal, and not further out than that needs") {
    for (const long bits : {80L, 200L}) {
        const MeanProblem problem = examined("exp(x)");
        const TailCut cut = cut_tails(problem, bits);
        REQUIRE(cut.proved);
        // the integral of e^(x - x^2/2) beyond
        const Ball right =
            sqrt(2 * Ball::pi(300) * Ball::euler_number(300)) * normal_cdf(1 - cut.upper.at_precision(300));
        CHECK_FALSE((cut.outside - right).is_negative());
        CHECK(cut.outside.upper_double() <= 2 * std::ldexp(problem.scale, static_cast<int>(-bits)));
        CHECK(cut.outside.upper_double() > 1e-3 * std::ldexp(problem.scale, static_cast<int>(-bits)));
        CHECK(-cut.lower.to_double() < cut.upper.to_double());  // the left tail is smaller
    }
    // at few bits the bounds begin to hold only beyond the goal's place
    const TailCut cut = cut_tails(examined("x^2"), 20);
    CHECK(cut.upper.to_double() == 8);
    CHECK(cut.lower.to_double() == -8);
    MeanProblem unknown = examined("x^2");
    unknown.left_tail.reset();
    CHECK_FALSE(cut_tails(unknown, 60).proved);
    unknown = examined("x^2");
    unknown.right_tail.reset();
    CHECK_FALSE(cut_tails(unknown, 60).proved);
}

TEST_CASE("a tail that no place cuts is not cut") {
    MeanProblem problem = examined("x^2");
    problem.right_tail = LogBound{0, 0, 0, 1};  // e^(x^2)
    CHECK_FALSE(cut_tails(problem, 60).proved);
    problem = examined("x^2");
    problem.left_tail = LogBound{0, -1, 0, 0};  // 1/x
    CHECK_FALSE(cut_tails(problem, 60).proved);
}

TEST_CASE("finite ends are exact, or what lies between them and the cut is bounded") {
    const TailCut exact = cut_tails(examined("x^2", Law::uniform(0, 1)), 60);
    CHECK(exact.proved);
    CHECK((exact.lower.to_double() == 0 && exact.upper.to_double() == 1));
    CHECK((exact.outside.is_exact() && exact.outside.contains_zero()));
    const TailCut rounded = cut_tails(examined("x^2", Law::uniform(third, two_thirds)), 60);
    CHECK(rounded.proved);
    CHECK((3 * rounded.lower.at_precision(200) - 1).is_positive());
    CHECK((3 * rounded.upper.at_precision(200) - 2).is_negative());
    // x^2 < 1/2, and both ends are off
    const Ball missed = (rounded.lower - third.at(300)) / 9 + 4 * (two_thirds.at(300) - rounded.upper) / 9;
    CHECK((rounded.outside - missed).is_positive());
    CHECK(rounded.outside.upper_double() < 0x1p-60);
    // a pole at an end that is not exact
    MeanProblem pole;
    pole.law = Law::uniform(third, 1);
    pole.integrand = known::parsed("1/(x - 1/3)");
    CHECK_FALSE(cut_tails(pole, 60).proved);
    // a singular end is left to the rule of its side
    const MeanProblem singular = examined("log(x - 1/3)", pole.law);
    REQUIRE(singular.singular_sides.size() == 1);
    const TailCut at_side = cut_tails(singular, 60);
    CHECK(at_side.proved);
    CHECK((at_side.outside.is_exact() && at_side.outside.contains_zero()));
    const TailCut other_side = cut_tails(examined("log(2/3 - x)", Law::uniform(0, two_thirds)), 60);
    CHECK(other_side.proved);
    CHECK((other_side.outside.is_exact() && other_side.outside.contains_zero()));
    const MeanProblem two_ends = examined("log(x - 1/3) + log(2/3 - x)", Law::uniform(third, two_thirds));
    REQUIRE(two_ends.singular_sides.size() == 2);
    CHECK(cut_tails(two_ends, 60).proved);
    CHECK(cut_tails(two_ends, 60).outside.contains_zero());
    const MeanProblem between = examined("log(abs(x - 1/2))", Law::uniform(third, two_thirds));
    REQUIRE(between.singular_sides.size() == 2);
    CHECK_FALSE(cut_tails(between, 60).outside.contains_zero());
    CHECK_FALSE(cut_tails(examined("log(abs(x - 1/2))", Law::uniform(third, 1)), 60).outside.contains_zero());
    // an exact end needs no bound of the integrand
    MeanProblem pole_at_end;
    pole_at_end.law = Law::uniform(0, 1);
    pole_at_end.integrand = known::parsed("1/x");
    CHECK(cut_tails(pole_at_end, 60).proved);
    // the bound is width times height, of f w
    const Real end = Real(Rational(4) / Rational(3));
    const Ball wide = 2 * end.at(60 + 16).radius() * 7 * exp(-end.at(100));
    const Ball outside = cut_tails(examined("7 + 0*x", Law::truncated_exponential(end)), 60).outside;
    CHECK_FALSE((outside - wide).is_negative());
    CHECK((outside - wide * Ball(1.01)).is_negative());
    // the side of the other end does not excuse this one
    MeanProblem both = singular;
    both.law = Law::uniform(third, two_thirds);
    CHECK(cut_tails(both, 60).outside.upper_double() > 0);
    both.integrand = known::parsed("1/(2/3 - x)");
    CHECK_FALSE(cut_tails(both, 60).proved);
}

TEST_CASE("a gap of no width contributes nothing") {
    const Formula f = known::parsed("1/x");
    CHECK(gap_contribution(f, 1, 1, 60).is_exact());
    CHECK(gap_contribution(f, 1, 1, 60).contains_zero());
    CHECK(gap_contribution(f, 2, 1, 60).contains_zero());
    CHECK(gap_contribution(f, 1, 2, 60).contains(log(Ball(2).at_precision(200))));
    CHECK_FALSE(gap_contribution(f, -1, 1, 60).is_finite());
}

TEST_CASE("parts add up until one of them is refused") {
    MeanResult sum = found(2, 10);
    CHECK(add_part(sum, found(3, 5)));
    CHECK(sum.value.to_double() == 5);
    CHECK(sum.evaluations == 15);
    CHECK(sum.status == Status::ok);
    CHECK_FALSE(add_part(sum, too_hard()));
    CHECK(sum.status == Status::unable);
    CHECK(sum.reason == "too hard");
    CHECK(sum.evaluations == 22);
    CHECK(sum.value.to_double() == 5);
}

TEST_CASE("pieces, gaps, sides and the cut tails make the integral") {
    const MeanProblem kinked = examined("abs(x - 1/3)");
    TailCut cut;
    cut.lower = -2, cut.upper = 4, cut.outside = 0.25;
    const MeanResult sum = integrate_pieces(kinked, cut, 60, {length_of, no_side});
    CHECK(sum.status == Status::ok);
    CHECK(sum.reason.empty());
    CHECK(sum.evaluations == 2);
    CHECK(sum.value.to_double() == doctest::Approx(6));
    CHECK(sum.value.radius_double() == doctest::Approx(0.25));
    const MeanResult none = integrate_pieces(kinked, cut, 60, {refused, no_side});
    CHECK(none.status == Status::unable);
    CHECK(none.reason == "too hard");
    CHECK(none.evaluations == 7);
    const auto infinite = [](const Piece&) { return found(Ball::infinity()); };
    CHECK(integrate_pieces(kinked, cut, 60, {infinite, no_side}).status == Status::unable);
    CHECK(integrate_pieces(kinked, cut, 60, {infinite, no_side}).reason ==
          "no finite enclosure was found on the pieces");
    const MeanProblem singular = examined("log(abs(x))");
    const auto one_side = [](const SingularSide& side) { return found(Ball(side.side > 0 ? 100 : 1000), 3); };
    const MeanResult with_sides = integrate_pieces(singular, cut, 60, {length_of, one_side});
    REQUIRE(singular.singular_sides.size() == 2);
    const double covered = singular.singular_sides[1].edge - singular.singular_sides[0].edge;
    CHECK(with_sides.value.to_double() == doctest::Approx(1100 + 6 - covered));
    CHECK(with_sides.evaluations == 8);
    const auto no_number = [](const SingularSide&) { return too_hard(); };
    const MeanResult without = integrate_pieces(singular, cut, 60, {length_of, no_number});
    CHECK(without.status == Status::unable);
    CHECK(without.reason == "too hard");
    CHECK(without.evaluations == 9);
}

TEST_CASE("switches without end are refused") {
    MeanProblem endless;
    endless.integrand = known::parsed("step(sin(exp(x^2)))");
    TailCut cut;
    cut.lower = -2, cut.upper = 8, cut.outside = 0.25;
    const MeanResult uncut = integrate_pieces(endless, cut, 60, {length_of, no_side});
    CHECK(uncut.status != Status::ok);
    CHECK(uncut.reason.starts_with("the zeros of the switch in step(sin(exp(x^2)))"));
}

TEST_CASE("the gaps that kinks leave are part of the integral, inside and at the ends") {
    constexpr long bits = 4;  // of which kinks have 16 more
    const Formula tiny = Formula(Real(Rational(1) / Rational(1 << 30)));
    const Formula x = Formula::variable();
    for (const Formula& kink : {Formula(Real(Rational(1) / Rational(3))), tiny, 1 - tiny}) {
        CAPTURE(kink.text());
        MeanProblem problem;
        problem.law = Law::uniform(0, 1);
        problem.integrand = where(x < kink, 1, 2);
        TailCut cut;
        cut.lower = 0, cut.upper = 1, cut.outside = 0;
        const Ball sum = integrate_pieces(problem, cut, bits, {over_constant, no_side}).value;
        const Ball exact = 2 - Evaluator<Ball>(kink, 128)(Ball(0));
        CHECK(sum.contains(exact));
        CHECK(sum.radius_double() < 0x1p-15);
    }
}

TEST_CASE("a gap at the very end is part of the integral") {
    const Formula x = Formula::variable();
    const Formula kink = 1 - Formula(Real(Rational(1) / Rational(std::int64_t{1} << 60)));
    MeanProblem problem;
    problem.law = Law::uniform(0, 1);
    problem.integrand = where(x < kink, 1, 2);
    TailCut cut;
    cut.lower = Ball(1 - 0x1p-34), cut.upper = 1, cut.outside = 0;
    const Ball sum = integrate_pieces(problem, cut, 4, {over_constant, no_side}).value;
    CHECK(sum.contains(Ball(0x1p-34) + Ball(0x1p-60)));
    CHECK(sum.radius_double() < 0x1p-35);
}

TEST_CASE("long formulas get fewer evaluations") {
    Context context;
    context.budget = 8'100'000;
    CHECK(affordable_evaluations(known::parsed("x"), context) == 8'100'000);
    CHECK(affordable_evaluations(known::parsed("sin(cos(sin(x)))"), context) == 8'100'000);  // 3.1 of 4
    CHECK(affordable_evaluations(known::parsed("sin(cos(sin(cos(sin(cos(sin(cos(x))))))))"), context) ==
          4'000'000);  // of cost 8.1
    CHECK(affordable_evaluations(known::parsed("sin(cos(sin(cos(sin(cos(sin(cos(x))))))))^3"), context) ==
          3'951'219);  // of cost 8.2
    // arithmetic and switches are cheap: cost 8.3
    CHECK(affordable_evaluations(known::parsed("relu(-sin(cos(sin(cos(sin(cos(sin(cos(x)))))))))"),
                                 context) == 3'903'614);
}

TEST_CASE("the integral is divided by the law's mass, which is known or integrated") {
    const auto two = [](const MeanProblem&, long, const Context&) { return found(2, 5); };
    const MeanProblem normal = examined("x"), uniform = examined("x", Law::uniform(0, 4));
    const MeanResult known_mass_result = normalised(normal, 60, Context(), two);
    CHECK(known_mass_result.value.overlaps(2 / sqrt(2 * Ball::pi(100))));
    CHECK(known_mass_result.value.accuracy_bits() > 70);
    CHECK(known_mass_result.evaluations == 5);
    CHECK(has_known_mass(Law::normal()));
    CHECK_FALSE(has_known_mass(Law::uniform(0, 1)));
    // 2 of the integrand, and 1/4 of the mass
    const auto quarter = [](const MeanProblem& p, long, const Context&) {
        return found(p.integrand.variable_count() > 0 ? Ball(2) : Ball(0.25), 5);
    };
    const MeanResult divided = normalised(uniform, 60, Context(), quarter);
    CHECK(divided.value.to_double() == 8);
    CHECK(divided.evaluations == 10);
    const auto nothing = [](const MeanProblem&, long, const Context&) { return too_hard(); };
    CHECK(normalised(uniform, 60, Context(), nothing).reason == "too hard");
    CHECK(normalised(normal, 60, Context(), nothing).status == Status::unable);
    const auto no_mass = [](const MeanProblem& p, long, const Context&) {
        return p.integrand.variable_count() > 0 ? found(2) : too_hard();
    };
    const auto mass_that_may_be_zero = [](const MeanProblem& p, long, const Context&) {
        return p.integrand.variable_count() > 0 ? found(2) : found(Ball::interval(-1, 1));
    };
    const auto mass_of_no_status = [](const MeanProblem& p, long, const Context&) {
        MeanResult result = found(2);
        if (p.integrand.variable_count() == 0) result.status = Status::unable;
        return result;
    };
    for (const Integrator integrate :
         {Integrator(no_mass), Integrator(mass_that_may_be_zero), Integrator(mass_of_no_status)}) {
        const MeanResult result = normalised(uniform, 60, Context(), integrate);
        CHECK(result.status == Status::unable);
        CHECK(result.reason == "the mass of the law could not be enclosed");
    }
}
