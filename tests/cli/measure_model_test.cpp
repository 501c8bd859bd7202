// measure model: a checkpoint in, what it is, what is odd, verdicts and exit codes out.

#include <doctest/doctest.h>

#include <filesystem>
#include <limits>

#include "engine/recipe/recipe_report.hpp"
#include "formats/files.hpp"
#include "formats/json.hpp"
#include "formats/tensor_formats.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/model_samples.hpp"
#include "tests/support/schema_check.hpp"

using cli::tool;
using namespace sigprop;
using namespace sigprop::testing;

namespace {

const std::string& right_model() {
    static const std::string bytes = safetensors_of(gpt2_model(1));
    return bytes;
}

std::string wrong_model() {
    std::vector<SampleTensor> model = gpt2_model(1);
    SampleTensor& one = tensor_named(model, "h.2.mlp.c_proj.weight");
    one.values = floats(weights_samples::normal_weights(one.values.size(), 0.02, 7));
    return safetensors_of(model);
}

}  // namespace

TEST_CASE("what a model is: its recipe, a table, nothing odd; the same on any number of threads") {
    const cli::Folder folder;
    const std::string path = folder.write("model.safetensors", right_model());
    const cli::Run run = tool({"measure", "model", path});
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    CHECK(run.shows("freshly initialised as by gpt2"));
    CHECK(run.shows("h.*.mlp.c_proj.weight"));
    CHECK(run.shows("no findings"));
    CHECK(run.shows("below 3e-05"));
    const auto digest = [&](const char* threads) {
        const cli::Run report = tool({"measure", "model", path, "--threads", threads, "--json"});
        const Json json = parse_json(report.out, "report");
        return json.at("digest").as_string();
    };
    CHECK(digest("1") == digest("2"));
}

TEST_CASE(
    "exit 0: nothing but remarks; 1: something is odd; 3: NaN; and what --spec says decides where it is "
    "given") {
    const cli::Folder folder;
    const auto code = [&](const std::vector<SampleTensor>& model, const std::vector<std::string>& more = {}) {
        std::vector<std::string> words = {"measure", "model",
                                          folder.write("model.safetensors", safetensors_of(model))};
        words.insert(words.end(), more.begin(), more.end());
        return tool(words);
    };
    // nobody knows this config.json's model: its positions may be meant to be 0, and its layers tell of one
    // another
    folder.write("config.json", R"({"model_type": "mine"})");
    CHECK(code(gpt2_model(1)).code == 0);
    std::vector<SampleTensor> model = gpt2_model(1);
    std::ranges::fill(tensor_named(model, "wpe.weight").values, 0.0F);
    const cli::Run remark = code(model);
    CHECK(remark.code == 0);
    CHECK(remark.shows("no findings"));
    CHECK(remark.shows("remarks: 1 (not faults, by what sigprop knows of the model)"));
    CHECK(remark.shows("wpe.weight: all weights are 0"));
    const cli::Run sibling = code([&] {
        std::vector<SampleTensor> one = model;
        std::ranges::fill(tensor_named(one, "h.1.mlp.c_fc.weight").values, 0.0F);
        return one;
    }());
    CHECK(sibling.code == 1);
    CHECK(sibling.shows("findings: 2"));
    CHECK(sibling.shows("remarks: 1"));
    // gpt2's code draws them
    folder.write("config.json", R"({"model_type": "gpt2", "n_layer": 4})");
    CHECK(code(gpt2_model(1)).code == 0);
    const cli::Run family = code(model);
    CHECK(family.code == 1);
    CHECK(family.shows("findings: 1"));
    CHECK(family.shows("unlike its family"));
    CHECK_FALSE(family.shows("remarks"));
    std::filesystem::remove(folder / "config.json");
    CHECK(code(model, {"--recipe", "gpt2"}).code == 1);
    // a specification that accepts the zeros is the user's own word
    const std::string accepts = folder.write(
        "accepts.json",
        R"~({"spec": "1.0", "tensors": [{"pattern": "wpe", "law": "constant", "scale": 0}, {"pattern": ".", "law": "any"}]})~");
    CHECK(code(model, {"--spec", accepts}).code == 0);
    CHECK(code(model, {"--spec", folder.write("init.json", recipe_spec(small_gpt2(), {}))}).code == 1);
    tensor_named(model, "wte.weight").values[3] = std::numeric_limits<float>::quiet_NaN();
    std::vector<SampleTensor> right = gpt2_model(1);
    tensor_named(model, "wpe.weight").values = tensor_named(right, "wpe.weight").values;
    CHECK(code(model).code == 3);
}

