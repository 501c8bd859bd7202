// Sampled networks against numbers that are exact at finite width, against the drift of a finite width where
// they are mean field, and against wrong theories. References: arithmetic on the schemes' definitions (in the
// comments), and mpmath for harmonic numbers and the truncated normal.

#include "tests/support/answers.hpp"
#include "tests/support/share.hpp"

#include <sigprop/core/base/confidence.hpp>

using namespace sigprop;

namespace {

/// The sample from the only method, `network`.
Evidence sample(const std::string& call) {
    const Result result = answers::ask("residual." + call, 30, "network");
    REQUIRE(result.evidence().size() == 1);
    return result.evidence().front();
}

/// How many standard errors it is from the reference; large when there is no sample.
double distance(const Evidence& one, double reference) {
    if (one.status != Status::ok) return HUGE_VAL;
    return std::fabs(one.value.to_double() - reference) / one.value.radius_double();
}

struct Row {
    const char* call;
    double value;
    double wrong;  ///< the value that a planted error would give
};

constexpr Row exact[] = {
    // q = q_0 + L sigma^2; wrong: sigma off by 2^(1/4)
    {"simulated_second_moment(pre_norm, sublayers=48, width=64, networks=128)", 49,
     1 + 48 * 1.4142135623730951},
    {"simulated_second_moment(pre_norm, sublayers=48, sublayer=24, width=64, networks=128)", 25,
     1 + 24 * 1.4142135623730951},
    {"simulated_second_moment(pre_norm, sublayers=12, branch_variance=0.5, initial=3, width=64, "
     "norm=layer_norm)",
     9, 12},
    {"simulated_second_moment(pre_norm, sublayers=12, block=mlp, activation=gelu, width=32, networks=64)", 13,
     7.5},
    {"simulated_second_moment(pre_norm, sublayers=12, block=mlp, activation=tanh, width=32, "
     "precision=float64)",
     13, 7},
    {"simulated_second_moment(pre_norm, sublayers=12, branch_scale=0.5, width=64)", 4, 7},
    // gamma^2 = 1/4
    {"simulated_second_moment(sandwich, sublayers=12, branch_variance=0.25, width=64)", 4, 13},
    {"simulated_second_moment(sandwich, sublayers=12, branch_variance=0.25, block=mlp, width=32)", 4, 13},
    // 1 + H_12
    {"simulated_second_moment(layer_norm_scaling, sublayers=12, width=64)", 4.1032106782106782, 13},
    // (1 + 0.3^2)^12, forward and backward
    {"simulated_second_moment(rezero, sublayers=12, branch_scale=0.3, width=64)", 2.8126647818, 1},
    {"simulated_gradient_ratio(rezero, sublayers=12, branch_scale=0.3, width=64)", 2.8126647818, 1},
    {"simulated_gradient_ratio(skip_init, sublayers=12, sublayer=6, alpha=0.3, block=mlp, width=64)",
     1.6771001108, 2.81},
    // an alpha rising linearly to 1/2: the product of 1 + (l/8)^2 for l = 1 … 4
    {"simulated_second_moment(rezero, sublayers=4, alpha=0.5, schedule=linear, width=64)", 1.5385627747,
     2.44},
    // 0.02^2 d, truncated at 2 std; wrong: not truncated
    {"simulated_second_moment(pre_norm, sublayers=4, init=bert, width=512, networks=256)", 1.6338488759,
     1.8192},
    {"simulated_second_moment(pre_norm, sublayers=4, init=gpt2, width=512)", 1.8192, 1.6},
    // uniform, 1/(3 fan_in)
    {"simulated_second_moment(pre_norm, sublayers=12, init=torch_default_linear, width=64)", 5, 13},
    // scores of independent layers add up: 6 of them
    {"simulated_score_second_moment(pre_norm, sublayers=12, scores=realformer, width=64, networks=64)", 6, 1},
    {"simulated_score_second_moment(pre_norm, sublayers=12, width=64, networks=128)", 1, 1.4142135623730951},
    // (4 L + 2 L^2)/d
    {"simulated_second_moment(pre_norm, sublayers=12, width=64, networks=1024, statistic=variance)", 5.25,
     2.625},
};

}  // namespace

