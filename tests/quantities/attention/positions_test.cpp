// RoPE's bases and frequencies, ALiBi's slopes. References: mpmath 1.3.0, tests/vectors/pasted_constants.py
// attention, and the rounded powers of 2 of transformers' BLOOM.

#include <array>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {
    Reference{"rope.least_base(16, 8)", "1130.343692428693452037092"},
    Reference{"rope.least_base(64, 32)", "314.7050945379376764321468"},
    Reference{"rope.ntk_base(factor=8, dim=128)", "82684.6226405622184362597"},
    Reference{"rope.llama3_frequency(10)", "0.1286873734326505148324109"},
    Reference{"rope.llama3_frequency(30)", "0.001371893567761138160399704"},
    Reference{"rope.llama3_frequency(40)", "0.00003428102195952591478166533"},
    Reference{"rope.llama3_frequency(60)", "0.0000005677088100759837066499751"},
    Reference{"alibi.slope(0, 8)", "0.5"},
    Reference{"alibi.slope(7, 8)", "0.00390625"},
    // 12 heads: 8, then every other one of 16; the tenth is 2^(-3/2)
    Reference{"alibi.slope(8, 12)", "0.70710678118654752440084436210"},
    Reference{"alibi.slope(9, 12)", "0.35355339059327376220042218105"},
    Reference{"attention.yarn_mscale(8)", "1.20794415416798359282516963643"},
    Reference{"attention.yarn_mscale(0.5)", "1"},
};

Result of(const std::string& call) { return ask(call, 18, "closed_form,interval_newton,recursion"); }

}  // namespace

TEST_CASE("positions have their references by both routes") {
    answers::check_references(rows, of);
    CHECK_FALSE(
        answers::matches(of("alibi.slope(9, 16)"), answers::printed("0.35355339059327376220042218105")));
}

TEST_CASE("the square of YaRN's factor is that of the logits") {
    const Ball factor = of("attention.yarn_mscale(8)").enclosure()->value;
    CHECK(answers::matches(of("attention.yarn_logit_factor(8)"), factor * factor));
}

TEST_CASE("two searches end at the same base, another one in another dimension") {
    for (const char* call : {"rope.least_base(200, 16)", "rope.least_base(512, 32)"}) {
        CAPTURE(std::string(call));
        const Result result = answers::ask(call, 18, "interval_newton,recursion");
        CHECK(answers::enclosures(result.evidence()) == 2);
        CHECK(result.evidence()[0].value.overlaps(result.evidence()[1].value));
    }
    CHECK(answers::status("rope.least_base(513, 32)", "recursion") == "unable");
    CHECK(answers::status("rope.least_base(2, 2)", "recursion") == "domain");
    CHECK_FALSE(of("rope.least_base(200, 16)")
                    .enclosure()
                    ->value.overlaps(of("rope.least_base(200, 18)").enclosure()->value));
}

TEST_CASE("a base below the least one has a negative sum, and the shortest length has none") {
    CHECK(answers::matches(of("rope.least_base(1, 64)"), Ball(1)));
    CHECK(answers::status("rope.least_base(100000, 64)") == "unable");
    CHECK(answers::complains("rope.least_base(100, 3)", "dim must be even"));
    CHECK(answers::complains("rope.least_base(2^63 + 1, 64)", "length must be"));
    CHECK(answers::complains("rope.ntk_base(10000, 8, 2)", "dim must be"));
    CHECK(answers::complains("rope.llama3_frequency(64)", "index must be below"));
    CHECK(answers::complains("alibi.slope(8, 8)", "head must be below"));
    // one pair: its angle is the distance itself, and cos 2 < 0 at every base
    CHECK(answers::status("rope.least_base(2, 2)") == "domain");
}