TEST_CASE("what a baseline has fails no more, and what is new does") {
    const cli::Folder folder;
    const std::string path = folder.write("model.safetensors", wrong_model());
    const std::string baseline = folder / "known.json";
    CHECK(tool({"measure", "model", path, "--baseline", baseline, "--update-baseline"}).code == 1);
    CHECK(tool({"measure", "model", path, "--baseline", baseline}).code == 0);
    std::vector<SampleTensor> model = gpt2_model(1);
    std::ranges::fill(tensor_named(model, "h.2.attn.c_proj.weight").values, 0.0F);
    folder.write("model.safetensors", safetensors_of(model));
    CHECK(tool({"measure", "model", path, "--baseline", baseline}).code == 1);
}

TEST_CASE("[tool.sigprop] of a pyproject.toml leaves findings out, says which file did, and must be needed") {
    const cli::Folder folder;
    std::filesystem::create_directories(folder / "runs");
    folder.write("runs/model.safetensors", wrong_model());
    const auto run = [&](const std::vector<std::string>& more = {}) {
        std::vector<std::string> words = {"measure", "model", "model.safetensors"};
        words.insert(words.end(), more.begin(), more.end());
        return tool(words, {.input = {}, .folder = folder / "runs"});
    };
    const auto says = [&](const std::string& table) {
        folder.write("pyproject.toml", "[tool.sigprop]\n" + table);
    };
    CHECK(run().code == 1);
    says("ignore = ['unlike-the-recipe:h.2.*']\n");
    const cli::Run ignored = run();
    CHECK(ignored.code == 0);
    CHECK(ignored.shows("unlike-the-recipe:h.2.* (../pyproject.toml:2): 1 finding"));
    CHECK(run({"--json"}).shows("ignored: unlike-the-recipe:h.2.* (../pyproject.toml:2): 1 finding"));
    CHECK(run({"--no-config"}).code == 1);
    CHECK_FALSE(run({"--no-config"}).shows("pyproject"));
    // an entry that does nothing is a mistake in its name, or has had its day
    says("ignore = ['unlike-the-recipe:h.2.*', 'copy:h.*']\n");
    const cli::Run unused = run();
    CHECK(unused.code == 2);
    CHECK(unused.says("../pyproject.toml:2: 'copy:h.*' matches no finding of model.safetensors"));
    says("unused = 'allow'\nignore = ['unlike-the-recipe:h.2.*', 'copy:h.*']\n");
    const cli::Run allowed = run();
    CHECK(allowed.code == 0);
    CHECK(allowed.shows("copy:h.* (../pyproject.toml:3): nothing"));
    // another flag of the command line is taken with it
    says("ignore = ['unlike-the-recipe:h.3.*']\nunused = 'allow'\n");
    CHECK(run().code == 1);
    CHECK(run({"--ignore", "unlike-the-recipe"}).code == 0);
    says("ignore = ['unlike-the-recip']\n");
    const cli::Run unknown = run();
    CHECK(unknown.code == 2);
    CHECK(unknown.says("../pyproject.toml:2:11"));
    CHECK(unknown.says("did you mean 'unlike-the-recipe'?"));
    CHECK(run({"--no-config"}).code == 1);
    // what compares numbers alone, and what measures no model, does not ask for it
    CHECK(run({"--against", "model.safetensors"}).code == 0);
    CHECK(tool({"eval", "selu.alpha"}, {.input = {}, .folder = folder / "runs"}).code == 0);
}

