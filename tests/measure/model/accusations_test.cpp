// Which findings accuse and which are remarks: by the family that config.json names, by --recipe, by the
// names of the tensors, by siblings that differ, and where nobody says what the model should be.

#include <doctest/doctest.h>

#include <algorithm>
#include <limits>

#include "measure/model/model.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

using Model = std::vector<SampleTensor>;

/// Who says what the model is: its config.json, the user, the names of its tensors, nobody.
enum class Who : std::uint8_t { family, recipe, names, nobody };

ModelAudit audit(const Model& model, Who who, const std::string& more = "", bool spectrum = false) {
    const cli::Folder folder;
    if (who == Who::family)
        folder.write("config.json",
                     R"({"model_type": "gpt2", "n_layer": 4, "initializer_range": 0.02)" + more + "}");
    if (who == Who::nobody) folder.write("config.json", R"({"model_type": "mine")" + more + "}");
    ModelQuestion question;
    question.path = folder.write("model.safetensors", safetensors_of(model));
    if (who == Who::recipe) question.recipe = "gpt2";
    question.spectrum = spectrum;
    return audit_model(question, {});
}

std::string told(const ModelAudit& found) {
    std::string text;
    for (const ModelFinding& one : found.findings)
        text += (text.empty() ? "" : "; ") + std::string(one.accuses ? "" : "remark: ") + one.kind;
    return text;
}

/// What is found by the family, by the recipe (named, or recognised by its names) and by nobody.
struct Told {
    std::string family, recipe, names, nobody;
    bool operator==(const Told&) const = default;
};
Told told(const Model& model) {
    return {told(audit(model, Who::family)), told(audit(model, Who::recipe)), told(audit(model, Who::names)),
            told(audit(model, Who::nobody))};
}
std::ostream& operator<<(std::ostream& out, const Told& one) {
    return out << "family <" << one.family << "> recipe <" << one.recipe << "> names <" << one.names
               << "> nobody <" << one.nobody << ">";
}

/// Where only an expectation says that something is wrong.
Told by_expectation(const std::string& remark = "") {
    return {"unlike its family", "unlike the recipe", "unlike the recipe", remark};
}
Told by_all(const std::string& finding) { return {finding, finding, finding, finding}; }

template <class Change>
Model changed(std::uint64_t seed, const std::vector<std::string>& names, const Change& change) {
    Model model = gpt2_model(seed);
    for (const std::string& name : names) change(tensor_named(model, name).values);
    return model;
}
auto drawn(double std, std::uint64_t seed) {
    return [=](std::vector<float>& values) {
        values = floats(weights_samples::normal_weights(values.size(), std, seed));
    };
}
auto filled_with(float value) {
    return [=](std::vector<float>& values) { std::ranges::fill(values, value); };
}
std::vector<std::string> in_all_layers(const std::string& name) {
    std::vector<std::string> names;
    for (const char* layer : {"0", "1", "2", "3"}) names.push_back("h." + std::string(layer) + "." + name);
    return names;
}

}  // namespace

TEST_CASE("a right model is accused by nobody, and there is nothing to remark") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) CHECK(told(gpt2_model(seed)) == by_all(""));
}

TEST_CASE("another std: an expectation accuses, siblings do, and else it is a description") {
    CHECK(told(changed(1, {"wte.weight"}, drawn(0.03, 5))) == by_expectation());
    Model model = gpt2_model(1);
    std::uint64_t seed = 50;
    for (const std::string& name : in_all_layers("mlp.c_proj.weight"))
        drawn(0.02, ++seed)(tensor_named(model, name).values);
    CHECK(told(model) == by_expectation());
    CHECK(told(changed(1, {"h.2.mlp.c_proj.weight"}, drawn(0.02, 5))) == by_expectation("unlike its layers"));
}

TEST_CASE("zeros and constants: a table that stands alone may be meant so") {
    CHECK(told(changed(2, {"wpe.weight"}, filled_with(0))) == by_expectation("remark: zeros"));
    CHECK(told(changed(2, {"wpe.weight"}, filled_with(0.25F))) == by_expectation("remark: constant"));
    CHECK(told(changed(2, in_all_layers("attn.c_proj.weight"), filled_with(0))) ==
          by_expectation("remark: zeros"));
    CHECK(told(changed(2, {"h.1.attn.c_proj.weight"}, filled_with(0))) ==
          by_expectation("zeros; unlike its layers"));
    CHECK(told(changed(2, {"h.1.attn.c_proj.weight"}, filled_with(0.25F))) ==
          by_expectation("constant; unlike its layers"));
}

