// What a family of a library expects of a model: which law a name has, fans, keys of config.json, refusals.

#include "measure/model/family.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <sigprop/core/base/errors.hpp>

#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

ModelFamily family(const std::string& laws, const std::string& more = "") {
    const std::string file = R"({"library": "ours", "version": "1.0", "families": [{"family": "one", )" +
                             more + R"("model_types": ["one"], "laws": [)" + laws + "]}]}";
    std::vector<ModelFamily> all = read_families(file, "ours.json");
    REQUIRE(all.size() == 1);
    return all.front();
}

std::string normal_law(const std::string& names, const std::string& scale, int axes = 2) {
    return R"({"names": [)" + names + R"(], "axes": )" + std::to_string(axes) +
           R"(, "law": "normal", "scale": ")" + scale + "\"}";
}

struct Expected {
    ModelScan scan;
    ModelExpectation of;

    [[nodiscard]] std::size_t part(const std::string& name) const {
        const auto found =
            std::ranges::find_if(scan.parts, [&](const ModelPart& one) { return one.seen.name == name; });
        if (found == scan.parts.end()) throw std::logic_error("the sample has no " + name);
        return static_cast<std::size_t>(found - scan.parts.begin());
    }
    /// The law that a tensor of sevens differs from; empty where it is not known to have any.
    [[nodiscard]] std::string law(const std::string& name) const {
        const Difference* const found = of.difference(part(name));
        return found == nullptr ? "" : found->expected();
    }
    [[nodiscard]] double std(const std::string& name) const {
        const Difference* const found = of.difference(part(name));
        return found == nullptr ? 0 : found->law.law.std;
    }
};

Expected expected(const ModelFamily& of, const std::string& config, const std::vector<SampleTensor>& model) {
    const cli::Folder folder;
    const TensorFiles files(folder.write("model.safetensors", safetensors_of(model)));
    Expected found{scan_model(files, RoleRules(), {}, {}), {}};
    found.of = expect(of, parse_json(config, "config.json"), found.scan);
    return found;
}

/// No law has it: what a tensor should be is then told as what it differs from.
SampleTensor sevens(const std::string& name, const std::vector<std::size_t>& shape) {
    return {name, shape, std::vector<float>(size_of_shape(shape), 7)};
}

}  // namespace

TEST_CASE("of the names that a tensor's name ends with, the longest holds, and it begins at a dot") {
    const ModelFamily of =
        family(normal_law(R"("weight")", "1") + "," + normal_law(R"("c_proj.weight", "odd")", "2") + "," +
               normal_law(R"("mlp.c_proj.weight")", "3") + "," + normal_law(R"("h.*.end.weight")", "4") +
               "," + normal_law(R"("^weight")", "5") + "," + normal_law(R"("experts.*")", "6"));
    const std::vector<std::pair<std::string, double>> rows = {{"wte.weight", 1},
                                                              {"h.0.attn.c_proj.weight", 2},
                                                              {"h.0.mlp.c_proj.weight", 3},
                                                              {"h.0.xmlp.c_proj.weight", 2},
                                                              {"h.0.xc_proj.weight", 1},
                                                              {"h.11.end.weight", 4},
                                                              {"h.x.end.weight", 1},
                                                              {"weight", 5},
                                                              {"some.odd", 2},
                                                              {"odd", 2},
                                                              {"even", 0},
                                                              {"mlp.experts.3", 6},
                                                              {"h.0.c_proj.weight.more", 0}};
    std::vector<SampleTensor> model;
    for (const auto& [name, std] : rows) model.push_back(sevens(name, {16, 16}));
    const Expected found = expected(of, "{}", model);
    for (const auto& [name, std] : rows) {
        CAPTURE(name);
        CHECK(found.std(name) == std);
        CHECK(found.of.known.contains(found.part(name)) == (std > 0));
    }
}

