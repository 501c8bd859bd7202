// Sampled networks as witnesses beside the proofs of residual.*: who requests them, where they apply, and
// where they say that the number is mean field.

#include "tests/support/answers.hpp"

using namespace sigprop;

namespace {

const Evidence* witness(const Result& result) {
    for (const Evidence& one : result.evidence()) {
        if (one.method == "network") return &one;
    }
    return nullptr;
}

Result ask(const std::string& call, const std::string& methods = "*") {
    return answers::ask("residual." + call, 15, methods);
}

}  // namespace

TEST_CASE("networks agree with what is exact, and would contradict another number") {
    for (const char* call :
         {"second_moment(pre_norm, sublayers=24, width=64)",
          "second_moment(pre_norm, sublayers=24, branch_variance=0.3, block=mlp, activation=gelu, width=64)",
          "second_moment(sandwich, sublayers=24, branch_variance=0.3, width=64, block=mlp)",
          "second_moment(layer_norm_scaling, sublayers=24, width=64)",
          "second_moment(rezero, sublayers=24, alpha=0.3, schedule=linear, width=64, block=mlp)",
          "second_moment(skip_init, sublayers=8, alpha=[0.1, 0.2, 0.3, 0.4, 0.1, 0.2, 0.3, 0.4], width=64)",
          "second_moment(post_norm, sublayers=24, width=64)",
          "second_moment(deep_norm, sublayers=24, width=64)",
          "second_moment(ngpt, sublayers=24, alpha=0.1, width=64)",
          "second_moment(fixup, sublayers=24, width=64)",
          "second_moment_variance(pre_norm, sublayers=12, width=64, networks=512)",
          "second_moment_variance(sandwich, sublayers=12, width=64, networks=512, block=mlp)",
          "second_moment_variance(rezero, sublayers=12, alpha=0.3, width=64, networks=512)",
          "second_moment_variance(post_norm, sublayers=12, width=64, networks=64)",
          "gradient_ratio(rezero, sublayers=12, alpha=0.3, width=64)",
          "gradient_ratio(skip_init, sublayers=12, sublayer=4, alpha=0.3, width=64, block=mlp, "
          "activation=leaky_relu(0.2))",
          "gradient_ratio(fixup, sublayers=12, width=64)",
          "forward_gradient_ratio(rezero, sublayers=12, alpha=0.3, width=64)",
          "forward_gradient_ratio(rezero, sublayers=4, sublayer=1, width=64)",
          "forward_gradient_ratio(rezero, sublayers=12, sublayer=7, alpha=0.9, schedule=linear, width=64)",
          "forward_gradient_ratio(skip_init, sublayers=12, sublayer=4, alpha=0.3, width=64, block=mlp, "
          "activation=leaky_relu(0.2))",
          "forward_gradient_ratio(fixup, sublayers=12, width=64)",
          "skip_weight(pre_norm, sublayers=12, width=64)"}) {
        CAPTURE(std::string(call));
        const Result result = ask(call);
        const Evidence* one = witness(result);
        REQUIRE(one != nullptr);
        REQUIRE(one->status == Status::ok);
        CHECK(one->kind == Kind::sample);
        CHECK(answers::dissent(result.evidence()) == "");
        Evidence wrong = *result.enclosure();
        wrong.value = 3 * wrong.value + Ball(1);  // of 0, too
        CHECK_FALSE(reconcile({wrong, *one}).contradiction.empty());
    }
}

TEST_CASE("where theory is mean field the witness says so and where to look") {
    for (const char* call : {"gradient_ratio(pre_norm, sublayers=24, width=64)",
                             "gradient_ratio(post_norm, sublayers=24, width=64)",
                             "skip_weight(post_norm, sublayers=24, width=64)",
                             "sublayer_cosine(pre_norm, sublayers=24, sublayer=3, width=64)",
                             "weight_gradient_ratio(pre_norm, sublayers=24, sublayer=3, width=64)",
                             "log_gradient_mean(post_norm, sublayers=24, width=64, networks=16)"}) {
        CAPTURE(std::string(call));
        const Result result = ask(call);
        const Evidence* one = witness(result);
        REQUIRE(one != nullptr);
        CHECK(one->status == Status::unable);
        CHECK(one->reason.find("mean field") != std::string::npos);
        CHECK(one->reason.find("residual.simulated_") != std::string::npos);
        CHECK(result.status() == Status::ok);  // the proof is unaffected
    }
    const auto reason = [](const char* call) { return witness(ask(call))->reason; };
    for (const char* scheme : {"pre_norm", "post_norm", "sandwich", "layer_norm_scaling", "deep_norm"})
        CHECK(reason(("forward_gradient_ratio(" + std::string(scheme) + ", 24, width=64)").c_str())
                  .starts_with("mean field"));
    CHECK(reason("forward_gradient_ratio(rezero, sublayers=4, sublayer=0, width=64)").find("no network") !=
          std::string::npos);
    CHECK(reason("second_moment(rezero, sublayers=4, alpha=1, block=mlp, activation=gelu)")
              .find("homogeneous") != std::string::npos);
    CHECK(
        reason("gradient_ratio(rezero, sublayers=4, alpha=1, chi_ratio=0.5, width=64)").find("chi_ratio=1") !=
        std::string::npos);
    CHECK(reason("second_moment(rezero, sublayers=400, alpha=1, width=64)").find("a few of them") !=
          std::string::npos);
}