TEST_CASE("rows of zeros: one in a table is padding") {
    const auto rows = [](const std::vector<std::size_t>& all) {
        return [=](std::vector<float>& values) {
            for (const std::size_t row : all)
                std::fill_n(values.begin() + static_cast<std::ptrdiff_t>(row * 96), 96, 0.0F);
        };
    };
    CHECK(told(changed(3, {"wte.weight"}, rows({17}))) == Told{"", "", "", "remark: zero rows"});
    CHECK(told(changed(3, {"wte.weight"}, rows({17, 18}))) == by_expectation("remark: zero rows"));
    CHECK(told(changed(3, {"h.2.mlp.c_proj.weight"}, rows({17}))) == by_expectation("zero rows"));
    CHECK(told(changed(3, in_all_layers("mlp.c_proj.weight"), rows({17}))) ==
          by_expectation("remark: zero rows"));
}

TEST_CASE("gains of 0: right where the layer adds 1") {
    CHECK(told(changed(4, {"h.1.ln_1.weight"}, filled_with(0))) == by_expectation("gains of 0"));
    CHECK(told(changed(4, in_all_layers("ln_1.weight"), filled_with(0))) ==
          by_expectation("remark: gains of 0"));
    CHECK(told(changed(4, {"ln_f.weight"}, filled_with(0))) ==
          by_expectation("remark: gains of 0; remark: last norm"));
}

TEST_CASE("NaN is a fault whoever knows the model; limits that nothing reaches are none") {
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const auto one_is = [](float bad) { return [=](std::vector<float>& values) { values[5] = bad; }; };
    for (const float bad : {nan, infinity})
        CHECK(told(changed(5, {"h.1.ln_1.weight"}, one_is(bad))) == by_all("not finite"));
    Model model = gpt2_model(5);
    model.push_back({"clip.output_max", {}, {infinity}});
    CHECK(told(model) == by_all("remark: not finite"));
    model.back().values = {nan};
    CHECK(told(model) == by_all("not finite"));
}

TEST_CASE("memory that nothing was written to is told as that, whoever knows the model") {
    const auto memory = [](float huge) {
        return [=](std::vector<float>& values) {
            std::ranges::fill(values, 0.0F);
            for (const std::size_t i : {3U, 40U, 77U}) values[i] = static_cast<float>(i) * 1e-43F;
            values[50] = huge;
        };
    };
    for (const float huge : {0.0F, -3e30F})
        CHECK(told(changed(5, {"h.1.ln_1.weight"}, memory(huge))) == by_all("never written"));
    const ModelAudit found = audit(changed(5, {"h.1.ln_1.weight"}, memory(3e30F)), Who::family);
    CHECK(found.findings.front().text.find("as torch.empty returns it") != std::string::npos);
    const float nan = std::numeric_limits<float>::quiet_NaN();
    const ModelAudit bad = audit(changed(5, {"h.1.ln_1.weight"}, memory(nan)), Who::nobody);
    CHECK(told(bad) == "not finite");
    CHECK(bad.findings.front().text.find("as torch.empty returns it") != std::string::npos);
    // small numbers that a float32 can hold are none
    const auto small = [](std::vector<float>& values) { values[3] = 2e-38F; };
    CHECK(told(audit(changed(5, {"h.1.ln_1.weight"}, small), Who::nobody)) == "unlike its layers");
}

TEST_CASE("the numbers of a sibling are a copy; those of another tensor may be shared") {
    Model model = gpt2_model(6);
    tensor_named(model, "h.3.mlp.c_fc.weight").values = tensor_named(model, "h.1.mlp.c_fc.weight").values;
    CHECK(told(model) == by_all("copy"));
    model = gpt2_model(6);
    model.push_back({"shadow.weight", {96, 96}, tensor_named(model, "h.0.attn.c_proj.weight").values});
    CHECK(told(audit(model, Who::nobody)) == "remark: copy");
    // queries, keys and values are drawn for themselves, where somebody knows that they are
    model = gpt2_model(6);
    std::vector<float>& fused = tensor_named(model, "h.1.attn.c_attn.weight").values;
    for (std::size_t i = 0; i < fused.size(); i += 288)
        std::copy_n(fused.begin() + static_cast<std::ptrdiff_t>(i), 96,
                    fused.begin() + static_cast<std::ptrdiff_t>(i) + 96);
    CHECK(told(model) == Told{"copy", "copy", "copy", "remark: copy"});
    model = gpt2_model(6);
    model.push_back({"lm_head.weight", {300, 96}, tensor_named(model, "wte.weight").values});
    CHECK(told(model) == by_all("remark: tied"));
}

