// The typed functions ask the same questions as their texts, in the same words.

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/sigprop.hpp>

namespace {

using sigprop::Context;
using sigprop::Formula;
using sigprop::InputError;
using sigprop::Result;

/// Equal evidence of every method, to the last bit: samples too, so that the streams had equal names.
void check_same(const Result& typed, const Result& text) {
    REQUIRE(typed.evidence().size() == text.evidence().size());
    CHECK(!typed.evidence().empty());
    CHECK(typed.decimal() == text.decimal());
    CHECK(typed.status() == text.status());
    for (std::size_t i = 0; i < typed.evidence().size(); ++i) {
        const auto &a = typed.evidence()[i], &b = text.evidence()[i];
        CHECK(a.method == b.method);
        CHECK(a.status == b.status);
        if (a.value.is_finite()) CHECK(a.value.exact_text() == b.value.exact_text());
    }
}

std::string message_of(auto&& call) {
    try {
        static_cast<void>(call());
    } catch (const InputError& error) {
        return error.place().source + ": " + error.what();
    }
    return "no error";
}

const Context quick{.samples = 4096};

}  // namespace

TEST_CASE("a typed function is its text") {
    using namespace sigprop;
    check_same(truncated_normal::std(-2, 2), evaluate("truncated_normal.std(-2, 2)"));
    check_same(truncated_normal::mass(-1, "inf", {.mean = 0.5, .std = "1/3"}, quick),
               evaluate("truncated_normal.mass(-1, inf, mean=0.5, std=1/3)", quick));
    check_same(selu::lambda({.variance = 2}), evaluate("selu.lambda(variance=2)"));
    check_same(init::std("he", {.fan_in = 512, .activation = "leaky_relu(0.2)"}),
               evaluate("init.std(he, fan_in=512, activation=leaky_relu(0.2))"));
    check_same(attention::entropy(512, {.std = 2, .mask = "causal"}, quick),
               evaluate("attention.entropy(512, std=2, mask=causal)", quick));
    check_same(residual::second_moment("post_norm", {.branch_scale = {{1, 2, 0.5}}, .sublayers = 3}),
               evaluate("residual.second_moment(post_norm, sublayers=3, branch_scale=[1, 2, 0.5])"));
    check_same(residual::simulated_second_moment("pre_norm", {.sublayers = 2, .width = 16, .networks = 4}),
               evaluate("residual.simulated_second_moment(pre_norm, sublayers=2, width=16, networks=4)"));
    check_same(
        network::second_moment(
            "pre_norm",
            {.sublayers = 2, .architecture = {.width = 16, .length = 8}, .batch = 2, .networks = 2}),
        evaluate("network.second_moment(pre_norm, sublayers=2, width=16, length=8, batch=2, networks=2)"));
    check_same(
        training::loss("pre_norm", {.step = 1,
                                    .sublayers = 2,
                                    .architecture = {.width = 16, .length = 8},
                                    .batch = 2,
                                    .networks = 2,
                                    .task = {.task = "copy"},
                                    .optimizer = {.steps = 2, .rate = 0.01}}),
        evaluate("training.loss(pre_norm, sublayers=2, step=1, width=16, length=8, batch=2, networks=2, "
                 "task=copy, steps=2, rate=0.01)"));
    check_same(norm::output("rms_norm", {{3, 4}}, 0), evaluate("norm.output(rms_norm, [3, 4], 0)"));
    check_same(elementwise::irreducible_error(16), evaluate("elementwise.irreducible_error(16)"));
    check_same(optimizer::adam_first_step({.bias_correction = false}),
               evaluate("optimizer.adam_first_step(bias_correction=false)"));
    check_same(optimizer::adam_noise_rms({.beta1 = "0.9"}), evaluate("optimizer.adam_noise_rms(beta1=0.9)"));
    check_same(activation::gain("x * sigmoid(x)", {}, quick),
               evaluate("activation.gain(\"x * sigmoid(x)\")", quick));
    check_same(
        activation::best_parameter("sigmoid(t * x)", "normal_cdf(x)",
                                   {.norm = "l2", .lower = -2, .upper = 2}),
        evaluate(
            "activation.best_parameter(\"sigmoid(t * x)\", \"normal_cdf(x)\", norm=l2, lower=-2, upper=2)"));
}

