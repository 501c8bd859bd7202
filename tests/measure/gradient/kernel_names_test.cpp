// Kernels by name: each implementation's own epsilon with its place, offset of the gain and casts are taken
// from its name alone. Right kernels of every name are confirmed in every type, and the wrong offset or the
// epsilon of another type is named.

#include <doctest/doctest.h>

#include <algorithm>
#include <sigprop/core/base/errors.hpp>

#include "core/base/words.hpp"
#include "quantities/normalization/table.hpp"

#include "tests/support/kernel_samples.hpp"

using namespace kernel_samples;
using namespace sigprop;

namespace {

bool is_judged(const NormImplementation& one) {
    const NormLayer& layer = *find_norm_layer(one.layer);
    const bool is_of_data = layer.axes == NormAxes::column || layer.axes == NormAxes::output_row;
    return !is_of_data && !layer.takes_share && !one.channels_last && one.same_as.empty() &&
           !one.epsilon.empty();
}

double number(std::string_view text) {
    const std::string all(text);
    if (all.starts_with("2^")) return std::ldexp(1.0, std::stoi(all.substr(2)));
    return std::stod(all);
}

Kernel kernel_of(const NormImplementation& one, const std::string& descr) {
    const NormLayer& layer = *find_norm_layer(one.layer);
    const NormSpread spread = layer.rule.spread;
    Kernel k;
    k.spread = spread == NormSpread::length ? "length" : spread == NormSpread::rms ? "rms" : "std";
    if (layer.axes == NormAxes::batch) k.axes = "channels";
    if (layer.axes == NormAxes::positions) k.axes = "instance";
    if (layer.axes == NormAxes::channel_groups) k.axes = "example";
    if (k.of_channels()) k.shape = {6, 8, 16};
    const bool is_wide = descr == "<f8" && !one.epsilon_of_float64.empty();
    k.epsilon = number(is_wide ? one.epsilon_of_float64 : one.epsilon);
    k.outside = one.place == EpsilonPlace::outside_root;
    k.floored = one.place != EpsilonPlace::inside_root;
    k.offset = one.gain_offset;
    k.fill();
    if (gain_text(one) == "none") k.weight.clear();
    return k;
}

Asked asked_of(const NormImplementation& one) {
    const bool has_groups = find_norm_layer(one.layer)->axes == NormAxes::channel_groups;
    return {.groups = has_groups ? std::optional<std::size_t>(1) : std::nullopt};
}

}  // namespace

