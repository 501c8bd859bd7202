// Attention's parameters in whole networks: muP's scale for every kind of scores, and networks that see later tokens.

#include <sigprop/core/base/confidence.hpp>

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

/// The sample's mean in a small network.
double mean_of(const std::string& quantity, const std::string& parameters) {
    const Result result = answers::ask(
        "network." + quantity + "(pre_norm, layers=2, width=32, heads=4, batch=2, length=8, networks=24, " +
            parameters + ")",
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

// A query that sees all eight keys has an entropy of at most log 8; a causal one of log 1 to log 8, log(8!)/8 on
// average at most.
TEST_CASE("networks at initialisation may see later tokens") {
    const double both_sides = mean_of("attention_entropy", "init_std=1e-3, causal=false");
    CHECK(std::fabs(both_sides - std::log(8)) < 1e-4);
    CHECK(std::fabs(mean_of("attention_entropy", "init_std=1e-3") - std::log(40320) / 8) < 1e-4);
    CHECK(mean_of("attention_entropy", "init_std=1e-3, causal=false, window=1") == 0);
}