TEST_CASE("of names that no draw had nothing is expected, whatever they end with") {
    const ModelFamily of =
        family(normal_law(R"("weight")", "0.02"), R"("seen": "(h.*.(attn|mlp)|ln).weight", )");
    const std::vector<std::pair<std::string, bool>> names = {
        {"h.0.attn.weight", true},  {"model.h.3.mlp.weight", true}, {"a.b.ln.weight", true},
        {"a.b.c.ln.weight", false}, {"h.0.adapter.weight", false},  {"h.0.attn.0.weight", false},
        {"h.x.mlp.weight", false}};
    std::vector<SampleTensor> model;
    for (const auto& [name, known] : names) model.push_back(sevens(name, {16, 16}));
    const Expected found = expected(of, "{}", model);
    for (const auto& [name, known] : names) {
        CAPTURE(name);
        CHECK(found.of.known.contains(found.part(name)) == known);
    }
}

TEST_CASE("a law holds of tensors with fewer than two axes, or of the others") {
    const ModelFamily of = family(R"({"names": ["weight"], "axes": 1, "law": "constant", "scale": "1"},)" +
                                  normal_law(R"("weight", "token")", "0.02"));
    const Expected found = expected(of, "{}",
                                    {sevens("norm.weight", {64}), sevens("fc.weight", {64, 64}),
                                     sevens("conv.weight", {16, 4, 3, 3}), sevens("token", {64})});
    CHECK(found.law("norm.weight") == "1");
    CHECK(found.law("fc.weight") == "normal of std 0.02");
    CHECK(found.law("conv.weight") == "normal of std 0.02");
    CHECK_FALSE(found.of.known.contains(found.part("token")));  // of two axes it would be
}

TEST_CASE("each word for a law") {
    const auto law = [](const std::string& word, const std::string& scale) {
        const ModelFamily of =
            family(R"({"names": ["w"], "axes": 2, "law": ")" + word + R"(", "scale": ")" + scale + "\"}");
        return expected(of, "{}", {sevens("w", {64, 64})});
    };
    CHECK(law("normal", "0.02").law("w") == "normal of std 0.02");
    const Expected cut = law("truncated_normal", "0.02");
    CHECK(cut.law("w") == "normal of std 0.02 truncated at ±2 std");
    // J. Burkardt, The Truncated Normal Distribution: what is left of the std
    CHECK(std::abs(cut.of.differences.front().law.law.realised_std - 0.02 * 0.87962566103423978) < 1e-15);
    const ModelFamily nearer =
        family(R"({"names": ["w"], "axes": 2, "law": "truncated_normal", "scale": "0.02", "cut": "far"})",
               R"("defaults": {"far": 3}, )");
    CHECK(expected(nearer, "{}", {sevens("w", {64, 64})}).law("w") ==
          "normal of std 0.02 truncated at ±3 std");
    CHECK(expected(nearer, R"({"far": 1.5})", {sevens("w", {64, 64})}).law("w") ==
          "normal of std 0.02 truncated at ±1.5 std");
    CHECK(expected(nearer, R"({"far": 0})", {sevens("w", {64, 64})}).of.known.empty());
    const Expected uniform = law("uniform", "1/sqrt(3)");  // the std of ±1
    CHECK(uniform.law("w") == "uniform on ±1, std 1/sqrt(3)");
    CHECK(law("constant", "0").law("w") == "0");
    CHECK(law("constant", "-1e+01").law("w") == "-10");
    CHECK(law("constant", "1e-6").law("w") == "1e-06");
    CHECK(law("constant", "7").of.agrees(0));
    CHECK(law("constant", "7").of.random.empty());
    CHECK(law("normal", "0.02").of.random.contains(0));
}

