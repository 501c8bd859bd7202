// Mistakes of the statistics: epsilon, its place and value; the variance; the rows they are taken of.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/base/short_number.hpp"
#include "measure/gradient/mistakes.hpp"

namespace sigprop {
namespace {

constexpr unsigned dx_of_statistics = bit(JacobianOutput::dx);
constexpr unsigned normalised = dx_of_statistics | bit(JacobianOutput::dweight) | bit(JacobianOutput::y);

using Mistakes = std::vector<Mistake>;

struct TypeEpsilon {
    const char* type;
    const char* text;
    double value;
};
/// The distance from 1 to the next number of each type, as finfo(type).eps.
constexpr TypeEpsilon type_epsilons[] = {{"bfloat16", "2^-7", 0x1p-7},
                                         {"float16", "2^-10", 0x1p-10},
                                         {"float32", "2^-23", 0x1p-23},
                                         {"float64", "2^-52", 0x1p-52}};

bool is_near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::max(a, b); }

/// "1e-6"; "float32's" where it is that of a type
std::string epsilon_name(double epsilon) {
    for (const TypeEpsilon& one : type_epsilons) {
        if (epsilon == one.value) return std::string(one.type) + "'s";
    }
    return shortest_number(epsilon);
}

void add_other_epsilons(Mistakes& all, double epsilon) {
    if (epsilon > 0) all.push_back({.text = "eps left out", .outputs = normalised, .epsilon = 0.0});
    for (const double other : {1e-3, 1e-5, 1e-6, 1e-8, 1e-12}) {
        if (is_near(other, epsilon)) continue;
        all.push_back(
            {.text = fmt::format("eps {} instead of {}", shortest_number(other), shortest_number(epsilon)),
             .outputs = normalised,
             .epsilon = other});
    }
    for (const TypeEpsilon& other : type_epsilons) {
        if (is_near(other.value, epsilon)) continue;
        all.push_back({.text = fmt::format("{}'s own epsilon {} in place of {}", other.type, other.text,
                                           epsilon_name(epsilon)),
                       .outputs = normalised,
                       .epsilon = other.value});
    }
}

void add_epsilon(Mistakes& all, const MistakeSetting& setting) {
    const double epsilon = setting.epsilon;
    add_other_epsilons(all, epsilon);
    if (!(epsilon > 0)) return;
    all.push_back(
        {.text = is_centred(setting.rule)
                     ? fmt::format("eps times the square of the {}'s largest |x - mean|", setting.group)
                     : fmt::format("eps times the {}'s largest entry squared", setting.group),
         .outputs = normalised,
         .epsilon_of_largest = true});
    const auto placed = [&](EpsilonPlace place, const char* text) {
        if (setting.rule.epsilon_place == place) return;
        NormRule rule = setting.rule;
        rule.epsilon_place = place;
        all.push_back({.text = text, .outputs = normalised, .rule = rule});
    };
    placed(EpsilonPlace::outside_root, "eps outside the root");
    if (setting.rule.epsilon_place == EpsilonPlace::inside_root) {
        NormRule rule = setting.rule;
        rule.epsilon_place = EpsilonPlace::outside_root;
        all.push_back({.text = "eps outside the root, with the backward pass for eps inside",
                       .outputs = dx_of_statistics,
                       .rule = rule,
                       .slope_inside = true});
    }
    placed(EpsilonPlace::inside_root, "eps inside the root");
    if (setting.rule.spread == NormSpread::length) {
        placed(EpsilonPlace::floor, "eps as the least length");
        placed(EpsilonPlace::floor_of_square, "eps as the least square of the length, as TensorFlow has it");
    }
    if (setting.rule.spread != NormSpread::length) {
        all.push_back({.text = "eps added to the sum of squares before it is divided by d",
                       .outputs = normalised,
                       .epsilon = epsilon / static_cast<double>(setting.size)});
    }
}

void add_statistics(Mistakes& all, const MistakeSetting& setting) {
    const auto n = static_cast<double>(setting.size);
    const bool divided = setting.rule.spread != NormSpread::length;
    if (divided && setting.size > 1) {
        all.push_back(
            {.text = "1/(d-1) instead of 1/d in the variance", .outputs = normalised, .freedom = 1});
        all.push_back({.text = "1/(d-1) instead of 1/d in the variance, 1/d in the backward pass",
                       .outputs = dx_of_statistics,
                       .freedom = 1,
                       .inner_term = (n - 1) / n});
        all.push_back({.text = "1/(d-1) instead of 1/d in the sums of the backward pass",
                       .outputs = dx_of_statistics,
                       .mean_term = n / (n - 1),
                       .inner_term = n / (n - 1)});
    }
    if (divided && setting.size > 1 && is_centred(setting.rule)) {
        all.push_back({.text = "1/(d-1) instead of 1/d in the inner product of the backward pass",
                       .outputs = dx_of_statistics,
                       .inner_term = n / (n - 1)});
    }
    const auto other = [&](NormRule rule, const char* text) {
        if (rule.centre == setting.rule.centre && rule.spread == setting.rule.spread) return;
        all.push_back({.text = text, .outputs = normalised, .rule = rule});
    };
    const EpsilonPlace place = EpsilonPlace::inside_root;
    other({.epsilon_place = place}, setting.of_features ? "the answer of rms_norm" : "no mean subtracted");
    other({.centre = NormCentre::mean, .spread = NormSpread::std, .epsilon_place = place},
          setting.of_features ? "the answer of layer_norm" : "the mean subtracted");
    other({.spread = NormSpread::length, .epsilon_place = place}, "the answer of l2_norm: 1/d left out");
}

void add_other_rows(Mistakes& all, const MistakeSetting& setting) {
    const auto add = [&](StatisticsOf of, const char* text) {
        all.push_back(
            {.text = fmt::format(fmt::runtime(text), setting.group), .outputs = normalised, .of = of});
    };
    if (setting.groups < 2) return;
    add(StatisticsOf::row_before, "the statistics of the {} before");
    if (setting.groups > 2) add(StatisticsOf::row_after, "the statistics of the {} after");
    if (setting.groups > 2) add(StatisticsOf::first_row, "the statistics of the first {} for all");
}

}  // namespace

void add_mistakes_of_statistics(Mistakes& all, const MistakeSetting& setting) {
    add_epsilon(all, setting);
    add_statistics(all, setting);
    add_other_rows(all, setting);
}

}  // namespace sigprop
