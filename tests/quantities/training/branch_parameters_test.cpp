// Norms inside feed-forward networks, and the rate and schedule of branches' factors, as parameters.

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

/// The sample's mean in small networks.
double mean_of(const std::string& quantity, const std::string& parameters) {
    const Result result = answers::ask(
        quantity + "(" + parameters + ", width=32, batch=4, length=8, networks=8)", 30, "network");
    REQUIRE(result.evidence().size() == 1);
    REQUIRE(result.evidence().front().status == Status::ok);
    return result.evidence().front().value.to_double();
}

/// The logarithm of the outputs' size after six steps, which every network has.
double end_of(const std::string& parameters) {
    return mean_of("training.coordinate_size", parameters + ", statistic=log_mean, steps=6, rate=3e-3");
}

}  // namespace

TEST_CASE("a norm of hidden features stands where it is asked for") {
    const auto at = [](const std::string& more) { return mean_of("network.loss", "pre_norm, 2" + more); };
    const double none = at("");
    CHECK(at(", hidden_norm=none") == none);
    CHECK(at(", hidden_norm=before_activation") != none);
    CHECK(at(", hidden_norm=after_activation") != none);
    CHECK(at(", hidden_norm=after_activation") != at(", hidden_norm=before_activation"));
}

TEST_CASE("a factor without a rate is one that is not learned, and the usual rate is 1") {
    const double learned = end_of("rezero, 2, alpha=0");
    CHECK(end_of("rezero, 2, alpha=0, branch_rate=1") == learned);
    CHECK(end_of("rezero, 2, alpha=0, branch_rate=0.1") != learned);
    CHECK(end_of("rezero, 2, alpha=0, branch_rate=0") == end_of("rezero, 2, alpha=0, branch_gain=fixed"));
}

TEST_CASE("a factor that rises is not learned; branch_steps=0 changes nothing") {
    CHECK(end_of("rezero, 2, alpha=0, branch_steps=0") == end_of("rezero, 2, alpha=0"));
    const double rising = end_of("rezero, 2, alpha=0, branch_steps=5");
    CHECK(rising == end_of("rezero, 2, alpha=0, branch_steps=5, branch_gain=fixed"));
    CHECK(rising == end_of("skip_init, 2, branch_scale=0, branch_steps=5"));
    CHECK(rising != end_of("rezero, 2, alpha=0, branch_steps=6"));
    CHECK(rising != end_of("rezero, 2, alpha=0.5, branch_steps=5"));
}

TEST_CASE("norms, rates and schedules that cannot be are refused with the fix") {
    using answers::complains;
    CHECK(complains("network.loss(pre_norm, 2, norm=none, hidden_norm=after_activation)",
                    "hidden_norm needs a norm other than none: give norm="));
    CHECK(
        complains("network.loss(pre_norm, 2, norm=group_norm, groups=4, hidden_width=66, "
                  "hidden_norm=before_activation)",
                  "groups must divide hidden_width, the width of hidden_norm: 4 does not divide 66"));
    CHECK(complains("network.loss(pre_norm, 2, branch_rate=2)", "branch_rate needs a learned factor"));
    CHECK(complains("training.loss(rezero, 2, branch_rate=-1)", "branch_rate must be at least 0"));
    CHECK(complains("training.loss(pre_norm, 2, branch_steps=50)", "but here they are 1 from the start"));
    CHECK(complains("training.loss(rezero, 2, alpha=0, branch_gain=scalar, branch_steps=50)",
                    "branch_steps needs a factor that is not learned: give branch_gain=fixed"));
    CHECK(complains("training.loss(rezero, 2, alpha=0, branch_steps=101)",
                    "branch_steps <= steps is required, not 101 and 100"));
    CHECK(complains("training.loss(ngpt, 2, alpha=0.1, branch_steps=10)",
                    "ngpt's alpha is the share of the branch"));
}

// Whole networks have no branch_variance, which theory has.
TEST_CASE("what is refused is refused by the names that a quantity has") {
    using answers::complains;
    CHECK(complains(
        "network.loss(sandwich, 2, branch_scale=2)",
        "sandwich has no branch_scale: its branch is normalised and then multiplied by g, which is 1 "
        "here @"));
    CHECK(complains("network.loss(deep_norm, 2, branch_scale=2)",
                    "beta is in the weights: init=deepnorm (it has alpha) @"));
    CHECK(complains("network.loss(pre_norm, 2, alpha=2)",
                    "(it has branch_scale); DyT's alpha is norm_start: norm=dyt, norm_start=2 @"));
    CHECK(complains("residual.second_moment(sandwich, sublayers=4, branch_scale=2)",
                    "and branch_variance is g^2 (it has branch_variance) @"));
    CHECK(complains("network.loss(pre_norm, 2, norm_epsilon=-1)", "norm_epsilon must be at least 0"));
    CHECK(complains("network.loss(pre_norm, 2, norm=dyt, norm_start=-1)", "norm_start must be positive"));
    CHECK(complains("network.loss(pre_norm, 2, running_momentum=2)", "running_momentum must be from 0 to 1"));
    CHECK(complains("network.loss(pre_norm, 2, head_std=-1)", "head_std must be at least 0"));
    CHECK(complains("network.loss(pre_norm, 2, init_std=-1)", "init_std must be at least 0"));
    CHECK(complains("training.loss(pre_norm, 2, embedding_rate=-1)", "embedding_rate must be at least 0"));
    CHECK(complains("training.loss(pre_norm, 2, adam_epsilon=-1)", "adam_epsilon must be at least 0"));
}
