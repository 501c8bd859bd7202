#include "measure/gradient/mistakes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/short_number.hpp"

namespace sigprop {
namespace {

constexpr unsigned dx = bit(JacobianOutput::dx);
constexpr unsigned dweight = bit(JacobianOutput::dweight);
constexpr unsigned dbias = bit(JacobianOutput::dbias);
constexpr unsigned y = bit(JacobianOutput::y);

using Mistakes = std::vector<Mistake>;

void add_skip(Mistakes& all, const MistakeSetting& setting) {
    if (!setting.has_skip) return;
    all.push_back({.text = "dskip not added", .outputs = dx, .skip = 0});
    all.push_back({.text = "dskip added twice", .outputs = dx, .skip = 2});
    all.push_back({.text = "dskip subtracted", .outputs = dx, .skip = -1});
    all.push_back({.text = "dskip added to dy, before the layer's own gradient",
                   .outputs = dx,
                   .skip = 0,
                   .skip_inside = true});
    all.push_back({.text = "dskip alone", .outputs = dx, .direct = 0, .mean_term = 0, .inner_term = 0});
}

void add_gain(Mistakes& all, const MistakeSetting& setting) {
    if (!setting.has_weight) return;
    all.push_back({.text = "the weight not applied", .outputs = dx | y, .gain = Gain::none});
    all.push_back({.text = "the weight applied twice", .outputs = dx | y, .gain = Gain::twice});
    if (setting.offset != 0) {
        all.push_back({.text = fmt::format("{} not added to the weight", shortest_number(setting.offset)),
                       .outputs = dx | y,
                       .gain = Gain::shifted,
                       .shift = -setting.offset});
    } else {
        all.push_back(
            {.text = "1 added to the weight", .outputs = dx | y, .gain = Gain::shifted, .shift = 1});
    }
    all.push_back(
        {.text = "the inner product taken with dy instead of weight dy", .outputs = dx, .inner_of_dy = true});
    const bool centred = is_centred(setting.rule);
    all.push_back({.text = centred ? "the weight left out of dy, not of its means"
                                   : "the weight left out of dy, not of the inner product",
                   .outputs = dx,
                   .direct_of_dy = true});
    if (!centred) return;
    all.push_back({.text = "the mean taken of dy instead of weight dy", .outputs = dx, .mean_of_dy = true});
    all.push_back({.text = "the weight left out of the means, not of dy",
                   .outputs = dx,
                   .mean_of_dy = true,
                   .inner_of_dy = true});
}

void add_terms(Mistakes& all, const MistakeSetting& setting) {
    const auto n = static_cast<double>(setting.size);
    const bool centred = is_centred(setting.rule);
    const char* const square = centred ? "the x-hat x-hat^T term" : "the y y^T term";
    const auto text = [&](const char* what) { return fmt::format("{} {}", square, what); };
    all.push_back({.text = text("missing (r treated as a constant)"), .outputs = dx, .inner_term = 0});
    all.push_back({.text = text("with the wrong sign"), .outputs = dx, .inner_term = -1});
    all.push_back({.text = text("twice"), .outputs = dx, .inner_term = 2});
    all.push_back({.text = text("halved"), .outputs = dx, .inner_term = 0.5});
    if (setting.rule.spread != NormSpread::length && setting.size > 1) {
        all.push_back({.text = "the inner product not divided by d", .outputs = dx, .inner_term = n});
    }
    if (!centred) return;
    all.push_back({.text = "the mean term dropped", .outputs = dx, .mean_term = 0});
    all.push_back({.text = "the mean term with the wrong sign", .outputs = dx, .mean_term = -1});
    all.push_back({.text = "the statistics treated as constants (both terms missing)",
                   .outputs = dx,
                   .mean_term = 0,
                   .inner_term = 0});
    if (setting.size > 1) {
        all.push_back({.text = "neither sum divided by d", .outputs = dx, .mean_term = n, .inner_term = n});
    }
}

void add_factors(Mistakes& all, const MistakeSetting& setting) {
    const bool is_affine = setting.has_weight || setting.has_bias;
    using enum Normalised;
    const auto unscaled = [&](const char* name, Normalised which) {
        const std::string text = fmt::format("{} instead of x-hat in ", name);
        all.push_back({.text = text + "the second term", .outputs = dx, .outer = which});
        all.push_back({.text = text + "both places", .outputs = dx, .outer = which, .inner = which});
    };
    unscaled("x", input);
    if (is_centred(setting.rule)) unscaled("x - mean", centred_input);
    if (is_affine) {
        all.push_back({.text = "y after the gain taken for x-hat in the second term",
                       .outputs = dx,
                       .outer = after_gain});
        all.push_back({.text = "y after the gain taken for x-hat in the inner product",
                       .outputs = dx,
                       .inner = after_gain});
        all.push_back({.text = "y after the gain taken for x-hat",
                       .outputs = dx,
                       .outer = after_gain,
                       .inner = after_gain});
        all.push_back({.text = "y after the gain taken for x-hat", .outputs = dweight, .summed = after_gain});
    }
    all.push_back({.text = "not divided by r", .outputs = dx, .power = 0});
    all.push_back({.text = "divided by r twice", .outputs = dx, .power = 2});
    all.push_back({.text = "the sign flipped",
                   .outputs = dx,
                   .direct = -1,
                   .mean_term = -1,
                   .inner_term = -1,
                   .skip = -1});
    all.push_back({.text = "dy added, as the gradient of a residual branch", .outputs = dx, .residual = 1});
    const Mistake zero = {.text = "", .outputs = dx, .direct = 0, .mean_term = 0, .inner_term = 0, .skip = 0};
    all.push_back(zero);
    all.back().text = "nothing written: zeros";
    all.push_back(zero);
    all.back().text = "dy itself";
    all.back().residual = 1;
}

void add_parameters(Mistakes& all, const MistakeSetting& setting) {
    using enum Normalised;
    const double average = 1 / static_cast<double>(setting.uses);
    constexpr unsigned both = dweight | dbias;
    all.push_back({.text = "x instead of x-hat", .outputs = dweight, .summed = input});
    if (is_centred(setting.rule)) {
        all.push_back({.text = "x - mean instead of x-hat", .outputs = dweight, .summed = centred_input});
    }
    all.push_back({.text = "dweight and dbias exchanged", .outputs = both, .crossed = true});
    all.push_back({.text = "the sign flipped", .outputs = both, .share = -1});
    all.push_back({.text = "nothing written: zeros", .outputs = both, .share = 0});
    if (setting.uses > 1) {
        all.push_back({.text = "averaged over rows instead of summed", .outputs = both, .share = average});
    }
    if (setting.uses > 1 && setting.of_features) {
        all.push_back({.text = "the last row alone instead of the sum", .outputs = both, .last_only = true});
    }
    if (setting.has_weight) {
        all.push_back({.text = "weight dy summed instead of dy", .outputs = both, .gain_applied = true});
    }
    if (setting.has_bias) all.push_back({.text = "the bias not added", .outputs = y, .bias_forgotten = true});
}

}  // namespace

Mistakes known_mistakes(const MistakeSetting& setting) {
    Mistakes all;
    add_terms(all, setting);
    add_gain(all, setting);
    add_mistakes_of_statistics(all, setting);
    add_skip(all, setting);
    add_factors(all, setting);
    add_parameters(all, setting);
    return all;
}

}  // namespace sigprop