TEST_CASE("fans are PyTorch's: of kernels, of GPT-2's turned matrices, of biases and of slices") {
    const ModelFamily of = family(normal_law(R"("weight", "in_proj_weight")", "1/sqrt(fan_in)") + "," +
                                  normal_law(R"("out.weight")", "1/sqrt(fan_out)") + "," +
                                  normal_law(R"("bias", "in_proj_bias")", "1/sqrt(fan_in)", 1) + "," +
                                  normal_law(R"("out.bias")", "1/sqrt(fan_out)", 1));
    const Expected found = expected(
        of, "{}",
        {sevens("fc.weight", {64, 25}), sevens("fc.bias", {64}), sevens("fc.out.weight", {64, 25}),
         sevens("fc.out.bias", {64}), sevens("conv.weight", {16, 4, 5, 5}), sevens("conv.bias", {16}),
         sevens("normed.parametrizations.weight.original1", {16, 4, 5, 5}), sevens("normed.bias", {16}),
         sevens("old.weight_v", {16, 4, 5, 5}), sevens("old.bias", {16}),
         sevens("a.in_proj_weight", {192, 64}), sevens("a.in_proj_bias", {192}), sevens("lost.bias", {64}),
         sevens("norm.weight", {64}), sevens("norm.bias", {64}), sevens("h.0.attn.c_attn.weight", {64, 192}),
         sevens("h.0.attn.c_attn.bias", {192})});
    CHECK(found.std("fc.weight") == 1 / 5.0);
    CHECK(found.std("fc.bias") == 1 / 5.0);
    CHECK(found.std("fc.out.weight") == 1 / 8.0);
    CHECK(found.std("fc.out.bias") == 1 / 8.0);
    CHECK(found.std("conv.weight") == 1 / 10.0);
    CHECK(found.std("conv.bias") == 1 / 10.0);
    CHECK(found.std("normed.bias") == 1 / 10.0);
    CHECK(found.std("old.bias") == 1 / 10.0);
    CHECK(found.std("a.in_proj_weight[query]") == 1 / 8.0);
    CHECK(found.std("a.in_proj_weight[value]") == 1 / 8.0);
    // [fan_in, fan_out] for the layer, and yet shape[1] is what PyTorch calls fan_in
    const double turned = found.std("h.0.attn.c_attn.weight[key]");
    CHECK(std::abs(turned * turned * 192 - 1) < 1e-14);
    for (const ModelPart& one : found.scan.parts) {
        const std::string& name = one.seen.name;
        const double std = found.std(name);
        if (name.starts_with("a.in_proj_bias")) CHECK(std == 1 / 8.0);
        if (name.starts_with("h.0.attn.c_attn.bias")) CHECK(std == turned);
        // without a weight of two axes there are no fans, and nothing is expected
        if (name == "lost.bias" || name.starts_with("norm.")) CHECK(std == 0);
    }
    CHECK_FALSE(found.of.known.contains(found.part("lost.bias")));
    CHECK_FALSE(found.of.known.contains(found.part("norm.bias")));
}

TEST_CASE("keys of config.json, of its parts, and their defaults; what is not known is not expected") {
    const ModelFamily of =
        family(normal_law(R"("a")", "text_config.initializer_range/sqrt(2*n_layer)") + "," +
                   normal_law(R"("b")", "initializer_range") + "," + normal_law(R"("c")", "factor*2e-2") +
                   "," + normal_law(R"("d")", "text_config.deep.range"),
               R"("defaults": {"initializer_range": 0.02, "n_layer": 8}, )");
    const std::vector<SampleTensor> model = {sevens("a", {64, 64}), sevens("b", {64, 64}),
                                             sevens("c", {64, 64}), sevens("d", {64, 64})};
    const std::string full =
        R"({"initializer_range": 0.5, "n_layer": 2, "factor": 3, "text_config": {"initializer_range": 0.25, "deep": {"range": 0.125}}})";
    const Expected all = expected(of, full, model);
    CHECK(all.law("a") == "normal of std 0.125, std text_config.initializer_range/sqrt(2*n_layer)");
    CHECK(all.law("b") == "normal of std 0.5, std initializer_range");
    CHECK(std::abs(all.std("c") - 0.06) < 1e-15);
    CHECK(all.std("d") == 0.125);
    const Expected some = expected(of, R"({"text_config": {"initializer_range": 0.25}})", model);
    CHECK(some.std("a") == 0.0625);  // n_layer by default
    CHECK(some.std("b") == 0.02);
    CHECK(some.of.known.size() == 2);
    CHECK(some.of.differences.size() == 2);
    // a word is no number, and neither is null
    const Expected other = expected(of, R"({"initializer_range": null, "factor": "3"})", model);
    CHECK(other.std("b") == 0.02);
    CHECK(other.of.known.size() == 1);
    // numbers as JSON may write them
    for (const char* range : {"5e-1", "0.5E0", "5E-1", "50e-2", "0.005e+2"})
        CHECK(expected(of, std::string(R"({"initializer_range": )") + range + "}", model).std("b") == 0.5);
}

