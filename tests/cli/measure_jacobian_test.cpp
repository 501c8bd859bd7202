// measure jacobian: files in, table, report and exit code out; flags and files that are refused, each with
// one message that says what to do.

#include <doctest/doctest.h>

#include <algorithm>
#include <sstream>

#include "formats/files.hpp"

#include "formats/json.hpp"
#include "tests/cli/refusals.hpp"
#include "tests/support/jacobian_samples.hpp"
#include "tests/support/schema_check.hpp"

using cli::check_refused;
using cli::tool;
using Words = std::vector<std::string>;
using namespace jacobian_samples;
using namespace sigprop;

namespace {

/// A layer's arrays written to files.
struct Files {
    cli::Folder folder;

    explicit Files(const Layer& layer, const std::string& descr = "<f4") {
        const Outputs answer = backward<float>(layer);
        const int bits = descr == "<u2" ? 8 : 24;
        const auto write = [&](const char* name, const Doubles& values, const Shape& shape) {
            folder.write(name, npy(shape, weights_samples::rounded(values, bits), descr));
        };
        const Shape rows = {2, layer.rows / 2, layer.dim};
        write("x.npy", layer.x, rows);
        write("dy.npy", layer.dy, rows);
        write("dx.npy", answer.dx, rows);
        write("w.npy", layer.weight, {layer.dim});
        write("b.npy", layer.bias, {layer.dim});
        write("dw.npy", answer.dweight, {layer.dim});
        write("db.npy", answer.dbias, {layer.dim});
        write("y.npy", answer.y, rows);
    }
    [[nodiscard]] Words words(const Words& more) const {
        Words all = {"measure", "jacobian"};
        for (const std::string& word : more) all.push_back(word.ends_with(".npy") ? folder / word : word);
        return all;
    }
    [[nodiscard]] Words all(const std::string& layer, const Words& more = {}) const {
        Words words = {"--layer", layer,      "--x",   "x.npy",  "--dy",  "dy.npy",    "--dx",
                       "dx.npy",  "--weight", "w.npy", "--bias", "b.npy", "--dweight", "dw.npy",
                       "--dbias", "db.npy",   "--y",   "y.npy",  "--eps", "1e-5"};
        words.insert(words.end(), more.begin(), more.end());
        return this->words(words);
    }
};

Layer layer_of(bool centred, const std::string& twist = "") {
    Layer layer = {.centred = centred, .twist = twist};
    layer.fill();
    return layer;
}

}  // namespace

TEST_CASE("a right kernel: one row per output, exit 0") {
    const Files files(layer_of(true));
    for (const char* name : {"layer_norm", "layernorm", "LayerNorm"}) {
        Words words = files.all(name);
        *std::ranges::find(words, "1e-5") = "1e-05";  // as printed by Python
        const cli::Run run = tool(words);
        CHECK(run.code == 0);
        CHECK(run.err.empty());
        CHECK(run.shows("layer_norm, eps 1e-5 inside the root, gain weight, bias"));
        CHECK(run.shows("48 rows of 64 entries"));
        for (const char* output : {"\ndx ", "\ndweight ", "\ndbias ", "\ny "}) CHECK(run.shows(output));
        CHECK(run.shows("4 claims: 4 confirmed; all as expected"));
    }
    const Files low(layer_of(false), "<u2");
    CHECK(tool(low.all("rmsnorm", {"--dtype", "bfloat16"})).code == 0);
    CHECK(tool(low.all("rmsnorm", {"--bfloat16"})).code == 0);
    CHECK(tool(low.all("rmsnorm")).says("give --bfloat16"));
    CHECK(tool(low.all("l2norm", {"--bfloat16"})).code == 1);
}

