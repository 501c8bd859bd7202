#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "quantities/normalization/table.hpp"
#include "quantities/tables.hpp"

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
    for (const auto& table : quantity_tables)
        for (const Quantity& one : table())
            if (one.name == quantity)
                return std::ranges::find(one.parameters, "layer", &Parameter::name)->choices;
    FAIL("there is no quantity of this name");
    return {};
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

TEST_CASE("every name finds its own layer") {
    for (const NormLayer& one : norm_layers()) {
        CHECK(norm_layer_named(one.name) == &one);
        for (const std::string& alias : one.aliases) CHECK(norm_layer_named(alias) == &one);
    }
    for (const NormImplementation& one : norm_implementations()) {
        REQUIRE(find_norm_layer(one.layer) != nullptr);
        CHECK(norm_layer_named(one.name)->name == one.layer);
        CHECK_FALSE(one.source.empty());
        CHECK_FALSE(one.note.empty());
    }
    CHECK(norm_layer_named("LayerNorm")->name == "layer_norm");
    CHECK(norm_layer_named("GroupNormalization")->name == "group_norm");
    CHECK(norm_layer_named("BatchNorm2d")->name == "batch_norm");
    CHECK(norm_layer_named("torch.nn.InstanceNorm3d")->name == "instance_norm");
    CHECK(norm_layer_named("Qwen3RMSNorm")->name == "rms_norm");
    CHECK(norm_layer_named("norm") == nullptr);
    CHECK(norm_layer_named("") == nullptr);
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

TEST_CASE("the Jacobian that is printed for a layer is its Jacobian") {
    const std::size_t n = 5, k = 2;
    const Numbers x = {1, -2, 4, 0.5, 3};
    for (const NormLayer& layer : norm_layers()) {
        CAPTURE(std::string(layer.name));
        const std::string text = jacobian_formula(layer);
        const auto has = [&](const char* part) { return text.find(part) != text.npos ? 1.0 : 0.0; };
        NormRule rule = layer.rule;
        if (layer.takes_share) rule.leading = k;
        for (const double epsilon : {0.0, 0.25}) {
            if (epsilon > 0 && layer.epsilon == "0") continue;
            const NormGroup<double> group(rule, x, epsilon);
            const auto& found = group.statistics();
            Numbers kills_x(n), kills_1(n);
            for (std::size_t i = 0; i < n; ++i) {
                for (std::size_t j = 0; j < n; ++j) {
                    const auto at = [&](std::size_t place) { return j == place ? 1.0 : 0.0; };
                    const double y = group.output(j), z = j < k ? y : 0, r = found.divisor;
                    const double slope =
                        has("y y^T/n)") * y / n + has("y y^T)") * y +
                        has("y (e_max - e_min)^T)") * (at(found.highest) - at(found.lowest)) +
                        has("y z^T r/(k s))") * z * r / (k * found.spread);
                    const double printed = (at(i) - has("1 1^T/n") / n - has("1 e_min^T") * at(found.lowest) -
                                            group.output(i) * slope) /
                                           r;
                    CHECK(std::fabs(printed - group.jacobian(i, j)) < 1e-14);
                    kills_x[i] += group.jacobian(i, j) * x[j];
                    kills_1[i] += group.jacobian(i, j);
                }
            }
            if (epsilon > 0 || has("is floored") > 0) continue;
            const bool is_uncentred = layer.rule.centre == NormCentre::none;
            CHECK((distance(kills_1, Numbers(n)) > 1e-3) == is_uncentred);
            CHECK(distance(kills_x, Numbers(n)) < 1e-14);
            CHECK((has("of rank n - 2") == 1) == !is_uncentred);
        }
    }
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
