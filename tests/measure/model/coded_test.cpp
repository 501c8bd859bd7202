// Models whose weights are stored in few levels: what their quantising allows is allowed, and what it cannot
// explain is still seen. Whoever is not told is not accused.

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "measure/model/model.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

using Model = std::vector<SampleTensor>;

constexpr std::size_t block = 32;

/// Rounded to the nearest level of a scale that is a power of two, as float16 holds it.
std::string quantised(const std::vector<float>& values, bool eight_bits) {
    std::string bytes;
    for (std::size_t first = 0; first < values.size(); first += block) {
        float most = 0;
        for (std::size_t k = 0; k < block; ++k) most = std::max(most, std::abs(values[first + k]));
        int exponent = -14;
        while (most > std::ldexp(eight_bits ? 127.0F : 7.0F, exponent)) ++exponent;
        bytes += little(most > 0 ? static_cast<std::uint64_t>(exponent + 15) << 10U : 0, 2);
        const auto level = [&](std::size_t k) {
            return static_cast<int>(std::lround(std::ldexp(values[first + k], -exponent)));
        };
        for (std::size_t k = 0; k < (eight_bits ? block : block / 2); ++k)
            bytes +=
                static_cast<char>(eight_bits ? level(k) : (level(k) + 8) | (level(k + block / 2) + 8) << 4);
    }
    return bytes;
}

enum class Bits : std::uint8_t { eight, four };

/// Matrices are quantised, as llama.cpp does; vectors stay as they are.
std::string gguf_model(const Model& model, Bits bits) {
    std::vector<SampleGguf> tensors;
    for (const SampleTensor& one : model) {
        const bool is_matrix = one.shape.size() > 1;
        const bool eight = bits == Bits::eight;
        tensors.push_back({one.name, one.shape, is_matrix ? (eight ? 8U : 2U) : 0U,
                           is_matrix ? quantised(one.values, eight) : floats_of(one.values)});
    }
    return gguf_of(tensors, 32, {gguf_pair("general.architecture", 8, gguf_text("gpt2"))});
}

ModelAudit audit(const Model& model, Bits bits, const std::string& recipe = "",
                 const std::string& config = "") {
    const cli::Folder folder;
    if (!config.empty()) folder.write("config.json", config);
    ModelQuestion question;
    question.path = folder.write("model.gguf", gguf_model(model, bits));
    question.recipe = recipe;
    return audit_model(question, {});
}

std::string accused(const ModelAudit& found) {
    std::string text;
    for (const ModelFinding& one : found.findings)
        if (one.accuses) text += one.text + "; ";
    return text;
}

Model with_std(const std::string& name, double std) {
    Model model = gpt2_model(1);
    std::vector<float>& values = tensor_named(model, name).values;
    values = floats(weights_samples::normal_weights(values.size(), std, 7));
    return model;
}

const std::string config = R"({"model_type": "gpt2", "n_layer": 4, "initializer_range": 0.02})";
const std::string name = "h.2.mlp.c_proj.weight";  // of std 0.02 / sqrt(8)

std::string note(const ModelAudit& found, const std::string& word) {
    for (const auto& [what, text] : found.notes)
        if (what == word) return text;
    return "";
}

}  // namespace

TEST_CASE("a right model is not accused, whoever says what it is") {
    for (const Bits bits : {Bits::eight, Bits::four}) {
        for (const std::string& recipe : {std::string(), std::string("gpt2")})
            for (const std::string& json : {std::string(), config})
                CHECK(accused(audit(gpt2_model(1), bits, recipe, json)) == "");
    }
}

TEST_CASE(
    "the report says which types are quantised, by how much that may move a std, and the architecture") {
    const ModelAudit found = audit(gpt2_model(1), Bits::eight);
    CHECK(note(found, "stored").find("Q8_0 in 18 tensors (the std is accurate to ") == 0);
    CHECK(note(found, "says").find("general.architecture gpt2: gpt2 of transformers") == 0);
    const auto part =
        std::ranges::find(found.scan.parts, "wte.weight",
                          [](const ModelPart& one) -> const std::string& { return one.seen.name; });
    REQUIRE(part != found.scan.parts.end());
    CHECK(part->type_text() == "Q8_0");
    CHECK(part->is_coarse());
    CHECK(part->law.text.find("as far as Q8_0 tells") != std::string::npos);
    CHECK(part->statistics().grid_rms > 0);
    CHECK(part->statistics().grid_rms < 0.03 * part->statistics().rms);
}

TEST_CASE("with --recipe a factor beyond what quantising explains is accused") {
    for (const Bits bits : {Bits::eight, Bits::four}) {
        CHECK(accused(audit(with_std(name, 0.02), bits, "gpt2")).find(name) != std::string::npos);
        CHECK(accused(audit(with_std(name, 0.02 / std::sqrt(8.0)), bits, "gpt2")).empty());
    }
    // a tenth is more than 8 bits explain, and less than 4
    const Model tenth = with_std(name, 1.1 * 0.02 / std::sqrt(8.0));
    CHECK_FALSE(accused(audit(tenth, Bits::eight, "gpt2")).empty());
    CHECK(accused(audit(tenth, Bits::four, "gpt2")).empty());
}

TEST_CASE("without --recipe coarse weights that may be trained accuse nobody's code") {
    Model trained = gpt2_model(1);
    for (std::size_t i = 0; i < trained.size(); ++i)
        if (trained[i].shape.size() > 1)
            trained[i].values =
                floats(weights_samples::normal_weights(trained[i].values.size(), 0.07, 100 + i));
    for (const Bits bits : {Bits::eight, Bits::four}) {
        const ModelAudit found = audit(trained, bits, "", config);
        CHECK(accused(found).empty());
        CHECK(found.summary.find("the weights are stored too coarsely") != std::string::npos);
    }
}

TEST_CASE("zeros and copies are seen in quantised weights, too") {
    Model model = gpt2_model(1);
    std::ranges::fill(tensor_named(model, name).values, 0.0F);
    CHECK(accused(audit(model, Bits::four)).find(name + ": all weights are 0") != std::string::npos);
    model = gpt2_model(1);
    tensor_named(model, "h.1.mlp.c_fc.weight").values = tensor_named(model, "h.3.mlp.c_fc.weight").values;
    CHECK(accused(audit(model, Bits::four)).find("the same numbers as") != std::string::npos);
}