TEST_CASE("every simulated mean within 4 standard errors of what is exact") {
    for (const Row& row : test::share_of(std::vector(std::begin(exact), std::end(exact)), 3)) {
        CAPTURE(std::string(row.call));
        const Evidence one = sample(row.call);
        CHECK(distance(one, row.value) < 4);
        CHECK(distance(one, row.wrong) > 6);
        CHECK(one.degrees_of_freedom > 0);
    }
}

TEST_CASE("what is the same in every network is off by no more than the rounding it allows for") {
    for (const auto& row : std::initializer_list<std::pair<const char*, double>>{
             {"simulated_second_moment(post_norm, sublayers=24, width=64)", 1},
             {"simulated_second_moment(ngpt, sublayers=24, alpha=0.1, width=64, block=mlp)", 1},
             {"simulated_second_moment(fixup, sublayers=24, initial=3, width=64, block=transformer)", 3},
             {"simulated_skip_weight(pre_norm, sublayers=24, width=64)", 1},
             {"simulated_skip_weight(post_norm, sublayers=24, sublayer=0, width=64)", 1},
             {"simulated_gradient_ratio(rezero, sublayers=24, alpha=0, width=64)", 1},
             {"simulated_sublayer_cosine(fixup, sublayers=24, width=64)", 1},
             {"simulated_path_length_mean(rezero, sublayers=24, alpha=0, width=64)", 0},
             // ln 16: every score is 0
             {"simulated_attention_entropy(pre_norm, sublayers=4, init_std=0, width=64)",
              2.772588722239781}}) {
        CAPTURE(std::string(row.first));
        const Evidence one = sample(row.first);
        REQUIRE(one.status == Status::ok);
        CHECK(std::fabs(one.value.to_double() - row.second) <= 6 * one.value.radius_double());
        CHECK(one.value.radius_double() < 1e-4);
    }
}

TEST_CASE("a finite width shows where theory is mean field" * doctest::test_suite("slow")) {
    // c = 3/4 at sigma = 1; -c L/d and 4 c L/d, and the widths at which they differ clearly from 0
    const Evidence mean = sample(
        "simulated_gradient_ratio(post_norm, sublayers=24, width=64, networks=512, statistic=log_mean)");
    CHECK(distance(mean, -0.28125) < 4);
    CHECK(distance(mean, 0) > 4);
    const Evidence variance = sample(
        "simulated_gradient_ratio(post_norm, sublayers=24, width=64, networks=512, statistic=log_variance)");
    CHECK(distance(variance, 1.125) < 4);
    CHECK(distance(variance, 0) > 6);
    const Evidence arithmetic =
        sample("simulated_gradient_ratio(post_norm, sublayers=24, width=64, networks=4096)");
    const Evidence geometric = sample(
        "simulated_gradient_ratio(post_norm, sublayers=24, width=64, networks=512, "
        "statistic=geometric_mean)");
    CHECK(arithmetic.value.to_double() > geometric.value.to_double());
    CHECK(distance(geometric, std::exp(-0.28125)) < 4);
}

TEST_CASE("one simulation serves every sublayer, and a deeper network begins as a shallower one") {
    const auto at = [](const char* call) { return sample(call).value.to_double(); };
    CHECK(at("simulated_second_moment(pre_norm, sublayers=8, sublayer=4, width=64)") ==
          at("simulated_second_moment(pre_norm, sublayers=4, width=64)"));
    CHECK(at("simulated_second_moment(pre_norm, sublayers=8, sublayer=5, width=64)") !=
          at("simulated_second_moment(pre_norm, sublayers=4, width=64)"));
}

TEST_CASE("a wrong theory is contradicted by its networks") {
    const Evidence right = sample("simulated_second_moment(pre_norm, sublayers=48, width=64, networks=128)");
    Evidence proof;
    proof.method = "closed_form";
    proof.status = Status::ok;
    proof.value = Ball(49);
    CHECK(answers::dissent({proof, right}) == "");
    proof.value = 1 + 48 * sqrt(Ball(2));  // sigma off by 2^(1/4)
    CHECK(reconcile({proof, right}).contradiction.find("network (simulation)") != std::string::npos);
}