TEST_CASE("each name's epsilon, gain and casts are those of its source") {
    // As the sources named in the table say, written down apart from it.
    const struct {
        const char* name;
        const char* epsilon;
        const char* gain;
        const char* casts;
    } rows[] = {
        {"torch.nn.LayerNorm", "1e-5", "w", ""},
        {"keras.layers.LayerNormalization", "1e-3", "w", "in float32, rounded last"},
        {"flax.linen.LayerNorm", "1e-6", "w", ""},
        {"fairseq LayerNorm", "1e-5", "w", ""},
        {"apex FusedLayerNorm", "1e-5", "w", ""},
        {"Liger LigerLayerNorm", "1e-6", "w", "in float32, rounded last"},
        {"transformers BERT LayerNorm", "1e-12", "w", ""},
        {"torch.nn.RMSNorm", "2^-23", "w", ""},
        {"keras.layers.RMSNormalization", "1e-6", "w", "in float32, rounded last"},
        {"flax.linen.RMSNorm", "1e-6", "w", ""},
        {"flax.nnx.LayerNorm", "1e-6", "w", ""},
        {"flax.nnx.RMSNorm", "1e-6", "w", ""},
        {"transformers LlamaRMSNorm", "1e-6", "w", "in float32, rounded before the gain"},
        {"transformers GemmaRMSNorm", "1e-6", "1 + w", "in float32, rounded last"},
        {"transformers T5LayerNorm", "1e-6", "w",
         "statistics in float32, rounded before the gain and where two gradients of x are added"},
        {"transformers ImageGPTLayerNorm", "1e-5", "w", "sums and statistics, too, in the type of x"},
        {"transformers MistralRMSNorm", "1e-6", "w", "in float32, rounded before the gain"},
        {"transformers Qwen2RMSNorm", "1e-6", "w", "in float32, rounded before the gain"},
        {"transformers Qwen3RMSNorm", "1e-6", "w", "in float32, rounded before the gain"},
        {"transformers Gemma2RMSNorm", "1e-6", "1 + w", "in float32, rounded last"},
        {"transformers Gemma3RMSNorm", "1e-6", "1 + w", "in float32, rounded last"},
        {"transformers Qwen3NextRMSNorm", "1e-6", "1 + w", "in float32, rounded last"},
        {"Liger LigerRMSNorm", "1e-6", "w", "in float32, rounded before the gain"},
        {"apex FusedRMSNorm", "1e-5", "w", ""},
        {"flash_attn RMSNorm", "1e-5", "w", "in float32, rounded last"},
        {"transformers Olmo2RMSNorm", "1e-6", "w", "in float32, rounded last"},
        {"transformers OlmoeRMSNorm", "1e-5", "w", "in float32, rounded before the gain"},
        {"transformers DebertaLayerNorm", "1e-12", "w", "in float32, rounded before the gain"},
        {"transformers ConvNextLayerNorm", "1e-6", "w", ""},
        {"transformers NemotronLayerNorm1P", "1e-5", "1 + w", ""},
        {"transformers NanoChatRMSNorm", "1e-6", "none", "in float32, rounded before the gain"},
        {"diffusers RMSNorm", "", "w",
         "statistics in float32, rounded before the gain and where two gradients of x are added"},
        {"timm RmsNormFp32", "1e-6", "w", "in float32, rounded last"},
        {"ProGAN pixel_norm", "1e-8", "none", ""},
        {"bzhangGo RMSNorm", "1e-8", "w", ""},
    };
    std::size_t named = 0;
    for (const NormImplementation& one : norm_implementations()) {
        if (one.layer != "rms_norm" && one.layer != "layer_norm") continue;
        CAPTURE(one.name);
        const auto* const row =
            std::ranges::find_if(rows, [&](const auto& each) { return one.name == each.name; });
        const bool was_run = one.source.ends_with("whose class was run");
        REQUIRE((was_run || row != std::end(rows)));
        if (row == std::end(rows)) continue;
        CHECK(one.epsilon == row->epsilon);
        CHECK(gain_text(one) == row->gain);
        CHECK(casts_text(one.casts) == row->casts);
        CHECK(one.epsilon_of_float64 == (one.name == "torch.nn.RMSNorm" ? "2^-52" : ""));
        CHECK((one.place == EpsilonPlace::outside_root) == (one.name == "bzhangGo RMSNorm"));
        ++named;
    }
    CHECK(named == std::size(rows));
    CHECK(norm_implementations().size() > 250);
}

TEST_CASE("right kernels of every name are confirmed by the name alone, in every type") {
    std::size_t names = 0;
    for (const NormImplementation& one : norm_implementations()) {
        if (!is_judged(one)) continue;
        ++names;
        const std::string name(one.name);
        for (const std::string descr : {"<f4", "<u2", "<f2", "<f8"}) {
            CAPTURE(name);
            CAPTURE(descr);
            const Kernel k = kernel_of(one, descr);
            const bool in_double =
                descr == "<f8" && (one.casts == NormCasts::own_type || one.casts == NormCasts::own_type_sums);
            const Outputs answer = in_double ? answer_of<double>(k) : answer_of<float>(k);
            const JacobianMeasurement found = measure(name, k, answer, descr, asked_of(one));
            for (const OutputMeasurement& output : found.outputs) {
                CHECK_MESSAGE(output.record.verdict == Verdict::confirmed, output.record.reason);
            }
            CHECK_MESSAGE(
                (found.layer.find("gain 1 + weight") != std::string::npos) == (one.gain_offset == 1),
                found.layer);
        }
    }
    CHECK(names >= 20);
}

