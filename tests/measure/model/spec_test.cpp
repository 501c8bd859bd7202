// A specification as a gate, and two checkpoints against each other.

#include <doctest/doctest.h>

#include <algorithm>
#include <sigprop/core/base/errors.hpp>

#include "engine/recipe/recipe_report.hpp"
#include "measure/model/against.hpp"
#include "measure/model/model.hpp"
#include "measure/model/recipes.hpp"
#include "measure/model/spec.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"

using namespace sigprop;
using namespace sigprop::testing;

namespace {

SpecJudgement judge(const std::vector<SampleTensor>& model, const std::string& spec_text,
                    bool embeddings_are_tied = false) {
    const cli::Folder folder;
    const TensorFiles files(folder.write("model.safetensors", safetensors_of(model)));
    const ModelScan scan = scan_model(files, RoleRules(), {}, {});
    return judge_by_spec(scan, files, read_spec(spec_text, "init.json"), {}, embeddings_are_tied);
}

const std::string& gpt2_spec() {
    static const std::string spec = recipe_spec(small_gpt2(), {});
    return spec;
}

const Record& record(const SpecJudgement& judged, const std::string& id) {
    const auto found = std::ranges::find(judged.records, id, &Record::id);
    REQUIRE(found != judged.records.end());
    return *found;
}

std::string refusal(const std::string& text) {
    try {
        static_cast<void>(read_spec(text, "init.json"));
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

std::vector<TensorComparison> compare(const std::vector<SampleTensor>& now,
                                      const std::vector<SampleTensor>& before) {
    const cli::Folder folder;
    const TensorFiles a(folder.write("now.safetensors", safetensors_of(now)));
    const TensorFiles b(folder.write("before.safetensors", safetensors_of(before)));
    return compare_models(a, b, {});
}

}  // namespace

TEST_CASE("a right model is confirmed tensor by tensor; a small one is undecided") {
    const SpecJudgement judged = judge(gpt2_model(1), gpt2_spec());
    CHECK(judged.records.size() == gpt2_model(1).size() + 2 * 4);  // query, key and value of each layer
    for (const Record& one : judged.records) {
        CAPTURE(one.id);
        CAPTURE(one.reason);
        CHECK(one.verdict == Verdict::confirmed);
    }
    CHECK(judged.unmatched_parts.empty());
    CHECK(judged.unmatched_rules == std::vector<std::string>{"lm_head.weight", "**.bias"});
    const SpecJudgement small =
        judge({{"a.weight", {20, 30}, floats(weights_samples::normal_weights(600, 0.02, 1))}},
              R"~({"spec": "1.0", "tensors": [{"pattern": "weight", "law": "normal", "scale": "0.02"}]})~");
    CHECK(small.records[0].verdict == Verdict::undecided);
    CHECK(small.records[0].reason.find("weights are needed") != std::string::npos);
}

TEST_CASE("a wrong tensor is refuted, and named") {
    std::vector<SampleTensor> model = gpt2_model(2);
    SampleTensor& twice = tensor_named(model, "h.0.attn.c_proj.weight");
    twice.values = floats(weights_samples::normal_weights(twice.values.size(), 0.02 / 8, 5));
    std::ranges::fill(tensor_named(model, "h.1.ln_1.weight").values, 0.0F);
    const SpecJudgement judged = judge(model, gpt2_spec());
    CHECK(record(judged, "h.0.attn.c_proj.weight").verdict == Verdict::refuted);
    CHECK(record(judged, "h.0.attn.c_proj.weight").statement.find("0.02/sqrt(2*4)") != std::string::npos);
    CHECK(record(judged, "h.1.ln_1.weight").verdict == Verdict::refuted);
    CHECK(record(judged, "h.1.ln_1.weight").reason == "all weights are 0, not 1");
    CHECK(std::ranges::count(judged.records, Verdict::refuted,
                             [](const Record& one) { return *one.verdict; }) == 2);
}

TEST_CASE("entries that are not independent are refuted, for every law") {
    const std::string spec =
        R"~({"spec": "1.0", "tensors": [{"pattern": "normal", "law": "normal", "scale": "1/8"},
        {"pattern": "cut", "law": "truncated_normal", "scale": "1/8", "cut": 2},
        {"pattern": "uniform", "law": "uniform", "scale": "1/8"}]})~";
    std::vector<double> sorted = weights_samples::uniform(4096, 0.125, 1);
    std::ranges::sort(sorted);
    const std::vector<double> half = weights_samples::truncated(2048, 0.125, -2, 2, 2);
    std::vector<double> twice = half;
    twice.insert(twice.end(), half.begin(), half.end());
    const SpecJudgement judged =
        judge({{"a.normal", {64, 64}, floats(weights_samples::orthogonal(64, 64, 1, 3))},
               {"b.uniform", {64, 64}, floats(sorted)},
               {"c.cut", {64, 64}, floats(twice)},
               {"d.normal", {64, 64}, floats(weights_samples::normal_weights(4096, 0.125, 4))},
               {"e.uniform", {64, 64}, floats(weights_samples::uniform(4096, 0.125, 5))},
               {"f.cut", {64, 64}, floats(weights_samples::truncated(4096, 0.125, -2, 2, 6))}},
              spec);
    const auto says = [&](const std::string& id, const std::string& words) {
        CHECK(record(judged, id).verdict == Verdict::refuted);
        CHECK_MESSAGE(record(judged, id).reason.find(words) != std::string::npos, record(judged, id).reason);
    };
    says("a.normal", "orthogonal as one matrix [64, 64]");
    says("b.uniform", "sorted in the order of memory");
    says("c.cut", "apart in memory have the correlation 1");
    for (const char* right : {"d.normal", "e.uniform", "f.cut"}) {
        CHECK(record(judged, right).verdict == Verdict::confirmed);
        CHECK(record(judged, right).described.back().first == "tested");
    }
}

