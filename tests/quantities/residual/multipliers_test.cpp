// Parametrisations that multiply their weights in forward: what an optimiser sees there. References: with
// y = m V x, dL/dV = m dL/dW for W = m V, and a step u of V moves W by m u. So a rate of V is m^2 times that
// rate of W for gradient descent, and m times for Adam; init.ntk.second_moment's note says the same of NTK.

#include "tests/support/answers.hpp"

#include <cmath>

using namespace sigprop;

namespace {

double found(const std::string& call) {
    const Result result = answers::ask("residual.simulated_" + call, 15, "network");
    REQUIRE(result.evidence().size() == 1);
    REQUIRE(result.evidence().front().status == Status::ok);
    return result.evidence().front().value.midpoint().to_double();
}

bool close(double a, double b, double tolerance = 1e-9) {
    return std::fabs(a - b) <= tolerance * std::fabs(b);
}

std::string change(const std::string& network, const std::string& optimizer, const std::string& rate) {
    return "output_change(" + network + ", statistic=log_mean, precision=float64, optimizer=" + optimizer +
           ", learning_rate=" + rate + ")";
}

const std::string linear = "pre_norm, sublayers=6, width=64, networks=16, init=";

}  // namespace

TEST_CASE("a learning rate of ntk is lecun's over fan_in for gradient descent, and over its root for Adam") {
    const double sgd = found(change(linear + "ntk", "sgd", "0.01"));
    CHECK(close(sgd, found(change(linear + "lecun", "sgd", "0.01/64"))));
    CHECK_FALSE(close(sgd, found(change(linear + "lecun", "sgd", "0.01"))));
    CHECK_FALSE(close(sgd, found(change(linear + "lecun", "sgd", "0.01/8"))));
    const double adam = found(change(linear + "ntk", "adam", "0.01"));
    CHECK(close(adam, found(change(linear + "lecun", "adam", "0.01/8"))));
    CHECK_FALSE(close(adam, found(change(linear + "lecun", "adam", "0.01"))));
    CHECK_FALSE(close(adam, found(change(linear + "lecun", "adam", "0.01/64"))));
}

TEST_CASE("the default call of the two parametrisations, in float32") {
    const std::string network = "output_change(pre_norm, sublayers=6, width=256, init=";
    CHECK(close(found(network + "ntk, optimizer=adam)"),
                found(network + "lecun, optimizer=adam, learning_rate=0.001/16)"), 1e-6));
    CHECK(close(found(network + "ntk)"), found(network + "lecun, learning_rate=0.001/256)"), 1e-6));
    CHECK_FALSE(close(found(network + "ntk)"), found(network + "lecun)"), 0.5));
}

TEST_CASE("the squared gradient of ntk's weights is lecun's over fan_in") {
    const auto of = [](const std::string& init) {
        return found("weight_gradient_ratio(" + linear + init + ", statistic=geometric_mean)");
    };
    CHECK(close(64 * of("ntk"), of("lecun")));
}

TEST_CASE("each matrix has a fan_in of its own") {
    // The gradients of W1 and W2 weigh equally in lecun's sum but not in ntk's, whose W2 has a fan_in of
    // 4 width: the ratio is between the two.
    const auto of = [](const std::string& init) {
        return found("weight_gradient_ratio(pre_norm, sublayers=2, width=32, networks=16, block=mlp, init=" +
                     init + ", statistic=geometric_mean)");
    };
    const double ratio = of("lecun") / of("ntk");
    CHECK(ratio > 33);
    CHECK(ratio < 127);
}

TEST_CASE("signals and their gradients are lecun's") {
    for (const char* quantity : {"second_moment", "gradient_ratio", "skip_weight"}) {
        const std::string call = std::string(quantity) +
                                 "(post_norm, sublayers=4, width=64, block=mlp, "
                                 "statistic=log_mean, init=";
        CAPTURE(call);
        CHECK(found(call + "ntk)") == found(call + "lecun)"));
    }
}

TEST_CASE("an optimiser sees t5's query, which stands before no division of the scores") {
    // One attention layer, whose value and output have the gradients of a network with plain scores of the
    // same weights; the query's square is d_k times that of the plain one. With the std of t5's other
    // matrices, 1/sqrt(width) each, the plain network is lecun's.
    const auto of = [](const std::string& init, const std::string& heads) {
        return found(
            "weight_gradient_ratio(post_norm, sublayers=1, block=transformer, width=64, length=8, "
            "networks=16, precision=float64, heads=" +
            heads + ", statistic=geometric_mean, init=" + init + ")");
    };
    CHECK(close(of("t5", "64"), of("lecun", "64")));  // heads of width 1
    CHECK(of("t5", "4") > 1.01 * of("lecun", "4"));   // of width 16
    // The more its query weighs, the further a step of Adam moves the output.
    const std::string adam =
        "output_change(post_norm, sublayers=1, block=transformer, width=64, length=8, networks=16, "
        "precision=float64, optimizer=adam, learning_rate=1e-6, statistic=geometric_mean, heads=";
    CHECK(found(adam + "4, init=t5)") > 1.001 * found(adam + "4, init=lecun)"));
    CHECK(close(found(adam + "64, init=t5)"), found(adam + "64, init=lecun)")));
}
