// Networks of gated units, W2 (f(W1 n) * V n). References: for independent g and u of variance s^2 and t^2
// the mean of (f(g) u)^2 is t^2 E f(g)^2, and relu has E relu(g)^2 = s^2/2; W2 multiplies it by its fan_in
// times its variance. Given |n|^2 = width these means are exact at every width, and W2 makes branch and
// stream uncorrelated.

#include "tests/support/answers.hpp"
#include "tests/support/share.hpp"

#include <cmath>

using namespace sigprop;

namespace {

Evidence sample(const std::string& call) {
    const Result result = answers::ask("residual.simulated_" + call, 15, "network");
    REQUIRE(result.evidence().size() == 1);
    INFO(result.evidence().front().reason);
    REQUIRE(result.evidence().front().status == Status::ok);
    return result.evidence().front();
}

double found(const std::string& call) { return sample(call).value.midpoint().to_double(); }

/// In standard errors.
double distance(const Evidence& one, double reference) {
    return std::fabs(one.value.to_double() - reference) / one.value.radius_double();
}

bool close(double a, double b) { return std::fabs(a - b) <= 1e-9 * std::fabs(b); }

struct Row {
    std::string call;
    double value;
    double wrong;  ///< the value that a planted error would give
};

void check(const Row& row) {
    CAPTURE(row.call);
    const Evidence one = sample(row.call);
    CHECK(distance(one, row.value) < 4);
    CHECK(distance(one, row.wrong) > 6);
}

}  // namespace

TEST_CASE("a gated branch adds branch_variance to the second moment, exactly at every width") {
    // q = q_0 + sublayers branch_variance; wrong: E silu(z)^2 = 0.3558 forgotten in W2
    constexpr double of_silu = 0.3558;
    for (const char* size : test::share_of(
             std::vector{"width=64, networks=256)", "width=4, networks=4096)", "width=256, networks=64)"},
             3)) {
        check({std::string("second_moment(pre_norm, sublayers=12, block=mlp, unit=gated, activation=silu, ") +
                   size,
               13, 1 + 12 * of_silu});
    }
    check(
        {"second_moment(pre_norm, sublayers=8, branch_variance=0.5, initial=3, block=mlp, unit=gated, "
         "activation=gelu, "
         "norm=layer_norm, hidden_ratio=2, width=32, networks=256)",
         7, 3 + 4 * 0.4252});
    // Attention hands a lone token on, so that its branches add as much.
    check(
        {"second_moment(pre_norm, sublayers=12, block=transformer, length=1, unit=gated, activation=silu, "
         "width=32, "
         "networks=256, precision=float64)",
         13, 7 + 6 * of_silu});
}

TEST_CASE("the gradient returns through both factors of a gated unit") {
    // ReGLU in one sublayer: W1^T and V^T return a = f'(g) u b and c = f(g) b, b = W2^T dL/dF. Across n they
    // add E a^2 + E c^2, along n, a share of 1/width, E (g a + u c)^2 = 4 E c^2, with E a^2 = E c^2 = 1/2 and
    // the 2 of W2: 2 (1 + 1/width); wrong: without V's part, which leaves 1
    for (const int width : {4, 64}) {
        check(
            {"gradient_ratio(rezero, sublayers=1, branch_scale=1, block=mlp, unit=gated, networks=512, "
             "width=" +
                 std::to_string(width) + ")",
             3 + 2.0 / width, 2});
    }
}

TEST_CASE("V has the std of W1 in a scheme of init, without a gain") {
    const std::string network =
        "second_moment(pre_norm, sublayers=8, block=mlp, unit=gated, width=64, networks=256, init=";
    // He's gain, 2, is that of W2; wrong: of V, too
    check({network + "he)", 9, 17});
    // 2/(fan_in + fan_out) = 0.4/width, twice that for W2: 4 0.8 (0.4/2) 0.4; wrong: V with 1/fan_in
    check({network + "xavier)", 1 + 8 * 0.256, 1 + 8 * 0.64});
    // 1/(3 fan_in); wrong: V with 1/fan_in
    check({network + "torch_default_linear)", 1 + 8.0 / 54, 1 + 8.0 / 18});
    // 0.02^2, of V as of the others: 256 0.0004 (0.0256/2) 0.0256; wrong: V with 1/fan_in
    check(
        {"weight_gradient_ratio(rezero, sublayers=1, branch_scale=1, block=mlp, unit=gated, width=64, "
         "networks=256, "
         "init=gpt2)",
         4 * 0.0128 * 0.0256 + 2 * 0.1024 * 0.0128 * 1, 4 * 0.0128 * 1 + 0.1024 * (0.0128 * 1 + 0.5)});
}

TEST_CASE("fixup scales V as W1, and its last matrix alone has a gradient") {
    check({"second_moment(fixup, sublayers=9, initial=3, block=mlp, unit=gated, width=64)", 3, 3.1});
    // |p|^2 / width with W1 and V times sublayers^(-1/2): 4 (1/9)/2 (1/9); wrong: m = 3, sublayers^(-1/4)
    check({"weight_gradient_ratio(fixup, sublayers=9, block=mlp, unit=gated, width=64, networks=256)",
           2.0 / 81, 2.0 / 9});
}

TEST_CASE("an optimiser sees ntk's V, which forward multiplies by 1/sqrt(fan_in)") {
    // Three matrices of one fan_in
    const auto of = [](const std::string& unit, const std::string& init) {
        return found(
            "weight_gradient_ratio(pre_norm, sublayers=4, block=mlp, hidden_ratio=1, activation=silu, "
            "width=32, "
            "networks=16, precision=float64, statistic=geometric_mean, unit=" +
            unit + ", init=" + init + ")");
    };
    CHECK(close(32 * of("gated", "ntk"), of("gated", "lecun")));
    CHECK_FALSE(close(of("gated", "lecun"), of("plain", "lecun")));
}

TEST_CASE("a plain unit is what a call without unit asks for, and a gated one is another network") {
    for (const char* quantity : {"gradient_ratio", "output_change"}) {
        const std::string call = std::string(quantity) +
                                 "(post_norm, sublayers=4, block=transformer, width=32, networks=8, "
                                 "branch_variance=0.5, statistic=log_mean";
        CAPTURE(call);
        CHECK(found(call + ")") == found(call + ", unit=plain)"));
        CHECK_FALSE(close(found(call + ")"), found(call + ", unit=gated)")));
    }
}

TEST_CASE("no matrix of a gated branch of zeros has a gradient, whatever its activation") {
    for (const char* activation : {"silu", "relu", "sigmoid"}) {
        CAPTURE(std::string(activation));
        const Evidence one = sample(
            std::string(
                "weight_gradient_ratio(pre_norm, sublayers=4, block=mlp, unit=gated, width=16, networks=4, "
                "init_std=0, activation=") +
            activation + ")");
        CHECK(one.value.is_exact());
        CHECK(one.value.contains_zero());
    }
}