TEST_CASE("sizes beyond the precision of networks are refused, not rounded away") {
    for (const char* call :
         {"second_moment(fixup, sublayers=3, initial=2e-91, width=16)",
          "second_moment(fixup, sublayers=3, initial=1e-312, width=16, precision=float64)",
          "second_moment(pre_norm, sublayers=3, initial=1e-20, branch_variance=1.1e-89, branch_scale=3e34, "
          "width=16)",
          "second_moment(pre_norm, sublayers=3, branch_variance=1e80, width=16)",
          "second_moment_variance(pre_norm, sublayers=3, width=64, initial=1e-100, branch_variance=1e-100, "
          "precision=float64)"}) {
        CAPTURE(std::string(call));
        const Result result = ask(call);
        REQUIRE(witness(result) != nullptr);
        CHECK(witness(result)->status == Status::unable);
        CHECK(witness(result)->reason.find("too large or too small") != std::string::npos);
    }
    for (const char* call :
         {"second_moment(fixup, sublayers=3, initial=1e-29, width=16)",
          "second_moment(post_norm, sublayers=3, branch_scale=1e-14, width=16)",
          "second_moment_variance(pre_norm, sublayers=3, width=64, initial=1e-58, branch_variance=1e-56, "
          "precision=float64)"}) {
        CAPTURE(std::string(call));
        const Result result = ask(call);
        REQUIRE(witness(result)->status == Status::ok);
        CHECK(answers::dissent(result.evidence()) == "");
    }
    CHECK_THROWS_AS(ask("second_moment(fixup, sublayers=3, initial=1e-412, width=16)"), InputError);
}

TEST_CASE("a mean that hardly a hidden feature carries is not testified to") {
    const std::string before =
        "second_moment(pre_norm, sublayers=24, width=128, block=mlp, branch_variance=0.04, activation=";
    for (const char* steep : {"\"exp(3*x)\"", "\"exp(0.249*x^2)\"", "\"exp(x^2)\"", "\"x^9\""}) {
        CAPTURE(std::string(steep));
        const Result result = ask(before + steep + ")");
        REQUIRE(witness(result) != nullptr);
        CHECK(witness(result)->status == Status::unable);
    }
    for (const char* flat : {"gelu", "relu", "\"exp(x)\""}) {
        CAPTURE(std::string(flat));
        const Result result = ask(before + flat + ")");
        CHECK(witness(result)->status == Status::ok);
        CHECK(answers::dissent(result.evidence()) == "");
    }
}

TEST_CASE("nobody is asked unless by name or by a parameter of theirs") {
    CHECK(witness(ask("second_moment(pre_norm, sublayers=24)")) == nullptr);
    CHECK(witness(ask("second_moment(pre_norm, sublayers=24, networks=4)")) != nullptr);
    CHECK(witness(ask("second_moment(pre_norm, sublayers=4)", "*,network")) != nullptr);
    CHECK(witness(ask("second_moment_variance(pre_norm, sublayers=24, width=64)")) == nullptr);
    // A limitation of the networks does not discredit a proof.
    CHECK(ask("second_moment(pre_norm, sublayers=1000000)", "*,network").status() == Status::ok);
    CHECK(answers::complains("residual.second_moment(pre_norm, sublayers=24, width=-3)",
                             "width must be from 2 to 65536, not -3"));
    CHECK(answers::complains("residual.second_moment(pre_norm, sublayers=24, activation=gelu)",
                             "block=linear"));
}