TEST_CASE("the baseline of a pyproject.toml, which is of one model") {
    const cli::Folder folder;
    folder.write("model.safetensors", wrong_model());
    folder.write("other.safetensors", right_model());
    folder.write("pyproject.toml", "[tool.sigprop]\nbaseline = 'known.json'\n");
    const auto run = [&](const std::string& model, const std::vector<std::string>& more = {}) {
        std::vector<std::string> words = {"measure", "model", model};
        words.insert(words.end(), more.begin(), more.end());
        return tool(words, {.input = {}, .folder = folder.path()});
    };
    const cli::Run missing = run("model.safetensors");
    CHECK(missing.code == 2);
    CHECK(missing.says("pyproject.toml:2: known.json does not exist: create it with --update-baseline"));
    CHECK(run("model.safetensors", {"--update-baseline"}).code == 1);
    CHECK(folder.has("known.json"));
    CHECK(run("model.safetensors").code == 0);
    CHECK(run("model.safetensors", {"--no-config"}).code == 1);
    const cli::Run other = run("other.safetensors");
    CHECK(other.code == 0);
    CHECK(other.says("pyproject.toml:2: known.json is the baseline of model.safetensors: not compared"));
    const cli::Run taken = run("other.safetensors", {"--update-baseline"});
    CHECK(taken.code == 2);
    CHECK(taken.says("name a file for this model with --baseline"));
    CHECK(run("other.safetensors", {"--baseline", "mine.json", "--update-baseline"}).code == 0);
    std::vector<SampleTensor> model = gpt2_model(1);
    std::ranges::fill(tensor_named(model, "h.2.attn.c_proj.weight").values, 0.0F);
    folder.write("model.safetensors", safetensors_of(model));
    CHECK(run("model.safetensors").code == 1);
}

TEST_CASE("show has the row of a family") {
    const cli::Run run = tool({"show", "family.gpt2"});
    CHECK(run.code == 0);
    for (const char* text :
         {"family.gpt2: the laws of a fresh model in transformers 5.", "GPT2LMHeadModel",
          "normal of std initializer_range/sqrt(2*n_layer)", "c_proj.weight", "constant 1",
          "lm_head.weight = transformer.wte.weight", "unless config.json has tie_word_embeddings false"})
        CHECK(run.shows(text));
    CHECK(tool({"show", "family.gtp2"}).says("did you mean 'family.gpt2'?"));
    CHECK(tool({"show", "family.qwen3*"}).shows("family.qwen3_moe"));
    CHECK_FALSE(tool({"show", "*gpt2*"}).shows("family.gpt2:"));  // a glob of quantities
}

TEST_CASE("the report fits its schema and says what tensors are; CSV and Markdown have every part") {
    const cli::Folder folder;
    const std::string path = folder.write("model.safetensors", wrong_model());
    const std::string csv = folder / "model.csv";
    const std::string md = folder / "model.md";
    const cli::Run run = tool({"measure", "model", path, "--json", "--csv=" + csv, "--md=" + md});
    CHECK(run.code == 1);  // its names are gpt2's
    const Json report = parse_json(run.out, "report");
    const Json schema =
        parse_json(read_file(SIGPROP_SOURCE_DIR "/results/schema/report.schema.json"), "schema");
    CHECK(schema::Checker(schema)(report).empty());
    CHECK(report.at("schema_version").as_string() == "1.4");
    const std::vector<Json>& records = report.at("records").as_array();
    CHECK(records.front().at("described").at("recipe").as_string() == "gpt2");
    CHECK(records.front().at("measured").at("findings").as_double() == 1);
    CHECK(records.front().at("measured").at("accusations").as_double() == 1);
    CHECK(records.front().at("described").at("expected").as_string() == "gpt2");
    CHECK(records.front().at("described").at("named_by").as_string() == "the names of its tensors");
    CHECK(records.front().find("remarks") == nullptr);
    CHECK(report.at("summary").at("external").as_integer() == 0);
    bool found = false;
    for (const Json& one : records) {
        if (one.at("id").as_string() != "h.2.mlp.c_proj.weight") continue;
        found = true;
        CHECK(one.at("described").at("role").as_string() == "hidden_output");
        CHECK(one.at("described").at("layout").as_string() == "in_out");
        CHECK(one.at("measured").at("layer").as_double() == 2);
        CHECK(one.at("measured").at("fan_in").as_double() == 384);
        CHECK(one.at("warnings").as_array().size() == 1);
        CHECK(one.find("remarks") == nullptr);
    }
    CHECK(found);
    const std::string rows = read_file(csv);
    CHECK(std::count(rows.begin(), rows.end(), '\n') == static_cast<std::ptrdiff_t>(records.size()));
    CHECK(rows.find("unlike the recipe") != std::string::npos);
    CHECK(read_file(md).find("unlike the recipe") != std::string::npos);
}

