#include "core/formula/parity.hpp"

#include <doctest/doctest.h>

#include "core/formula/evaluator.hpp"
#include "tests/support/random_formula.hpp"

using namespace sigprop;

TEST_CASE("even formulas that the structure shows, and others") {
    const Formula x = Formula::variable();
    for (const Formula& f :
         {pow(x, 2), pow(tanh(x), 2), x * tanh(x), cos(3 * x), abs(x) + 1, normal_pdf(x), 1 / (1 + pow(x, 4)),
          pow(sin(x) / x, 3), exp(-(pow(x, 2) / 2)), relu(pow(x, 2) - 1),
          where(abs(x) < 1, Formula(1), pow(x, 2)), pow(pow(x, 2), pow(x, 2)), Formula(3), -pow(x, -2)}) {
        CAPTURE(f.text());
        CHECK(is_even(f));
    }
    for (const Formula& f : {x, sigmoid(x), pow(x, 3), pow(x, 2) + x, pow(tanh(x + 1), 2), x * cos(x),
                             relu(x), where(x < 1, pow(x, 2), Formula(1)), pow(Formula(2), x),
                             min(pow(x, 2), x), pow(Formula::variable(1), 2)}) {
        CAPTURE(f.text());
        CHECK_FALSE(is_even(f));
    }
}

TEST_CASE("what is called even is the same at x and at -x") {
    test::RandomFormula random(3);
    int found = 0;
    for (int i = 0; i < 3000; ++i) {
        const Formula f = random(4);
        if (!is_even(f)) continue;
        ++found;
        Evaluator<Ball> evaluate(f, 200);
        for (const double at : {0.25, 1.5, 3.0}) {
            const Ball left = evaluate(Ball(-at).at_precision(200)),
                       right = evaluate(Ball(at).at_precision(200));
            CHECK(left.is_finite() == right.is_finite());
            if (left.is_finite() && right.is_finite()) CHECK(left.overlaps(right));
        }
    }
    CHECK(found > 50);
}
