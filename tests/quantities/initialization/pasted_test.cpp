// Small constants of layers that are pasted: SIREN, focal loss, AlphaDropout. References: mpmath 1.3.0,
// tests/vectors/pasted_constants.py sinks.

#include <array>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {
    Reference{"torch.AlphaDropout(0.2)", "0.8789035834435329085027082"},
    Reference{"torch.AlphaDropout(0.2, of=shift)", "0.3090399621440944927946178"},
    Reference{"init.prior_bias(0.01)", "-4.595119850134589926852434"},
};
constexpr std::array rules = {
    Reference{"init.std(siren, fan_in=256)", "0.002946278254943948018336852"},
    Reference{"init.std(siren, fan_in=3, role=first)", "0.1924500897298752548363829"},
};

Result of(const std::string& call) { return ask(call, 20, "closed_form,recursion,arb_integral"); }

}  // namespace

TEST_CASE("SIREN, focal loss and AlphaDropout have their references") {
    answers::check_references(rows, of);
    answers::check_references(rules, of);
    CHECK_FALSE(answers::matches(of("init.prior_bias(0.011)"), answers::printed(rows[2].value)));
    CHECK_FALSE(
        answers::matches(of("init.std(siren, fan_in=256, omega=31)"), answers::printed(rules[0].value)));
    CHECK(of("init.prior_bias(1/2)").enclosure()->value.contains_zero());
    CHECK(of("torch.AlphaDropout(0)").decimal() == "1");
    CHECK(of("torch.AlphaDropout(0, of=shift)").decimal() == "0");
    CHECK(answers::complains("torch.AlphaDropout(1)", "p must be"));
    CHECK(answers::complains("init.prior_bias(0)", "p must be"));
    CHECK(answers::complains("init.std(siren)", "fan_in"));
    CHECK(answers::complains("init.std(he, fan_in=8, omega=30)", "omega"));
    CHECK(answers::complains("init.std(siren, fan_in=8, role=query)", "no role"));
}