TEST_CASE("two gradients of x that are rounded before they are added are right by T5LayerNorm's name alone") {
    // In float16: autograd rounds the gradient of the quotient and that of the statistics, and adds them.
    const auto half = [](double one) { return weights_samples::rounded({one}, 11).front(); };
    std::size_t refuted = 0;
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Kernel k = {.shape = {24, 64}, .epsilon = 1e-6, .seed = seed};
        k.fill();
        Outputs answer = answer_of<double>(k);
        for (std::size_t row = 0; row < 24; ++row) {
            double square = 0, inner = 0;
            for (std::size_t i = row * 64; i < (row + 1) * 64; ++i) {
                square += k.x[i] * k.x[i];
                inner += half(half(k.dy[i]) * half(k.weight[i % 64])) * k.x[i];
            }
            const double r = std::sqrt(square / 64 + k.epsilon);
            for (std::size_t i = row * 64; i < (row + 1) * 64; ++i) {
                const double quotient = half(half(half(k.dy[i]) * half(k.weight[i % 64])) / r);
                answer.dx[i] = quotient + half(-k.x[i] * inner / (64 * r * r * r));
            }
        }
        const Asked asked = {.y = false};
        CHECK(output(measure("T5LayerNorm", k, answer, "<f2", asked), "dx").record.verdict ==
              Verdict::confirmed);
        const JacobianMeasurement once = measure("LlamaRMSNorm", k, answer, "<f2", asked);
        if (output(once, "dx").record.verdict == Verdict::refuted) ++refuted;
    }
    CHECK(refuted > 0);
    CHECK(refuted < 20);
}

TEST_CASE("a y of 16 bits that is rounded in another order than the class rounds is named, and confirmed") {
    for (const auto& [descr, bits] : {std::pair("<f2", 11), std::pair("<u2", 8)}) {
        const auto rounded = [bits = bits](double one) {
            return weights_samples::rounded({one}, bits).front();
        };
        Kernel k = {.epsilon = 1e-6};
        k.fill();
        for (double& one : k.weight) one = rounded(one * 1.3);  // not a power of 2
        Outputs last = answer_of<double>(k);
        Outputs before = last;
        Kernel plain = k;
        plain.weight.clear();
        const Outputs hat = answer_of<double>(plain);
        for (std::size_t i = 0; i < k.size(); ++i) {
            last.y[i] = rounded(last.y[i]);
            before.y[i] = rounded(rounded(hat.y[i]) * k.weight[i % k.weight.size()]);
        }
        const auto said = [&](const char* name, const Outputs& answer) {
            const JacobianMeasurement found = measure(name, k, answer, descr);
            CHECK(output(found, "y").record.verdict == Verdict::confirmed);
            return joined(found.warnings);
        };
        CHECK(said("LlamaRMSNorm", before).empty());
        CHECK(said("Olmo2RMSNorm", last).empty());
        CHECK(said("LlamaRMSNorm", last).starts_with("y is rounded once, after the gain"));
        CHECK(said("T5LayerNorm", last).starts_with("y is rounded once, after the gain"));
        CHECK(said("Olmo2RMSNorm", before).starts_with("y is rounded before the gain multiplies x-hat"));
    }
}

TEST_CASE("a gain of w where the name has 1 + w, and the reverse, is refuted and named") {
    for (const NormImplementation& one : norm_implementations()) {
        if (!is_judged(one)) continue;
        for (const std::string descr : {"<f4", "<u2"}) {
            Kernel k = kernel_of(one, descr);
            if (k.weight.empty()) continue;
            k.mistake = one.gain_offset == 1 ? "1 not added" : "1 added";
            const std::string name(one.name);
            CAPTURE(name);
            const JacobianMeasurement found = measure(name, k, answer_of<float>(k), descr, asked_of(one));
            for (const OutputMeasurement& output : found.outputs) {
                CHECK_MESSAGE(output.record.verdict == Verdict::refuted, output.record.reason);
                REQUIRE(!output.looks_like.empty());
                CHECK(output.looks_like.front().mistake == k.mistake + " to the weight");
            }
        }
    }
}