TEST_CASE("a copy of another tensor is refuted, unless it is tied to it") {
    const std::vector<float> numbers = floats(weights_samples::normal_weights(4096, 0.02, 1));
    const std::vector<SampleTensor> model = {
        {"embed.weight", {64, 64}, numbers},
        {"layers.0.w.weight", {64, 64}, floats(weights_samples::normal_weights(4096, 0.02, 2))},
        {"layers.1.w.weight", {64, 64}, floats(weights_samples::normal_weights(4096, 0.02, 2))},
        {"lm_head.weight", {64, 64}, numbers}};
    const auto spec = [](const std::string& tie) {
        return R"~({"spec": "1.0", "tensors": [{"name": "lm_head.weight", "law": "normal", "scale": "0.02")~" +
               tie + R"~(}, {"pattern": "weight", "law": "normal", "scale": "0.02"}]})~";
    };
    const auto verdicts = [&](const SpecJudgement& judged) {
        std::string text;
        for (const Record& one : judged.records) text += *one.verdict == Verdict::refuted ? "r" : "c";
        return text;
    };
    const SpecJudgement untied = judge(model, spec(""));
    CHECK(verdicts(untied) == "ccrr");
    CHECK_MESSAGE(untied.records[2].reason.starts_with("it has the same numbers as layers.0.w.weight"),
                  untied.records[2].reason);
    CHECK(verdicts(judge(model, spec(R"~(, "tied_to": "embed.weight")~"))) == "ccrc");
    CHECK(verdicts(judge(model, spec(R"~(, "tied_to": "other.weight")~"))) == "ccrr");
    CHECK(verdicts(judge(model, spec(""), true)) == "ccrc");  // by its config, embedding and head alone
}

TEST_CASE("what a config says of ties, and what those who ask take it for where it does not say") {
    const cli::Folder folder;
    const auto ties = [&](const char* text, bool where_unsaid) {
        return ties_embeddings(read_config(folder.write("config.json", text)), where_unsaid);
    };
    CHECK_FALSE(ties_embeddings(read_config(folder / "none.json"), true));
    CHECK_FALSE(ties("no config", true));
    for (const bool unsaid : {false, true}) {
        CHECK(ties("{}", unsaid) == unsaid);
        CHECK(ties(R"~({"tie_word_embeddings": null})~", unsaid) == unsaid);
        CHECK(ties(R"~({"tie_word_embeddings": true})~", unsaid));
        CHECK_FALSE(ties(R"~({"tie_word_embeddings": false})~", unsaid));
        CHECK(ties(R"~({"text_config": {"tie_word_embeddings": true}})~", unsaid) == unsaid);
        CHECK_FALSE(ties(R"~({"text_config": {"tie_word_embeddings": false}})~", unsaid));
        CHECK_FALSE(
            ties(R"~({"tie_word_embeddings": true, "a": {"b": {"tie_word_embeddings": false}}})~", unsaid));
    }
}

TEST_CASE("expressions in sizes, fans and layer; exceptions first; laws not judged; strangers undecided") {
    std::vector<SampleTensor> model;
    for (int layer = 0; layer < 3; ++layer) {
        const auto seed = static_cast<std::uint64_t>(layer);
        model.push_back({"layers." + std::to_string(layer) + ".w1.weight",
                         {128, 64},
                         floats(weights_samples::normal_weights(8192, std::sqrt(2.0 / 64), seed))});
        model.push_back({"layers." + std::to_string(layer) + ".w2.weight",
                         {64, 128},
                         floats(weights_samples::truncated(8192, 0.5 / (1 + layer), -2, 2, seed + 10))});
    }
    model.push_back({"odd.weight", {4, 4}, std::vector<float>(16, 3.0F)});
    model.push_back({"stranger.weight", {64, 64}, floats(weights_samples::uniform(4096, 0.3, 3))});
    model.push_back({"uniform.weight", {64, 64}, floats(weights_samples::uniform(4096, 0.25, 3))});
    const SpecJudgement judged = judge(model, R"~({"spec": "1.0", "sizes": {"base": "1/2", "width": 16},
        "tensors": [{"pattern": "^odd", "law": "any"},
                    {"name": "layers.*.w1.weight", "law": "normal", "scale": "sqrt(2/fan_in)", "shape": [128, 64]
},
                    {"name": "layers.*.w2.weight", "law": "truncated_normal", "scale": "base/(1 + layer)", "cut": 2},
                    {"name": "uniform.weight", "law": "uniform", "scale": "1/sqrt(width)"},
                    {"pattern": "nobody", "law": "constant", "scale": 1}]
})~");
    for (const Record& one : judged.records) {
        CAPTURE(one.id);
        CAPTURE(one.reason);
        CHECK(one.verdict == (one.id == "stranger.weight" ? Verdict::undecided : Verdict::confirmed));
    }
    CHECK(judged.records.size() == 8);
    CHECK(judged.unmatched_parts.size() == 1);
    CHECK(judged.unmatched_rules == std::vector<std::string>{"nobody"});
    const SpecJudgement reshaped = judge(
        model,
        R"~({"spec": "1.0", "tensors": [{"pattern": "w1", "law": "normal", "scale": "sqrt(2/fan_in)", "shape": [64, 128]
    },
                    {"pattern": "", "law": "any"}]
    })~");
    REQUIRE(reshaped.records.size() == 3);
    CHECK(reshaped.records[0].verdict == Verdict::refuted);
    CHECK(reshaped.records[0].reason == "the shape is [128, 64], not [64, 128]");
}

