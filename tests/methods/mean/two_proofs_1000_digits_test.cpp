// The two proofs at 3,400 bits, for one standard deviation; two_proofs_slow.cpp has the others.

#include "tests/methods/mean/two_proofs.hpp"

TEST_CASE("the two proofs overlap at 3,400 bits for the built-in activations") {
    for (const char* formula : {"relu(x)", "where(x < 0, 0.01*x, x)", "where(x < 0, expm1(x), x)",
                                "1.0507*where(x < 0, 1.6733*expm1(x), x)", "sigmoid(x)", "tanh(x)"}) {
        known::check_two_proofs(formula, 1, 3400);
    }
}