TEST_CASE("an implementation by name, with its epsilon where that puts it") {
    const Files inside(layer_of(false));
    CHECK(tool(inside.all("LlamaRMSNorm"))
              .shows("transformers LlamaRMSNorm (rms_norm), eps 1e-5 inside the root"));
    CHECK(tool(inside.all("LlamaRMSNorm")).code == 0);
    CHECK(tool(inside.all("torch.nn.RMSNorm", {"--threads", "1"})).code == 0);
    CHECK(tool(inside.all("bzhangGo RMSNorm")).code == 1);
    const Files outside(layer_of(false, "eps outside, slope too"));
    CHECK(tool(outside.all("rms_norm")).shows("eps outside the root"));
    const cli::Run run = tool(outside.all("bzhangGo RMSNorm"));
    CHECK(run.code == 0);
    CHECK(run.shows("bzhangGo RMSNorm (rms_norm), eps 1e-5 outside the root"));
    check_refused(inside.all("keras.layers.BatchNormalization"), "write --layer batch_norm for an array");
    check_refused(inside.all("sklearn StandardScaler"), "must be layer_norm, rms_norm");
}

TEST_CASE(
    "by the name alone: epsilon and offset; a residual's gradient; an activation; exit 3 without the gain") {
    Layer gemma = {.epsilon = 1e-6, .offset = 1};
    gemma.fill();
    const Files files(gemma);
    const Words arrays = {"--x", "x.npy", "--dy", "dy.npy", "--dx", "dx.npy"};
    const auto with = [&](const Words& more) {
        Words all = arrays;
        all.insert(all.end(), more.begin(), more.end());
        return files.words(all);
    };
    const cli::Run right = tool(with({"--layer", "GemmaRMSNorm", "--weight", "w.npy"}));
    CHECK(right.code == 0);
    CHECK(right.shows("transformers GemmaRMSNorm (rms_norm), eps 1e-6 inside the root, gain 1 + weight"));
    const cli::Run plain = tool(with({"--layer", "LlamaRMSNorm", "--weight", "w.npy"}));
    CHECK(plain.code == 1);
    CHECK(plain.shows("it looks like 1 added to the weight"));
    const cli::Run without = tool(with({"--layer", "LlamaRMSNorm"}));
    CHECK(without.code == 3);
    CHECK(without.shows("it is the right answer for a gain by column"));
    files.folder.write("zero.npy", npy({2, 24, 64}, Doubles(gemma.x.size(), 0), "<f4"));
    files.folder.write("skip.npy", npy({2, 24, 64}, gemma.dy, "<f4"));
    const Words named = {"--layer", "GemmaRMSNorm", "--weight", "w.npy", "--dskip"};
    Words skip = named;
    skip.emplace_back("zero.npy");
    CHECK(tool(with(skip)).code == 0);
    skip.back() = "skip.npy";
    CHECK(tool(with(skip)).shows("it looks like dskip not added"));
    CHECK(tool(files.words({"--layer", "identity", "--x", "x.npy", "--dy", "dy.npy", "--dx", "skip.npy"}))
              .code == 0);
    const cli::Run mish = tool(with({"--layer", "x * tanh(softplus(x))"}));
    CHECK(mish.code == 1);
    CHECK(mish.shows("3072 elements"));
    check_refused(with({"--layer", "mish", "--dskip", "skip.npy"}),
                  "--dskip is only for normalisation layers");
}