TEST_CASE("a config.json whose numbers make no law is no expectation and no error") {
    const ModelFamily of = family(normal_law(R"("a")", "initializer_range/sqrt(2*n_layer)"));
    for (const std::string config :
         {R"({"initializer_range": 0, "n_layer": 2})", R"({"initializer_range": -0.02, "n_layer": 2})",
          R"({"initializer_range": 0.02, "n_layer": 0})", R"({"initializer_range": 0.02, "n_layer": -1})",
          R"({"initializer_range": 1e308, "n_layer": 1e-308})"}) {
        CAPTURE(config);
        CHECK(expected(of, config, {sevens("a", {64, 64})}).of.known.empty());
    }
    CHECK(expected(of, R"({"initializer_range": 0.02, "n_layer": 2})", {sevens("a", {64, 64})})
              .of.known.size() == 1);
}

TEST_CASE("any: the family is known to have no simple law there") {
    const std::vector<SampleTensor> model = {sevens("a", {64, 64}), sevens("b", {64, 64}),
                                             sevens("c", {64, 64})};
    const Expected found = expected(
        family(R"({"names": ["a"], "axes": 2, "law": "any"},)" + normal_law(R"("b")", "0.02")), "{}", model);
    CHECK(found.of.unlawful == std::set<std::size_t>{found.part("a")});
    CHECK(found.of.known == std::set<std::size_t>{found.part("b")});
    CHECK(found.of.differences.size() == 1);
}

TEST_CASE("who says it, and copies by design") {
    const ModelFamily plain = family(normal_law(R"("a")", "0.02"));
    const Expected found = expected(plain, "{}", {sevens("a", {64, 64})});
    CHECK(found.of.says == "one of ours 1.0");
    CHECK(found.of.named_by == "config.json");
    CHECK_FALSE(found.of.is_recipe);
    CHECK(std::string(found.of.kind()) == "unlike its family");
    CHECK(found.of.copies.empty());
    const ModelFamily other = family(normal_law(R"("a")", "0.02"), R"("copies": ["h.*.A_log"], )");
    const Expected with = expected(other, "{}", {sevens("a", {64, 64})});
    CHECK(with.of.copies == std::vector<std::string>{"h.*.A_log"});
}

TEST_CASE(
    "heads are tied where config.json says so in each of its parts, or says nothing and the class does") {
    const auto tied = [](const std::string& by_default, const std::string& config) {
        const ModelFamily of =
            family(normal_law(R"("a")", "0.02"),
                   R"("ties": [["head.weight", "table.weight"]], "tied": )" + by_default + ", ");
        const std::vector<TiedTensors> ties = expected(of, config, {sevens("a", {64, 64})}).of.ties;
        if (!ties.empty()) CHECK(ties.front().name + " " + ties.front().source == "head.weight table.weight");
        return ties.size();
    };
    CHECK(tied("true", "{}") == 1);
    CHECK(tied("false", "{}") == 0);
    CHECK(tied("true", R"({"tie_word_embeddings": false})") == 0);
    CHECK(tied("false", R"({"tie_word_embeddings": true})") == 1);
    CHECK(tied("true", R"({"tie_word_embeddings": null})") == 1);
    CHECK(tied("true", R"({"text_config": {"tie_word_embeddings": false}})") == 0);
    CHECK(tied("false", R"({"text_config": {"tie_word_embeddings": true}})") == 0);
    CHECK(tied("true", R"({"tie_word_embeddings": true, "text_config": {"hidden_size": 8}})") == 1);
}