TEST_CASE("the context is the last argument") {
    CHECK(sigprop::attention::entropy(512, {}, {.digits = 50}).decimal().size() == 51);
    CHECK(sigprop::complex_truncated_normal::std(2, {.digits = 12}).decimal().size() == 14);
}

TEST_CASE("a number is what was written") {
    using sigprop::NumberArgument;
    CHECK(NumberArgument(3).text() == "3");
    CHECK(NumberArgument(std::uint64_t{1} << 63U).text() == "9223372036854775808");
    CHECK(NumberArgument(0.5).text() == "0.5");
    CHECK(NumberArgument(0.1).text() == "0.1000000000000000055511151231257827021181583404541015625");
    CHECK(NumberArgument(-std::numeric_limits<double>::infinity()).text() == "-inf");
    CHECK(NumberArgument(1e22).text() == "10000000000000000000000");
    CHECK(sigprop::Rational::from_decimal(NumberArgument(5e-324).text()).to_double() == 5e-324);
    CHECK(sigprop::Rational::from_decimal(NumberArgument(1.7e308).text()).to_double() == 1.7e308);
    CHECK_THROWS_AS(NumberArgument{std::numeric_limits<double>::quiet_NaN()}, InputError);
    // A double is not the decimal that it was written as.
    CHECK(sigprop::init::uniform_half_width({.std = 0.1}).decimal() !=
          sigprop::init::uniform_half_width({.std = "0.1"}).decimal());
}

TEST_CASE("a function is a name, a formula in x, or a Formula") {
    using sigprop::activation::lipschitz;
    const Formula x = Formula::variable();
    CHECK(lipschitz("gelu").decimal() == lipschitz("x * normal_cdf(x)").decimal());
    CHECK(lipschitz("sin").decimal() == "1");
    CHECK(lipschitz("x").decimal() == "1");
    CHECK(lipschitz("sin(x)").decimal() == "1");
    CHECK(lipschitz("\"tanh(2*x)\"").decimal() == "2.00000000000000000000000000000");
    CHECK(lipschitz(tanh(3 * x)).decimal() == "3.00000000000000000000000000000");
}

TEST_CASE("calls of frameworks keep their names") {
    using namespace sigprop;
    CHECK(torch::kaiming_uniform_({.a = "sqrt(5)", .fan_in = 768}).decimal() ==
          torch::Linear(768, 3072).decimal());
    CHECK(timm::trunc_normal_tf_({.std = 0.5}).decimal() ==
          torch::trunc_normal_({.std = 0.5, .a = -1, .b = 1}).decimal());
    CHECK(keras::HeNormal({.fan_in = 2}).decimal() ==
          jax::variance_scaling(2, "fan_in", "truncated_normal", {.fan_in = 2}).decimal());
    CHECK(torch::xavier_normal_({.shape = std::vector<NumberArgument>{3, 5}}).decimal() == "0.5");
}

TEST_CASE("a wrong argument is named") {
    using namespace sigprop;
    CHECK(message_of([] { return attention::entropy("512 +"); }).starts_with("n: "));
    CHECK(message_of([] {
              return attention::entropy(512, {.mask = "casual"});
          }).find("did you mean 'causal'") != std::string::npos);
    CHECK(message_of([] { return activation::gain("gelo"); }).find("did you mean 'gelu'") !=
          std::string::npos);
    CHECK(message_of([] { return truncated_normal::std(2, -2); }).find("lower") != std::string::npos);
    CHECK(message_of([] {
              return evaluate_call("attention.entropi", {{"n", 512}});
          }).find("attention.entropy") != std::string::npos);
    CHECK(message_of([] {
              return evaluate_call("attention.entropy", {{"n", 512}, {"sdt", 2}});
          }).find("'std'") != std::string::npos);
    CHECK(message_of([] {
              return evaluate_call("attention.entropy", std::vector<NamedArgument>{});
          }).find("'n' is missing") != std::string::npos);
    // Text cannot smuggle in a second argument.
    CHECK(message_of([] { return attention::entropy("512, std=2"); }).starts_with("n: "));
}

TEST_CASE("an argument may stand at another place than its own") {
    using namespace sigprop;
    check_same(evaluate_call("truncated_normal.variance", {{"upper", 2}, {"lower", -2}}, quick),
               evaluate("truncated_normal.variance(upper=2, lower=-2)", quick));
    check_same(evaluate_call("init.std", {{"scheme", "he"}, {"fan_in", 64}}),
               evaluate("init.std(he, fan_in=64)"));
}
