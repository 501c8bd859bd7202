// NumberForms of numbers: identities are seen, and whatever has the form 0 is 0 by ball arithmetic, too.

#include "core/formula/formal_function.hpp"

#include <doctest/doctest.h>

#include "core/formula/evaluator.hpp"

using namespace sigprop;

namespace {

const Formula pi = Formula(Real("pi", [](long bits) { return Ball::pi(bits); }));
const Formula e = exp(Formula(1));

Formula fraction(int over, int under) { return Formula(Real(Rational(over) / Rational(under))); }
Formula root(int n) { return sqrt(Formula(n)); }

formal::Number form(const Formula& f) {
    const Tape tape(f);
    formal::NumberForms forms;
    return forms.of(tape, formal::number(0))[tape.outputs[0]];
}

Ball value(const Formula& f) { return Evaluator<Ball>(f, 400)(Ball(0)); }

}  // namespace

TEST_CASE("identities are seen, and a changed sign or coefficient is not one") {
    for (const Formula& f : {(pi + 1) * (pi - 1) - pi * pi + 1,
                             exp(log(Formula(2))) - 2,
                             log(e * e) - 2,
                             sin(3 * pi),
                             cos(pi / 2),
                             sin(pi / 6) - cos(pi / 3),
                             sin(pi / 4) - root(2) / 2,
                             sin(-7 * pi / 3) + root(3) / 2,
                             root(8) - 2 * root(2),
                             1 / (root(2) - 1) - root(2) - 1,
                             root(6) - root(2) * root(3),
                             log(Formula(12)) - 2 * log(Formula(2)) - log(Formula(3)),
                             log(root(5)) - log(Formula(5)) / 2,
                             pow(e, fraction(1, 2)) * pow(e, fraction(3, 2)) - exp(Formula(2)),
                             tanh(log(Formula(2))) - fraction(3, 5),
                             sigmoid(Formula(0)) - fraction(1, 2),
                             sinh(pi) + cosh(pi) - exp(pi),
                             softplus(pi) - log1p(exp(pi)),
                             sqrt(pi * pi) - pi,
                             pow(sqrt(1 + pi), 2) - 1 - pi,
                             sqrt(2 + 2 * pi) - root(2) * sqrt(1 + pi),
                             atan(Formula(1)) - pi / 4,
                             atan(1 / root(3)) - pi / 6,
                             atan(-root(3)) + pi / 3,
                             erf(pi) + erfc(pi) - 1,
                             erf(-pi) + erf(pi),
                             normal_cdf(root(2) * pi) - fraction(1, 2) - erf(pi) / 2,
                             sin(pi / 2 - e) - cos(e),
                             normal_pdf(Formula(1)) * sqrt(2 * pi * e) - 1,
                             (pi * pi - 1) / (pi - 1) - pi - 1,
                             exp(pi * log(Formula(3))) - pow(Formula(3), pi),
                             1 / (1 / pi) - pi}) {
        CAPTURE(f.text());
        CHECK(form(f).is_zero());
        CHECK(value(f).contains_zero());
        CHECK_FALSE(form(f + Formula(Real(pow(Rational(10), -200)))).is_zero());
        CHECK_FALSE(form(f + pi).is_zero());
        CHECK_FALSE(form(f * pi - e).is_zero());
    }
}

TEST_CASE("numbers that nearly agree have different forms") {
    for (const Formula& f :
         {pi - fraction(355, 113), exp(pi) - pi - 20, exp(pi * root(163)) - 262537412640768744.0,
          log(Formula(3)) / log(Formula(2)) - fraction(19, 12), sin(pi / 5) - fraction(3, 5),
          sqrt(pi) - e / pi * root(2), sqrt(1 + pi) - 1 - sqrt(pi), root(2) + root(3) - pi,
          exp(Formula(1)) * exp(pi) - exp(pi - 1)}) {
        CAPTURE(f.text());
        CHECK_FALSE(form(f).is_zero());
        CHECK_FALSE(value(f).contains_zero());
    }
}

TEST_CASE("what has no form is a number of its own, and equal only to itself") {
    const Formula large = pow(1 + pi + e + root(2) + log(Formula(3)), 12);
    CHECK(form(large - large).is_zero());
    CHECK_FALSE(form(large - 2 * large).is_zero());
    const Formula divided = 1 / (pi - pi);
    CHECK_FALSE(form(divided).is_zero());
    CHECK_FALSE(form(log(pi - pi)).is_zero());
    const Formula named = Formula(Real("a", [](long bits) { return Ball::pi(bits); }));
    CHECK(form(2 * named - named - named).is_zero());
    CHECK_FALSE(form(named - pi).is_zero());  // though it is
}

TEST_CASE("whatever has the form 0 is 0: all sums and quotients of many numbers") {
    std::vector<Formula> numbers = {Formula(1), Formula(-2), fraction(1, 2), pi,
                                    e,          root(2),     root(3),        log(Formula(2))};
    std::vector<Formula> more;
    for (const Formula& a : numbers) {
        for (const Formula& b : numbers) {
            more.push_back(a + b);
            more.push_back(a * b);
            more.push_back(a / b);
        }
    }
    for (const Formula& a : std::vector(more.begin(), more.begin() + 60)) {
        for (const Operation operation :
             {Operation::exp, Operation::sin, Operation::cos, Operation::tanh, Operation::atan})
            more.push_back(Formula::make(operation, std::span(&a, 1)));
        more.push_back(sqrt(a * a));
        more.push_back(log(a * a));
    }
    // Equal by form is equal by value; and most that are equal by value are by form.
    std::vector<std::string> texts;
    std::vector<Ball> values;
    for (const Formula& f : more) {
        texts.push_back(formal::text_of(form(f)));
        values.push_back(value(f));
    }
    int equal_by_form = 0;
    int equal_by_value = 0;
    for (std::size_t i = 0; i < more.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const bool may_be_equal =
                !values[i].is_finite() || !values[j].is_finite() || values[i].overlaps(values[j]);
            equal_by_value += may_be_equal ? 1 : 0;
            if (texts[i] != texts[j]) continue;
            ++equal_by_form;
            CAPTURE(more[i].text());
            CAPTURE(more[j].text());
            CHECK(may_be_equal);
        }
    }
    CHECK(equal_by_form > 500);
    CHECK(10 * equal_by_form > 8 * equal_by_value);
}
