// Rows with a sink, sigmoids, the largest logit and QK-Clip. References: mpmath 1.3.0,
// tests/vectors/pasted_constants.py sinks: two keys from the definition by a rule in the plane.

#include <array>

#include "tests/support/answers.hpp"

using namespace sigprop;
using answers::ask;
using answers::Reference;

namespace {

constexpr std::array rows = {
    Reference{"sink_weight(2)", "0.3092287127544098682574324"},
    Reference{"entropy(2, sink=0)", "0.9333363667664334363678761"},
    Reference{"sink_weight(2, 0.5, sink=2)", "0.770825833937830853567677"},
    Reference{"entropy(2, 0.5, sink=2)", "0.6727602510173818865866503"},
    Reference{"sink_weight(64, 1, sink=3)", "0.162824298155471849557831"},
    Reference{"sigmoid_sum(1024)", "1.641588670533765596196319"},
    Reference{"sigmoid_sum(1024, 2, bias=-3)", "132.7044617570070131816236"},
    Reference{"largest_logit(64, 2)", "4.687466930158879891993905"},
    Reference{"qk_clip(150)", "0.816496580927726032732428"},
};

Result of(const std::string& call, const std::string& methods = "closed_form,recursion,arb_*") {
    return ask("attention." + call, 20, methods);
}

Ball value(const std::string& call) {
    const Result result = of(call);
    REQUIRE(result.enclosure() != nullptr);
    return result.enclosure()->value;
}

}  // namespace

TEST_CASE("sinks, sigmoids and clips have their references") {
    answers::check_references(rows, [](const std::string& call) { return of(call); }, {});
    CHECK_FALSE(answers::matches(of("sink_weight(2, sink=0.001)"), answers::printed(rows[0].value)));
    CHECK_FALSE(answers::matches(of("entropy(2, sink=0.001)"), answers::printed(rows[1].value)));
}

TEST_CASE("both proofs and samples of a sink agree") {
    for (const char* call :
         {"sink_weight(300, 2, sink=4)", "entropy(300, 2, sink=4)", "entropy(5, 1, softcap=2, sink=-1)",
          "sink_weight(5, 1, softcap=2)", "sink_weight(2^40, 1, sink=20)", "entropy(2^40, 1, sink=30)"}) {
        CAPTURE(call);
        const Result result = of(call, "*");
        CHECK(result.status() == Status::ok);
        CHECK(answers::dissent(result.evidence()) == "");
    }
    for (const char* call : {"sink_weight(300, 2, sink=4)", "entropy(300, 2, sink=4)"})
        CHECK_MESSAGE(answers::disagreement(of(call)) == "", call);
}

TEST_CASE("the ends of a sink: none, one equal key, and all of the weight") {
    const Ball none = value("entropy(64, sink=-64)"), without = value("entropy(64)");
    CHECK((abs(none - without) - Ball(1e-22)).is_negative());
    CHECK_FALSE((abs(value("entropy(64, sink=-8)") - without) - Ball(1e-5)).is_negative());
    // keys that hardly differ and a sink like them are n + 1 equal weights
    const Ball equal = value("sink_weight(9, 0.001)");
    CHECK((abs(equal - Ball(1) / Ball(10).at_precision(80)) - Ball(1e-6)).is_negative());
    CHECK((1 - value("sink_weight(4, 1, sink=30)") - Ball(1e-11)).is_negative());
    CHECK(answers::complains("attention.entropy(64, sink=0, mask=causal)", "leave out mask=causal"));
    CHECK(answers::complains("attention.entropy(64, sink=50)", "sink must be"));
    CHECK(answers::complains("attention.sink_weight(1)", "n must be"));
}

TEST_CASE("sigmoids, the largest logit and clips at their limits") {
    for (const char* call : {"sigmoid_sum(4096, 2)", "largest_logit(4096, 3)", "qk_clip(400, 100, 0.3)"})
        CHECK_MESSAGE(answers::disagreement(of(call)) == "", call);
    const Ball limit = exp(Ball(0.5).at_precision(64));
    CHECK((abs(value("sigmoid_sum(2^40)") - limit) - Ball(1e-10)).is_negative());
    CHECK_FALSE((abs(value("sigmoid_sum(64)") - limit) - Ball(1e-3)).is_negative());
    CHECK(of("qk_clip(100)").decimal() == "1");
    CHECK(of("qk_clip(400, exponent=0.5)").decimal() == "0.5");
    CHECK(answers::complains("attention.qk_clip(-3)", "largest must be"));
    CHECK(answers::complains("attention.largest_logit(2.5)", "integer"));
}
