// What holds at half-stable points: seconds a call.

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

namespace {

Result few(const std::string& call) { return ask(call, 10, answers::proofs); }

}  // namespace

TEST_SUITE("slow") {
    TEST_CASE("the half-stable point of gelu is an edge of chaos at its own bias, and V' is 1 there") {
        const std::string bias = "activation.half_stable(gelu, of=bias_variance)";
        CHECK(few("activation.edge_of_chaos(gelu, " + bias + ") - activation.half_stable(gelu)").decimal() ==
              "0");
        CHECK(few("activation.edge_of_chaos(gelu, " + bias + ", of=slope) - 1").decimal() == "0");
        CHECK(few("activation.edge_of_chaos(gelu, 0.05, of=slope) - 1").decimal() != "0");
    }

    TEST_CASE("the variance and the weights of the published half-stable points") {
        CHECK(few("activation.half_stable(silu, of=variance)").decimal() == "14.32017362");
        CHECK(few("activation.half_stable(gelu)").decimal() == "1.983058257");
        CHECK(few("activation.half_stable(gelu)").decimal() != "1.983058258");
    }

    TEST_CASE("the edge of gelu is not at the smallest fixed point of its weights") {
        // At this weight variance the smallest fixed point has chi_1 < 1.
        const Result chi = few("activation.chi_1(gelu, activation.edge_of_chaos(gelu, 0.05), 0.05)");
        REQUIRE(chi.enclosure() != nullptr);
        CHECK(chi.enclosure()->value.upper_double() < 0.9);
    }
}