TEST_CASE("a specification that is none is refused with its place") {
    const auto says = [](const std::string& text, const std::string& part) {
        const std::string message = refusal(text);
        CHECK_MESSAGE(message.find(part) != std::string::npos, message);
        CHECK_MESSAGE(message.starts_with("init.json:"), message);
    };
    const auto rule = [](const std::string& inner) {
        return R"~({"spec": "1.0", "tensors": [{)~" + inner + "}]}";
    };
    says(R"~({"spec": "2.0", "tensors": []})~", "\"1.0\", not \"2.0\"");
    says(R"~({"spec": "1.0", "tensors": []})~", "'tensors' is empty");
    says(R"~({"spec": "1.0", "tensor": []})~", "did you mean 'tensors'?");
    says(rule(R"~("law": "normal", "scale": 1)~"), "neither 'pattern' nor 'name'");
    says(rule(R"~("pattern": "a", "law": "normla", "scale": 1)~"), "did you mean 'normal'?");
    says(rule(R"~("pattern": "a", "law": "normal")~"), "needs 'scale'");
    says(rule(R"~("pattern": "a", "law": "truncated_normal", "scale": 1)~"), "needs 'cut'");
    says(rule(R"~("pattern": "a", "law": "uniform", "scale": 1, "cut": 2)~"), "'cut' is only for");
    says(rule(R"~("pattern": "(?=a)", "law": "normal", "scale": 1)~"), "not a regular expression");
    says(rule(R"~("pattern": "a", "law": "normal", "scale": "1 +")~"), "scale:");
    says(rule(R"~("pattern": "a", "law": "normal", "scale": 1, "sclae": 1)~"), "did you mean 'scale'?");
    CHECK_THROWS_AS(judge(gpt2_model(1), rule(R"~("pattern": "a", "law": "normal", "scale": "widht")~")),
                    InputError);
}

TEST_CASE("two checkpoints: unchanged, rounded, rescaled, trained, redrawn, reshaped, missing, added") {
    using weights_samples::normal_weights;
    const std::vector<double> base = normal_weights(5000, 0.02, 1);
    std::vector<double> scaled = base;
    std::vector<double> moved = base;
    const std::vector<double> noise = normal_weights(5000, 0.004, 2);
    for (std::size_t i = 0; i < base.size(); ++i) {
        scaled[i] *= 0.5773;
        moved[i] += noise[i];
    }
    const std::vector<std::size_t> shape = {50, 100};
    const std::vector<TensorComparison> found =
        compare({{"same", shape, floats(base)},
                 {"rescaled", shape, floats(scaled)},
                 {"trained", shape, floats(moved)},
                 {"redrawn", shape, floats(normal_weights(5000, 0.02, 3))},
                 {"reshaped", {100, 50}, floats(base)},
                 {"added", shape, floats(base)}},
                {{"same", shape, floats(base)},
                 {"rescaled", shape, floats(base)},
                 {"trained", shape, floats(base)},
                 {"redrawn", shape, floats(base)},
                 {"reshaped", shape, floats(base)},
                 {"missing", shape, floats(base)}});
    REQUIRE(found.size() == 7);
    const auto change = [&](const std::string& name) {
        return std::string(to_string(std::ranges::find(found, name, &TensorComparison::name)->change));
    };
    for (const char* name : {"rescaled", "trained", "redrawn", "reshaped", "missing", "added"})
        CHECK(change(name) == name);
    CHECK(change("same") == "unchanged");
    CHECK(found[1].factor.value() == doctest::Approx(0.5773).epsilon(1e-6));
    CHECK(found[2].relative_change == doctest::Approx(0.2).epsilon(0.05));
    CHECK(found[2].cosine == doctest::Approx(1 / std::sqrt(1.04)).epsilon(0.01));
}
