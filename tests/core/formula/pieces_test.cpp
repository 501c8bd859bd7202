#include <doctest/doctest.h>

#include "core/formula/sign_isolation.hpp"
#include "tests/core/formula/pieces_property.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

const Formula x = Formula::variable();
Formula rational(int p, int q) { return Formula(Real(Rational(p) / Rational(q))); }

std::string broken(const Formula& f, double lower, double upper, long bits, std::size_t pieces) {
    const Partition parts = partition(f, lower, upper, bits);
    if (!parts.complete) return parts.reason;
    Dice dice(1);
    if (parts.pieces.size() != pieces) return std::to_string(parts.pieces.size()) + " pieces";
    return broken_promise(f, parts, lower, upper, bits, dice);
}

}  // namespace

TEST_CASE("pieces cover the interval and equal the formula, kinks are found") {
    struct Row {
        Formula f;
        std::size_t pieces;
    };
    for (const Row& row : {Row{x * x, 1}, Row{relu(x), 2}, Row{abs(x) + relu(x) + step(x) + min(x, 2 * x), 2},
                           Row{abs(x - rational(1, 3)), 2}, Row{max(rational(1, 100) * x, x), 2},
                           Row{abs(pow(x, 2) - 2), 3}, Row{abs(pow(x, 3) - x), 4}, Row{min(max(x, -1), 1), 3},
                           Row{abs(abs(abs(x) - 1) - rational(1, 2)), 8}, Row{where(x < 0, exp(x) - 1, x), 2},
                           Row{where(abs(x) < 1, x, where(x > 2, Formula(1), Formula(2))), 5},
                           Row{abs(x - 50), 1}, Row{where(sin(x) < cos(x), sin(x), cos(x)), 3},
                           Row{step(exp(x) - 3) * step(x - 1), 3}, Row{max(x, -x) - abs(x), 2},
                           Row{abs(x) - abs(x + rational(1, 1'000'000'000)), 3}, Row{relu(-abs(x) - 1), 2}}) {
        CAPTURE(row.f.text());
        CHECK(broken(row.f, -3, 3, 64, row.pieces) == "");
        CHECK(broken(row.f, -3, 3, 200, row.pieces) == "");
    }
    CHECK(broken(abs(sin(10 * x)), 0.1, 6, 64, 20) == "");
    // Controls.
    Dice dice(1);
    const Partition good = partition(abs(x), -1, 1, 64);
    CHECK(broken_promise(abs(x - rational(1, 1000)), good, -1, 1, 64, dice) != "");
    CHECK(broken_promise(relu(x), good, -1, 1, 64, dice) != "");
    CHECK(broken_promise(abs(x), good, -1, 2, 64, dice) == "the end is not covered");
}

TEST_CASE("random piecewise formulas") {
    int complete = 0;
    for (std::uint64_t seed = 0; complete < 60; ++seed) {
        RandomFormula random(seed);
        const Formula f = random(3);
        if (!has_switch(f)) continue;
        const double lower = random.dice().uniform(-4, 2), upper = lower + random.dice().uniform(0.1, 6);
        const Partition parts = partition(f, lower, upper, 64, 500);
        if (!parts.complete) continue;
        CAPTURE(f.text());
        CHECK(broken_promise(f, parts, lower, upper, 64, random.dice()) == "");
        ++complete;
    }
}

TEST_CASE("kinks are as narrow as asked, at any precision") {
    const Partition parts = partition(abs(pow(x, 2) - 2), -2, 2, 2000);
    REQUIRE(parts.kinks.size() == 2);
    CHECK(parts.kinks[1].overlaps(sqrt(Ball(2).at_precision(2500))));
    CHECK(parts.kinks[1].accuracy_bits() > 1995);
    CHECK(parts.kinks[0].overlaps(-sqrt(Ball(2).at_precision(2500))));
    CHECK(partition(relu(x), -1, 1, 64).kinks[0].exact_integer() == 0);
    // Ends with more bits than the kinks are computed to stay unchanged.
    const auto exact = [](const Ball& end) { return Ball::from_exact_text(end.midpoint().exact_text()); };
    const Ball lower = exact(Ball(-1).at_precision(600) / 3), upper = exact(Ball(2).at_precision(600) / 7);
    for (const Formula& f : {relu(x), abs(sin(x)), abs(expm1(x)), relu(x - rational(1, 9))}) {
        const Partition fine = partition(f, lower, upper, 40);
        REQUIRE(fine.pieces.size() == 2);
        CHECK((fine.pieces[0].lower.is_exact() && fine.pieces[0].lower.contains(lower)));
        CHECK((fine.pieces[1].upper.is_exact() && fine.pieces[1].upper.contains(upper)));
    }
}

TEST_CASE("zeros at the ends, double roots and tiny intervals") {
    CHECK(broken(relu(x), 0, 1, 64, 1) == "");
    CHECK(broken(relu(x), -1, 0, 64, 1) == "");
    CHECK(broken(abs(x - rational(1, 3)), 0.25, 1, 64, 2) == "");
    for (const Formula& f :
         {abs(pow(x, 2)), abs(pow(x - rational(1, 3), 2)), abs(1 - cos(x)), abs(pow(sin(x), 3))}) {
        CAPTURE(f.text());
        CHECK(broken(f, -1, 1.5, 40, 2) == "");
        CHECK(broken(f, -1, 1.5, 100, 2) == "");
    }
    CHECK(broken(relu(x - rational(1, 3)), 0.333333333333, 0.3333333333334, 64, 2) == "");
    CHECK(broken(abs(x), -1e-30, 1e-30, 64, 2) == "");
}

TEST_CASE(
    "a switching function that is identically zero decides, one that cannot be told from zero does not") {
    CHECK(broken(where(x - x < 0, Formula(1), x), -1, 1, 64, 1) == "");
    CHECK(broken(where(x - x <= 0, Formula(1), x), -1, 1, 64, 1) == "");
    CHECK(broken(step(0 * x) + relu(2 * x - x * 2) + min(x, x), -1, 1, 64, 1) == "");
    CHECK(partition(where(x <= x, Formula(1), x), -1, 1, 64).pieces[0].smooth.text() == "1");
    CHECK(partition(where(x < x, Formula(1), x), -1, 1, 64).pieces[0].smooth.text() == "x");
    const Real root("sqrt(2)", [](long bits) { return sqrt(Ball(2).at_precision(bits)); });
    for (const Formula& g :
         {Formula(root) * Formula(root) - 2, sin(x) - sin(x), rational(1, 3) * x - x * rational(1, 3)}) {
        const Partition parts = partition(where(g <= 0, Formula(1), x), -1, 1, 64, 3000);
        CHECK_FALSE(parts.complete);
        CHECK_FALSE(parts.reason.empty());
    }
}

TEST_CASE("on a switch a formula is one of its branches") {
    const auto texts = [](const Formula& f, const Ball& place, std::size_t most = 64) {
        std::string all;
        for (const Formula& one : smooth_choices(f, place, 64, most)) all += one.text() + "; ";
        return all;
    };
    const Ball near_zero = Ball(0).widened(Ball::power_of_two(-60));
    CHECK(texts(relu(x), near_zero) == "0; x; ");
    CHECK(texts(relu(x), Ball(1)) == "x; ");
    CHECK(texts(where(x < 0, sin(x), cos(x)) + step(x - 1), near_zero) == "sin(x) + 0; cos(x) + 0; ");
    CHECK(texts(abs(abs(x)), near_zero) == "--x; -x; -x; x; ");
    CHECK(texts(abs(abs(x)), near_zero, 3).empty());
}

TEST_CASE("a budget that runs out says so, and is never exceeded silently") {
    const Partition parts = partition(abs(sin(1000 * x)), 0, 100, 64, 50);
    CHECK_FALSE(parts.complete);
    CHECK(parts.reason.find("abs(sin(1000 * x))") != std::string::npos);
    CHECK(partition(abs(sin(1000 * x)), 0, 1, 64).complete);
    CHECK_FALSE(partition(abs(log(x)), -1, 1, 64, 5000).complete);  // undefined on half the interval
    std::uint64_t budget = 1000;
    const auto signs = isolate_signs(sin(x), 1, 7, 64, budget);
    REQUIRE(signs.size() == 5);
    CHECK((signs[0].sign == 1 && signs[1].sign == 0 && signs[2].sign == -1 && signs[4].sign == 1));
    CHECK(budget < 1000);
}
