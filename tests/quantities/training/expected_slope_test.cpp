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

TEST_CASE("by depth, every scheme: the stream's start and change, and the change of logits") {
    struct Row {
        const char* design;
        double start, stream, logits;
    };
    // Post-Norm and its like turn a change in every layer: the stream's grows like L^(3/2), the part that the
    // head sees like L. DeepNorm's factor L^(1/4) leaves L^(3/4) of it, and half of the turning.
    const std::vector<Row> rows = {
        {"pre_norm", 0.5, 1, 0.5},
        {"pre_norm, placement=branch, qk_norm=head", 0.5, 1, 0.5},
        {"pre_norm, parallel=one_norm", 0.5, 1, 0.5},
        {"sandwich", 0.5, 1, 0.5},
        {"layer_norm_scaling", 0, 0.5, 0.5},
        {"post_norm", 0, 1.5, 1},
        {"deep_norm", 0, 1, 0.75},
        {"deep_norm, init=deepnorm", 0, 0.5, 0.5},
        {"ngpt, alpha=0.2", 0, 1.5, 1},
        {"pre_norm, skip=0.5", 0, 1.5, 1},
        {"fixup", 0, 0.5, 0.5},
        {"skip_init, alpha=0", 0, 0.5, 0},
        {"rezero, alpha=0", 0, 0.5, 0},
        {"rezero, alpha=0, branch_gain=feature", 0, 1, 0},
        {"pre_norm, zero_branches=true", 0, 1, 1},
        // sgd: by the size of gradients, which falls like the stream grows
        {"pre_norm, optimizer=sgd", 0.5, 0.5, 0},
        {"layer_norm_scaling, optimizer=sgd", 0, 0, 0},
        {"post_norm, optimizer=sgd", 0, 1.5, 1},
        {"deep_norm, optimizer=sgd", 0, 0.75, 0.5},
    };
    for (const Row& row : rows) {
        const std::string design = std::string(row.design) + ", by=depth, activation_at=";
        INFO(row.design);
        CHECK(expected(design + "stream, of=start") == row.start);
        CHECK(expected(design + "stream") == row.stream);
        CHECK(expected(design + "logits") == row.logits);
    }
    CHECK(expected("layer_norm_scaling, by=depth, activation_at=scores, of=start") == -1);
    CHECK(expected("layer_norm_scaling, by=depth, activation_at=hidden, of=start, unit=gated") == -1);
    CHECK(expected("layer_norm_scaling, by=depth, activation_at=hidden, of=start, activation=squared_relu") ==
          -1);
    CHECK(expected("pre_norm, by=depth, placement=branch, qk_norm=head, activation_at=hidden, of=start") ==
          0.5);
    CHECK(expected("post_norm, by=depth, activation_at=stream, sublayer=1") == 0);
    CHECK(expected("deep_norm, by=depth, activation_at=stream, sublayer=1") == 0);
    CHECK(expected("deep_norm, by=depth, activation_at=stream, sublayer=1, embedding_rate=0") == -0.25);
    CHECK(expected("pre_norm, by=depth, scores=realformer, activation_at=scores, of=start") == 0.5);
}

TEST_CASE(
    "published by depth: Fixup's and DeepNorm's steps by sgd do not depend on it, and measured ones do not") {
    CHECK(expected("fixup, by=depth, optimizer=sgd, activation_at=stream") == 0);
    CHECK(expected("fixup, by=depth, optimizer=sgd") == 0);
    CHECK(expected("deep_norm, init=deepnorm, by=depth, optimizer=sgd, activation_at=stream") == 0);
    if (test::has_sanitizers) return;  // too slow
    struct Row {
        const char* design;
        const char* rate;
    };
    // Without gains, whose changes are beside those of matrices only at widths far above the depth.
    for (const Row& row : {Row{"fixup", "1e-5"}, Row{"fixup", "1e-6, optimizer=adam"},
                           Row{"deep_norm, init=deepnorm", "1e-4"}}) {
        const std::string sgd =
            std::string(row.rate).find("optimizer") == std::string::npos ? ", optimizer=sgd" : "";
        const std::string design = std::string(row.design) +
                                   ", by=depth, norm_gain=false, activation_at=stream, rate=" + row.rate +
                                   sgd;
        const Result result =
            answers::ask("training.coordinate_slope(" + design +
                             ", depths=[4, 8, 16, 32], steps=1, batch=1, length=1, vocabulary=16, "
                             "width=32, networks=8)",
                         10, "network");
        REQUIRE(result.evidence().size() == 1);
        INFO(design);
        const double slope = result.evidence().front().value.to_double(), theory = expected(design);
        CHECK(std::fabs(slope - theory) < 0.2);
        // ... and no other row's
        CHECK(std::fabs(slope - (0.5 - theory)) > 0.2);
    }
}

