#include <doctest/doctest.h>

#include "core/formula/quadratic.hpp"
#include "tests/support/random_formula.hpp"

#include "core/formula/evaluator.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

const Formula x = Formula::variable();
const Formula third = Formula(Real(Rational(1) / Rational(3)));

}  // namespace

TEST_CASE("polynomials of degree at most two are recognised, nothing else is") {
    struct Row {
        Formula f;
        double c0, c1, c2;
    };
    for (const Row& row : {Row{Formula(3), 3, 0, 0}, Row{x, 0, 1, 0}, Row{-(pow(x, 2) / 2), 0, 0, -0.5},
                           Row{-(x * (x / 2 + Formula(7))), 0, -7, -0.5}, Row{(x + 1) * (x - 1), -1, 0, 1},
                           Row{pow(2 * x - 3, 2), 9, -12, 4}, Row{pow(Formula(2), 10) * x, 0, 1024, 0},
                           Row{pow(x, 1), 0, 1, 0}, Row{pow(x, 0), 1, 0, 0}, Row{x * x - x * x, 0, 0, 0},
                           Row{(x - x) * pow(x, 2), 0, 0, 0}, Row{x / 4 - x / Formula(-4), 0, 0.5, 0}}) {
        CAPTURE(row.f.text());
        const auto form = quadratic_form(row.f, 100);
        REQUIRE(form.has_value());
        CHECK(form->c0.to_double() == row.c0);
        CHECK(form->c1.to_double() == row.c1);
        CHECK(form->c2.to_double() == row.c2);
        CHECK(form->is_affine() == (row.c2 == 0));
        CHECK(form->is_constant() == (row.c1 == 0 && row.c2 == 0));
    }
    const auto root = quadratic_form(sqrt(Formula(2)) * x, 1000);
    REQUIRE(root.has_value());
    CHECK(root->c1.overlaps(sqrt(Ball(2).at_precision(1200))));
    CHECK(root->c1.accuracy_bits() > 990);
    const Real unbounded("unbounded", [](long) { return Ball::infinity(); });
    for (const Formula& f : {pow(x, 3), x * x * x, 1 / x, x / (x + 1), pow(x, -1), exp(x), sin(x),
                             abs(Formula(1)), Formula::variable(1), x / (x - x), pow(x, Formula(0.5)), abs(x),
                             x * Formula(unbounded), pow(Formula(0), -1)}) {
        CAPTURE(f.text());
        CHECK_FALSE(quadratic_form(f, 100).has_value());
    }
}

TEST_CASE("a form encloses its formula") {
    int forms = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        RandomFormula random(seed, false);
        const Formula large = random(3);
        const Formula f = large * third + random(1);
        const auto form = quadratic_form(f, 100);
        if (!form) continue;
        ++forms;
        Evaluator<Ball> evaluate(f, 200);
        for (int i = 0; i < 4; ++i) {
            const Ball point = Ball(random.dice().uniform(-9, 9)).at_precision(200);
            const Ball value = evaluate(point);
            if (!value.is_finite()) continue;
            CHECK(form->at(point).overlaps(value));
            CHECK_FALSE((form->at(point) * (1 + Ball(1e-20)) + Ball(1e-20)).overlaps(value));
        }
    }
    CHECK(forms > 40);
}
