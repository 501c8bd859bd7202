// Places as formulas: each has the value that interval Newton finds, and what cannot be undone has none.

#include "core/formula/closed_zero.hpp"

#include <doctest/doctest.h>

#include "core/formula/evaluator.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();
const Formula pi = Formula(Real("pi", [](long bits) { return Ball::pi(bits); }));

IsolatedZero zero_of(const Formula& g, double lower, double upper) {
    const auto place = IsolatedZero::of(g, Ball::interval(Ball(lower), Ball(upper)));
    REQUIRE(place.has_value());
    return *place;
}

}  // namespace

TEST_CASE("the closed form is the zero") {
    struct Row {
        Formula g;
        double lower, upper;
    };
    for (const Row& row : {Row{2 * x - pi, 1, 2},
                           Row{pi - x, 3, 4},
                           Row{x * x - pi, 1, 2},
                           Row{x * x - pi, -2, -1},
                           Row{pow(x, 3) + pi, -2, -1},
                           Row{exp(x) - 2, 0, 1},
                           Row{log(x + 1) - pi, 20, 30},
                           Row{sqrt(x) - pi, 9, 10},
                           Row{1 / x - pi, 0.1, 0.5},
                           Row{pow(x - 1, 2) - pi, -1, 0},
                           Row{pow(exp(x), -3) - 5, -0.6, -0.5},
                           Row{3 - exp(2 * x - 1), 0.9, 1.2},
                           Row{expm1(x) - pi, 1, 2},
                           Row{log1p(x) + 2, -0.9, -0.8},
                           Row{tanh(x) - Formula(0.5), 0, 1},
                           Row{-sigmoid(x) + Formula(0.75), 1, 2},
                           Row{sin(x - 1), 7, 8},
                           Row{cos(2 * x), -3, -2},
                           Row{-3 * cos(x), 1, 2},
                           Row{5 - pi / exp(-x), 0.45, 0.5}}) {
        CAPTURE(row.g.text());
        const IsolatedZero place = zero_of(row.g, row.lower, row.upper);
        const auto closed = closed_form_of(place);
        REQUIRE(closed.has_value());
        CHECK(closed->variable_count() == 0);
        const Ball value = Evaluator<Ball>(*closed, 300)(Ball(0));
        CHECK(value.accuracy_bits() > 250);
        CHECK(value.overlaps(place.enclose(300)));
        CHECK_FALSE((value + Ball::power_of_two(-240)).overlaps(place.enclose(300)));
    }
}

TEST_CASE("what has two values, or x in two places, has no closed form") {
    CHECK_FALSE(closed_form_of(zero_of(x * x - x - pi, 2, 3)).has_value());
    CHECK_FALSE(closed_form_of(zero_of(x + exp(x) - 2, 0, 1)).has_value());
    CHECK_FALSE(closed_form_of(zero_of(sin(x) - Formula(0.5), 0, 1)).has_value());
    CHECK_FALSE(closed_form_of(zero_of(erf(x) - Formula(0.5), 0, 1)).has_value());
}
