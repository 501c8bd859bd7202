// The built-in activations at 3,400 bits for the other standard deviations: minutes, not milliseconds.

#include "tests/methods/mean/two_proofs.hpp"

TEST_SUITE("slow") {
    TEST_CASE("the two proofs overlap at 3,400 bits for every built-in activation and std") {
        for (const double std : {0.5, 2.0}) {
            for (const char* formula :
                 {"x", "relu(x)", "where(x < 0, 0.01*x, x)", "where(x < 0, expm1(x), x)",
                  "1.0507*where(x < 0, 1.6733*expm1(x), x)", "sigmoid(x)", "tanh(x)", "softplus(x)",
                  "x*sigmoid(x)"}) {
                known::check_two_proofs(formula, std, 3400);
            }
        }
    }
}
