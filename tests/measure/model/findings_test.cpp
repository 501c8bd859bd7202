// What is odd in a model, planted one at a time.

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "measure/model/findings.hpp"
#include "measure/model/model.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

ModelAudit audit(const std::vector<SampleTensor>& model) {
    const cli::Folder folder;
    ModelQuestion question;
    question.path = folder.write("model.safetensors", safetensors_of(model));
    return audit_model(question, {});
}

/// The text of the only finding, with its kind; all of them otherwise.
std::string only(const ModelAudit& found) {
    std::string text;
    for (const ModelFinding& one : found.findings) text += one.kind + ": " + one.text + "\n";
    return found.findings.size() == 1 ? text.substr(0, text.size() - 1) : "several:\n" + text;
}

/// Entries as training leaves them: normals whose std differs from row to row.
std::vector<float> trained(std::size_t n, double std, std::uint64_t seed) {
    std::vector<double> values = weights_samples::normal(n, std, seed);
    constexpr std::size_t row = 96;
    for (std::size_t i = 0; i < n; ++i) values[i] *= (i / row) % 4 == 0 ? 2.5 : 0.8;
    return floats(values);
}

std::vector<SampleTensor> trained_model(std::uint64_t seed) {
    std::vector<SampleTensor> model = gpt2_model(seed);
    seed *= 1000;
    for (SampleTensor& one : model) {
        ++seed;
        const std::size_t n = one.values.size();
        if (one.shape.size() == 2) one.values = trained(n, 0.05, seed);
        if (one.name.find("ln_") != std::string::npos)
            one.values = floats(weights_samples::normal(n, 0.1, seed));
    }
    return model;
}

}  // namespace

TEST_CASE("a right model has nothing odd") { CHECK(audit(gpt2_model(1)).findings.empty()); }

TEST_CASE("NaN, infinities, zeros, constants") {
    std::vector<SampleTensor> model = gpt2_model(2);
    tensor_named(model, "h.1.attn.c_proj.weight").values[97] = std::numeric_limits<float>::quiet_NaN();
    CHECK(only(audit(model)) ==
          "not finite: h.1.attn.c_proj.weight: 1 NaN and 0 infinite weights, the first at [1, 1]");
    tensor_named(model, "h.1.attn.c_proj.weight").values[97] = std::numeric_limits<float>::infinity();
    CHECK(only(audit(model)).find("0 NaN and 1 infinite") != std::string::npos);
    model = gpt2_model(2);
    std::ranges::fill(tensor_named(model, "wpe.weight").values, 0.0F);
    CHECK(only(audit(model)).find("wpe.weight: all weights are 0") != std::string::npos);
    model = gpt2_model(2);
    std::ranges::fill(tensor_named(model, "ln_f.weight").values, 0.0F);
    CHECK(only(audit(model)).find("ln_f.weight: gains of 0") != std::string::npos);
}

TEST_CASE("a copy of another layer; a fused tensor is one; tied is told apart") {
    std::vector<SampleTensor> model = gpt2_model(3);
    tensor_named(model, "h.3.attn.c_attn.weight").values =
        tensor_named(model, "h.1.attn.c_attn.weight").values;
    CHECK(only(audit(model)) ==
          "copy: h.3.attn.c_attn.weight has the same numbers as h.1.attn.c_attn.weight");
    tensor_named(model, "h.3.attn.c_attn.weight").values[5] +=
        1e-3F;  // the first columns belong to the queries
    CHECK(only(audit(model)) ==
          "copy: h.3.attn.c_attn.weight[key], h.3.attn.c_attn.weight[value] have the same numbers as "
          "h.1.attn.c_attn.weight[key], h.1.attn.c_attn.weight[value]");
    model = gpt2_model(3);
    SampleTensor head = tensor_named(model, "wte.weight");
    head.name = "lm_head.weight";
    model.push_back(head);
    CHECK(only(audit(model)) ==
          "tied: lm_head.weight has the same numbers as wte.weight: tied, or saved twice");
}

TEST_CASE("fresh weights in a trained model, as after a second initialisation") {
    const ModelAudit right = audit(trained_model(4));
    CHECK(right.state == ModelState::trained);
    for (const ModelFinding& one : right.findings) CHECK_MESSAGE(one.kind == "last norm", one.text);
    std::vector<SampleTensor> model = trained_model(4);
    SampleTensor& again = tensor_named(model, "h.2.mlp.c_fc.weight");
    again.values = floats(weights_samples::normal(again.values.size(), 0.02, 9));
    const ModelAudit found = audit(model);
    const auto place =
        std::ranges::find(found.findings, std::string("fresh in a trained model"), &ModelFinding::kind);
    REQUIRE(place != found.findings.end());
    CHECK(place->text.starts_with("h.2.mlp.c_fc.weight: fresh in a trained model, normal, std 0.0"));
    CHECK(place->text.find("it looks like a normal of std 0.02") != std::string::npos);
}

TEST_CASE("a layer unlike its neighbours, in a model that no recipe knows") {
    std::vector<SampleTensor> model;
    for (int layer = 0; layer < 6; ++layer) {
        const std::string name = "tower." + std::to_string(layer) + ".mix.weight";
        model.push_back({name,
                         {128, 128},
                         floats(weights_samples::normal(16384, layer == 4 ? 0.06 : 0.05,
                                                        50 + static_cast<std::uint64_t>(layer)))});
    }
    CHECK_MESSAGE(only(audit(model)).starts_with("unlike its layers: tower.4.mix.weight: std 0.0"),
                  only(audit(model)));
    for (int layer = 0; layer < 6; ++layer) {
        model[static_cast<std::size_t>(layer)].values = floats(weights_samples::normal(
            16384, 0.05 / std::sqrt(1.0 + layer), 70 + static_cast<std::uint64_t>(layer)));
    }
    const ModelAudit falling = audit(model);
    CHECK(falling.findings.empty());
    REQUIRE(falling.groups.size() == 1);
    CHECK(falling.groups[0].trend == "falls as 1/sqrt(layer + 1)");
}

TEST_CASE("layers in words") {
    ModelScan scan;
    for (std::int64_t layer = 0; layer < 12; ++layer) {
        scan.parts.emplace_back();
        scan.parts.back().layer = layer;
    }
    CHECK(layers_text(scan, {3}) == "layer 3");
    CHECK(layers_text(scan, {3, 4}) == "layers 3, 4");
    CHECK(layers_text(scan, {0, 2, 3, 4, 11}) == "layers 0, 2 to 4, 11");
    CHECK(layers_text(scan, {}).empty());
}
