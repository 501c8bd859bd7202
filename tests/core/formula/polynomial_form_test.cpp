// Polynomials recognised by their structure, with coefficients that stay exact.

#include "core/formula/polynomial_form.hpp"

#include <doctest/doctest.h>

#include "core/formula/evaluator.hpp"

using namespace sigprop;

namespace {

const Formula x = Formula::variable();

/// "c0 c1 …" as texts; "none" for what is no polynomial.
std::string form(const Formula& f) {
    const auto coefficients = polynomial_form(f);
    if (!coefficients) return "none";
    std::string text;
    for (const Formula& c : *coefficients) text += (text.empty() ? "" : " ") + c.text();
    return text;
}

}  // namespace

TEST_CASE("fractions are folded") {
    CHECK(form(x) == "0 1");
    CHECK(form(x * x - 2) == "-2 0 1");
    CHECK(form((x - 1) * (x + 1) + 1) == "0 0 1");
    CHECK(form(pow(x - 1, 3) / 2) == "-1/2 3/2 -3/2 1/2");
    CHECK(form(x * x - x * x + 3) == "3");
    CHECK(form(-(2 * x) - Formula(1) / 3) == "-1/3 -2");
}

TEST_CASE("other numbers stay formulas, and what is no polynomial is none") {
    const auto coefficients = polynomial_form(sqrt(Formula(2)) * (x + exp(Formula(1))) * x);
    REQUIRE(coefficients.has_value());
    REQUIRE(coefficients->size() == 3);
    const Ball middle = Evaluator<Ball>((*coefficients)[1], 100)(Ball(0));
    CHECK(middle.overlaps(sqrt(Ball(2).at_precision(100)) * exp(Ball(1).at_precision(100))));
    for (const Formula& f : {1 / x, sqrt(x), exp(x), abs(x), pow(x, -1), pow(x, 17), x / (x + 1),
                             Formula::variable(1), x / Formula(0)}) {
        CAPTURE(f.text());
        CHECK(form(f) == "none");
    }
    CHECK(form(pow(x, 16)).ends_with(" 1"));
}
