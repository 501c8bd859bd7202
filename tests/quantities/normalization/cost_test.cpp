// What a norm costs: counted by hand for two features, and by two routes for more.

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

std::int64_t cost(const std::string& more) {
    const Result result = answers::ask("norm.cost(" + more + ")", 10, "closed_form,recursion");
    INFO(more);
    REQUIRE(result.evidence().size() == 2);
    const Ball& first = result.evidence().front().value;
    const Ball& second = result.evidence().back().value;
    CHECK(first.to_double() == second.to_double());
    return static_cast<std::int64_t>(first.to_double());
}

}  // namespace

TEST_CASE("the costs of a row of two features are those that are counted by hand") {
    // x1 + x2, / 2, two deviations, two squares, a sum, / 2, + eps, sqrt, 1 /, then * scale, * gamma, + beta
    // twice
    CHECK(cost("layer_norm, 2") == 1 + 1 + 2 + 2 + 1 + 1 + 3 + 6);
    CHECK(cost("rms_norm, 2") == 2 + 1 + 1 + 3 + 4);
    CHECK(cost("dyt, 2") == 8);
    // g gamma, times y^, its sum and mean; the mean of g gamma; dx by 4 each; dgamma by 2, dbeta by 1 each
    CHECK(cost("layer_norm, 2, direction=backward") == 2 + 2 + 1 + 1 + 1 + 1 + 2 * 4 + 2 * 3);
    CHECK(cost("rms_norm, 2, direction=backward") == 2 + 2 + 1 + 1 + 2 * 3 + 2 * 2);
    CHECK(cost("dyt, 2, direction=backward") == 2 * 4 + 2 + 2 + 1 + 1 + 2 * 3);
}

TEST_CASE("the costs of longer rows are the polynomials that are derived by hand") {
    const std::vector<answers::Reference> rows = {
        {"norm.cost(layer_norm, 1000)", "7003"},
        {"norm.cost(rms_norm, 1000)", "4003"},
        {"norm.cost(dyt, 1000)", "4000"},
        {"norm.cost(layer_norm, 1000, direction=backward)", "11000"},
        {"norm.cost(rms_norm, 1000, direction=backward)", "8000"},
        {"norm.cost(dyt, 1000, direction=backward)", "10000"}};
    answers::check_references(
        rows, [](const std::string& call) { return answers::ask(call, 30, "closed_form,recursion"); });
}

TEST_CASE("LayerNorm has two sums and three passes, RMSNorm one sum less, and DyT none") {
    CHECK(cost("layer_norm, 64, of=reductions") == 2);
    CHECK(cost("rms_norm, 64, of=reductions") == 1);
    CHECK(cost("dyt, 64, of=reductions") == 0);
    CHECK(cost("layer_norm, 64, of=passes") == 3);
    CHECK(cost("rms_norm, 64, of=passes") == 2);
    CHECK(cost("dyt, 64, of=passes") == 1);
    CHECK(cost("layer_norm, 64, of=reductions, direction=backward") == 2);
    CHECK(cost("rms_norm, 64, of=reductions, direction=backward") == 1);
    CHECK(cost("dyt, 64, of=reductions, direction=backward") == 1);
    for (const std::string layer : {"layer_norm", "rms_norm"})
        CHECK(cost(layer + ", 64, of=passes, direction=backward") == 2);
    CHECK(answers::complains("norm.cost(batch_norm, 8)", "layer"));
}