TEST_CASE("config.json may be of another version of the library") {
    const auto found = [&](const std::string& config, const std::string& also = "") {
        return expected(family(normal_law(R"("a")", "0.02"), also), config, {sevens("a", {64, 64})}).of;
    };
    const auto of_version = [](const std::string& version) {
        return R"({"transformers_version": ")" + version + "\"}";
    };
    CHECK(found("{}").other_version.empty());
    CHECK(found(of_version("1.0")).other_version.empty());
    CHECK(found(of_version("4.57.3")).other_version == "4.57.3");
    CHECK(found(R"({"_diffusers_version": "0.3"})").other_version == "0.3");
    CHECK(found(R"({"transformers_version": null})").other_version.empty());
    // of the same major version, and of another whose draws the row has been held against
    CHECK(found(of_version("1.0")).accuses());
    CHECK(found(of_version("1.24.0")).accuses());
    CHECK_FALSE(found(of_version("0.9")).accuses());
    CHECK_FALSE(found(of_version("10.2")).accuses());
    CHECK(found(of_version("0.9"), R"("also": ["0.57.3"], )").accuses());
    CHECK_FALSE(found(of_version("2.9"), R"("also": ["0.57.3"], )").accuses());
}

TEST_CASE("a class that a row was not drawn from may differ") {
    const auto undrawn = [](const std::string& classes, const std::string& config) {
        return expected(family(normal_law(R"("a")", "0.02"), classes), config, {sevens("a", {64, 64})})
            .of.undrawn;
    };
    const std::string two = R"("classes": ["OneModel", "OneForCausalLM"], )";
    CHECK(undrawn(two, R"({"architectures": ["OneForCausalLM"]})").empty());
    CHECK(undrawn(two, R"({"architectures": ["Other", "OneModel"]})").empty());
    CHECK(undrawn(two, R"({"architectures": ["Other", "Third"]})") == "Other");
    CHECK(undrawn(two, R"({"architectures": []})").empty());
    CHECK(undrawn(two, R"({"architectures": null})").empty());
    CHECK(undrawn(two, R"({"architectures": [3]})").empty());
    CHECK(undrawn(two, "{}").empty());
    CHECK(undrawn("", R"({"architectures": ["Other"]})").empty());
}