TEST_CASE("copies in stages, whose layers have two numbers, and of experts within one tensor") {
    Model model;
    std::uint64_t seed = 0;
    for (const char* layer : {"0.blocks.0", "0.blocks.1", "1.blocks.0", "1.blocks.1"})
        model.push_back({"stages." + std::string(layer) + ".fc.weight",
                         {64, 64},
                         floats(weights_samples::normal_weights(4096, 0.02, ++seed))});
    CHECK(told(audit(model, Who::nobody)).empty());
    model[2].values = model[1].values;
    CHECK(told(audit(model, Who::nobody)) == "copy");

    model = gpt2_model(6);
    model.push_back(
        {"h.1.mlp.experts.down_proj", {4, 64, 32}, floats(weights_samples::normal_weights(8192, 0.02, 5))});
    CHECK(told(model) == Told{"", "not in the recipe", "", ""});
    std::vector<float>& experts = model.back().values;
    std::copy_n(experts.begin(), 2048, experts.begin() + 4096);
    CHECK(told(model) == Told{"copy", "copy; not in the recipe", "copy", "copy"});
    const ModelAudit found = audit(model, Who::nobody);
    CHECK(found.findings.front().text == "h.1.mlp.experts.down_proj: experts 0, 2 have the same numbers");
    experts[4096 + 2047] *= 0.99F;  // one number, the last
    CHECK(told(audit(model, Who::nobody)).empty());
}

TEST_CASE("copies that the family makes by design are not told") {
    // mamba's A_log is the same in every layer: here with another base than its own, which would be a known
    // table
    Model model;
    for (const char* layer : {"0", "1", "2"}) {
        std::vector<float> values;
        for (std::size_t i = 0; i < 1024; ++i) values.push_back(std::log2(static_cast<float>(i % 16 + 1)));
        model.push_back({"backbone.layers." + std::string(layer) + ".mixer.A_log", {64, 16}, values});
    }
    model.push_back(
        {"backbone.embeddings.weight", {300, 64}, floats(weights_samples::normal_weights(19200, 0.1, 1))});
    const auto found = [&](const std::string& type) {
        const cli::Folder folder;
        folder.write("config.json", R"({"model_type": ")" + type + "\"}");
        ModelQuestion question;
        question.path = folder.write("model.safetensors", safetensors_of(model));
        return told(audit_model(question, {}));
    };
    CHECK(found("mamba").empty());
    CHECK(found("mine").find("remark: copy") != std::string::npos);
}

TEST_CASE("a separate head, although config.json ties it") {
    Model model = gpt2_model(7);
    model.push_back({"lm_head.weight", {300, 96}, floats(weights_samples::normal_weights(28800, 0.02, 9))});
    const auto with = [&](Who who, const std::string& ties) {
        return told(audit(model, who, R"(, "tie_word_embeddings": )" + ties));
    };
    CHECK(with(Who::family, "true") == "not tied");
    CHECK(with(Who::nobody, "true") == "not tied");  // its config.json has said what it should be
    CHECK(with(Who::family, "false").empty());
    CHECK(with(Who::nobody, "null").empty());
    CHECK(told(audit(model, Who::names)).empty());
    model.back().values = tensor_named(model, "wte.weight").values;
    CHECK(with(Who::family, "true") == "remark: tied");
    // a class that the row was not drawn from may tie otherwise
    model.back().values = floats(weights_samples::normal_weights(28800, 0.02, 9));
    CHECK(with(Who::family, R"(true, "architectures": ["GPT2ForNobody"])") == "remark: not tied");
    // the family says which tensor it is, whatever its role
    model.back().name = "other_head.weight";
    CHECK(with(Who::family, "true").empty());
}

