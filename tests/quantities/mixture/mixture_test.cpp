// Mixtures of experts. References: numpy's simulation as kexue.fm/archives/10945 has it, and multinomial
// numbers counted by hand.

#include <array>
#include <cmath>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;

namespace {

/// kexue.fm/archives/10945: what 10,000 draws gave its author, and one expert, whose weight is 1.
constexpr std::array printed_scales = {answers::Reference{"moe.routed_scale(160, 6, 2, softmax)", "16.0"},
                                       answers::Reference{"moe.routed_scale(256, 8, 1)", "2.83"},
                                       answers::Reference{"moe.routed_scale(64, 1)", "1.00000"}};

const Evidence& by(const Result& result, const std::string& method) {
    for (const Evidence& one : result.evidence()) {
        if (one.method == method) return one;
    }
    FAIL("no evidence by ", method);
    return result.evidence().front();
}

}  // namespace

TEST_CASE("rules and samples of the routed scale agree") {
    for (const char* call : {"moe.routed_scale(160, 6, 2, softmax)", "moe.routed_scale(256, 8, 1)",
                             "moe.routed_scale(64, 6, 1)", "moe.routed_scale(4, 4, 1, softmax)"}) {
        CAPTURE(call);
        const Result result = ask(call, 10, "trapezoid,monte_carlo");
        const Evidence &rule = by(result, "trapezoid"), &sample = by(result, "monte_carlo");
        REQUIRE(rule.status == Status::ok);
        REQUIRE(sample.status == Status::ok);
        const double off = std::fabs(rule.value.to_double() - sample.value.to_double());
        CHECK(off < 6 * sample.value.radius_double());
        CHECK(rule.value.radius_double() < 1e-4 * rule.value.to_double());
    }
}

TEST_CASE("the printed factors are those of the rule, to their digits") {
    for (const answers::Reference& row : printed_scales) {
        CAPTURE(std::string(row.call));
        const Result result = ask(row.call, 10, "trapezoid");
        CHECK(by(result, "trapezoid").value.overlaps(answers::printed(row.value)));
    }
}

TEST_CASE("one chosen expert is renormalised to 1, and all of many are nearly equal") {
    const auto rule = [](const std::string& call) {
        return by(ask(call, 10, "trapezoid"), "trapezoid").value.to_double();
    };
    CHECK(std::fabs(rule("moe.routed_scale(64, 1)") - 1) < 1e-7);
    CHECK(std::fabs(rule("moe.routed_scale(64, 1, 4)") - 2) < 1e-7);
    CHECK(rule("moe.routed_scale(64, 6, 1)") < std::sqrt(6.0));
    CHECK(rule("moe.routed_scale(64, 6, 1)") > 2.44);
}

TEST_CASE("loads of few tokens are those that are counted by hand") {
    const auto value = [](const std::string& call) { return ask(call, 18, "closed_form,recursion"); };
    // two tokens, two experts: the larger load is 2 or 1 with equal probability, the mean is 1
    CHECK(answers::matches(value("moe.load_violation(2, 1, 2)"), Ball(0.5)));
    // three tokens, three experts: 3 in 3 cases, 2 in 18, 1 in 6 of 27
    CHECK(answers::matches(value("moe.load_violation(3, 1, 3)"), Ball(51) / Ball(27).at_precision(200) - 1));
    CHECK(value("moe.load_violation(8, 8, 100)").decimal() == "0");
    const Result sampled = ask("moe.load_violation(8, 1, 64)", 10, "recursion,monte_carlo");
    const double exact = by(sampled, "recursion").value.to_double();
    const Evidence& sample = by(sampled, "monte_carlo");
    CHECK(std::fabs(exact - sample.value.to_double()) < 6 * sample.value.radius_double());
    CHECK(answers::complains("moe.load_violation(8, 9, 4)", "active must be at most"));
    CHECK(answers::complains("moe.routed_scale(8, 9)", "active must be at most"));
}
