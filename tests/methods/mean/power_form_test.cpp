// Formulas as powers of u times a rest: the same values, also where u itself is beyond doubles.

#include "methods/mean/power_form.hpp"

#include <doctest/doctest.h>
#include <cmath>

#include "core/formula/evaluator.hpp"
#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

namespace {

const Formula t = Formula::variable();

}  // namespace

TEST_CASE("the power that comes out, and the same function of t with u = e^-t") {
    struct Row {
        const char* formula;
        double power;
    };
    for (const Row& row : {
             Row{"x", 1},
             Row{"3", 0},
             Row{"sqrt(x)", 0.5},
             Row{"x^(-1/4)*sqrt(x^3)", 1.25},
             Row{"-x^2/(x + x^2)", 1},
             Row{"x + 2*x", 1},
             Row{"1/x - 2", -1},
             Row{"2 - 1/x", -1},
             Row{"x + sqrt(x)", 0.5},
             Row{"x - x^3/sqrt(x)", 1},
             Row{"x^sqrt(2)", std::sqrt(2)},
             Row{"x^(pi/4)*(1 + x)", M_PI / 4},
             Row{"log(x)", 0},
             Row{"log(x*(2 + x))^2*x", 1},
             Row{"sqrt(x*(1 - x))", 0.5},
             Row{"(x*exp(x))^0.75", 0.75},
             Row{"x^x", 0},
             Row{"exp(-1/x)", 0},
             Row{"sin(x)/x", -1},
         }) {
        CAPTURE(std::string(row.formula));
        const Formula f = known::parsed(row.formula);
        PowerForms forms(exp(-t), -t);
        const PowerForm form = forms(f);
        CHECK(form.power.to_double() == row.power);
        const Formula in_t = forms.value(form);
        for (const double at : {0.25, 1.0, 7.0, 40.0}) {
            const Ball place = Ball(at).at_precision(128);
            const Ball direct = Evaluator<Ball>(f, 128)(exp(-place));
            const Ball found = Evaluator<Ball>(in_t, 128)(place);
            CHECK(found.overlaps(direct));
            CHECK_FALSE((found + Ball(0x1p-60) * direct.magnitude()).overlaps(direct));
        }
    }
}

TEST_CASE("u^2 is zero in doubles at u = e^-400, its logarithm is not") {
    const Formula f = known::parsed("log(x^2) + sqrt(x^4)/x^2");
    PowerForms forms(exp(-t), -t);
    CHECK(Evaluator<double>(forms.value(forms(f)))(400.0) == -799);
    CHECK_FALSE(std::isfinite(Evaluator<double>(f)(std::exp(-400.0))));
}