TEST_CASE("remarks and skipped tensors stand beside warnings, in JSON, CSV and Markdown") {
    const cli::Folder folder;
    folder.write("config.json", R"({"model_type": "mine"})");
    std::vector<SampleTensor> model = gpt2_model(1);
    std::ranges::fill(tensor_named(model, "wpe.weight").values, 0.0F);
    model.push_back({"h.0.attn.bias", {1, 1, 64, 64}, std::vector<float>(64 * 64)});
    for (std::size_t i = 0; i < 64; ++i)
        for (std::size_t k = 0; k <= i; ++k) model.back().values[i * 64 + k] = 1;
    const std::string path = folder.write("model.safetensors", safetensors_of(model));
    const std::string md = folder / "model.md";
    const cli::Run run = tool({"measure", "model", path, "--json", "--md=" + md});
    CHECK(run.code == 0);
    const Json report = parse_json(run.out, "report");
    const Json schema =
        parse_json(read_file(SIGPROP_SOURCE_DIR "/results/schema/report.schema.json"), "schema");
    CHECK(schema::Checker(schema)(report).empty());
    const Json& whole = report.at("records").as_array().front();
    CHECK(whole.find("warnings") == nullptr);
    CHECK(whole.at("measured").at("accusations").as_double() == 0);
    CHECK(whole.at("measured").at("findings").as_double() == 1);
    const std::vector<Json>& remarks = whole.at("remarks").as_array();
    REQUIRE(remarks.size() == 2);
    CHECK(remarks[0].as_string() == "zeros: wpe.weight: all weights are 0");
    CHECK(remarks[1].as_string() == "skipped: h.0.attn.bias: a mask, not weights");
    CHECK(read_file(md).find("## Remarks\n\n- **zeros** wpe.weight") != std::string::npos);
    CHECK(read_file(md).find("## Findings") == std::string::npos);
}

TEST_CASE("a specification: 0 as specified, 1 not, 3 a tensor without a rule; JUnit and annotations") {
    const cli::Folder folder;
    const std::string right = folder.write("right.safetensors", right_model());
    const std::string wrong = folder.write("wrong.safetensors", wrong_model());
    const std::string spec = folder.write("init.json", recipe_spec(small_gpt2(), {}));
    const cli::Run good = tool({"measure", "model", right, "--spec", spec});
    CHECK(good.code == 0);
    CHECK(good.shows("confirmed; all as expected"));
    CHECK(good.shows("no tensor name matches the rule lm_head.weight"));
    const std::string junit = folder / "init.xml";
    const cli::Run bad = tool({"measure", "model", wrong, "--spec", spec, "--junit", junit, "--github"});
    CHECK(bad.code == 1);
    CHECK(bad.shows("h.2.mlp.c_proj.weight: refuted"));
    CHECK(bad.shows("::error"));
    CHECK(read_file(junit).find("failures=\"1\"") != std::string::npos);
    const std::string partly =
        folder.write("partly.json",
                     R"~({"spec": "1.0", "tensors": [{"pattern": "wte", "law": "normal", "scale": 0.02}]})~");
    CHECK(tool({"measure", "model", right, "--spec", partly}).code == 3);
}

