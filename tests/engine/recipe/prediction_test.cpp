// Predictions of a recipe: against the quantities that know the same stacks, and against arithmetic by hand.

#include <doctest/doctest.h>

#include <cmath>

#include <sigprop/engine/evaluate.hpp>

#include "core/ball/text.hpp"
#include "engine/recipe/prediction.hpp"

#include "tests/engine/recipe/recipe_text.hpp"

using namespace sigprop;

namespace {

constexpr long digits = 30;

Ball value(const std::string& expression) {
    Context context;
    context.digits = digits;
    const Result result = evaluate(expression, context);
    REQUIRE(result.enclosure() != nullptr);
    return result.enclosure()->value;
}

/// Whether two enclosures of one number are narrow and meet.
void check_same(const Ball& a, const Ball& b) {
    CAPTURE(nearest_double(a).value_or(0));
    CAPTURE(nearest_double(b).value_or(0));
    const Ball difference = a - b;
    CHECK(difference.contains_zero());
    CHECK((Ball(1e-25) * abs(b) - difference.radius()).is_positive());
}

}  // namespace

TEST_CASE("a Pre-Norm stream is the recursion that residual.* has") {
    // linear feed-forward units: chi is the branch's variance, the same in every sublayer
    const Recipe recipe = read_recipe(recipes::changed("std / sqrt(layer + 1)", "std"), "r.json");
    const SizedRecipe one = sized(recipe, {{"activation", "identity"}, {"layers", "4"}});
    const StreamPrediction stream = predict_stream(one, digits);
    const std::string gamma = "truncated_normal.std(-2, 2)^2";
    const std::string attention = "(32*0.01*" + gamma + ") * (32*0.01)";
    const std::string feed = "(128*0.0025) * (32*0.01)";
    const std::string a = "sqrt(" + attention + ")";
    const std::string f = "sqrt(" + feed + ")";
    std::string scales;
    for (int i = 0; i < 4; ++i) scales += (i == 0 ? "" : ", ") + a + ", " + f;
    const std::string stack = "pre_norm, sublayers=8, initial=0.01, branch_scale=[" + scales + "]";
    check_same(stream.second_moment.back(), value("residual.second_moment(" + stack + ")"));
    check_same(stream.gradient_ratio.front(), value("residual.gradient_ratio(" + stack + ", sublayer=0)"));
    check_same(stream.gradient_ratio[2], value("residual.gradient_ratio(" + stack + ", sublayer=4)"));
    check_same(stream.least.back(), value("0.01 + 4 * " + feed));
}

TEST_CASE("a gated unit: the moment is that of the gate times that of the other matrix") {
    const SizedRecipe llama = sized(shipped_recipe("llama"), {{"d_model", "64"},
                                                              {"d_ff", "160"},
                                                              {"layers", "1"},
                                                              {"heads", "4"},
                                                              {"std", "0.1"},
                                                              {"norm_epsilon", "0"}});
    const StreamPrediction stream = predict_stream(llama, digits);
    const std::string attention = "(64*0.01)^2";
    const std::string moment = "activation.second_moment(silu, std=sqrt(64)*0.1)";
    const std::string slope = "activation.derivative_second_moment(silu, std=sqrt(64)*0.1)";
    check_same(stream.second_moment.back(),
               value("0.01 + " + attention + " + 160*0.01 * 64*0.01 * " + moment));
    // |dL/dx|^2: each addition multiplies by 1 + chi/q, and the norm at the end by 1/q
    const std::string chi = "160*0.01 * 64*0.01 * (64*0.01 * " + slope + " + " + moment + ")";
    const std::string middle = "(0.01 + " + attention + ")";
    check_same(stream.gradient_ratio.front(),
               value("(1 + " + attention + "/0.01) * (1 + " + chi + "/" + middle + ") / (" + middle +
                     " + 160*0.01 * 64*0.01 * " + moment + ")"));
}

TEST_CASE("DeepNorm's stream, and branches that differ from layer to layer") {
    const SizedRecipe deep =
        sized(shipped_recipe("deepnorm"), {{"layers", "18"}, {"activation", "gelu"}, {"norm_epsilon", "0"}});
    const StreamPrediction stream = predict_stream(deep, digits);
    for (const Ball& one : stream.second_moment) CHECK(one.contains(Rational(1)));
    const std::string beta = "deepnorm.encoder_beta(encoder_layers=18)";
    const std::string alpha2 = "deepnorm.encoder_alpha(encoder_layers=18)^2";
    const std::string in = beta + "^2 * 2/5";  // fan_in 512 of fans 512 and 2048
    const std::string out = beta + "^2 * 8/5";
    const std::string std = "std=sqrt(" + in + ")";
    const std::string gain = out + " * activation.second_moment(gelu, " + std + ")";
    const std::string slope = out + " * " + in + " * activation.derivative_second_moment(gelu, " + std + ")";
    // attention is linear: its factor is 1
    check_same(stream.gradient_ratio.front(),
               value("((" + alpha2 + " + " + slope + ") / (" + alpha2 + " + " + gain + "))^18"));

    const SizedRecipe small = sized(read_recipe(recipes::text(), "r.json"));
    const StreamPrediction uneven = predict_stream(small, digits);
    const std::string attention = "(32*0.01*truncated_normal.std(-2, 2)^2) * 32*0.01";
    const std::string feed = "128*0.0025 * activation.second_moment(tanh, std=sqrt(32)*0.1)";
    check_same(uneven.second_moment.back(),
               value("0.01 + " + attention + " * (1 + 1/2 + 1/3) + 3 * " + feed));
}