TEST_CASE("the epsilon of another type is named; --eps is that of the type x has") {
    const struct {
        const char* descr;
        double epsilon, other;
        const char* name;
    } rows[] = {
        {"<u2", 0x1p-23, 0x1p-7, "bfloat16's own epsilon 2^-7 in place of float32's"},
        {"<f2", 0x1p-23, 0x1p-10, "float16's own epsilon 2^-10 in place of float32's"},
        {"<f8", 0x1p-52, 0x1p-23, "float32's own epsilon 2^-23 in place of float64's"},
        {"<f8", 0x1p-52, 0x1p-7, "bfloat16's own epsilon 2^-7 in place of float64's"},
    };
    for (const auto& row : rows) {
        CAPTURE(row.name);
        Kernel k = {.epsilon = row.epsilon};
        k.fill();
        for (double& one : k.x) one /= 8;
        const JacobianMeasurement right = measure("torch.nn.RMSNorm", k, answer_of<double>(k), row.descr);
        k.epsilon = row.other;
        const JacobianMeasurement wrong = measure("torch.nn.RMSNorm", k, answer_of<double>(k), row.descr);
        for (const char* name : {"dx", "y"}) {
            CHECK_MESSAGE(output(right, name).record.verdict == Verdict::confirmed,
                          output(right, name).record.reason);
            REQUIRE(!output(wrong, name).looks_like.empty());
            CHECK(output(wrong, name).looks_like.front().mistake == row.name);
            CHECK(output(wrong, name).record.verdict == Verdict::refuted);
        }
    }
    // In place of a number that is no type's; and what was given beats the name.
    Kernel k = {.epsilon = 0x1p-23};
    k.fill();
    for (double& one : k.x) one /= 512;
    const JacobianMeasurement wrong = measure("LlamaRMSNorm", k, answer_of<float>(k), "<f4");
    REQUIRE(!output(wrong, "dx").looks_like.empty());
    CHECK(output(wrong, "dx").looks_like.front().mistake == "float32's own epsilon 2^-23 in place of 1e-6");
    const JacobianMeasurement given =
        measure("LlamaRMSNorm", k, answer_of<float>(k), "<f4", {.epsilon = "2^-23"});
    CHECK(output(given, "dx").record.verdict == Verdict::confirmed);
}

TEST_CASE("float64 through a norm that computes in float32 is right by its name, and explained without it") {
    for (const char* name : {"LlamaRMSNorm", "GemmaRMSNorm", "keras.layers.RMSNormalization",
                             "keras.layers.LayerNormalization"}) {
        CAPTURE(name);
        const NormImplementation& one = *find_norm_implementation(name);
        Kernel k = kernel_of(one, "<f8");
        for (std::size_t i = 0; i < k.size(); ++i) {  // more bits than a float has
            k.x[i] *= 1 + 1e-9 * static_cast<double>(i % 7);
            k.dy[i] *= 1 - 1e-9 * static_cast<double>(i % 5);
        }
        const Outputs answer = answer_of<float>(k);
        Asked all = {.dweight = true};
        for (const OutputMeasurement& output : measure(name, k, answer, "<f8", all).outputs) {
            CHECK_MESSAGE(output.record.verdict == Verdict::confirmed, output.record.reason);
            CHECK(output.dtype == Dtype::float32);
        }
        if (one.gain_offset != 0) continue;
        all.epsilon = std::string(one.epsilon);
        for (const OutputMeasurement& output :
             measure(std::string(one.layer), k, answer, "<f8", all).outputs) {
            CHECK(output.record.verdict == Verdict::refuted);
            CHECK_MESSAGE(output.record.reason.ends_with("a computation in float32 would explain it"),
                          output.record.reason);
        }
        // It would not explain a mistake.
        Outputs wrong = answer;
        wrong.dx[7] += 1;
        const JacobianMeasurement found = measure(name, k, wrong, "<f8");
        CHECK(output(found, "dx").record.verdict == Verdict::refuted);
    }
}

TEST_CASE("names without an epsilon ask for one, and channels on the last axis are refused") {
    Kernel k;
    k.fill();
    const auto message = [&](const std::string& layer) -> std::string {
        try {
            (void)measure(layer, k, answer_of<float>(k), "<f4");
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(message("rms_norm").find("needs the epsilon of the layer: give --eps 1e-6") != std::string::npos);
    CHECK(message("keras.layers.BatchNormalization").find("write --layer batch_norm for an array") !=
          std::string::npos);
    CHECK(message("rms_nrm").find("did you mean rms_norm?") != std::string::npos);
    CHECK(message("torch.nn.RMSNorm").empty());
}
