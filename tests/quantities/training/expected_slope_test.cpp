// What theory has of the coordinate check, against published rules, and against networks at sizes where
// changes are small.

#include <cmath>

#include "tests/support/answers.hpp"
#include "tests/support/sanitizers.hpp"

using namespace sigprop;

namespace {

double expected(const std::string& more) {
    const Result result = answers::ask("training.expected_slope(" + more + ")", 10, "closed_form");
    REQUIRE(result.evidence().size() == 1);
    INFO(more);
    REQUIRE(result.evidence().front().status == Status::ok);
    return result.evidence().front().value.to_double();
}

std::string unable(const std::string& more) {
    const Result result = answers::ask("training.expected_slope(" + more + ")", 10, "closed_form");
    REQUIRE(result.evidence().size() == 1);
    CHECK(result.evidence().front().status != Status::ok);
    return result.evidence().front().reason;
}

const std::vector<std::string> inner = {"hidden", "stream", "branch", "query",
                                        "key",    "scores", "value",  "mixed"};

}  // namespace

TEST_CASE("under muP no change grows with the width, by any optimiser; logits and scores start with -1/2") {
    for (const std::string optimizer :
         {"adam", "adamw", "sgd", "momentum", "lion", "muon", "muon, muon_scale=match_rms_adamw",
          "muon, muon_scale=spectral_unclamped"}) {
        const std::string design =
            "pre_norm, 2, init=mup, heads=2, optimizer=" + optimizer + ", activation_at=";
        for (const std::string& at : inner) CHECK(expected(design + at) == 0);
        CHECK(expected(design + "embedding") == 0);
        CHECK(expected(design + "logits") == 0);
        CHECK(expected(design + "logits, of=start") == -0.5);
        CHECK(expected(design + "scores, of=start") == -0.5);
        CHECK(expected(design + "hidden, of=start") == 0);
        CHECK(expected(design + "logits, of=size") == 0);
    }
}

TEST_CASE("standard weights: Adam's changes grow like the width, SGD's like its root, Muon's as its factor") {
    const auto hidden = [](const std::string& more) {
        return expected("pre_norm, 2, init=lecun, activation_at=hidden, sublayer=1, " + more);
    };
    CHECK(hidden("optimizer=adam") == 1);
    CHECK(hidden("optimizer=lion") == 1);
    CHECK(hidden("optimizer=sgd") == 0.5);
    CHECK(hidden("optimizer=muon") == 0);
    CHECK(hidden("optimizer=muon, muon_scale=match_rms_adamw") == 0.5);
    CHECK(hidden("optimizer=adam, hidden_rate=0") != 1);  // nothing of its own
    const auto logits = [](const std::string& more) { return expected("pre_norm, 2, init=lecun, " + more); };
    CHECK(logits("optimizer=adam") ==
          1.5);  // hidden features that grow like the width, seen by an aligned head
    CHECK(logits("optimizer=sgd") == 1);
    CHECK(logits("of=start") == 0);
    CHECK(expected("pre_norm, 2, init=lecun, activation_at=embedding") == 0);
}

TEST_CASE(
    "published exponents: SP and muP of Yang et al. 2022, table 3; depth of Yang et al. 2023, table 1") {
    const std::vector<answers::Reference> rows = {
        {"training.expected_slope(pre_norm, 2, init=lecun, activation_at=hidden, sublayer=1)", "1"},
        {"training.expected_slope(pre_norm, 2, init=lecun, optimizer=sgd, activation_at=hidden, sublayer=1)",
         "0.5"},
        {"training.expected_slope(pre_norm, 2, init=mup, of=start)", "-0.5"},
        {"training.expected_slope(pre_norm, by=depth, activation_at=stream, of=start)", "0.5"}};
    answers::check_references(
        rows, [](const std::string& call) { return answers::ask(call, 30, "closed_form"); }, 1);
}

TEST_CASE("each mistake in muP has a slope of its own") {
    const std::string mup = "pre_norm, 2, init=mup, base_width=64, heads=2, activation_at=";
    CHECK(expected(mup + "logits, output_multiplier=1") == 1);
    CHECK(expected(mup + "logits, output_multiplier=1, of=start") == 0.5);
    CHECK(expected(mup + "hidden, hidden_rate=1") == 1);
    CHECK(expected(mup + "scores, scores=qk_norm, scale=1, of=start") == 0.5);
}

TEST_CASE("by depth: branches of 1/sqrt(L) with rates of 1/sqrt(L) change alike; plain Pre-Norm grows") {
    const std::string plain = "pre_norm, by=depth, activation_at=";
    CHECK(expected(plain + "stream, of=start") == 0.5);
    CHECK(expected(plain + "stream") == 1);
    CHECK(expected(plain + "logits") == 0.5);
    CHECK(expected(plain + "hidden") == 0.5);
    CHECK(expected(plain + "embedding") == 0);
    // GPT-2 scales what its branches start with, not their updates.
    CHECK(expected("pre_norm, by=depth, init=gpt2_residual, activation_at=stream, of=start") == 0);
    CHECK(expected("pre_norm, by=depth, init=gpt2_residual, activation_at=stream") == 1);
    CHECK(expected("pre_norm, by=depth, optimizer=muon, activation_at=stream") == 1);
    CHECK(expected(plain + "stream, sublayer=1") == 0);
}

TEST_CASE("where theory has no rule, the reason says for what; contradictions are refused") {
    CHECK(unable("pre_norm, 2, norm=dyt").find("dyt and dyisru") != std::string::npos);
    CHECK(unable("pre_norm, 2, hidden_norm=before_activation").find("hidden_norm") != std::string::npos);
    CHECK(unable("pre_norm, 2, clip=1").find("clipped") != std::string::npos);
    CHECK(unable("post_norm, by=depth").find("Pre-Norm") != std::string::npos);
    CHECK(unable("pre_norm, by=depth, optimizer=sgd").find("adam, adamw, muon and lion only") !=
          std::string::npos);
    CHECK(unable("pre_norm, 2, embedding_rate=0, activation_at=embedding").find("has no slope") !=
          std::string::npos);
    using answers::complains;
    CHECK(complains("training.expected_slope(pre_norm, 2, by=depth)",
                    "by=depth is over depths=[…]: remove layers and sublayers"));
    CHECK(complains("training.expected_slope(pre_norm, by=depth, widths=[8, 16])",
                    "by=depth is over depths=[…]: remove widths"));
    CHECK(complains("training.coordinate_slope(pre_norm, 2, depths=[2, 4])",
                    "by=width is over widths=[…]: remove depths, or give by=depth"));
    CHECK(complains("training.coordinate_slope(pre_norm, by=depth, depths=[3])",
                    "a slope needs two depths or more"));
    CHECK(complains("training.coordinate_slope(pre_norm, 2, widths=[32, 32])",
                    "a slope needs two widths or more"));
    CHECK(complains("training.coordinate_slope(pre_norm, by=depth, depths=[2, 4.5])",
                    "depths must be whole numbers"));
}
