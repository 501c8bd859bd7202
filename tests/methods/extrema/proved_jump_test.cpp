// Jumps that are proved, kinks that are proved to be no jumps, and undecided cases.

#include "methods/extrema/proved_jump.hpp"

#include <doctest/doctest.h>

using namespace sigprop;

namespace {

const Formula x = Formula::variable();
const Formula tiny = Formula(Real(pow(Rational(10), -40)));
const Formula pi = Formula(Real("pi", [](long bits) { return Ball::pi(bits); }));

/// "" for a continuous formula, "unknown", or where it jumps.
std::string jump(const Formula& f) {
    const JumpProof proof = proved_jump(f, {});
    CHECK(proof.reason.empty() == (proof.continuity == Continuity::continuous));
    return proof.continuity == Continuity::unknown ? "unknown" : proof.reason;
}

}  // namespace

TEST_CASE("jumps are seen, kinks are not jumps") {
    CHECK(jump(step(x)) == "it jumps at x = 0.000000");
    CHECK(jump(relu(x)) == "");
    CHECK(jump(min(max(x, -1), 1)) == "");
    CHECK(jump(step(sin(x))).starts_with("it jumps at x = "));  // one of infinitely many
    CHECK(jump(where(abs(x) < 80, x, x + 1)) == "it jumps at x = -80.000000");
    CHECK(jump(where(abs(x) < 80, x, 2 * x - 80 * step(x) + 80 * step(-x))) == "");
    CHECK(jump(where(x < 800, x, x + 1)) == "unknown");  // too far out
}

TEST_CASE("abs, min, max and relu are continuous wherever they switch") {
    CHECK(jump(abs(sin(x))) == "");
    CHECK(jump(max(Formula(0.01) * x, x)) == "");
    CHECK(jump(min(exp(x), abs(pow(x, 3) - pi)) * relu(cos(9 * x))) == "");
    CHECK(jump(abs(sin(x)) + step(x - 1)) == "it jumps at x = 1.000000");
    CHECK(jump(abs(sin(x)) * where(x < 1, 1, x)) == "");
    CHECK(jump(abs(step(x) - Formula(0.5))) == "");  // from 1/2 to 1/2
    CHECK(jump(x / (1 + abs(x))) == "");
    CHECK(jump(abs(sin(x)) / (1 + x * x)) == "");
}

TEST_CASE("a function without a value at a switch is not called continuous") {
    CHECK(jump(x / abs(x)) == "");  // no jump of a step or where()
    CHECK_FALSE(is_continuous(x / abs(x), {}));
    CHECK_FALSE(is_continuous(x / abs(x - 1) + relu(x), {}));
    CHECK_FALSE(is_continuous(step(x), {}));
    CHECK_FALSE(is_continuous(x * log(abs(x)), {}));  // it could be made so
    for (const Formula& f : {x / (1 + abs(x)), abs(sin(x)) / (1 + x * x), max(Formula(0.01) * x, x), relu(x),
                             where(x < 0, x, log1p(relu(x))), sqrt(abs(x))}) {
        CAPTURE(f.text());
        CHECK(is_continuous(f, {}));
    }
}

TEST_CASE("a jump is a jump however small it is and wherever it lies") {
    const Formula slight = pow(tiny, 1);
    CHECK(jump(where(x < 1, x, x + slight)) == "it jumps at x = 1.000000");
    CHECK(jump(where(x < 1, x, 2 * x - 1)) == "");
    // No ball hits a tenth or a third exactly, but fractions do.
    const Formula tenth = Formula(1) / 10;
    CHECK(jump(where(x < tenth, x, 2 * x - tenth)) == "");
    CHECK(jump(where(x < tenth, x, 2 * x)) == "it jumps at x = 0.100000");
    CHECK(jump(where(abs(x) > tenth, x, 0)) == "it jumps at x = -0.100000");
    const Formula third = Formula(1) / 3;
    const auto ramp = [&](const Formula& slope) {
        return where(x < third, Formula(0), where(x < third + 1 / slope, (x - third) * slope, Formula(1)));
    };
    const Formula steep = Formula(Real(pow(Rational(10), 30)));
    CHECK(jump(ramp(steep)) == "");
    CHECK(jump(ramp(steep * steep)) == "unknown");  // two switches that cannot be told apart
    CHECK(jump(where(x < 64, x, x + 1)) == "it jumps at x = 64.000000");
    CHECK(jump(where(x <= -64, x, x + 1)) == "it jumps at x = -64.000000");
    CHECK(jump(where(x < 64, x, 2 * x - 64)) == "");
}

