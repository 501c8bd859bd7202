// What holds at the edge of chaos and not beside it, and where there is none.

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

TEST_CASE("at the edge of chaos chi_1 is 1, and beside it it is not") {
    for (const char* bias : {"0.05", "0.5"}) {
        CAPTURE(std::string(bias));
        const std::string edge = "activation.edge_of_chaos(tanh, " + std::string(bias) + ")";
        const std::string chi = "activation.chi_1(tanh, " + edge + ", " + bias + ") - 1";
        CHECK(ask(chi, 20).decimal() == "0");
        const std::string beside = "activation.chi_1(tanh, 1.0001 * " + edge + ", " + bias + ") - 1";
        CHECK(ask(beside, 20).decimal() != "0");
    }
}

TEST_CASE("where there is no edge, or none is shown") {
    CHECK(answers::status("activation.edge_of_chaos(relu, 0.1)") == "domain");
    CHECK(answers::status("activation.edge_of_chaos(gelu)", answers::proofs) == "domain");
    CHECK(answers::status("activation.edge_of_chaos(squared_relu)", answers::proofs) ==
          "domain");  // f'(0) = 0
    CHECK(answers::status("activation.edge_of_chaos(\"x + 1\", 0.1)", answers::proofs) == "unable");
    CHECK(answers::status("activation.depth_scale(tanh, 3, 0.05)", answers::proofs) == "unable");
    CHECK(answers::complains("activation.edge_of_chaos(tanh, -1)", "bias_variance must be at least 0"));
    CHECK(answers::complains("activation.variance_at_depth(tanh, -1, 1)", "layers must be from 0 to 10^6"));
    CHECK(answers::status("activation.correlation_at_depth(\"step(x)\", 2, 0.5, 2, 0.1)", "recursion") ==
          "unable");
    CHECK(answers::complains("activation.correlation_at_depth(tanh, 2, 1.5, 1)",
                             "correlation must be from -1 to 1"));
    CHECK(answers::complains("activation.variance_at_depth(tanh, 3, 1, q=0)", "q must be"));
}
