// Where chi_1 = 1: published values, the branches, and what holds at them.
// References: Hayou, Doucet and Rousseau 2019 (silu at a bias std of 0.2: a weight std of 1.6795); Roberts,
// Yaida and Hanin 2022, The Principles of Deep Learning Theory, section 5.3.4: C_W and C_b of silu (swish)
// and gelu at half-stable criticality.

#include "tests/support/answers.hpp"

#include <array>

using namespace sigprop;
using answers::ask;
using Row = answers::Reference;

namespace {

constexpr std::array published = {
    Row{"activation.edge_of_chaos(silu, 0.04)", "2.82082639772"},
    Row{"activation.edge_of_chaos(silu, 0.04, of=variance)", "0.68945"},
    Row{"activation.edge_of_chaos(erf) * 4 / pi", "1.00000000000"},
    Row{"activation.half_stable(silu)", "1.98800467827"},
    Row{"activation.half_stable(gelu, of=bias_variance)", "0.172922391"},
};

Result few(const std::string& call) { return ask(call, 10, answers::proofs); }

/// All proved digits of the call are those of the number, which was printed rounded.
bool has_value(const Row& row) {
    const Result result = ask(row.call, 12, answers::proofs);
    const Evidence* best = result.enclosure();
    return best != nullptr && best->value.overlaps(answers::printed(row.value)) &&
           best->value.radius_double() < 1e-9 * std::fabs(best->value.to_double());
}

}  // namespace

TEST_CASE("published edges and half-stable points") {
    for (const Row& row : published) {
        CAPTURE(std::string(row.call));
        CHECK(has_value(row));
    }
    CHECK_FALSE(has_value({"activation.edge_of_chaos(silu, 0.04)", "2.82082639872"}));
}

TEST_CASE("a branch says which fixed point with chi_1 = 1 is meant") {
    const auto of = [](const std::string& rest) {
        return few("activation.edge_of_chaos(" + rest + ")").decimal();
    };
    CHECK(of("tanh, 0.05, branch=settled") == of("tanh, 0.05"));
    CHECK(of("tanh, 0.05, branch=largest") == of("tanh, 0.05"));
    CHECK(answers::status("activation.edge_of_chaos(gelu, 0.05, branch=settled)", answers::proofs) ==
          "domain");
}

TEST_CASE("kinks have no half-stable point, and signs that are kept none that is found") {
    for (const char* f : {"relu", "elu(2)", "hardtanh", "step(x) + x", "tanh(x) + 0.1*abs(x)"}) {
        const std::string quoted = std::string(f).find('(') != std::string::npos && f[0] != 'e'
                                       ? "\"" + std::string(f) + "\""
                                       : std::string(f);
        CAPTURE(quoted);
        CHECK(answers::status("activation.half_stable(" + quoted + ")", answers::proofs) == "unable");
    }
}
