// measure weights: files in, table, report and exit code out.

#include <doctest/doctest.h>

#include <bit>
#include <cmath>

#include "formats/files.hpp"

#include "formats/json.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/npy_samples.hpp"
#include "tests/support/schema_check.hpp"
#include "tests/support/weights_samples.hpp"

using cli::tool;
using Words = std::vector<std::string>;
using namespace npy_samples;
using namespace sigprop;

namespace {

/// W[64, 128] as float32.
std::string weights_file(const std::vector<double>& weights) {
    return file(dictionary("<f4", "(64, 128)"), raw(std::vector<float>(weights.begin(), weights.end())));
}

const std::string normal = weights_file(weights_samples::normal_weights(8192, 0.02, 1));
const std::string truncated = weights_file(weights_samples::truncated(8192, 0.02, -2, 2, 1));

Words words(const std::string& path, const Words& more) {
    Words all = {"measure", "weights", "--w", path};
    all.insert(all.end(), more.begin(), more.end());
    return all;
}

}  // namespace

TEST_CASE("as claimed, not as claimed, too few") {
    const cli::Folder folder;
    const std::string plain = folder.write("plain.npy", normal);
    const std::string cut = folder.write("cut.npy", truncated);
    const cli::Run good = tool(words(plain, {"--std", "0.02"}));
    CHECK(good.code == 0);
    CHECK(good.shows("[64, 128]  float32  8192"));
    CHECK(good.shows("plain.npy: confirmed"));
    CHECK(good.shows("truncation    none found"));
    CHECK(good.shows("tested        std and law of the entries; correlation of rows and columns, by blocks"));
    CHECK(good.err.empty());
    const cli::Run bad = tool(words(plain, {"--std", "0.02", "--lower", "-2", "--upper", "2"}));
    CHECK(bad.code == 1);
    CHECK(bad.shows("It looks like a normal of std 0.02 without truncation"));
    CHECK(tool(words(cut, {"--std", "0.02", "--lower=-2", "--upper=2"})).code == 0);
    CHECK(tool(words(cut, {"--std", "0.02", "--lower=-2", "--upper=2", "--limits=absolute"})).code == 1);
    CHECK(tool(words(cut, {"--std", "0.02", "--lower=-0.04", "--upper=0.04", "--limits", "absolute"})).code ==
          0);
    CHECK(tool(words(plain, {"--std", "0.02*sqrt(2*3)/sqrt(6)"})).code == 0);  // expressions
    const std::string few =
        folder.write("few.npy", file(dictionary("<f8", "(3,)"), raw<double>({0.01, -0.02, 0})));
    const cli::Run undecided = tool(words(few, {"--std", "0.02"}));
    CHECK(undecided.code == 3);
    CHECK(undecided.shows("too few weights"));
}

TEST_CASE("a uniform law") {
    const cli::Folder folder;
    const std::string path = folder.write("u.npy", weights_file(weights_samples::uniform(8192, 0.125, 1)));
    const cli::Run good = tool(words(path, {"--std", "1/sqrt(3*64)", "--distribution", "uniform"}));
    CHECK(good.code == 0);
    CHECK(good.shows("a uniform law of mean 0 and std 1/sqrt(3*64), on ±sqrt(3) std"));
    CHECK(good.shows("0.072169 = 1/sqrt(3*64)"));
    CHECK(tool(words(path, {"--std", "1/sqrt(3*64)", "--distribution=normal"})).code == 1);
    const cli::Run half_width = tool(words(path, {"--std", "0.125", "--distribution=uniform"}));
    CHECK(half_width.code == 1);
    CHECK(half_width.shows("a uniform law on ±0.125: the std used as half-width"));
    CHECK(tool({"measure", "weights", "--help"}).shows("--distribution LAW"));
}

TEST_CASE("a single weight has no std") {
    const cli::Folder folder;
    const std::string path = folder.write("one.npy", file(dictionary("<f8", "(1,)"), raw<double>({0.25})));
    const cli::Run run = tool(words(path, {"--std", "1"}));
    CHECK(run.code == 3);
    CHECK(run.shows("1  0.25    -       -  0.25  0.25         -  undecided"));
    CHECK(run.shows("a single weight has no std"));
    const cli::Run json = tool(words(path, {"--std", "1", "--json"}));
    const Json measured = parse_json(json.out, "report").at("records").as_array()[0].at("measured");
    CHECK(measured.at("std").is_null());
    CHECK(measured.at("min").as_double() == 0.25);
    CHECK(json.out.find("the only finite weight, 0.25, has no spread") != std::string::npos);
}