TEST_CASE("a wrong one: exit 1, the mistake named, the report valid") {
    const Files files(layer_of(false, "no yy"));
    const cli::Run run = tool(files.all("rmsnorm"));
    CHECK(run.code == 1);
    std::string text = run.out;
    std::replace(text.begin(), text.end(), '\n', ' ');
    for (std::size_t at = 0; (at = text.find("  ")) != std::string::npos;) text.erase(at, 1);
    CHECK_MESSAGE(
        text.find("it looks like the y y^T term missing (r treated as a constant) (coefficient 1 ±") !=
            std::string::npos,
        text);
    CHECK(run.shows("3 confirmed, 1 refuted"));
    const auto worst = [&](const std::string& output) {
        std::istringstream row(run.out.substr(run.out.find("\n" + output + " ")));
        std::string cell;
        for (int i = 0; i < 5; ++i) row >> cell;
        return cell;
    };
    CHECK_MESSAGE(worst("dx").ends_with("x"), worst("dx"));
    CHECK_MESSAGE(worst("dweight").ends_with("%"), worst("dweight"));
    const Words outputs = {"--json=" + (files.folder / "a.json"),
                           "--csv=" + (files.folder / "a.csv"),
                           "--md=" + (files.folder / "a.md"),
                           "--junit",
                           files.folder / "a.xml",
                           "--quiet",
                           "--reproducible"};
    CHECK(tool(files.all("rmsnorm", outputs)).out.empty());
    const Json report = parse_json(files.folder.read("a.json"), "report");
    const Json schema =
        parse_json(read_file(SIGPROP_SOURCE_DIR "/results/schema/report.schema.json"), "schema");
    CHECK(schema::Checker(schema)(report).empty());
    const std::vector<Json>& records = report.at("records").as_array();
    REQUIRE(records.size() == 4);
    CHECK(records[0].at("id").as_string() == files.folder / "dx.npy");
    CHECK(records[0].at("expression").as_string() == "sqrt(2*log(12544*10^9))");
    CHECK(records[0].at("verdict").as_string() == "refuted");
    CHECK(records[0].at("measured").at("beyond").as_double() > 1000);
    CHECK(std::abs(records[0].at("measured").at("mistake_coefficient").as_double() - 1) < 1e-5);
    CHECK(records[0].at("evidence").as_array().back().at("route").as_string() == "measurement");
    CHECK(records[3].at("verdict").as_string() == "confirmed");
    CHECK(records[3].at("measured").at("worst").as_double() < 1);
    CHECK(files.folder.read("a.csv").starts_with("id,output,verdict,status,reason,mistake,rows,dim,"));
    CHECK(files.folder.read("a.csv").find(",the y y^T term missing") != std::string::npos);
    CHECK(files.folder.read("a.md").find("| output | dtype |") != std::string::npos);
    const std::string xml = files.folder.read("a.xml");
    CHECK(xml.find("<failure") != std::string::npos);
    CHECK(xml.find("\nmeasured: ≈ ") != std::string::npos);  // in addition to the computed lambda
    CHECK(tool(files.all("rmsnorm", {"--github"})).out.find("; measured ≈ ") != std::string::npos);
    CHECK(tool(files.all("rmsnorm", {"--baseline", files.folder / "a.json"})).code == 1);
}

TEST_CASE("what cannot be judged: exit 3") {
    Layer layer = layer_of(false);
    layer.x[70] = std::nan("");
    const cli::Run run = tool(Files(layer).all("rms_norm"));
    CHECK(run.code == 3);
    CHECK(run.shows("1 of 48 rows cannot be judged; the first: x[0, 1, 6] is NaN"));
}

TEST_CASE("layers with channels") {
    // 48 x 64 as 2 examples of 24 channels: instance_norm is layer_norm of each channel's 64 positions.
    const Files files(layer_of(true));
    const Words words = {"--x", "x.npy", "--dy", "dy.npy", "--dx", "dx.npy", "--eps", "1e-5"};
    const auto with = [&](const Words& more) {
        Words all = words;
        all.insert(all.end(), more.begin(), more.end());
        return files.words(all);
    };
    Layer plain = layer_of(true);
    plain.weight.assign(plain.dim, 1);
    const Outputs answer = backward<float>(plain);
    files.folder.write("dx.npy", npy({2, 24, 64}, weights_samples::rounded(answer.dx, 24), "<f4"));
    CHECK(tool(with({"--layer", "instance_norm"})).code == 0);
    CHECK(tool(with({"--layer", "group_norm", "--groups", "24"})).code == 0);
    CHECK(tool(with({"--layer", "group_norm", "--groups", "12"})).code == 1);
    const cli::Run channels = tool(with({"--layer", "batch_norm"}));
    CHECK(channels.code == 1);
    CHECK(channels.shows("24 channels of 128 entries"));
    check_refused(with({"--layer", "group_norm"}), "group_norm needs the number of its groups: --groups 32");
    check_refused(with({"--layer", "group_norm", "--groups", "7"}),
                  "--groups 7 does not divide the 24 channels");
    check_refused(with({"--layer", "rmsnorm", "--groups", "2"}), "--groups is only for group_norm");
    check_refused(with({"--layer", "batch_norm", "--weight", "w.npy"}),
                  "weight must have 24 entries, one per channel");
}

