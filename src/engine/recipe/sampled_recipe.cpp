#include "engine/recipe/sampled_recipe.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sigprop/core/base/errors.hpp>

#include "core/expression/expression.hpp"
#include "engine/binding/arguments.hpp"
#include "engine/binding/binder.hpp"
#include "engine/recipe/prediction.hpp"
#include "engine/recipe/recipe_report.hpp"

namespace sigprop {
namespace {

[[noreturn]] void refuse(const std::string& what) {
    throw InputError("sigprop cannot sample these networks: " + what);
}

double number(const std::string& expression) { return real_of(bind_expression(expression)).to_double(); }

const SizedTensor& matrix(const SizedRecipe& recipe, std::initializer_list<const char*> roles) {
    for (const char* role : roles) {
        if (const SizedTensor* one = recipe.find(role, 0)) return *one;
    }
    refuse(fmt::format("{} has no tensor with the role {}", recipe.name, *roles.begin()));
}

/// The law whose multiple by `scale` the tensor has.
Law law_of(const SizedTensor& one) {
    constexpr double nothing_is_cut = 12;  // a normal is beyond 12 std with probability 4e-33
    switch (one.law) {
        case TensorLaw::normal: return Law::normal();
        case TensorLaw::truncated_normal: {
            if (number(one.cut) > nothing_is_cut) return Law::normal();
            const Real cut = real_of(bind_expression(one.cut));
            return Law::truncated_normal(-cut, cut);
        }
        case TensorLaw::uniform: return Law::uniform(-1, 1);
        case TensorLaw::constant: break;
    }
    refuse(one.name + " is constant");
}

/// The steps: branches of deeper layers as multiples of the first layer's.
std::vector<ResidualStep<double>> steps_of(const SizedRecipe& recipe) {
    const BranchGains first = branch_gains(recipe, 0);
    const double skip = number(recipe.stream.skip);
    const double factor = number(recipe.stream.branch);
    std::vector<ResidualStep<double>> steps;
    std::string attention, feed_forward;
    std::array<double, 2> branch = {1, 1};
    for (std::int64_t layer = 0; layer < recipe.layers; ++layer) {
        const BranchGains gains = branch_gains(recipe, layer);
        if (gains.before_activation != first.before_activation)
            refuse("the input of the activation differs from layer to layer");
        if (gains.attention != attention)
            branch[0] = std::sqrt(number(gains.attention) / number(first.attention));
        if (gains.feed_forward != feed_forward)
            branch[1] = std::sqrt(number(gains.feed_forward) / number(first.feed_forward));
        attention = gains.attention;
        feed_forward = gains.feed_forward;
        for (const double scale : branch) {
            ResidualStep<double> step;
            step.normalises_input = !recipe.stream.post_norm;
            step.normalises_sum = recipe.stream.post_norm;
            step.skip = skip;
            step.branch = factor * scale;
            steps.push_back(step);
        }
    }
    return steps;
}

Series curve(const std::string& id, const char* what, const std::vector<NetworkMean>& means) {
    Series series = block_curve(id, what, means.size());
    series.method = "network";
    series.kind = Kind::sample;
    for (std::size_t i = 0; i < means.size(); ++i) {
        series.value.set(i, fmt::format("{}", means[i].value));
        series.number.set(i, means[i].value);
        series.radius.set(i, means[i].standard_error);
        series.status.push_back(Status::ok);
    }
    return series;
}

}  // namespace

NetworkDesign network_of(const SizedRecipe& recipe) {
    if (!recipe.stream.is_known()) refuse(recipe.name + " has no stream of identical blocks");
    const SizedTensor& query = matrix(recipe, {"query", "query_key_value"});
    const SizedTensor& key = matrix(recipe, {"key", "query_key_value"});
    const SizedTensor& value = matrix(recipe, {"value", "query_key_value"});
    const SizedTensor& output = matrix(recipe, {"attention_output"});
    const SizedTensor& hidden = matrix(recipe, {"hidden", "gate_up"});
    const SizedTensor& last = matrix(recipe, {"hidden_output"});
    const auto width = static_cast<std::uint64_t>(recipe.d_model);
    const auto inner = static_cast<std::uint64_t>(recipe.d_ff);
    if (output.fan_in != recipe.d_model) refuse("its heads are not d_model / heads wide");
    if (hidden.fan_in != recipe.d_model || last.fan_in != recipe.d_ff)
        refuse("the fans of its feed-forward unit are not d_model and d_ff");
    NetworkDesign design;
    design.weight_law = law_of(value);
    for (const SizedTensor* one : {&query, &key, &output, &hidden, &last}) {
        if (law_of(*one).text() != design.weight_law.text())
            refuse("the laws of " + value.name + " and " + one->name + " differ");
    }
    design.steps = steps_of(recipe);
    design.final_norm = !recipe.stream.post_norm;
    design.norm = {recipe.stream.layer_norm ? NormKind::layer_norm : NormKind::rms_norm,
                   number(recipe.stream.epsilon)};
    design.block = BlockKind::transformer;
    design.width = width;
    design.hidden_width = inner;
    design.heads = static_cast<std::uint64_t>(recipe.heads);
    design.causal = recipe.stream.causal;
    design.activation = bind_activation(parse_expression(recipe.activation), recipe.activation).formula;
    design.input_square = number(recipe.stream.initial);
    // The network's scores are q.k / sqrt(head width).
    const double scores = number(recipe.stream.scores) *
                          std::sqrt(static_cast<double>(recipe.d_model) / static_cast<double>(recipe.heads));
    design.stds.query_key = std::sqrt(number(query.scale) * number(key.scale) * scores);
    design.stds.value = number(value.scale);
    design.stds.attention_output = number(output.scale);
    design.stds.hidden = number(hidden.scale);
    design.stds.hidden_output = number(last.scale);
    if (recipe.gated) {
        const SizedTensor& up = matrix(recipe, {"up", "gate_up"});
        if (law_of(up).text() != design.weight_law.text())
            refuse("the laws of " + value.name + " and " + up.name + " differ");
        design.gated = true;
        design.stds.up = number(up.scale);
    }
    return design;
}

void add_samples(Report& report, const SizedRecipe& recipe, std::int64_t networks, const Context& context) {
    const NetworkDesign design = network_of(recipe);
    const auto sample = sample_networks(design, {Observable::second_moment, Observable::gradient_square},
                                        static_cast<std::uint64_t>(networks), context);
    if (!sample->failure.empty()) refuse(sample->failure);
    std::vector<NetworkMean> moments, gradients;
    for (std::size_t position = 0; position <= design.steps.size(); position += 2) {
        moments.push_back(sample->mean(Observable::second_moment, position));
        gradients.push_back(sample->mean(Observable::gradient_square, position));
    }
    const std::string prefix = "recipe." + recipe.name + ".sampled_";
    report.series.push_back(curve(prefix + "second_moment",
                                  "|x|^2 / d after each layer of sampled networks, one token", moments));
    report.series.push_back(
        curve(prefix + "gradient_ratio",
              "|dL/dx|^2 at each layer's input over that at the output, of sampled networks", gradients));
}

}  // namespace sigprop
