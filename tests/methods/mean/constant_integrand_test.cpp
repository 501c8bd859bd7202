// Integrands whose structure shows that they are the same fraction everywhere, and those that only look like
// it.

#include "methods/mean/constant_integrand.hpp"

#include <doctest/doctest.h>

#include "tests/methods/mean/known_integrals.hpp"

using namespace sigprop;

TEST_CASE("formulas that are one fraction everywhere") {
    const std::pair<const char*, Rational> rows[] = {
        {"3", 3},
        {"-(2 + 0*x)", -2},
        {"0*x", 0},
        {"x*0", 0},
        {"0*pi*x", 0},
        {"0*x + 5", 5},
        {"(2 + 0*x)*(3 + 0*x)", 6},
        {"(2 + 0*x) + (3 + 0*x)", 5},
        {"7 - 0*x", 7},
        {"0*x - 7", -7},
        {"(0*x)/x", 0},
        {"(6 + 0*x)/(4 + 0*x)", Rational(3) / Rational(2)},
        {"(6 + 0*x)/(-4 + 0*x)", Rational(-3) / Rational(2)},
        {"(2 + 0*x)^3", 8},
        {"(2 + 0*x)^0", 1},
        {"where(x < 0, 2, 2 + 0*x)", 2},
        {"where(x <= 0, 2 + 0*x, 2)", 2},
        {"where(x < 0, 1, 1)*0 + where(x <= 1, 0*x, 0)", 0},
    };
    for (const auto& row : rows) {
        CAPTURE(std::string(row.first));
        const std::optional<Rational> found = constant_integrand(known::parsed(row.first));
        REQUIRE(found.has_value());
        CHECK(*found == row.second);
    }
}

TEST_CASE("what is no fraction, or is not seen to be one") {
    for (const char* text : {"x",
                             "-x",
                             "x + 1",
                             "1 + x",
                             "x - 1",
                             "1 - x",
                             "2*x",
                             "x*2",
                             "x/2",
                             "2/x",
                             "pi + 0*x",
                             "x - x",
                             "x*x",
                             "x + x",
                             "(1 + 0*x)/(0*x)",
                             "(2 + 0*x)^-2",
                             "x^2",
                             "sin(0*x)",
                             "where(x < 0, 2, 3)",
                             "where(x < 0, x, 2)",
                             "where(x < 0, 2, x)",
                             "where(x <= 0, x, x + 0*x)",
                             "where(x <= 0, 0*x, 1)"}) {
        CAPTURE(std::string(text));
        CHECK_FALSE(constant_integrand(known::parsed(text)).has_value());
    }
}
