// measure elementwise: files in, tables, report and exit code out.

#include <doctest/doctest.h>

#include <limits>
#include <sstream>

#include "formats/files.hpp"

#include "formats/json.hpp"
#include "tests/cli/run_tool.hpp"
#include "tests/support/attention_samples.hpp"
#include "tests/support/schema_check.hpp"

using cli::tool;
using Words = std::vector<std::string>;
using namespace attention_samples;
using namespace sigprop;

namespace {

const Doubles normal = numbers(4 * 16 * 24, 1, 7);

struct Files {
    cli::Folder folder;
    std::string x;

    explicit Files(const std::string& bytes) : x(folder.write("x.npy", bytes)) {}
    [[nodiscard]] Words words(const Words& more = {}) const {
        Words all = {"measure", "elementwise", "--x", x};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
};

}  // namespace

TEST_CASE("tables that fit 80 columns, and what the normal optimum assumes") {
    const Files files(npy({4, 16, 24}, normal, "<f4"));
    const cli::Run run = tool(files.words());
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    CHECK(run.shows("x.npy [4, 16, 24] float32"));
    CHECK(run.shows("y = x / sqrt(mean x^2 + eps) over 24 features (rms_norm), eps = 0"));
    CHECK(tool(files.words({"--layer", "bzhangGo RMSNorm", "--eps", "1e-8"}))
              .shows("y = x / (rms + eps) over 24 features (rms_norm), eps = 1e-8"));
    CHECK(run.shows("independent features N(0, rms^2) with rms 1 "));
    CHECK(run.shows("sqrt(24) = 4.899"));
    CHECK(run.shows("\nnormal optimum, rms 1 "));
    CHECK(run.shows("\nbest element-wise map (estimate)"));
    CHECK(!run.shows("outliers"));
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) {
        const bool is_text =
            line.starts_with("  ") || line.starts_with("error:") || line.starts_with("element");
        if (!is_text) CHECK_MESSAGE(line.size() <= 80, line);
    }
    CHECK(tool(files.words({"--threads", "2"})).out == run.out);
    // The layer, its weight and the rms change the numbers and the words.
    const std::string gamma = files.folder.write("g.npy", npy({24}, Doubles(24, 0.5)));
    const cli::Run other = tool(
        files.words({"--layer", "torch.nn.LayerNorm", "--eps", "1e-5", "--rms", "1/2", "--weight", gamma}));
    CHECK(other.code == 0);
    CHECK(other.shows("y = (x - mean) / sqrt(var + eps) over 24 features (layer_norm), eps = 1e-5, times"));
    CHECK(other.shows("rms 1/2 in every row"));
    CHECK(other.shows("times that of the layer"));
    CHECK(other.shows("also subtracts the mean"));
}

TEST_CASE("the report: five records, with what was measured and what normal inputs would give") {
    const Files files(npy({64, 24}, normal, "<f2"));
    const cli::Run run = tool(files.words({"--json", "--reproducible", "--rms", "2"}));
    CHECK(run.code == 0);
    const Json report = parse_json(run.out, "report");
    const Json schema =
        parse_json(read_file(SIGPROP_SOURCE_DIR "/results/schema/report.schema.json"), "schema");
    CHECK(schema::Checker(schema)(report).empty());
    const std::vector<Json>& records = report.at("records").as_array();
    REQUIRE(records.size() == 5);
    const std::vector<std::string> expressions = {
        "elementwise.fit_alpha(24, std=2)", "elementwise.fit_c(24, std=2)", "elementwise.error(dyt, 24)",
        "elementwise.error(dyisru, 24)", "elementwise.irreducible_error(24)"};
    for (std::size_t i = 0; i < records.size(); ++i) {
        CHECK(records[i].at("expression").as_string() == expressions[i]);
        CHECK(records[i].at("verdict").as_string().empty());
        CHECK(records[i].at("evidence").as_array().back().at("route").as_string() == "measurement");
    }
    const Json& alpha = records[0];
    CHECK(alpha.at("id").as_string() == files.x + ": dyt alpha");
    const Json& measured = alpha.at("measured");
    CHECK(measured.at("rows").as_double() == 64);
    CHECK(measured.at("alpha").as_double() ==
          alpha.at("evidence").as_array().back().at("double").as_double());
    // alpha for rms 2 is half of that for rms 1, which these inputs have.
    CHECK(std::abs(measured.at("alpha").as_double() / alpha.at("computed").at("double").as_double() - 2) <
          0.1);
    CHECK(measured.at("error_normal").as_double() > 10 * measured.at("error").as_double());
    CHECK(std::abs(measured.at("error_normal_of_rms").as_double() / measured.at("error").as_double() - 1) <
          0.1);
    files.folder.write("old.json", run.out);
    const Words against = {"--baseline", files.folder / "old.json"};
    CHECK(tool(files.words({"--rms", "2", "--baseline", files.folder / "old.json"})).code == 0);
    CHECK(tool(files.words(against)).code == 1);
}

TEST_CASE("CSV has every feature, Markdown the tables") {
    Doubles x = normal;
    for (std::size_t i = 3; i < x.size(); i += 24) x[i] *= 64;
    const Files files(npy({64, 24}, x));
    const std::string csv = files.folder / "a.csv";
    CHECK(tool(files.words({"--quiet", "--csv=" + csv, "--md=" + (files.folder / "a.md")})).out.empty());
    const std::string table = files.folder.read("a.csv");
    CHECK(table.starts_with("feature,rms,alpha,dyt_error,dyt_error_at_all,dyt_share_of_error,c,"));
    CHECK(cli::count(table, "\n") == 26);
    CHECK(table.find("\nall,") != table.npos);
    CHECK(table.find("\n23,") != table.npos);
    const std::string page = files.folder.read("a.md");
    CHECK(page.find("- outliers: 1 features have an rms above 6 times the median: 3 \\(rms") != page.npos);
    CHECK(page.find("| fit to all features |") != page.npos);
    CHECK(page.find("| feature |") != page.npos);
}

TEST_CASE("rows left out are named, and the exit code is 3") {
    Doubles bad = normal;
    bad[5 * 24 + 17] = std::numeric_limits<double>::quiet_NaN();
    for (std::size_t j = 0; j < 24; ++j) bad[20 * 24 + j] = 0;
    const Files files(npy({4, 16, 24}, bad, "<f4"));
    const cli::Run run = tool(files.words());
    CHECK(run.code == 3);
    CHECK(run.shows("62 rows, 2 skipped"));
    CHECK(run.shows("x.npy: 1 of 64 rows is not finite; the first: x[0, 5, 17] is NaN"));
    CHECK(run.shows("x[1, 4] is zero"));
    CHECK(tool(files.words({"--eps", "1e-6"})).shows("63 rows, 1 skipped"));
    const Files nothing(npy({2, 3}, Doubles(6)));
    CHECK(tool(nothing.words()).code == 3);
    CHECK(tool(nothing.words()).shows("0 rows, 2 skipped"));
    CHECK(tool(nothing.words({"--json"})).code == 3);
}