TEST_CASE("branches that meet at an irrational place are shown to meet, and 10^-40 is shown to be a jump") {
    const Formula root_2 = sqrt(Formula(2));
    struct Row {
        Formula condition, left, right;  // of where(condition < 0, left, right)
        const char* place;
    };
    for (const Row& row : {Row{x - root_2, x, 2 * x - root_2, "1.414214"},
                           Row{pow(x, 2) - 2, Formula(0), pow(x, 2) - 2, "-1.414214"},
                           Row{pow(x, 2) - 2, pow(x, 2), sqrt(pow(x, 2) + 2), "-1.414214"},
                           Row{x - root_2, exp(x - root_2), pow(x, 2) / 2, "1.414214"},
                           Row{pow(x, 3) - x - 1, Formula(1), pow(x, 5) - pow(x, 4), "1.324718"},
                           Row{x - sqrt(root_2), pow(x, 4), Formula(2), "1.189207"},
                           Row{x * x - 4, Formula(4), x * x, "-2.000000"}}) {
        const Formula f = where(row.condition < 0, row.left, row.right);
        CAPTURE(f.text());
        CHECK(jump(f) == "");
        CHECK(jump(where(row.condition < 0, row.left, row.right + tiny)) ==
              std::string("it jumps at x = ") + row.place);
        CHECK(jump(where(row.condition + tiny < 0, row.left, row.right)).starts_with("it jumps at x = "));
    }
}

TEST_CASE("several switches at one irrational place are one") {
    const Formula root_2 = sqrt(Formula(2));
    const Formula bend = relu(x - root_2) + where(x * x < 2, Formula(1), x * x / 2);
    CHECK(jump(bend) == "");
    CHECK(jump(bend + tiny * step(x - root_2)) == "it jumps at x = 1.414214");
    // Jumps at sqrt 2 that cancel, and do not when one of them is moved a little.
    CHECK(jump(step(x - root_2) + where(pow(x, 3) < 2 * x, x * x - 1, x * x - 2)) != "");
    CHECK(jump(step(x - root_2) - step(x * x * x - 2 * root_2)) == "");
    CHECK(jump(step(x - root_2) - step(x - root_2 - tiny * tiny)) == "unknown");
}

TEST_CASE("transcendental values are equal where their parts are") {
    CHECK(jump(where(x * x < 2, exp(x) - exp(-x),
                     where(x < 0, exp(-sqrt(Formula(2))) - exp(-x), exp(x) - exp(-sqrt(Formula(2)))))) == "");
    CHECK(jump(where(x < pi, sin(x) * x, sin(pi) * x)) == "");
    CHECK(jump(where(x < pi, sin(x) * x, sin(pi) * x + tiny)) == "it jumps at x = 3.141593");
}

TEST_CASE(
    "branches that meet at a transcendental place are shown to meet, and 10^-40 is shown to be a jump") {
    const Formula e = exp(Formula(1));
    struct Row {
        Formula condition, left, right;  // of where(condition < 0, left, right)
        const char* place;
    };
    for (const Row& row :
         {Row{x - pi, x + pi, 2 * x, "3.141593"}, Row{x - pi / 2, x * pi / 2, x * x, "1.570796"},
          Row{x - pi, Formula(0), sin(x), "3.141593"}, Row{x - pi / 6, Formula(0.5), sin(x), "0.523599"},
          Row{x - e, e * x, x * x, "2.718282"}, Row{x - e, Formula(1), log(x), "2.718282"},
          Row{x - log(Formula(2)), Formula(2), exp(x), "0.693147"},
          Row{exp(x) - 2, x, log(Formula(2)), "0.693147"}, Row{x * x - pi, pow(x, 4), pi * pi, "-1.772454"},
          Row{x - log(Formula(6)), log(Formula(2)) + log(Formula(3)), x, "1.791759"},
          Row{x - log(Formula(3)), Formula(0.75), sigmoid(x), "1.098612"},
          Row{2 * x - pi, pi - x, x, "1.570796"}}) {
        const Formula f = where(row.condition < 0, row.left, row.right);
        CAPTURE(f.text());
        CHECK(jump(f) == "");
        CHECK(jump(where(row.condition < 0, row.left + tiny, row.right)) ==
              std::string("it jumps at x = ") + row.place);
        CHECK(jump(where(row.condition + tiny < 0, row.left, row.right + tiny * tiny)) ==
              std::string("it jumps at x = ") + row.place);
    }
}

TEST_CASE("numbers that nearly agree do not meet, and what is not shown is unknown") {
    const Formula root_163 = sqrt(Formula(163));
    // Ramanujan's: exp(pi sqrt(163)) is 640320^3 + 744 to within 10^-12.
    const Formula near = pow(Formula(640320), 3) + 744;
    CHECK(jump(where(x < pi, near, exp(x * root_163))) == "it jumps at x = 3.141593");
    CHECK(jump(where(x < pi, x, Formula(355) / 113)) == "it jumps at x = 3.141593");
    CHECK(jump(where(x < exp(pi), x - pi, Formula(20))) == "it jumps at x = 23.140693");
    CHECK(jump(where(x < pi, Formula(0), sqrt(x - pi))) == "");
    CHECK(jump(where(x + tiny < pi, Formula(0), sqrt(x - pi))) == "unknown");  // no value beside the place
    // True, but the form does not know it: Machin's formula.
    CHECK(jump(where(x < pi / 4, x, 4 * atan(Formula(1) / 5) - atan(Formula(1) / 239))) == "unknown");
}
