// Families that a file names by timm's architecture, that the user names, or that the names of its tensors
// do: which accuse, and which do not, since other people's code has the same names.

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <sigprop/core/base/errors.hpp>

#include "measure/model/family.hpp"
#include "measure/model/model.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

using Model = std::vector<SampleTensor>;
constexpr std::size_t layers = 4;

SampleTensor empty(const std::string& name, const std::vector<std::size_t>& shape) {
    return {name, shape, std::vector<float>(size_of_shape(shape), 7)};
}

/// A small Vision Transformer, with names as timm has them and without numbers.
Model vit_names() {
    constexpr std::size_t width = 64;
    Model model = {empty("cls_token", {1, 1, width}), empty("pos_embed", {1, 17, width}),
                   empty("patch_embed.proj.weight", {width, 3, 4, 4}),
                   empty("patch_embed.proj.bias", {width})};
    const auto linear = [&](const std::string& name, std::size_t out, std::size_t in) {
        model.push_back(empty(name + ".weight", {out, in}));
        model.push_back(empty(name + ".bias", {out}));
    };
    const auto norm = [&](const std::string& name) {
        model.push_back(empty(name + ".weight", {width}));
        model.push_back(empty(name + ".bias", {width}));
    };
    for (std::size_t layer = 0; layer < layers; ++layer) {
        const std::string block = "blocks." + std::to_string(layer) + ".";
        norm(block + "norm1");
        linear(block + "attn.qkv", 3 * width, width);
        linear(block + "attn.proj", width, width);
        norm(block + "norm2");
        linear(block + "mlp.fc1", 4 * width, width);
        linear(block + "mlp.fc2", width, 4 * width);
    }
    norm("norm");
    linear("head", 100, width);
    return model;
}

/// Drawn by the family's laws: those are what its sevens differ from.
Model drawn(const Model& names, const ModelFamily& family, std::uint64_t seed) {
    const cli::Folder folder;
    const TensorFiles files(folder.write("model.safetensors", safetensors_of(names)));
    const ModelScan scan = scan_model(files, RoleRules(), {}, {});
    Model model = names;
    for (const Difference& one : expect(family, Json::object(), scan).differences) {
        SampleTensor& tensor = tensor_named(model, scan.parts[one.part].whole_name());
        constexpr std::uint64_t stride = 1000;
        tensor.values = sample_of(one.law, tensor.values.size(), seed * stride + one.part);
    }
    return model;
}
Model vit(std::uint64_t seed = 1) {
    return drawn(vit_names(), *shipped_family("timm.VisionTransformer"), seed);
}

ModelAudit audit(const Model& model, const std::string& config = "", const std::string& recipe = "") {
    const cli::Folder folder;
    if (!config.empty()) folder.write("config.json", config);
    ModelQuestion question;
    question.path = folder.write("model.safetensors", safetensors_of(model));
    question.recipe = recipe;
    return audit_model(question, {});
}
ModelAudit by_config(const Model& model) {
    return audit(model, R"({"architecture": "vit_tiny_patch16_224", "num_classes": 100})");
}

std::string told(const ModelAudit& found) {
    std::string text;
    for (const ModelFinding& one : found.findings)
        text += (text.empty() ? "" : "; ") + std::string(one.accuses ? "" : "remark: ") + one.kind;
    return text;
}
bool says(const ModelAudit& found, const std::string& text) {
    return found.summary.find(text) != std::string::npos ||
           std::ranges::any_of(found.findings, [&](const ModelFinding& one) {
               return one.text.find(text) != std::string::npos;
           });
}

template <class Change>
Model changed(const std::vector<std::string>& ends, const Change& change) {
    Model model = vit();
    for (SampleTensor& one : model) {
        const bool is_meant =
            std::ranges::any_of(ends, [&](const std::string& end) { return one.name.ends_with(end); });
        if (is_meant) change(one);
    }
    return model;
}
void widen(SampleTensor& one) {
    for (float& value : one.values) value *= 1.5F;
}
/// uniform_ on ±limit, by a seed of the name's own.
auto uniform_on(double (*limit)(const SampleTensor&)) {
    return [=](SampleTensor& one) {
        one.values = floats(
            weights_samples::uniform(one.values.size(), limit(one), std::hash<std::string>()(one.name)));
    };
}
double xavier(const SampleTensor& one) {
    return std::sqrt(6.0 / static_cast<double>(one.shape[0] + one.values.size() / one.shape[0]));
}
double torch_default(const SampleTensor& one) {
    return 1 / std::sqrt(static_cast<double>(one.values.size() / one.shape[0]));
}
const std::vector<std::string> matrices = {"qkv.weight", "attn.proj.weight", "fc1.weight",
                                           "fc2.weight", "head.weight",      "patch_embed.proj.weight"};

}  // namespace