namespace {

/// The second moments of a Pre-Norm stream of three additions, attention, feed-forward, attention, by hand;
/// the epsilon of its norms is an expression.
std::string by_hand(const std::string& epsilon) {
    const auto normalised = [&](const std::string& q) {
        return "(" + q + ")/((" + q + ") + " + epsilon + ")";
    };
    const std::string attention = "(64*0.0004*64*0.0001)";  // std 0.02, and 0.02/sqrt(4) behind
    const std::string first = "(0.0008 + " + attention + "*" + normalised("0.0008") + ")";
    const std::string feed =
        "256*0.0001*activation.second_moment(gelu_tanh, std=sqrt(64*0.0004*" + normalised(first) + "))";
    return first + " + " + feed;
}

StreamPrediction gpt2_of(const std::string& epsilon) {
    return predict_stream(
        sized(shipped_recipe("gpt2"),
              {{"d_model", "64"}, {"layers", "2"}, {"heads", "4"}, {"norm_epsilon", epsilon}}),
        digits);
}

}  // namespace

TEST_CASE("a norm's epsilon makes its output smaller, and the branches with it") {
    for (const std::string epsilon : {"1e-5", "0.25", "0"}) {
        CAPTURE(epsilon);
        const StreamPrediction stream = gpt2_of(epsilon);
        check_same(stream.second_moment[1], value(by_hand(epsilon)));
        check_same(stream.gradient_ratio.back(),
                   value("1") / (stream.second_moment.back() + value(epsilon + " + 0")));
    }
    const Ball with = gpt2_of("1e-5").second_moment[1] - value("0.0008");
    CHECK_FALSE((with - value(by_hand("0")) + value("0.0008")).contains_zero());
}

TEST_CASE(
    "GPT-2's own epsilon: without it the first branch is 81/80 times as large, at a std of 0.002 9/4 times") {
    const auto first_branch = [](const char* std, const std::string& epsilon) {
        RecipeSettings settings = {{"std", std}, {"layers", "1"}, {"activation", "\"0 * x\""}};
        if (!epsilon.empty()) settings.emplace_back("norm_epsilon", epsilon);
        const StreamPrediction stream = predict_stream(sized(shipped_recipe("gpt2"), settings), digits);
        return stream.second_moment[1] - stream.second_moment[0];
    };
    check_same(first_branch("0.02", ""), value("768^2 * 0.02^4 / 2 * 80/81"));
    check_same(first_branch("0.02", "0") / first_branch("0.02", ""), value("81/80"));
    check_same(first_branch("0.002", "0") / first_branch("0.002", ""), value("9/4"));
}

TEST_CASE(
    "whole Transformers, sampled, have the branch that a recipe predicts, and not the one without epsilon") {
    // two embeddings of std 0.002 make 8e-6, to which the norm adds 1e-5
    const Result sampled = evaluate(
        "network.branch_moment(pre_norm, 1, sublayer=0, width=128, heads=4, norm=layer_norm, "
        "norm_epsilon=1e-5, "
        "embedding_std=0.002, positions=learned, position_std=0.002, query_std=0.02, key_std=0.02, "
        "value_std=0.02, attention_output_std=0.02, length=1, max_length=2, batch=16, networks=24)",
        {.digits = 10, .methods = "network"});
    REQUIRE(sampled.evidence().size() == 1);
    const Ball found = sampled.evidence().front().value;
    const auto predicted = [](const char* epsilon) {
        const StreamPrediction stream =
            predict_stream(sized(shipped_recipe("gpt2"), {{"d_model", "128"},
                                                          {"layers", "1"},
                                                          {"heads", "4"},
                                                          {"std", "0.002"},
                                                          {"activation", "\"0 * x\""},
                                                          {"norm_epsilon", epsilon}}),
                           digits);
        const Ball branch = stream.second_moment[1] - stream.second_moment[0];
        return nearest_double(branch).value() * 1e4 *
               2;  // weights of 0.02, in place of 0.002 and 0.002/sqrt(2)
    };
    const double error = found.radius_double();
    CHECK(std::fabs(found.to_double() - predicted("1e-5")) < 4 * error);
    CHECK(std::fabs(found.to_double() - predicted("0")) > 20 * error);
}

TEST_CASE("every recipe's norms have an epsilon, and Post-Norm streams show it") {
    for (const Recipe& recipe : shipped_recipes()) {
        CAPTURE(recipe.name);
        if (recipe.stream.is_known()) CHECK(recipe.stream.epsilon == "norm_epsilon");
    }
    // q = alpha^2 + the branch, and q/(q + epsilon) is left: alpha^2 is 2 for 2 blocks.
    const SizedRecipe deep = sized(shipped_recipe("deepnorm"),
                                   {{"layers", "2"}, {"activation", "identity"}, {"norm_epsilon", "0.5"}});
    const StreamPrediction stream = predict_stream(deep, digits);
    const std::string beta2 = "deepnorm.encoder_beta(encoder_layers=2)^2";
    const std::string branch = "(" + beta2 + "^2)";  // value and output, or 2/5 and 8/5 of its square
    const std::string first = "((2 + " + branch + ")/(2 + " + branch + " + 0.5))";
    const std::string q = "(" + first + "*(2 + " + beta2 + "^2*16/25))";
    check_same(stream.second_moment[1], value(q + "/(" + q + " + 0.5)"));
}