TEST_CASE("a wrong row of a file of families is refused where it stands") {
    const std::string law = R"({"names": ["w"], "axes": 2, "law": "normal", "scale": "1"})";
    const auto file = [](const std::string& row) {
        return "{\"library\": \"ours\", \"version\": \"1\", \"families\": [\n" + row + "]}";
    };
    const auto row = [&](const std::string& one, const std::string& more = "") {
        return file("{\"family\": \"f\", \"model_types\": [\"f\"]" + more + ", \"laws\": [\n" + one + "]}");
    };
    const auto refusal = [](const std::string& text) -> std::string {
        try {
            static_cast<void>(read_families(text, "ours.json"));
        } catch (const InputError& error) {
            return error.what();
        }
        return "";
    };
    CHECK(refusal(row(law)).empty());
    struct Wrong {
        std::string text, place, says;
    };
    const std::vector<Wrong> all = {
        {"[]", "ours.json:1:1", "object"},
        {"{", "ours.json:1:2", ""},
        {R"({"library": "ours", "version": "1"})", "ours.json:1:", "families"},
        {R"({"library": "", "version": "1", "families": []})", "ours.json:1:13", "library"},
        {R"({"library": "ours", "families": [{}]})", "ours.json:1:", "version"},
        {R"({"library": "ours", "version": "1", "familes": []})", "ours.json:1:37",
         "did you mean 'families'?"},
        {R"({"library": "ours", "version": "1", "families": []})", "ours.json:1:49", "families"},
        {file("{}"), "ours.json:2:1", "family"},
        {file(R"({"family": "f", "laws": []})"), "ours.json:2:1", "model_types"},
        {file(R"({"family": "f", "model_types": ["f"]})"), "ours.json:2:1", "laws"},
        {file(R"({"family": "f", "model_types": [3], "laws": []})"), "ours.json:2:33", "model_types"},
        {row("{}"), "ours.json:3:1", "names"},
        {row(R"({"name": ["w"]})"), "ours.json:3:2", "did you mean 'names'?"},
        {row(R"({"names": [""], "axes": 2, "law": "any"})"), "ours.json:3:12", "names"},
        {row(R"({"names": ["w"], "law": "any"})"), "ours.json:3:1", "axes"},
        {row(R"({"names": ["w"], "axes": "2", "law": "any"})"), "ours.json:3:26", "axes"},
        {row(R"({"names": ["w"], "axes": 0, "law": "any"})"), "ours.json:3:26", "axes"},
        {row(R"({"names": ["w"], "axes": 3, "law": "any"})"), "ours.json:3:26", "axes"},
        {row(R"({"names": ["w"], "axes": 2, "law": "norml", "scale": "1"})"), "ours.json:3:36",
         "did you mean 'normal'?"},
        {row(R"({"names": ["w"], "axes": 2, "law": "normal"})"), "ours.json:3:1", "scale"},
        {row(R"({"names": ["w"], "axes": 2, "law": "normal", "scale": 0.02})"), "ours.json:3:55", "scale"},
        {row(R"({"names": ["w"], "axes": 2, "law": "any", "scale": "0.02"})"), "ours.json:3:52", "scale"},
        {row(R"({"names": ["w"], "axes": 2, "law": "any", "or": ["1"]})"),
         "ours.json:3:", "cannot have a scale"},
        {row(R"({"names": ["w"], "axes": 2, "law": "normal", "scale": "1", "or": [2]})"),
         "ours.json:3:", "or"},
        {row(R"({"names": ["w"], "axes": 2, "law": "normal", "scale": "1", "mixed": 1})"),
         "ours.json:3:", "mixed"},
        {row(law, R"(, "needs": "a.(b|c")"), "ours.json:2:", "needs has unbalanced parentheses"},
        {row(law, R"(, "needs": "")"), "ours.json:2:", "needs"},
        {row(law, R"(, "architectures": "resnet18")"), "ours.json:2:", "architectures"},
        {row(law, R"(, "defaults": {"n_layer": "12"})"), "ours.json:2:", "n_layer"},
        {row(law, R"(, "defaults": [12])"), "ours.json:2:", "defaults"},
        {row(law, R"(, "seen": "a.(b|c")"), "ours.json:2:", "seen has unbalanced parentheses"},
        {row(R"({"names": ["w"], "axes": 2, "law": "normal", "scale": "1", "cut": "2"})"),
         "ours.json:3:", "only a truncated_normal can have a cut"},
        {row(law, R"(, "also": "4")"), "ours.json:2:", "also"},
        {row(law, R"(, "classes": ["F", 3])"), "ours.json:2:", "classes"},
        {row(law, R"(, "ties": ["a"], "tied": true)"), "ours.json:2:", "ties"},
        {row(law, R"(, "ties": [["a"]], "tied": true)"),
         "ours.json:2:", "a name and the name of the tensor whose numbers"},
        {row(law, R"(, "ties": [["a", ""]], "tied": true)"), "ours.json:2:", "ties"},
        {row(law, R"(, "ties": [["a", "b"]])"), "ours.json:2:", "tied"},
        {row(law, R"(, "ties": [["a", "b"]], "tied": 1)"), "ours.json:2:", "tied"},
        {row(law, R"(, "copies": "w")"), "ours.json:2:", "copies"},
        {row(law, R"(, "copies": [""])"), "ours.json:2:", "copies"},
    };
    for (const Wrong& one : all) {
        CAPTURE(one.text);
        const std::string said = refusal(one.text);
        CAPTURE(said);
        CHECK(said.starts_with(one.place));
        CHECK(said.find(one.says) != std::string::npos);
    }
}

TEST_CASE("config.json names a family by its model_type, and by nothing else") {
    const auto named = [](const std::string& config) {
        const ModelFamily* const one = family_of(parse_json(config, "config.json"));
        return one == nullptr ? "" : one->name;
    };
    CHECK(named(R"({"model_type": "gpt2"})") == "gpt2");
    CHECK(named(R"({"model_type": "gpt2-mine"})").empty());
    CHECK(named(R"({"model_type": 2})").empty());
    CHECK(named(R"({"architectures": ["GPT2LMHeadModel"]})").empty());
    CHECK(named("[]").empty());
    CHECK(family_of(std::nullopt) == nullptr);
}

TEST_CASE("each shipped row says a law for each of its names, once, in words that are known") {
    const std::regex token(R"(([0-9.]+(?:e[-+]?[0-9]+)?)|([A-Za-z_][A-Za-z_0-9.]*))");
    const std::set<std::string> words = {"sqrt", "truncated_normal.std", "fan_in", "fan_out"};
    // one part of each number of axes, whose name is changed
    const Expected sample = expected(family(normal_law(R"("x")", "1")), "{}",
                                     {sevens("w.weight", {64, 64}), sevens("w.bias", {64})});
    std::set<std::string> types;
    CHECK(shipped_families().size() > 400);
    for (const ModelFamily& one : shipped_families()) {
        CAPTURE(one.name);
        for (const std::string& type : one.model_types) CHECK_MESSAGE(types.insert(type).second, type);
        Json config = Json::object();
        std::set<std::pair<std::string, bool>> names;
        ModelScan scan;
        std::set<std::size_t> lawful;
        for (const FamilyLaw& law : one.laws) {
            CAPTURE(law.scale);
            for (std::string name : law.names) {
                CAPTURE(name);
                CHECK(names.insert({name, law.is_matrix}).second);
                if (name.front() == '^') name.erase(0, 1);
                for (std::size_t at = name.find('*'); at != std::string::npos; at = name.find('*'))
                    name[at] = '0';
                if (law.law && law.scale.find("fan_") == std::string::npos) lawful.insert(scan.parts.size());
                scan.parts.push_back(sample.scan.parts[law.is_matrix ? 0 : 1]);
                scan.parts.back().seen.name = name;
            }
        }
        // every word of a scale that is no function and no fan is a key
        ModelFamily all = one;
        all.defaults.clear();
        all.seen.clear();  // of the ends of names that have laws few are names
        std::set<std::string> keys;
        for (const FamilyLaw& law : one.laws) {
            const std::string text = law.scale + " " + law.cut;
            for (auto it = std::sregex_iterator(text.begin(), text.end(), token);
                 it != std::sregex_iterator(); ++it) {
                const std::string word = (*it)[2];
                if (!word.empty() && !words.contains(word) && keys.insert(word).second)
                    all.defaults.emplace_back(word, "2");
            }
        }
        for (const auto& [key, value] : one.defaults) CHECK_MESSAGE(keys.contains(key), key);
        const ModelExpectation found = expect(all, config, scan);
        for (const std::size_t i : lawful) {
            CAPTURE(scan.parts[i].seen.name);
            CHECK((found.known.contains(i) || found.unlawful.contains(i)));
        }
    }
}