TEST_CASE("activations that overflow name their sublayer") {
    const Evidence one = sample("simulated_second_moment(rezero, sublayers=40, branch_scale=1e3, width=64)");
    CHECK(one.status == Status::unable);
    CHECK(one.reason.find("sublayer") != std::string::npos);
    const Evidence dead =
        sample("simulated_second_moment(pre_norm, sublayers=4, block=mlp, activation=\"0*x\", width=64)");
    CHECK(dead.status == Status::unable);
    CHECK(dead.reason.find("W2") != std::string::npos);
}

TEST_CASE("a number that is too small for the networks is no zero, and no number with an error of zero") {
    const auto of = [](const std::string& call) {
        return answers::ask("residual." + call, 15, "network").evidence().at(0);
    };
    for (const char* call :
         {"simulated_skip_weight(post_norm, sublayers=1000, branch_variance=4, width=16, networks=8)",
          "simulated_skip_weight(post_norm, sublayers=1000, branch_variance=4, width=16, networks=8, "
          "statistic=variance)",
          "simulated_gradient_ratio(post_norm, sublayers=3000, branch_variance=4, width=8, networks=4)",
          "simulated_gradient_ratio(post_norm, sublayers=20000, branch_variance=4, width=8, networks=2, "
          "precision=float64)",
          "simulated_path_length_mean(post_norm, sublayers=3000, branch_variance=4, width=8, networks=4)"}) {
        CAPTURE(std::string(call));
        CHECK(of(call).status == Status::unable);
        CHECK(of(call).reason.find("too small") != std::string::npos);
    }
    // Smaller than what a standard error squares, and still with one.
    const std::string small = "(post_norm, sublayers=30, branch_variance=1e14, width=512, networks=8";
    const Evidence mean = of("simulated_skip_weight" + small + ")");
    const Evidence variance = of("simulated_skip_weight" + small + ", statistic=variance)");
    const std::string deep = "(post_norm, sublayers=700, branch_variance=4, width=16, networks=8";
    const Evidence log_mean = of("simulated_skip_weight" + deep + ", statistic=log_mean)");
    const Evidence geometric = of("simulated_skip_weight" + deep + ", statistic=geometric_mean)");
    for (const Evidence* one : {&mean, &variance, &log_mean, &geometric}) {
        REQUIRE(one->status == Status::ok);
        CHECK_FALSE(one->value.is_exact());
    }
    // 1/rms of 512 features has a relative variance of 1/(2 512) in each of 30 sublayers; of 8 networks, a
    // chi^2 of 7 degrees of freedom over 7.
    const double relative = (variance.value.midpoint() / pow(mean.value.midpoint(), 2)).to_double();
    CHECK(relative > 0.03 * 0.1);
    CHECK(relative < 0.03 * 4);
    CHECK(mean.value.to_double() < 1e-200);
    // Where few of the numbers are of the size of their mean, it is none.
    CHECK(of("simulated_skip_weight" + deep + ")").reason.find("a few networks") != std::string::npos);
    CHECK(std::fabs(
              (log(geometric.value.midpoint().at_precision(64)) - log_mean.value.midpoint()).to_double()) <
          1e-9);
}

TEST_CASE("a zero that the design proves has no error") {
    for (const char* call :
         {"simulated_weight_gradient_ratio(rezero, sublayers=4, alpha=0, width=16, networks=4)",
          "simulated_weight_gradient_ratio(pre_norm, sublayers=4, width=16, networks=4, init_std=0, "
          "block=mlp)",
          "simulated_path_length_mean(rezero, sublayers=4, alpha=0, width=16, networks=4)",
          "simulated_path_length_variance(pre_norm, sublayers=4, width=16, networks=4, init_std=0)",
          "simulated_skip_weight(ngpt, sublayers=4, alpha=1, width=16, networks=4)",
          "simulated_path_length_variance(ngpt, sublayers=4, alpha=1, width=16, networks=4)",
          "simulated_score_second_moment(pre_norm, sublayers=4, length=2, width=16, networks=4, "
          "init_std=0)"}) {
        CAPTURE(std::string(call));
        const Evidence one = answers::ask(std::string("residual.") + call, 15, "network").evidence().at(0);
        CHECK(one.status == Status::ok);
        CHECK(one.value.is_exact());
        CHECK(one.value.contains_zero());
    }
}