TEST_CASE("two checkpoints; NaN; bad input") {
    const cli::Folder folder;
    const std::string right = folder.write("right.safetensors", right_model());
    const std::string wrong = folder.write("wrong.safetensors", wrong_model());
    const cli::Run changed = tool({"measure", "model", wrong, "--against", right});
    CHECK(changed.code == 0);
    CHECK(changed.shows("1 redrawn"));
    CHECK(changed.shows("h.2.mlp.c_proj.weight"));
    std::vector<SampleTensor> model = gpt2_model(1);
    tensor_named(model, "wte.weight").values[3] = std::numeric_limits<float>::quiet_NaN();
    const cli::Run nan = tool({"measure", "model", folder.write("nan.safetensors", safetensors_of(model))});
    CHECK(nan.code == 3);
    CHECK(nan.shows("1 NaN and 0 infinite weights, the first at [0, 3]"));
    const auto refuses = [](const std::vector<std::string>& words, const std::string& part) {
        const cli::Run run = tool(words);
        CHECK(run.code == 2);
        CHECK(run.out.empty());
        CHECK_MESSAGE(run.err.find(part) != std::string::npos, run.err);
    };
    refuses({"measure", "model"}, "takes one model: " + formats_text());
    refuses({"measure", "model", folder / "none.safetensors"}, "none.safetensors");
    refuses({"measure", "model", right, "--set", "haeds=3"}, "no recipe has a size 'haeds'");
    refuses({"measure", "model", right, "--set", "heads"}, "NAME=VALUE");
    refuses({"measure", "model", right, "--spec", right}, "right.safetensors");
    refuses({"measure", "model", right, "--against", wrong, "--spec",
             folder.write("s.json", recipe_spec(small_gpt2(), {}))},
            "give only one of the flags");
    refuses({"measure", "model", folder.write("empty.safetensors", safetensors_of({{"a", {0, 3}, {}}}))},
            "no floating-point weights");
    refuses({"measure", "model", right, "--json=" + right}, "would overwrite");
    refuses({"measure", "model", right, "--roles",
             folder.write("r.json", R"~({"roles": [{"pattern": "a", "role": "quary"}]})~")},
            "did you mean 'query'?");
}

TEST_CASE("against theory: singular values, logits of heads, branches of blocks") {
    const cli::Folder folder;
    const std::string path = folder.write("model.safetensors", right_model());
    const cli::Run run = tool({"measure", "model", path, "--spectrum", "--set", "heads=3"});
    CHECK(run.code == 0);
    CHECK(run.shows("singular values, relative to the Marchenko-Pastur edges"));
    CHECK(run.shows("over 3 heads (--set); n = 64 keys"));
    CHECK(run.shows("gelu_tanh"));
    CHECK(run.shows("no findings"));
    const Json report = parse_json(tool({"measure", "model", path, "--spectrum", "--json"}).out, "report");
    std::size_t streams = 0;
    for (const Json& one : report.at("records").as_array()) {
        const Json* const measured = one.find("measured");
        if (measured == nullptr || measured->find("stream_after") == nullptr) continue;
        ++streams;
        CHECK(measured->at("largest_singular_value").as_double() > 0);
        CHECK(measured->at("entropy_share").as_double() > 0.99);
    }
    CHECK(streams == 4);
    // A direction that all rows share: each entry looks independent, the matrix does not.
    std::vector<SampleTensor> model = gpt2_model(1);
    SampleTensor& one = tensor_named(model, "h.1.mlp.c_fc.weight");
    const std::vector<double> a = weights_samples::normal_weights(96, 0.07, 21);
    const std::vector<double> b = weights_samples::normal_weights(384, 0.07, 22);
    for (std::size_t i = 0; i < one.values.size(); ++i)
        one.values[i] += static_cast<float>(a[i / 384] * b[i % 384]);
    const cli::Run odd =
        tool({"measure", "model", folder.write("odd.safetensors", safetensors_of(model)), "--spectrum"});
    CHECK(odd.shows("not independent"));
    CHECK(odd.code == 1);
}

