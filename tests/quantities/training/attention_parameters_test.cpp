// Attention's parameters in whole networks: muP's scale for every kind of scores, and networks that see later
// tokens.

#include <algorithm>
#include <set>
#include <sigprop/core/base/confidence.hpp>

#include "quantities/rows.hpp"
#include "tests/support/answers.hpp"
#include "tests/support/share.hpp"

using namespace sigprop;

namespace {

/// The sample's mean in a small network.
double mean_of(const std::string& quantity, const std::string& parameters) {
    const Result result = answers::ask(
        "network." + quantity +
            "(pre_norm, sublayers=2, width=32, heads=4, batch=2, length=8, networks=24, " + parameters + ")",
        30, "network");
    REQUIRE(result.evidence().size() == 1);
    REQUIRE(result.evidence().front().status == Status::ok);
    return result.evidence().front().value.to_double();
}

}  // namespace

// Heads are 4 wide at base_width and 8 here: sqrt(4)/8 stands for 1/sqrt(8).
TEST_CASE("muP divides by the head's width in every kind of scores that divides by its root") {
    const std::string mup = "init=mup, base_width=16, base_std=0.25, scores=";
    for (const std::string scores : {"scaled", "qk_norm", "softcap", "log_n", "realformer"}) {
        CAPTURE(scores);
        const double own = mean_of("score_second_moment", mup + scores);
        CHECK(own == mean_of("score_second_moment", mup + scores + ", scale=1/4"));
        CHECK(own != mean_of("score_second_moment", mup + scores + ", scale=1/sqrt(8)"));
    }
}

TEST_CASE("muP leaves the scale of scores that have no root") {
    const std::string mup = "init=mup, base_width=16, base_std=0.25, scores=";
    CHECK(mean_of("score_second_moment", mup + "unscaled") ==
          mean_of("score_second_moment", mup + "unscaled, scale=1"));
    CHECK(mean_of("score_second_moment", mup + "cosine") ==
          mean_of("score_second_moment", mup + "cosine, scale=10"));
}

// A query that sees all eight keys has an entropy of at most log 8; a causal one of log 1 to log 8, log(8!)/8
// on average at most.
TEST_CASE("networks at initialisation may see later tokens") {
    const double both_sides = mean_of("attention_entropy", "init_std=1e-3, causal=false");
    CHECK(std::fabs(both_sides - std::log(8)) < 1e-4);
    CHECK(std::fabs(mean_of("attention_entropy", "init_std=1e-3") - std::log(40320) / 8) < 1e-4);
    CHECK(mean_of("attention_entropy", "init_std=1e-3, causal=false, window=1") == 0);
}

namespace {

/// Whether the sample's mean lies within five standard errors of the number.
bool is_about(const std::string& quantity, const std::string& parameters, double expected,
              const std::string& networks = "64") {
    const Result result = answers::ask(
        "network." + quantity + "(pre_norm, sublayers=2, width=32, heads=4, batch=1, length=4, networks=" +
            networks + ", " + parameters + ")",
        30, "network");
    const Evidence& sample = result.evidence().front();
    REQUIRE(sample.status == Status::ok);
    return std::fabs(sample.value.to_double() - expected) < 5 * sample.value.radius_double();
}

constexpr double cut_at_two = 0.7737412536;  // variance of N(0, 1) on [-2, 2]

}  // namespace

// Queries and keys of normalised tokens have E (q.k)^2 = head width std(q)^2 std(k)^2 width^2, and T5's query
// is drawn with 1/sqrt(width head width).
TEST_CASE("T5's scores have a second moment of 1 undivided, and are divided only where the call says so") {
    CHECK(is_about("score_second_moment", "init=t5", 1));
    CHECK(is_about("score_second_moment", "init=t5, kv_heads=1", 1));
    for (const std::string same : {"scores=unscaled", "scale=1", "scores=realformer"}) {
        CAPTURE(same);
        CHECK(mean_of("score_second_moment", "init=t5, sublayer=0") ==
              mean_of("score_second_moment", "init=t5, sublayer=0, " + same));
    }
    CHECK(is_about("score_second_moment", "init=t5, scores=softcap, cap=1000", 1));
    CHECK(is_about("score_second_moment", "init=t5, scores=scaled", 1.0 / 8));
    CHECK(is_about("score_second_moment", "init=t5, scale=3", 9));
    CHECK_FALSE(is_about("score_second_moment", "init=t5, scores=unscaled", 8));  // the folded query's
    CHECK(is_about("score_second_moment", "init=t5, scores=qk_norm", 1));
}

// What a scheme folds into laws and multipliers must not change the std that a call gives.
TEST_CASE("a std that is given is that of the weights under every scheme") {
    const std::set<std::string> second_names = {"kaiming",   "glorot",  "wang_init",
                                                "deep_norm", "magneto", "tfixup"};
    const std::vector<Parameter> parameters = quantity("network.second_moment", nullptr).parameters;
    const auto init = std::ranges::find(parameters, "init", &Parameter::name);
    REQUIRE(init->choices.size() > 10);
    for (const std::string& scheme : test::share_of(init->choices, 3)) {
        if (scheme == "orthogonal" || second_names.contains(scheme)) continue;
        CAPTURE(scheme);
        const std::string given = "sublayer=0, init=" + scheme +
                                  ", query_std=1/sqrt(32), key_std=1/sqrt(32)" +
                                  (scheme == "mup" ? ", scale=1/sqrt(8)" : "");
        const double unscaled = scheme == "t5" ? 8 : 1;  // its scores are not divided by sqrt(8)
        const double law = scheme == "bert" ? cut_at_two : 1;
        CHECK(is_about("score_second_moment", given, unscaled * law * law));
        CHECK(is_about("second_moment", "sublayer=0, embedding_std=2, init=" + scheme, 4 * law, "16"));
        CHECK(is_about("logit_second_moment", "head_std=1/2, init=" + scheme,
                       (scheme == "mup" ? 32.0 / 4 * 4 : 32.0 / 4) * law, "16"));
    }
    CHECK_FALSE(is_about("second_moment", "sublayer=0, embedding_std=2, init=bert", 4));
}

TEST_CASE("PyTorch's defaults: an embedding of std 1, and a head of 1/sqrt(3 width)") {
    CHECK(is_about("second_moment", "sublayer=0, init=torch_default_linear", 1));
    CHECK(is_about("logit_second_moment", "init=torch_default_linear", 1.0 / 3));
}

TEST_CASE("every law of given weights has the std that is given") {
    const std::string all =
        ", query_std=1/sqrt(32), key_std=1/sqrt(32), value_std=0.1, attention_output_std=0.1, "
        "hidden_std=0.1, hidden_output_std=0.1, sublayer=0";
    for (const std::string law : {"normal", "uniform", "truncated_normal"}) {
        CAPTURE(law);
        const double kept = law == "truncated_normal" ? cut_at_two : 1;
        CHECK(is_about("score_second_moment", "weight_law=" + law + all, kept * kept));
        CHECK(is_about("second_moment", "weight_law=" + law + ", embedding_std=2" + all, 4 * kept));
    }
}

TEST_CASE("init=mup without further numbers is the standard start at base_width") {
    CHECK(mean_of("score_second_moment", "init=mup") ==
          mean_of("score_second_moment", "init=mup, base_width=64"));
    CHECK(mean_of("branch_moment", "init=mup, scale=1/4") ==
          mean_of("branch_moment", "init=lecun, scale=1/4"));
    CHECK(mean_of("branch_moment", "init=mup, base_std=1/4, base_width=16") !=
          mean_of("branch_moment", "init=mup, base_width=16"));
}
