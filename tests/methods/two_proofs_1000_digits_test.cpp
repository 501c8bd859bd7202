// The two proofs at 3,400 bits, for one standard deviation; two_proofs_slow.cpp has the others.

#include "methods/known_integrals.hpp"

#include <doctest/doctest.h>

using namespace sigprop;

TEST_CASE("the two proofs overlap at 3,400 bits for the built-in activations") {
    const Context context;
    const long bits = 3400;
    for (const char* formula : {"relu(x)", "where(x < 0, 0.01*x, x)", "where(x < 0, expm1(x), x)",
                                "1.0507*where(x < 0, 1.6733*expm1(x), x)", "sigmoid(x)", "tanh(x)"}) {
        CAPTURE(formula);
        const MeanProblem problem = examine(pow(known::parsed(formula), 2), Law::normal(), context);
        const MeanResult a = arb_trapezoid_mean(problem, bits, context);
        const MeanResult b = arb_integral_mean(problem, bits, context);
        REQUIRE(a.status == Status::ok);
        REQUIRE(b.status == Status::ok);
        CHECK(a.value.overlaps(b.value));
        CHECK(a.value.accuracy_bits() >= bits - 8);
        CHECK(b.value.accuracy_bits() >= bits - 8);
        const Ball moved = a.value + Ball::power_of_two(-bits + 16);  // the negative control
        CHECK_FALSE(moved.overlaps(b.value));
    }
}