TEST_CASE("against theory: what does not fit together has no numbers, and logits of any size no end") {
    const cli::Folder folder;
    const auto shown = [&](const std::vector<SampleTensor>& model, const std::string& expected, int code) {
        const cli::Run run = tool({"measure", "model", folder.write("m.safetensors", safetensors_of(model)),
                                   "--spectrum", "--set", "heads=3"});
        CAPTURE(run.out + run.err);
        CHECK(run.code == code);
        CHECK(run.shows(expected));
        return run;
    };
    std::vector<SampleTensor> model = gpt2_model(1);
    SampleTensor& hidden = tensor_named(model, "h.1.mlp.c_fc.weight");
    hidden.shape = {96, 200};
    hidden.values.resize(std::size_t{96} * 200);
    const cli::Run run = shown(model, "\nh.2    ", 0);
    CHECK_FALSE(run.shows("\nh.1    "));
    CHECK_FALSE(run.shows("0.001533"));  // the stream without the block that is left out
    for (const float factor : {0.0F, 0.01F, 100.0F}) {
        model = gpt2_model(1);
        for (float& one : tensor_named(model, "h.1.attn.c_attn.weight").values) one *= factor;
        shown(model, "h.1.attn.c_attn.weight[query]", 1);
    }
    // keys whose layout is said to be the other one
    const std::string roles = folder.write(
        "roles.json", R"~({"roles": [{"pattern": "k_proj", "role": "key", "layout": "in_out"}]})~");
    model = {{"layers.0.q_proj.weight", {96, 48}, floats(weights_samples::normal_weights(96 * 48, 0.02, 1))},
             {"layers.0.k_proj.weight", {48, 96}, floats(weights_samples::normal_weights(96 * 48, 0.02, 2))}};
    const cli::Run other = tool({"measure", "model", folder.write("k.safetensors", safetensors_of(model)),
                                 "--spectrum", "--set", "heads=2", "--roles", roles});
    CAPTURE(other.out + other.err);
    CHECK(other.code == 0);
}

TEST_CASE("a config.json that no recipe fits is left out, and said to be") {
    const cli::Folder folder;
    const std::string path = folder.write("model.safetensors", right_model());
    folder.write("config.json", R"({"n_head": 7})");
    const cli::Run run = tool({"measure", "model", path});
    CHECK(run.shows("as by gpt2"));
    CHECK(run.shows("(the sizes in config.json, heads 7, fit no recipe and are ignored)"));
    const cli::Run given = tool({"measure", "model", path, "--recipe", "gpt2"});
    CHECK(given.shows("heads 7, do not fit gpt2 and are ignored"));
    for (const char* bad : {"0", "-1", "99999999999999999999999"}) {
        folder.write("config.json", std::string(R"({"n_head": )") + bad + "}");
        const cli::Run without = tool({"measure", "model", path});
        CHECK(without.shows("as by gpt2"));
        CHECK_FALSE(without.shows("config.json"));
    }
}

TEST_CASE("comparing two models takes no flag of judging one") {
    const cli::Folder folder;
    const std::string path = folder.write("model.safetensors", right_model());
    CHECK(tool({"measure", "model", path, "--against", path}).code == 0);
    for (const std::vector<std::string>& flag : {std::vector<std::string>{"--spectrum"},
                                                 {"--recipe", "gpt2"},
                                                 {"--set", "heads=3"},
                                                 {"--layout", "keras"}}) {
        std::vector<std::string> words = {"measure", "model", path, "--against", path};
        words.insert(words.end(), flag.begin(), flag.end());
        const cli::Run run = tool(words);
        CHECK(run.code == 2);
        CHECK(run.says("remove " + flag.front()));
    }
}

TEST_CASE("measure weights takes the tensors of a checkpoint, too") {
    const cli::Folder folder;
    const std::string path =
        folder.write("two.safetensors",
                     safetensors_of({{"a", {100, 50}, floats(weights_samples::normal_weights(5000, 0.02, 1))},
                                     {"b", {100, 50}, floats(weights_samples::uniform(5000, 0.1, 1))}}));
    const cli::Run run = tool({"measure", "weights", path, "--std", "0.02"});
    CHECK(run.code == 1);
    CHECK(run.shows("a: confirmed"));
    CHECK(run.shows("b: refuted"));
    const cli::Run described = tool({"measure", "weights", path, "--md"});
    CHECK(described.shows("uniform ±0."));
}