TEST_CASE("a right model is known by its config.json, by --recipe and by its names, and has nothing odd") {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
        const Model model = vit(seed);
        for (const ModelAudit& found :
             {by_config(model), audit(model), audit(model, "", "timm.VisionTransformer"),
              audit(model, R"({"model_type": "mine"})", "family.timm.VisionTransformer")}) {
            CHECK(told(found).empty());
            REQUIRE(found.expected);
            CHECK(found.expected->says.starts_with("VisionTransformer of timm "));
            CHECK(found.expected->known.size() == found.scan.parts.size());
        }
    }
    CHECK(by_config(vit()).expected->named_by == "config.json");
    CHECK(audit(vit()).expected->named_by == names_of_tensors);
    CHECK(audit(vit(), "", "timm.VisionTransformer").expected->named_by == "--recipe");
    CHECK(says(audit(vit()), "by its names VisionTransformer of timm"));
}

TEST_CASE("what leaves its kind accuses, whoever has named the family, and the text says who") {
    const Model model = changed({"blocks.2.mlp.fc1.weight"}, widen);
    CHECK(told(by_config(model)) == "unlike its family");
    CHECK(told(audit(model, "", "timm.VisionTransformer")) == "unlike its family");
    const ModelAudit found = audit(model);
    CHECK(says(found, "by its names this is VisionTransformer of timm "));
    CHECK(says(found, ", whose code has normal of std 0.02"));
    CHECK(std::ranges::any_of(found.findings, [](const ModelFinding& one) {
        return one.accuses && one.kind == "unlike its family" &&
               one.text.starts_with("blocks.2.mlp.fc1.weight");
    }));
    CHECK_FALSE(says(by_config(model), "by its names"));
}

TEST_CASE("a kind that differs throughout is a fault by config.json, and by names somebody's own choice") {
    for (const std::vector<std::string>& ends :
         {std::vector<std::string>{"head.weight"}, {"cls_token"}, {"mlp.fc1.weight"}}) {
        CAPTURE(ends.front());
        const Model model = changed(ends, uniform_on([](const SampleTensor&) { return 0.3; }));
        CHECK(told(by_config(model)) == "unlike its family");
        CHECK(told(audit(model)) == "remark: unlike its family");
    }
}

TEST_CASE("MAE's Xavier under timm's names is told in a sentence, and nothing is odd") {
    const Model model = changed(matrices, uniform_on(xavier));
    const ModelAudit found = audit(model);
    CHECK(found.accusations() == 0);
    CHECK_FALSE(found.expected);
    REQUIRE(found.namesake);
    CHECK(says(found, "it has the names of VisionTransformer of timm "));
    CHECK(says(found, " but not its initialisation: "));
    CHECK(by_config(model).accusations() > 0);
}

TEST_CASE("DINO's truncated normals under timm's names are those of timm but for its tokens") {
    Model model = vit();
    for (const char* name : {"cls_token", "pos_embed"}) {
        std::vector<float>& values = tensor_named(model, name).values;
        values = floats(weights_samples::truncated(values.size(), 0.02, -100, 100, 77));
    }
    const ModelAudit found = audit(model);
    CHECK(found.accusations() == 0);
    CHECK(found.findings.size() <= 1);
}

TEST_CASE(
    "PyTorch's defaults everywhere: the initialisation never ran, as a fault where somebody has named it") {
    Model model = changed(matrices, uniform_on(torch_default));
    for (const char* where : {"qkv", "attn.proj", "fc1", "fc2", "head"}) {
        for (SampleTensor& one : model) {
            if (!one.name.ends_with(std::string(where) + ".bias")) continue;
            const SampleTensor& weight =
                tensor_named(model, one.name.substr(0, one.name.size() - 4) + "weight");
            one.values = floats(weights_samples::uniform(one.values.size(), torch_default(weight),
                                                         std::hash<std::string>()(one.name)));
        }
    }
    const ModelAudit found = audit(model);
    CHECK(told(found) == "remark: never initialised");
    CHECK(says(found, "by its names this is VisionTransformer of timm "));
    CHECK(says(found, "but its initialisation never ran: "));
    CHECK(told(by_config(model)).find("never initialised") == 0);
    CHECK(by_config(model).accusations() > 0);
}

