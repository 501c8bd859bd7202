#include "engine/recipe/prediction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <map>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/base/errors.hpp>

#include "core/expression/expression.hpp"
#include "engine/binding/arguments.hpp"
#include "engine/binding/binder.hpp"
#include "quantities/activation/normal_mean_curve.hpp"

namespace sigprop {
namespace {

/// fan_in std^2 of the first of these roles that the layer has: by how much its matrix multiplies second
/// moments.
std::string gain_of(const SizedRecipe& recipe, std::int64_t layer, std::initializer_list<const char*> roles) {
    for (const char* role : roles) {
        const SizedTensor* one = recipe.find(role, layer);
        if (one == nullptr) continue;
        if (!one->fan_in || one->std.empty())
            throw InputError(one->name + ": a matrix in a branch needs a fan_in and a random law");
        return fmt::format("{} * ({})^2", *one->fan_in, one->std);
    }
    throw InputError(
        fmt::format("{} has no tensor with the role {} in layer {}", recipe.name, *roles.begin(), layer));
}

/// Values of expressions; equal ones are computed once.
class Values {
public:
    explicit Values(long bits) : bits_(bits) {}

    Ball operator()(const std::string& text) {
        const auto found = known_.find(text);
        if (found != known_.end()) return found->second;
        return known_.emplace(text, real_of(bind_expression(text)).at(bits_)).first->second;
    }

private:
    long bits_;
    std::map<std::string, Ball> known_;
};

/// A residual addition: what the branch adds, and its share of the gradient.
struct Addition {
    Ball gain, slope;
};

/// The additions of a recipe's layers, by the second moment of a branch's input.
class Branches {
public:
    Branches(const SizedRecipe& recipe, long bits)
        : recipe_(recipe),
          bits_(bits),
          value_(bits),
          f_(bind_activation(parse_expression(recipe.activation), recipe.activation).formula),
          square_(curve_of(f_)),
          slope_square_(curve_of(f_.derivative())) {}

    Ball operator()(const std::string& text) { return value_(text); }

    Addition attention(std::int64_t layer, const Ball& input) {
        const BranchGains gains = branch_gains(recipe_, layer);
        return {value_(gains.attention) * input, value_(gains.attention_slope)};
    }

    Addition feed_forward(std::int64_t layer, const Ball& input) {
        const BranchGains gains = branch_gains(recipe_, layer);
        if (input.is_exact() && input.contains(Rational(1)))
            return {value_(gains.feed_forward), value_(gains.feed_forward_slope)};
        const Ball in = value_(gains.hidden);
        const Ball out = value_(gains.output);
        const Ball std = sqrt(in * input);
        const Ball moment = square_.over(std, bits_, Context());
        const Ball slope = slope_square_.over(std, bits_, Context());
        if (!recipe_.gated) return {out * moment, out * in * slope};
        return {out * input * moment, out * (in * input * slope + moment)};
    }

private:
    static NormalMeanCurve curve_of(const Formula& f) {
        return {pow(f, 2), {1}, NormalParameter::std, Real(0)};
    }

    const SizedRecipe& recipe_;
    long bits_;
    Values value_;
    Formula f_;
    NormalMeanCurve square_, slope_square_;
};

struct Walk {
    std::vector<Ball> moments;  ///< one for each block's input, and one for the last block's output
    std::vector<Ball> factors;  ///< of the squared gradient, addition by addition
};

/// From the embedding to the output; `attends`: whether attention's branches add anything.
Walk walk(const SizedRecipe& recipe, Branches& branches, bool attends) {
    const Ball epsilon = branches(recipe.stream.epsilon);
    const bool has_epsilon = !(epsilon.is_exact() && epsilon.contains_zero());
    const auto normalised = [&](const Ball& q) { return has_epsilon ? q / (q + epsilon) : Ball(1); };
    const Ball skip = pow(branches(recipe.stream.skip), 2);
    const Ball factor = pow(branches(recipe.stream.branch), 2);
    const bool post = recipe.stream.post_norm;
    Walk result;
    Ball moment = branches(recipe.stream.initial);
    for (std::int64_t addition = 0; addition < 2 * recipe.layers; ++addition) {
        const bool is_attention = addition % 2 == 0;
        if (is_attention) result.moments.push_back(moment);
        const Ball input = post ? moment : normalised(moment);
        Addition one = is_attention ? branches.attention(addition / 2, input)
                                    : branches.feed_forward(addition / 2, input);
        if (recipe.stream.branch != "1") {
            one.gain = one.gain * factor;
            one.slope = one.slope * factor;
        }
        if (is_attention && !attends) one.gain = Ball(0);
        const Ball sum = skip * moment + one.gain;
        // a norm divides by the root of what it normalises, and epsilon
        result.factors.push_back(post ? (skip + one.slope) / (sum + epsilon)
                                      : 1 + one.slope / (moment + epsilon));
        moment = post ? normalised(sum) : sum;
    }
    result.moments.push_back(moment);
    return result;
}

}  // namespace

BranchGains branch_gains(const SizedRecipe& recipe, std::int64_t layer) {
    const auto gain = [&](std::initializer_list<const char*> roles) { return gain_of(recipe, layer, roles); };
    BranchGains gains;
    gains.attention = gain({"value", "query_key_value"}) + " * " + gain({"attention_output"});
    gains.attention_slope = gains.attention;  // one token: linear
    const std::string in = gain({"hidden", "gate_up"});
    const std::string out = gain({"hidden_output"});
    gains.before_activation = "sqrt(" + in + ")";
    gains.hidden = in;
    gains.output = out;
    const auto mean_square = [&](const char* quantity) {
        return fmt::format("activation.{}({}, std={})", quantity, recipe.activation, gains.before_activation);
    };
    const std::string moment = mean_square("second_moment");
    const std::string slope = mean_square("derivative_second_moment");
    if (recipe.gated) {
        // y = f(W x) * (V x): of the product's derivative one part goes through W, one through V
        const std::string up = gain({"up", "gate_up"});
        gains.output = out + " * " + up;
        gains.feed_forward = fmt::format("{} * {} * {}", out, up, moment);
        gains.feed_forward_slope = fmt::format("{} * {} * ({} * {} + {})", out, up, in, slope, moment);
    } else {
        gains.feed_forward = fmt::format("{} * {}", out, moment);
        gains.feed_forward_slope = fmt::format("{} * {} * {}", out, in, slope);
    }
    return gains;
}

StreamPrediction predict_stream(const SizedRecipe& recipe, long digits) {
    if (!recipe.stream.is_known()) return {};
    Branches branches(recipe, Context::bits_for(digits) + 32);
    const Walk all = walk(recipe, branches, true);
    StreamPrediction stream;
    stream.second_moment = all.moments;
    stream.least = walk(recipe, branches, false).moments;
    Ball gradient =
        recipe.stream.post_norm ? Ball(1) : 1 / (all.moments.back() + branches(recipe.stream.epsilon));
    stream.gradient_ratio = {gradient};
    for (std::size_t i = all.factors.size(); i-- > 0;) {
        gradient = gradient * all.factors[i];
        if (i % 2 == 0) stream.gradient_ratio.push_back(gradient);
    }
    std::reverse(stream.gradient_ratio.begin(), stream.gradient_ratio.end());
    return stream;
}

}  // namespace sigprop
