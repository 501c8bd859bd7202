// Faults of the libraries' own code: each is one that the families' rows have, docs/explanation/found.md
// describes it, and a model that agrees with the library is told, and not accused.

#include "measure/model/known_faults.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <sigprop/core/base/errors.hpp>
#include <sstream>

#include "core/base/words.hpp"
#include "engine/recipe/family_rows.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

/// One block of xLSTM's feed-forward unit, with a gate of zeros or of another value.
ModelAudit xlstm(float gate, const std::string& model_type) {
    const std::vector<float> table = floats(weights_samples::normal_weights(256 * 64, 0.0790569415, 3));
    const std::vector<float> up = floats(weights_samples::normal_weights(192 * 64, 0.0790569415, 4));
    const std::vector<SampleTensor> model = {
        {"backbone.blocks.0.ffn.proj_up_gate.weight", {192, 64}, std::vector<float>(192 * 64, gate)},
        {"backbone.blocks.0.ffn.proj_up.weight", {192, 64}, up},
        {"backbone.embeddings.weight", {256, 64}, table}};
    const cli::Folder folder;
    folder.write("config.json", R"({"model_type": ")" + model_type + R"(", "hidden_size": 64})");
    ModelQuestion question;
    question.path = folder.write("model.safetensors", safetensors_of(model));
    return audit_model(question, {});
}

std::vector<std::string> told(const ModelAudit& audit) {
    std::vector<std::string> texts;
    for (const ModelFinding& one : audit.findings) {
        if (one.kind != "known fault") continue;
        CHECK_FALSE(one.accuses);
        texts.push_back(one.text);
    }
    return texts;
}

}  // namespace

TEST_CASE("each fault is of families that have it, and has an entry in docs/explanation/found.md") {
    std::ostringstream page_text;
    page_text << std::ifstream(SIGPROP_SOURCE_DIR "/docs/explanation/found.md").rdbuf();
    const std::string page = page_text.str();
    CHECK(shipped_known_faults().size() >= 6);
    for (const KnownFault& fault : shipped_known_faults()) {
        CAPTURE(fault.entry);
        CHECK(page.find("\n## " + fault.entry + "\n") != std::string::npos);
        for (const std::string& name : fault.families) {
            CAPTURE(name);
            const auto family = std::ranges::find_if(shipped_families(), [&](const ModelFamily& one) {
                return one.library == fault.library && one.name == name;
            });
            REQUIRE(family != shipped_families().end());
            CHECK(std::ranges::any_of(family->laws, [&](const FamilyLaw& law) {
                return law.is_matrix == fault.is_matrix && law.law == fault.law &&
                       (fault.scale.empty() || fault.scale == law.scale);
            }));
        }
    }
}

TEST_CASE("a model that has the fault is told so; another value, or another family, is not") {
    const std::vector<std::string> said = told(xlstm(0, "xlstm"));
    REQUIRE(said.size() == 1);
    CHECK(
        said.front().starts_with("backbone.blocks.0.ffn.proj_up_gate.weight: the gate of the feed-forward"));
    CHECK(said.front().ends_with("docs/explanation/found.md: Every \"gate\" is an xLSTM gate"));
    CHECK(told(xlstm(0.5F, "xlstm")).empty());
    CHECK(told(xlstm(0, "gpt2")).empty());
    CHECK(told(xlstm(0, "of_my_own")).empty());
}

TEST_CASE("a fault that is written wrongly is refused with its place") {
    const auto message = [](const std::string& json) {
        try {
            (void)read_known_faults(json, "f.json");
        } catch (const InputError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK(message(R"({"faults": [{"entri": "x"}]})").find("did you mean 'entry'?") != std::string::npos);
    CHECK(message(R"({"faults": []})").starts_with("f.json:1:"));
    const std::string whole =
        R"({"faults": [{"entry": "E", "library": "l", "families": ["f"], "names": "*", "axes": 2, "law": "any", "says": "s"}]})";
    CHECK(message(whole).find("a fault must name tensors with a law") != std::string::npos);
}