TEST_CASE("clipped, rounded and orthogonal weights, where entries should be independent") {
    const auto clipped = [](std::vector<float>& values) {
        for (float& one : values) one = std::clamp(one, -0.01F, 0.01F);
    };
    const Told all = told(changed(8, in_all_layers("mlp.c_proj.weight"), clipped));
    CHECK(all.family.find("unlike its family") != std::string::npos);
    CHECK(all.family.find("remark") == std::string::npos);
    CHECK(all.recipe.find("clipped") != std::string::npos);
    CHECK(all.nobody.find("remark: clipped") != std::string::npos);
    const std::string one = told(changed(8, {"h.2.mlp.c_proj.weight"}, clipped)).nobody;
    CHECK(one.find("clipped") != std::string::npos);
    CHECK(one.find("remark: clipped") == std::string::npos);

    const auto rounded = [](std::vector<float>& values) {
        std::vector<double> few(values.begin(), values.end());
        values = floats(weights_samples::rounded(few, 8));
        for (float& value : values) value *= 1.0009765F;
    };
    CHECK(told(changed(8, {"wte.weight"}, rounded)) ==
          Told{"rounded", "rounded", "rounded", "remark: rounded"});
    CHECK(told(changed(8, {"h.2.mlp.c_fc.weight"}, rounded)) == by_all("rounded"));

    const auto orthogonal = [](std::vector<float>& values) {
        values = floats(weights_samples::orthogonal(96, 96, 0.0693, 4));  // std 0.0693/sqrt(96)
    };
    const Told turned = told(changed(8, {"h.1.attn.c_proj.weight"}, orthogonal));
    CHECK(turned.family == "orthogonal");
    CHECK(turned.names == "orthogonal");
    CHECK(turned.nobody.empty());
}

TEST_CASE("what --recipe does not have is odd; what a family or a name does not have is not spoken of") {
    Model model = gpt2_model(9);
    model.push_back(
        {"adapter.up_proj.kernel", {64, 64}, floats(weights_samples::normal_weights(4096, 0.01, 3))});
    CHECK(told(model) == Told{"", "not in the recipe", "", ""});
    // its end is that of a name that gpt2 has, and no draw of gpt2 had this one
    model.back().name = "adapter.up_proj.weight";
    CHECK(told(model) == Told{"", "not in the recipe", "", ""});
}

TEST_CASE("an initialisation that never ran is told once, where it is known what should have run") {
    Model model = gpt2_model(10);
    std::uint64_t seed = 700;
    for (SampleTensor& one : model) {
        if (one.shape.size() != 2) continue;
        const bool table = one.name.starts_with("w");
        one.values =
            floats(table ? weights_samples::normal_weights(one.values.size(), 1, ++seed)
                         : weights_samples::uniform(
                               one.values.size(), 1 / std::sqrt(static_cast<double>(one.shape[0])), ++seed));
    }
    const Told all = told(model);
    CHECK(all == Told{"never initialised", "never initialised", "never initialised", ""});
    const ModelAudit found = audit(model, Who::family);
    REQUIRE(found.findings.size() == 1);
    CHECK(found.findings.front().text.find("26 of its 26 random tensors have PyTorch's default") !=
          std::string::npos);
    // one such matrix is a difference as any other, and its cause is told
    Model one = gpt2_model(10);
    tensor_named(one, "h.1.mlp.c_fc.weight").values = tensor_named(model, "h.1.mlp.c_fc.weight").values;
    const ModelAudit single = audit(one, Who::family);
    CHECK(told(single) == "unlike its family");
    CHECK(single.findings.front().text.find("these weights have PyTorch's default") != std::string::npos);
}

TEST_CASE("a law that no initialiser has is a remark where nobody knows the tensor") {
    const auto rows_unlike = [](std::vector<float>& values) {
        for (std::size_t i = 0; i < values.size(); ++i) values[i] *= (i / 96) % 4 == 0 ? 2.5F : 0.8F;
    };
    CHECK(told(changed(11, {"wpe.weight"}, rows_unlike)) == by_expectation("remark: not an initialiser's"));
}

TEST_CASE("a trained model is not held against what its family draws, and layers drawn anew are still odd") {
    Model model = gpt2_model(13);
    std::uint64_t seed = 900;
    for (SampleTensor& one : model) {
        for (std::size_t i = 0; i < one.values.size(); ++i)
            one.values[i] *= one.shape.size() < 2 ? 1 : (i / 96) % 4 == 0 ? 2.5F : 0.8F;
        if (one.shape.size() < 2)
            one.values = floats(weights_samples::normal_weights(one.values.size(), 0.1, ++seed));
    }
    const ModelAudit right = audit(model, Who::family);
    CHECK(right.state == ModelState::trained);
    CHECK(right.accusations() == 0);
    CHECK(right.summary.ends_with("; config.json names " + right.expected->says));
    CHECK(audit(model, Who::nobody).accusations() == 0);
    // the user says that it is as the recipe has it
    CHECK(audit(model, Who::recipe).accusations() > 0);
    drawn(0.02, 5)(tensor_named(model, "h.2.mlp.c_fc.weight").values);
    CHECK(told(audit(model, Who::family)).starts_with("fresh in a trained model"));
    CHECK(audit(model, Who::family).accusations() == 1);
}