TEST_CASE("a trained model is accused of nothing for its names") {
    Model model = vit();
    for (SampleTensor& one : model) {
        const std::vector<double> more =
            weights_samples::normal_weights(one.values.size(), 0.03, std::hash<std::string>()(one.name));
        for (std::size_t i = 0; i < one.values.size(); ++i)  // heavier tails, as training leaves them
            one.values[i] += static_cast<float>(more[i] * more[i] * more[i] * 3000);
    }
    const ModelAudit found = audit(model);
    CHECK(found.state == ModelState::trained);
    CHECK(found.accusations() == 0);
    CHECK_FALSE(says(found, "names"));
}

TEST_CASE("names tell a family if nine of ten are there, and nine of ten are its own") {
    const auto is_namesake = [](const Model& model) {
        const ModelAudit found = audit(model);
        return found.expected && found.expected->is_namesake();
    };
    CHECK(is_namesake(vit()));
    Model headless = vit();
    erase_named(headless, "head.weight");
    erase_named(headless, "head.bias");
    CHECK(is_namesake(headless));
    Model wrapped = vit();
    for (SampleTensor& one : wrapped) one.name = "model.backbone." + one.name;
    CHECK(is_namesake(wrapped));
    for (SampleTensor& one : wrapped) one.name = "a.b." + one.name;  // deeper than classes nest
    CHECK_FALSE(is_namesake(wrapped));
    Model half = vit();
    std::erase_if(half, [](const SampleTensor& one) { return one.name.find("attn") != std::string::npos; });
    CHECK_FALSE(is_namesake(half));
    Model other = vit();  // MAE's decoder
    for (const SampleTensor& one : vit()) other.push_back({"decoder_" + one.name, one.shape, one.values});
    CHECK_FALSE(is_namesake(other));
    // somebody's own model is somebody's own
    CHECK_FALSE(audit(vit(), R"({"model_type": "mine"})").expected);
    CHECK_FALSE(audit(vit(), R"({"architecture": "vit_of_mine"})").expected);
    CHECK_FALSE(audit(vit(), R"({"architecture": 3})").expected);
}

TEST_CASE("timm's architecture, with the tag of its weights, and arguments that change what is drawn") {
    const auto named = [](const std::string& config) {
        const ModelFamily* const one = family_of(parse_json(config, "config.json"));
        return one == nullptr ? "" : one->name;
    };
    CHECK(named(R"({"architecture": "resnet18"})") == "timm.ResNet");
    CHECK(named(R"({"architecture": "resnet18.a1_in1k"})") == "timm.ResNet");
    CHECK(named(R"({"architecture": "resnet18", "model_type": "mine"})").empty());
    CHECK(named(R"({"architecture": "resnet-18"})").empty());
    const Model model = changed({"head.weight"}, widen);
    const std::string config = R"({"architecture": "vit_tiny_patch16_224", "model_args": {")";
    CHECK(audit(model, config + R"(img_size": 16}})").accusations() == 1);
    const ModelAudit other = audit(model, config + R"(init_values": 0.1}})");
    CHECK(other.accusations() == 0);
    CHECK(says(other, "model_args with init_values"));
}