TEST_CASE("without a claim, files are described") {
    const cli::Folder folder;
    const std::string path = folder.write("w.npy", normal);
    const cli::Run run = tool({"measure", "weights", path});
    CHECK(run.code == 0);
    CHECK(run.shows("normal, std 0.0"));
    CHECK(run.shows("a normal of std 0.02 (BERT, GPT-2), std 0.02"));
    CHECK_FALSE(run.shows("claims"));
    const cli::Run json = tool({"measure", "weights", path, "--json", "--reproducible"});
    const Json report = parse_json(json.out, "report");
    const Json schema =
        parse_json(read_file(SIGPROP_SOURCE_DIR "/results/schema/report.schema.json"), "schema");
    CHECK(schema::Checker(schema)(report).empty());
    const Json& record = report.at("records").as_array().at(0);
    CHECK(record.at("expression").as_string() == "0.02");
    CHECK(record.at("verdict").as_string().empty());
    const std::string tested =
        "std and law of the entries; correlation of rows and columns, by blocks (gates)";
    CHECK(record.at("described").at("tested").as_string().starts_with(tested));
    std::vector<double> broken = weights_samples::normal_weights(8192, 0.02, 1);
    broken[130] = NAN;
    const cli::Run bad = tool({"measure", "weights", folder.write("nan.npy", weights_file(broken))});
    CHECK(bad.code == 3);
    CHECK(bad.shows("1 NaN and 0 infinite weights, the first at [1, 2]"));
}

TEST_CASE("several files, each with its record, in the forms of every report") {
    const cli::Folder folder;
    const std::string a = folder.write("a.npy", normal);
    const std::string b = folder.write("b.npy", truncated);
    const Words two = {"measure", "weights", "--w", a, "--w", b, "--std", "0.02"};
    CHECK(tool(two).code == 1);
    CHECK(tool(two).shows("2 claims: 1 confirmed, 1 refuted"));
    CHECK(tool({"measure", "weights", a, b, "--std", "0.02"}).out == tool(two).out);
    Words json = two;
    json.insert(json.end(), {"--json", "--reproducible"});
    const cli::Run run = tool(json);
    CHECK(run.out == tool(json).out);
    const Json report = parse_json(run.out, "report");
    const Json schema =
        parse_json(read_file(SIGPROP_SOURCE_DIR "/results/schema/report.schema.json"), "schema");
    CHECK(schema::Checker(schema)(report).empty());
    const std::vector<Json>& records = report.at("records").as_array();
    REQUIRE(records.size() == 2);
    CHECK(records[0].at("verdict").as_string() == "confirmed");
    CHECK(records[0].at("strength").as_string() == "sample");
    CHECK(records[0].at("measured").at("count").as_double() == 8192);
    CHECK(records[0].at("evidence").as_array().back().at("route").as_string() == "measurement");
    CHECK(records[1].at("verdict").as_string() == "refuted");
    Words files = two;
    files.insert(files.end(),
                 {"--quiet", "--github", "--junit", folder / "j.xml", "--csv=" + (folder / "c.csv")});
    CHECK(tool(files).shows("::error title=sigprop%3A " + b));
    CHECK(folder.read("j.xml").find("failures=\"1\"") != std::string::npos);
    CHECK(cli::count(folder.read("c.csv"), "\n") == 3);
    folder.write("old.json", run.out);
    Words baseline = two;
    baseline.insert(baseline.end(), {"--baseline", folder / "old.json"});
    CHECK(tool(baseline).shows("against "));
}

TEST_CASE("bfloat16 needs its flag") {
    const cli::Folder folder;
    std::vector<std::uint16_t> bits;
    for (const double w : weights_samples::rounded(weights_samples::truncated(8192, 0.02, -2, 2, 1), 8)) {
        bits.push_back(
            static_cast<std::uint16_t>(std::bit_cast<std::uint32_t>(static_cast<float>(w)) >> 16U));
    }
    const std::string path = folder.write("b.npy", file(dictionary("<u2", "(8192,)"), raw(bits)));
    const Words claim = {"--std", "0.02", "--lower", "-2", "--upper", "2"};
    CHECK(tool(words(path, claim)).code == 2);
    CHECK(tool(words(path, claim)).says("give --bfloat16"));
    Words with = words(path, claim);
    with.emplace_back("--bfloat16");
    CHECK(tool(with).code == 0);
    CHECK(tool(with).shows("bfloat16"));
}
