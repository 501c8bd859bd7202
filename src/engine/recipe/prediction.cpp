#include "engine/recipe/prediction.hpp"

#include <fmt/format.h>

#include <algorithm>

#include <map>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/base/errors.hpp>

#include "engine/binding/binder.hpp"

namespace sigprop {
namespace {

/// fan_in std^2 of the first of these roles that the layer has: by how much its matrix multiplies second
/// moments.
std::string gain_of(const SizedRecipe& recipe, std::int64_t layer, std::initializer_list<const char*> roles) {
    for (const char* role : roles) {
        const SizedTensor* one = recipe.find(role, layer);
        if (one == nullptr) continue;
        if (!one->fan_in || one->std.empty())
            throw InputError(one->name + ": a matrix of a branch needs a fan_in and a random law");
        return fmt::format("{} * ({})^2", *one->fan_in, one->std);
    }
    throw InputError(
        fmt::format("{} has no tensor of the role {} in layer {}", recipe.name, *roles.begin(), layer));
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
    bool attention = false;
};

}  // namespace

BranchGains branch_gains(const SizedRecipe& recipe, std::int64_t layer) {
    const auto gain = [&](std::initializer_list<const char*> roles) { return gain_of(recipe, layer, roles); };
    BranchGains gains;
    gains.attention = gain({"value", "query_key_value"}) + " * " + gain({"attention_output"});
    gains.attention_slope = gains.attention;  // one token: linear
    const std::string in = gain({"hidden", "gate_up"});
    const std::string out = gain({"hidden_output"});
    gains.before_activation = "sqrt(" + in + ")";
    const auto mean_square = [&](const char* quantity) {
        return fmt::format("activation.{}({}, std={})", quantity, recipe.activation, gains.before_activation);
    };
    const std::string moment = mean_square("second_moment");
    const std::string slope = mean_square("derivative_second_moment");
    if (recipe.gated) {
        // y = f(W x) * (V x): of the product's derivative one part goes through W, one through V
        const std::string up = gain({"up", "gate_up"});
        gains.feed_forward = fmt::format("{} * {} * {}", out, up, moment);
        gains.feed_forward_slope = fmt::format("{} * {} * ({} * {} + {})", out, up, in, slope, moment);
    } else {
        gains.feed_forward = fmt::format("{} * {}", out, moment);
        gains.feed_forward_slope = fmt::format("{} * {} * {}", out, in, slope);
    }
    return gains;
}

StreamPrediction predict_stream(const SizedRecipe& recipe, long digits) {
    const long bits = Context::bits_for(digits) + 32;
    Values value(bits);
    std::vector<Addition> additions;
    for (std::int64_t layer = 0; layer < recipe.layers; ++layer) {
        const BranchGains gains = branch_gains(recipe, layer);
        additions.push_back({value(gains.attention), value(gains.attention_slope), true});
        additions.push_back({value(gains.feed_forward), value(gains.feed_forward_slope), false});
    }
    const Ball skip = pow(value(recipe.stream.skip), 2);
    StreamPrediction stream;
    Ball moment = value(recipe.stream.initial);
    Ball least = moment;
    std::vector<Ball> factors;  // of the squared gradient, addition by addition
    for (std::size_t i = 0; i < additions.size(); ++i) {
        if (i % 2 == 0) {
            stream.second_moment.push_back(moment);
            stream.least.push_back(least);
        }
        const Addition& one = additions[i];
        if (recipe.stream.post_norm) {
            factors.push_back((skip + one.slope) / (skip + one.gain));  // the norm divides by the sum's rms
        } else {
            factors.push_back(1 + one.slope / moment);
            moment = moment + one.gain;
            if (!one.attention) least = least + one.gain;
        }
    }
    stream.second_moment.push_back(moment);
    stream.least.push_back(least);
    Ball gradient = recipe.stream.post_norm ? Ball(1) : 1 / moment;
    stream.gradient_ratio = {gradient};
    for (std::size_t i = additions.size(); i-- > 0;) {
        gradient = gradient * factors[i];
        if (i % 2 == 0) stream.gradient_ratio.push_back(gradient);
    }
    std::reverse(stream.gradient_ratio.begin(), stream.gradient_ratio.end());
    return stream;
}

}  // namespace sigprop