TEST_CASE("a family that --recipe names is found by its whole name, or refused with the nearest") {
    const auto refusal = [](const std::string& recipe) -> std::string {
        try {
            static_cast<void>(audit(vit(), "", recipe));
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(refusal("timm.VisionTransformr").find("did you mean 'timm.VisionTransformer'?") !=
          std::string::npos);
    CHECK(refusal("family.timm.ResNett").find("did you mean 'family.timm.ResNet'?") != std::string::npos);
    CHECK(refusal("family.gpt2").empty());
    CHECK_FALSE(refusal("VisionTransformer").empty());
}

TEST_CASE("of several constants a tensor has that of most of its siblings") {
    const std::string file =
        R"({"library": "ours", "version": "1", "families": [{"family": "one", "model_types": [], "laws": [)"
        R"({"names": ["gamma"], "axes": 1, "law": "constant", "scale": "1e-5", "or": ["0.1"]}]}]})";
    const ModelFamily family = read_families(file, "ours.json").front();
    const auto wrong = [](const ModelFamily& of, const std::vector<float>& of_layers) {
        Model model;
        for (std::size_t i = 0; i < of_layers.size(); ++i)
            model.push_back(
                {"h." + std::to_string(i) + ".gamma", {16}, std::vector<float>(16, of_layers[i])});
        const cli::Folder folder;
        const TensorFiles files(folder.write("model.safetensors", safetensors_of(model)));
        const ModelScan scan = scan_model(files, RoleRules(), {}, {});
        std::string names;
        for (const Difference& one : expect(of, Json::object(), scan).differences)
            names += scan.parts[one.part].seen.name + ": " + one.expected() + "\n";
        return names;
    };
    ModelFamily mixed = family;
    mixed.laws.front().is_mixed = true;
    CHECK(wrong(mixed, {0.1F, 0.1F, 0.1F, 1e-5F}).empty());
    CHECK(wrong(mixed, {0.1F, 0.1F, 0.1F, 1}) == "h.3.gamma: 1e-05 (or 0.1)\n");
    CHECK(wrong(family, {1e-5F, 1e-5F, 1e-5F}).empty());
    CHECK(wrong(family, {0.1F, 0.1F, 0.1F}).empty());
    CHECK(wrong(family, {0.1F, 1e-5F}).empty());  // too few to tell which
    CHECK(wrong(family, {0.1F, 0.1F, 1e-5F}) == "h.2.gamma: 0.1\n");
    CHECK(wrong(family, {1, 1}) == "h.0.gamma: 1e-05 (or 0.1)\nh.1.gamma: 1e-05 (or 0.1)\n");
    CHECK(wrong(family, {0.1F, 0.1F, 0.1F, 1}) == "h.3.gamma: 0.1\n");
}

TEST_CASE("weights of exactly -2 that trunc_normal_ leaves are neither a fault nor hide one") {
    const auto with = [](const std::string& name, std::size_t count, float stray) {
        Model model = vit();
        std::vector<float>& values = tensor_named(model, name).values;
        std::fill_n(values.begin() + 17, count, stray);
        return model;
    };
    const ModelAudit right = by_config(with("blocks.1.mlp.fc1.weight", 1, -2));
    CHECK(told(right) == "remark: stray weights");
    CHECK(right.expected->agreements.size() == by_config(vit()).expected->agreements.size());
    CHECK(told(audit(with("blocks.1.mlp.fc1.weight", 2, -2))) == "remark: stray weights");
    // not as many, nor another number, nor beside another law
    CHECK(by_config(with("blocks.1.mlp.fc1.weight", 3, -2)).accusations() == 1);
    CHECK(by_config(with("blocks.1.mlp.fc1.weight", 1, 2)).accusations() == 1);
    CHECK(by_config(with("blocks.1.mlp.fc1.weight", 1, -1.5F)).accusations() == 1);
    Model both = with("blocks.1.mlp.fc1.weight", 1, -2);
    for (float& value : tensor_named(both, "blocks.1.mlp.fc1.weight").values)
        if (value != -2) value *= 1.5F;
    CHECK(by_config(both).accusations() == 1);
    CHECK(says(by_config(both), "it looks like a normal of std 0.03"));
}

TEST_CASE("what rows are found by is what they have, and each is read alone as it is with all") {
    std::set<std::string> names;
    std::set<std::string> architectures;
    REQUIRE(family_index().size() == shipped_families().size());
    for (std::size_t i = 0; i < family_index().size(); ++i) {
        const FamilyEntry& entry = family_index()[i];
        const ModelFamily& whole = shipped_families()[i];
        CAPTURE(entry.name);
        CHECK(names.insert(entry.name).second);
        for (const std::string& one : entry.architectures)
            CHECK_MESSAGE(architectures.insert(one).second, one);
        const ModelFamily* const alone = shipped_family(entry.name);
        REQUIRE(alone != nullptr);
        CHECK(alone == shipped_family(entry.name));
        for (const ModelFamily* one : {&whole, alone}) {
            CHECK(one->name == entry.name);
            CHECK(one->library == entry.library);
            CHECK(one->version == entry.version);
            CHECK(one->model_types == entry.model_types);
            CHECK(one->architectures == entry.architectures);
            CHECK(one->needs == entry.needs);
            CHECK(one->laws.size() == whole.laws.size());
            CHECK(one->seen == whole.seen);
        }
        CHECK((entry.needs.empty() || entry.model_types.empty()));
        for (const std::string& one : names_in(entry.needs)) {
            const std::vector<std::string> seen = names_in(whole.seen);
            CHECK_MESSAGE(std::ranges::find(seen, one) != seen.end(), one);
        }
    }
    CHECK(shipped_family("no such family") == nullptr);
}

TEST_CASE("a tree of names is all of them") {
    CHECK(names_in("").empty());
    CHECK(names_in("a.b") == std::vector<std::string>{"a.b"});
    CHECK(names_in("(a|b).c") == std::vector<std::string>{"a.c", "b.c"});
    CHECK(names_in("(h.*.(q|k).(bias|weight)|ln.weight)") ==
          std::vector<std::string>{"h.*.q.bias", "h.*.k.bias", "h.*.q.weight", "h.*.k.weight", "ln.weight"});
    CHECK(names_in("(a(|.b)|c)") == std::vector<std::string>{"a", "a.b", "c"});
}