TEST_CASE(
    "what follows a stack: a dense layer before the head, parallel blocks, norms of queries, token types") {
    // AdamW moves a dense layer before the head, beside Muon, and its change meets an aligned head.
    CHECK(expected("pre_norm, 2, init=lecun, optimizer=muon") == 1);
    CHECK(expected("pre_norm, 2, init=lecun, optimizer=muon, head_transform=dense") == 1.5);
    CHECK(expected("pre_norm, 2, init=lecun, optimizer=muon, head_transform=dense_norm") == 1.5);
    CHECK(expected("pre_norm, 2, init=mup, heads=2, head_transform=dense") == 0);
    CHECK(expected("pre_norm, 2, init=mup, heads=2, parallel=one_norm, activation_at=hidden") == 0);
    CHECK(expected("pre_norm, 2, init=mup, heads=2, token_types=2, segments=2, activation_at=embedding") ==
          0);
    CHECK(
        expected("pre_norm, 2, init=lecun, heads=2, qk_norm=head, scale=1, activation_at=scores, of=start") ==
        0.5);
    CHECK(expected("pre_norm, 2, init=lecun, heads=2, activation_at=scores, of=start, positions=alibi") == 0);
    CHECK(expected(
              "pre_norm, 2, init=lecun, hidden_norm=before_activation, activation_at=hidden, of=start") == 0);
    CHECK(expected("pre_norm, 2, init=mup, heads=2, norm=dyt, activation_at=hidden") == 0);
    // With two heads the scores change by the width^(3/2), which parallel blocks keep from the features
    // beside them.
    CHECK(expected("pre_norm, 1, init=lecun, heads=2, activation_at=hidden") == 1.5);
    CHECK(expected("pre_norm, 1, init=lecun, heads=2, parallel=two_norms, activation_at=hidden") == 1);
    CHECK(expected("pre_norm, 2, init=lecun, heads=2, parallel=two_norms, activation_at=hidden") == 1.5);
}

TEST_CASE("where theory has no rule, the reason says for what; contradictions are refused") {
    CHECK(unable("pre_norm, 2, clip=1").find("clipped") != std::string::npos);
    const auto has = [](const std::string& design, const char* reason) {
        INFO(design);
        CHECK(unable(design).find(reason) != std::string::npos);
        // the start has a rule where the change has none
        CHECK(std::isfinite(expected(design + ", of=start, activation_at=stream")));
    };
    has("pre_norm, 2, experts=4", "experts");
    has("pre_norm, by=depth, norm=dyt", "exp(sqrt(layers))");
    has("post_norm, by=depth, activation=gelu", "not alike at all sizes");
    has("post_norm, by=depth, unit=gated", "gated units");
    has("post_norm, by=depth, norm=batch_norm", "batch_norm enlarges it");
    has("pre_norm, by=depth, scores=realformer", "one-hot");
    has("pre_norm, by=depth, placement=branch", "one-hot");
    has("pre_norm, by=depth, activation=gelu, optimizer=sgd", "first layers");
    CHECK(unable("rezero, by=depth").find("exponentially") != std::string::npos);
    CHECK(unable("pre_norm, by=depth, norm=none, of=start").find("exponentially") != std::string::npos);
    CHECK(unable("pre_norm, by=depth, skip=1.5").find("exponentially") != std::string::npos);
    CHECK(unable("post_norm, by=depth, norm=dyt").find("keep no size") != std::string::npos);
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
