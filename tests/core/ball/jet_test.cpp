// Jets against repeated symbolic differentiation (an independent route to Taylor coefficients), at points and
// over wide balls, and the formulas that they must refuse.

#include <doctest/doctest.h>

#include "tests/support/formula_corpus.hpp"
#include "tests/support/random_formula.hpp"

#include "core/formula/evaluator.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

const Formula x = Formula::variable();
constexpr long order = 4;

std::vector<Formula> smooth() {
    std::vector<Formula> all = smooth_formulas();
    for (const Formula& f : {1 - x, pow(x, 0), pow(x, Formula(3)), pow(Formula(2), x),
                             tanh(Formula(0.5)) + sigmoid(Formula(0.5)) * x, 4 * tanh(x / 4),
                             4 * x / sqrt(pow(x, 2) + 3), tanh(pow(x, 2) - sin(x))}) {
        all.push_back(f);
    }
    return all;
}

/// f^(k)/k! by differentiating the formula k times.
std::vector<Formula> coefficients(const Formula& f) {
    std::vector<Formula> all = {f};
    int factorial = 1;
    Formula derivative = f;
    for (int k = 1; k <= order; ++k) {
        derivative = derivative.derivative();
        factorial *= k;
        all.push_back(derivative / factorial);
    }
    return all;
}

bool is_close(const Ball& a, const Ball& b, long bits) {
    return a.overlaps(b) && ((a - b).magnitude() - (1 + abs(b)) * Ball::power_of_two(-bits)).is_negative();
}

}  // namespace

TEST_CASE("the coefficients are the derivatives, at points narrowly and over balls as enclosures") {
    const Ball radius = Ball::power_of_two(-4);
    for (const Formula& f : smooth()) {
        CAPTURE(f.text());
        Evaluator<Jet> jet(f, 200);
        Evaluator<Ball> derivatives(coefficients(f), 200);
        for (const double at : {-3.7, -0.3, 0.0, 0.9, 3.1}) {
            const Ball point = Ball(at).at_precision(200);
            const std::vector<Ball> expected(derivatives(std::span(&point, 1)).begin(),
                                             derivatives(std::span(&point, 1)).end());
            const Jet thin = jet(Jet::variable(point, order));
            const Jet wide = jet(Jet::variable((point + radius / 3).widened(radius), order));
            for (long k = 0; k <= order; ++k) {
                const Ball& c = expected[static_cast<std::size_t>(k)];
                if (!c.is_finite()) continue;  // pow(x + 5, x)' … at poles of the derived formula
                CHECK(is_close(thin.coefficient(k), c, 150));
                CHECK(wide.coefficient(k).overlaps(c));
            }
        }
    }
    const Jet wrong = Evaluator<Jet>(sin(x), 200)(Jet::variable(Ball(1).at_precision(200), order));
    CHECK_FALSE(
        is_close(wrong.coefficient(3), -cos(Ball(1).at_precision(200)) / 5, 150));  // control: 3! is 6
}

TEST_CASE("random formulas: over a ball the coefficients enclose those at its points") {
    RandomFormula random(7);
    int finite = 0;
    for (int i = 0; i < 150; ++i) {
        const Formula f = random(4);
        CAPTURE(f.text());
        Evaluator<Jet> jet(f, 100);
        const double at = random.dice().between(-300, 300) / 100.0;
        const Jet wide =
            jet(Jet::variable(Ball(at).at_precision(100).widened(Ball::power_of_two(-3)), order));
        if (!wide.coefficient(order).is_finite()) continue;
        ++finite;
        for (const double part : {-1.0, -0.25, 1.0}) {
            const Jet thin = jet(Jet::variable(Ball(at + part / 8).at_precision(100), order));
            for (long k = 0; k <= order; ++k) CHECK(wide.coefficient(k).overlaps(thin.coefficient(k)));
        }
    }
    CHECK(finite > 40);
}

TEST_CASE("a switch is passed where it is decided on the whole ball, and refused elsewhere") {
    const auto refused = [](const Formula& f, const Ball& at) {
        return !Evaluator<Jet>(f, 64)(Jet::variable(at.at_precision(64), 2)).value().is_finite();
    };
    for (const Formula& f : {abs(x), relu(x), step(x) * x, max(x, 0 * x), min(x, Formula(0)),
                             where(x < 0, x, 2 * x), where(x <= 0, x, 2 * x)}) {
        CAPTURE(f.text());
        CHECK(refused(f, 0));
        CHECK(refused(f, Ball(0.25).widened(Ball(0.5))));
        CHECK_FALSE(refused(f, Ball(0.75).widened(Ball(0.5))));
        CHECK_FALSE(refused(f, Ball(-0.75).widened(Ball(0.5))));
    }
    CHECK_FALSE(refused(x * where(Formula(0) <= 0, Formula(1), Formula(2)), 0));  // no switch in x
    const Jet above = Evaluator<Jet>(abs(x), 64)(Jet::variable(Ball(-2), 2));
    CHECK(above.coefficient(1).exact_integer() == -1);
    CHECK(refused(1 / x, Ball(0.25).widened(Ball(0.5))));
    CHECK(refused(log(x), Ball(0.25).widened(Ball(0.5))));
}

TEST_CASE("orders: the smaller one stands, constants bring none, what is beyond is not known") {
    const Jet u = Jet::variable(Ball(2), 5);
    const Jet v = Jet::variable(Ball(2), 3);
    CHECK((u * v).order() == 3);
    CHECK((u + 1).order() == 5);
    CHECK((2 * u).derivative().order() == 4);
    CHECK(u.derivative().coefficient(0).exact_integer() == 1);
    CHECK(Jet(3).is_constant());
    CHECK(Jet(3).coefficient(1000).exact_integer() == 0);
    CHECK_FALSE(v.coefficient(4).is_finite());
    CHECK_FALSE((Jet::indeterminate() * Jet(0)).value().is_finite());
    CHECK_FALSE((Jet::indeterminate() + u).coefficient(1).is_finite());
    CHECK_FALSE(sqrt(Jet::variable(Ball(0), 2)).coefficient(1).is_finite());
    CHECK_FALSE(Jet::variable(Ball(0), 0).derivative().value().is_finite());
}
