// Predictions of a recipe: against the quantities that know the same stacks, and against arithmetic by hand.

#include <doctest/doctest.h>

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
    // linear feed-forward units: chi is the branch's variance, the same in every layer
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
    const std::string stack = "pre_norm, layers=8, initial=0.01, branch_scale=[" + scales + "]";
    check_same(stream.second_moment.back(), value("residual.second_moment(" + stack + ")"));
    check_same(stream.gradient_ratio.front(), value("residual.gradient_ratio(" + stack + ", layer=0)"));
    check_same(stream.gradient_ratio[2], value("residual.gradient_ratio(" + stack + ", layer=4)"));
    check_same(stream.least.back(), value("0.01 + 4 * " + feed));
}

TEST_CASE("a gated unit: the moment is that of the gate times that of the other matrix") {
    const SizedRecipe llama =
        sized(shipped_recipe("llama"),
              {{"d_model", "64"}, {"d_ff", "160"}, {"layers", "1"}, {"heads", "4"}, {"std", "0.1"}});
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
    const SizedRecipe deep = sized(shipped_recipe("deepnorm"), {{"layers", "18"}, {"activation", "gelu"}});
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