TEST_CASE("bad input") {
    const Files files(layer_of(false));
    const auto with = [&](const Words& more) {
        Words all = {"--layer", "rmsnorm", "--x", "x.npy", "--dy", "dy.npy"};
        all.insert(all.end(), more.begin(), more.end());
        return files.words(all);
    };
    check_refused({"measure", "jacobian"}, "needs the layer: --layer rms_norm");
    check_refused(files.words({"--layer", "rmsnorm"}), "needs the layer's input: --x FILE");
    check_refused(files.words({"--layer", "rmsnorm", "--x", "x.npy"}), "--dy FILE");
    check_refused(with({"--dx", "dx.npy"}),
                  "needs the epsilon of the layer: give --eps 1e-6, or the name of");
    check_refused(with({"--eps", "1e-5"}), "needs a result to check: --dx FILE");
    check_refused(with({"--dx", "dx.npy", "--eps", "-1e-5"}), "--eps must not be negative");
    check_refused(with({"--dx", "dx.npy", "--eps", "1e"}), "--eps: ");
    check_refused(with({"--dx", "dx.npy", "--eps", "inf"}), "--eps");
    check_refused(with({"--dx", "none.npy", "--eps", "1e-5"}), "No such file");
    check_refused(with({"--dx", "w.npy", "--eps", "1e-5"}), "dx must have the shape of x, [2, 24, 64]");
    check_refused(with({"--dx", "dx.npy", "--eps", "1", "--weight", "dx.npy"}),
                  "weight must have 64 entries");
    check_refused(with({"--dx", "dx.npy", "--eps", "1", "--weight-offset", "1"}), "give --weight FILE, too");
    check_refused(with({"--dx", "dx.npy", "--eps", "1", "--dtype", "int8"}), "float16, bfloat16, float32");
    check_refused(with({"--dx", "dx.npy", "--eps", "1", "--std", "1"}), "measure jacobian has no --std");
    check_refused(with({"dx.npy", "--eps", "1"}), "needs its files by flags");
    check_refused(with({"--dx", "dx.npy", "--y", "dx.npy", "--eps", "1"}), "is given as --dx and as --y");
    check_refused(files.words({"--layer", "rmsnrm", "--x", "x.npy", "--dy", "dy.npy", "--eps", "1"}),
                  "did you mean rms_norm?");
    Words over = with({"--dx", "dx.npy", "--eps", "1"});
    over.push_back("--json=" + files.folder / "x.npy");
    check_refused(over, "the report would overwrite");
    files.folder.write("bad.npy", npy({64}, Doubles(64, std::nan("")), "<f4"));
    check_refused(with({"--dx", "dx.npy", "--eps", "1", "--weight", "bad.npy"}), "weight[0] is NaN");
    files.folder.write("empty.npy", npy({0, 64}, {}, "<f4"));
    check_refused(files.words({"--layer", "rmsnorm", "--x", "empty.npy", "--dy", "dy.npy", "--dx", "dx.npy",
                               "--eps", "1"}),
                  "the array has no numbers: its shape is [0, 64]");
    const Words one = {"--layer", "layernorm", "--x", "one.npy", "--dy", "one.npy", "--dx", "zero.npy"};
    files.folder.write("one.npy", npy({4, 1}, {1, 2, 3, 4}, "<f4"));
    files.folder.write("zero.npy", npy({4, 1}, {0, 0, 0, 0}, "<f4"));
    Words single = files.words(one);
    single.insert(single.end(), {"--eps", "1e-5"});
    CHECK(tool(single).code == 0);
    CHECK(tool(single).shows("warning: each row has only one entry: it equals its mean"));
    single.back() = "0";
    CHECK(tool(single).code == 3);
    CHECK(tool(single).shows("is constant, for which the layer is not defined with eps 0"));
}