TEST_CASE("muP's base width is not made up: without it the names of muP accuse nobody") {
    const RecipeSettings sizes = {{"d_model", "128"}, {"layers", "2"},   {"heads", "2"},
                                  {"vocab", "700"},   {"context", "64"}, {"base_width", "32"}};
    const Model model = sample_model(sized(shipped_recipe("mup"), sizes), 7);
    const auto found = [&](KnownSizes known, const std::string& recipe = "") {
        const cli::Folder folder;
        ModelQuestion question;
        question.path = folder.write("model.safetensors", safetensors_of(model));
        question.sizes = std::move(known);
        question.recipe = recipe;
        return audit_model(question, {});
    };
    const ModelAudit without = found({});
    CHECK_FALSE(without.expected.has_value());
    CHECK(without.accusations() == 0);
    CHECK_FALSE(without.has_recipe());
    CHECK(without.summary.find("depend on base_width, which is not given: write --set base_width=N") !=
          std::string::npos);
    const ModelAudit right = found({{"base_width", "32", "--set"}});
    REQUIRE(right.expected.has_value());
    CHECK(right.expected->named_by == "the names of its tensors");
    CHECK(right.expected->known.size() == right.scan.parts.size());
    CHECK(right.findings.empty());
    const ModelAudit wrong = found({{"base_width", "64", "--set"}}, "mup");
    CHECK(wrong.expected->named_by == "--recipe");
    CHECK(wrong.accusations() > 0);
    // what muP's laws do not have cannot be missing, and the reason is not followed by its number alone
    Model doubled = model;
    for (SampleTensor& tensor : doubled) {
        if (tensor.name.find("c_proj.weight") == std::string::npos) continue;
        for (float& value : tensor.values) value *= 2;  // sqrt(width/base_width), and sqrt(2N) of 2 layers
    }
    const cli::Folder folder;
    ModelQuestion question;
    question.path = folder.write("doubled.safetensors", safetensors_of(doubled));
    question.sizes = {{"base_width", "32", "--set"}};
    question.recipe = "mup";
    std::string causes;
    for (const ModelFinding& one : audit_model(question, {}).findings) causes += one.text;
    CHECK_MESSAGE(causes.find("muP's scaling by the width is missing") != std::string::npos, causes);
    CHECK_MESSAGE(causes.find("residual scaling") == std::string::npos, causes);
    CHECK_MESSAGE(causes.find("or 2") == std::string::npos, causes);
}

TEST_CASE("who has named what the model is") {
    const auto named = [](const Model& model, Who who) {
        const ModelAudit found = audit(model, who);
        return found.expected ? found.expected->says + ", " + found.expected->named_by : "";
    };
    const Model model = gpt2_model(12);
    CHECK(named(model, Who::family).starts_with("gpt2 of transformers 5."));
    CHECK(named(model, Who::family).ends_with(", config.json"));
    CHECK(named(model, Who::recipe) == "gpt2, --recipe");
    CHECK(named(model, Who::names) == "gpt2, the names of its tensors");
    CHECK(named(model, Who::nobody).empty());
    // the same numbers under other names: a recipe that fits by roles describes, and accuses nobody
    Model other = model;
    for (SampleTensor& one : other) {
        const auto replace = [&](const std::string& from, const std::string& to) {
            const std::size_t at = one.name.find(from);
            if (at != std::string::npos) one.name.replace(at, from.size(), to);
        };
        replace("h.", "blocks.");
        replace("attn.c_attn", "self_attention.qkv");
        replace("attn.c_proj", "self_attention.dense");
        replace("mlp.c_fc", "mlp.fc1");
        replace("mlp.c_proj", "mlp.fc2");
        replace("wte", "token_embedding");
    }
    CHECK(named(other, Who::names).empty());
    drawn(0.03, 1)(tensor_named(other, "token_embedding.weight").values);
    CHECK(audit(other, Who::names).accusations() == 0);
    CHECK(audit(other, Who::recipe).accusations() > 0);
}
