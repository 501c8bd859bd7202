// All built-in activations at 3,400 bits by both proofs: minutes, not milliseconds.

#include "methods/known_integrals.hpp"

#include <doctest/doctest.h>

using namespace sigprop;

TEST_SUITE("slow") {
    TEST_CASE("the two proofs overlap for every built-in activation at 3,400 bits") {
        const Context context;
        const long bits = 3400;
        for (const double scale : {0.5, 2.0})
            for (const char* formula :
                 {"x", "relu(x)", "where(x < 0, 0.01*x, x)", "where(x < 0, expm1(x), x)",
                  "1.0507*where(x < 0, 1.6733*expm1(x), x)", "sigmoid(x)", "tanh(x)", "softplus(x)",
                  "x*sigmoid(x)"}) {
                CAPTURE(formula);
                CAPTURE(scale);
                const Formula x = Formula(scale) * Formula::variable();
                const Formula f = known::parsed(formula).substitute(std::span<const Formula>(&x, 1));
                const MeanProblem problem = examine(pow(f, 2), Law::normal(), context);
                const MeanResult a = arb_trapezoid_mean(problem, bits, context);
                const MeanResult b = arb_integral_mean(problem, bits, context);
                REQUIRE(a.status == Status::ok);
                REQUIRE(b.status == Status::ok);
                CHECK(a.value.overlaps(b.value));
                CHECK(a.value.accuracy_bits() >= bits - 8);
                CHECK(b.value.accuracy_bits() >= bits - 8);
            }
    }
}
