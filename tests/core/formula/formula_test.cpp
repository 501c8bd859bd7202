#include <doctest/doctest.h>

#include "tests/support/random_formula.hpp"

#include <sigprop/core/base/errors.hpp>

#include "core/formula/evaluator.hpp"
#include "core/formula/growth.hpp"
#include "core/formula/lowering.hpp"
#include "core/formula/pieces.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

const Formula x = Formula::variable();

Formula read(const std::string& text) {
    const NameResolver resolve = [](const Expression& e) -> std::optional<Formula> {
        if (e.kind == Expression::Kind::name && (e.name == "x" || e.name == "x0"))
            return Formula::variable(0);
        if (e.kind == Expression::Kind::name && e.name == "x1") return Formula::variable(1);
        return std::nullopt;
    };
    return lower(parse_expression(text), text, resolve);
}

/// Whether two functions are both undefined, or equal up to their radii, at two dozen points.
bool equal_functions(const Formula& f, const Formula& g, Dice& dice) {
    Evaluator<Ball> first(f, 200), second(g, 200);
    for (int i = 0; i < 24; ++i) {
        const std::array point = {Ball(dice.uniform(-4, 4)).at_precision(200),
                                  Ball(dice.uniform(-4, 4)).at_precision(200)};
        const Ball a = first(point)[0], b = second(point)[0];
        if (a.is_finite() != b.is_finite() || (a.is_finite() && !a.overlaps(b))) return false;
    }
    return true;
}

}  // namespace

TEST_CASE("a formula's text reads back as the same function") {
    int read_back = 0;
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        RandomFormula random(seed);
        const Formula f = random(4);
        const std::string text = f.text();
        if (text.size() > 600) continue;
        CAPTURE(text);
        CHECK(equal_functions(f, read(text), random.dice()));
        ++read_back;
    }
    CHECK(read_back > 100);
    Dice dice(1);
    CHECK_FALSE(equal_functions(x - (x - 1), read("x - x - 1"), dice));  // control
}

TEST_CASE("text keeps the structure where precedence matters") {
    const Formula y = Formula::variable(1);
    CHECK((x - (x - 1)).text() == "x - (x - 1)");
    CHECK((x / (x * 2)).text() == "x / (x * 2)");
    CHECK(pow(-x, 2).text() == "(-x)^2");
    CHECK((-pow(x, 2)).text() == "-x^2");
    CHECK(pow(pow(x, 2), 3).text() == "(x^2)^3");
    CHECK(pow(x, -2).text() == "x^-2");
    CHECK((x * y).text() == "x0 * x1");
    Dice dice(2);
    for (const Formula& f :
         {-(-x), x - -x, x * -x, pow(x, -pow(x, 2)), pow(x, pow(x, y)), where(x < y, x, -y),
          where(x >= y, x * 2, y / 3), Formula(-2) - Formula(-3), pow(Formula(-2), 2) * x}) {
        CAPTURE(f.text());
        CHECK(equal_functions(f, read(f.text()), dice));
    }
}

TEST_CASE("make, substitute and variables") {
    CHECK(x.variable_count() == 1);
    CHECK(Formula::variable(3).variable_count() == 4);
    CHECK((Formula(2) + 3).variable_count() == 0);
    CHECK(pow(x, Formula(3)).operation() == Operation::power_integer);
    CHECK(pow(x, Formula(Real(Rational(1) / Rational(2)))).operation() == Operation::power);
    CHECK(pow(x, Formula(Real(pow(Rational(2), 62)))).operation() == Operation::power);
    CHECK_THROWS_AS((void)Formula(Real::infinity(1)), InputError);
    Dice dice(3);
    const Formula shared = exp(x) + 1;
    const std::array replacement = {shared * shared};
    const Formula inside = (sin(x) * x + x).substitute(replacement);
    const Formula expected = sin(shared * shared) * (shared * shared) + shared * shared;
    CHECK(equal_functions(inside, expected, dice));
    const std::array swapped = {Formula::variable(1), Formula::variable(0)};
    CHECK(equal_functions((x - Formula::variable(1) * 2).substitute(swapped), Formula::variable(1) - x * 2,
                          dice));
}

TEST_CASE("equal subexpressions are evaluated once") {
    const auto make = [] { return exp(Formula::variable() * Real(Rational(1) / Rational(3))); };
    const std::array formulas = {make() + make(), make() * 2};
    const Tape tape(formulas);
    CHECK(tape.instructions.size() == 7);  // x, 1/3, *, exp, +, 2, *
    CHECK(tape.constants.size() == 2);
    Formula doubling = x;
    for (int i = 0; i < 60; ++i) doubling = doubling + doubling;
    CHECK(Tape(doubling).instructions.size() == 61);
    CHECK(doubling.derivative().variable_count() == 0);
    CHECK(Evaluator<double>(doubling)(1.0) == 0x1p60);
    const Ball one = 1;
    CHECK_FALSE(proved_undefined(doubling, std::span(&one, 1)).has_value());
    CHECK(tail_behaviour(doubling, 1).upper.has_value());
}

TEST_CASE("a chain of 2,000 nodes is no deeper than any other formula") {
    Formula sum = x, nested = x, minima = x;
    for (int i = 0; i < 2000; ++i) {
        sum = sum + (i % 2 == 0 ? x : Formula(i));
        nested = sin(nested) - nested;
        if (i < 200) minima = min(minima, x + i);
    }
    CHECK(Tape(sum).instructions.size() > 2000);
    CHECK(sum.text().size() > 8000);
    CHECK(Evaluator<Dual>(sum)(Dual(0, 1)).slope == 1001);
    CHECK(Evaluator<double>(sum.derivative())(0.0) == 1001);
    CHECK(Evaluator<Ball>(nested.derivative(), 64)(Ball(0)).is_finite());
    CHECK(tail_behaviour(sum, 8).upper->k == 1);
    const Ball point = Ball(0.5).at_precision(64);
    CHECK_FALSE(proved_undefined(nested, std::span(&point, 1)).has_value());
    const std::array replacement = {x * 2};
    CHECK(Evaluator<double>(sum.substitute(replacement))(1.0) == Evaluator<double>(sum)(2.0));
    CHECK(partition(relu(sum), -1, 1, 64).complete);
    CHECK(partition(minima, -1, 1, 64).pieces.size() == 1);
}

TEST_CASE("names, operand counts and kinds agree") {
    for (int i = 0; i <= static_cast<int>(Operation::where_nonpositive); ++i) {
        const auto operation = static_cast<Operation>(i);
        CHECK_FALSE(name_of(operation).empty());
        CHECK(is_piecewise(operation) == (i >= static_cast<int>(Operation::abs)));
    }
    CHECK(name_of(Operation::where_nonpositive) == "where_nonpositive");
    CHECK(name_of(Operation::softplus) == "softplus");
    CHECK(operand_count(Operation::power) == 2);
    CHECK(operand_count(Operation::where_negative) == 3);
    CHECK(operand_count(Operation::relu) == 1);
}
