#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "quantities/normalization/table.hpp"
#include "quantities/rows.hpp"

using namespace sigprop;
using Numbers = std::vector<double>;

namespace {

Numbers output(const char* implementation, const Numbers& x) {
    const auto rows = norm_implementations();
    const auto row = std::ranges::find(rows, std::string_view(implementation), &NormImplementation::name);
    REQUIRE(row != rows.end());
    const std::vector<std::size_t> shape = {1, x.size()};
    const double epsilon = std::stod(std::string(row->epsilon));
    NormCall call = norm_call(*find_norm_layer(row->layer), shape, epsilon);
    call.rule = rule_of(*row);
    return Normalization(call).output(x);
}

using Names = std::vector<std::string>;

/// The layers that a quantity of the catalogue takes.
Names layers_of(std::string_view quantity) {
    const auto row = std::ranges::find(quantity_rows(), quantity, &QuantityRow::name);
    REQUIRE(row != quantity_rows().end());
    const auto is_layer = [](const ParameterRow* one) { return std::string_view(one->name) == "layer"; };
    const auto layer = std::ranges::find_if(row->parameters, is_layer);
    REQUIRE(layer != row->parameters.end());
    return {(*layer)->choices.begin(), (*layer)->choices.end()};
}

Names layers_with(bool (*admits)(const NormLayer& layer)) {
    Names names;
    for (const NormLayer& one : norm_layers())
        if (admits(one)) names.emplace_back(one.name);
    return names;
}

double distance(const Numbers& a, const Numbers& b) {
    REQUIRE(a.size() == b.size());
    double worst = 0;
    for (std::size_t i = 0; i < a.size(); ++i) worst = std::max(worst, std::fabs(a[i] - b[i]));
    return worst;
}

}  // namespace

TEST_CASE("one description a layer, in the same order, and every name finds its own") {
    const auto descriptions = norm_descriptions();
    REQUIRE(descriptions.size() == norm_layers().size());
    for (std::size_t i = 0; i < descriptions.size(); ++i) {
        const NormDescription& one = descriptions[i];
        CHECK(one.layer == norm_layers()[i].name);
        CHECK(find_norm_description(one.layer) == &one);
        for (const std::string& alias : one.aliases) CHECK(find_norm_description(alias) == &one);
    }
    for (const NormImplementation& one : norm_implementations()) {
        REQUIRE(find_norm_layer(one.layer) != nullptr);
        CHECK(find_norm_description(one.name)->layer == one.layer);
        CHECK_FALSE(one.source.empty());
        CHECK_FALSE(one.note.empty());
    }
    CHECK(find_norm_description("LayerNorm")->layer == "layer_norm");
    CHECK(find_norm_description("GroupNormalization")->layer == "group_norm");
    CHECK(find_norm_description("norm") == nullptr);
    CHECK(find_norm_description("") == nullptr);
}

TEST_CASE("a quantity takes every layer for which its mathematics holds") {
    const auto is_smooth = [](const NormLayer& one) { return one.rule.spread != NormSpread::range; };
    for (const char* name : {"norm.output", "norm.jacobian", "norm.gradient", "norm.jacobian_norm",
                             "norm.jacobian_rank", "norm.statistics_count", "norm.jacobian_error"})
        CHECK(layers_of(name) == layers_with([](const NormLayer&) { return true; }));
    for (const char* name : {"norm.spectrum", "norm.mean_jacobian_norm"})
        CHECK(layers_of(name) == layers_with(is_smooth));
    CHECK(layers_of("norm.diagonal_share") == layers_with([](const NormLayer& one) {
              return one.rule.spread != NormSpread::range && !one.takes_share;
          }));
}

TEST_CASE("a layer's default epsilon is that of one of its implementations") {
    for (const NormLayer& layer : norm_layers()) {
        const auto rows = norm_implementations();
        const auto is_its = [&](const NormImplementation& one) { return one.layer == layer.name; };
        const auto agrees = [&](const NormImplementation& one) {
            return is_its(one) && one.epsilon == layer.epsilon && one.place == layer.rule.epsilon_place;
        };
        CHECK(std::ranges::any_of(rows, is_its) == std::ranges::any_of(rows, agrees));
    }
}

TEST_CASE("formulas in words") {
    const auto divisor = [](NormSpread spread, EpsilonPlace place) {
        return divisor_text({.spread = spread, .epsilon_place = place});
    };
    CHECK(divisor(NormSpread::std, EpsilonPlace::inside_root) == "sqrt(var + eps)");
    CHECK(divisor(NormSpread::rms, EpsilonPlace::outside_root) == "rms + eps");
    CHECK(divisor(NormSpread::length, EpsilonPlace::floor) == "max(|x|, eps)");
    CHECK(divisor(NormSpread::length, EpsilonPlace::floor_of_square) == "sqrt(max(sum x^2, eps))");
    CHECK(formula_text(find_norm_layer("mean_range")->rule, "0") == "(x - mean) / (max - min)");
    CHECK(formula_text(find_norm_layer("partial_rms_norm")->rule) == "x / (rms + eps)");
}

TEST_CASE("where epsilon stands tells implementations apart at small inputs") {
    // By the formulas: PyTorch floors the length at 1e-12, TensorFlow at sqrt(1e-12); inside the root 1e-8 is
    // large beside (5e-8)^2 / 2, added to the rms it is small.
    const Numbers x = {3e-8, 4e-8};
    CHECK(distance(output("torch.nn.functional.normalize", x), {0.6, 0.8}) < 1e-15);
    CHECK(distance(output("tf.math.l2_normalize", x), {0.03, 0.04}) < 1e-15);
    CHECK(distance(output("ProGAN pixel_norm", x), {0.00029999998125000176, 0.00039999997500000234}) < 1e-18);
    CHECK(distance(output("bzhangGo RMSNorm", x), {0.66144362763462721, 0.88192483684616961}) < 1e-15);
}
