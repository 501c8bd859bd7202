// measure attention: files in, table, report and exit code out.

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

struct Files {
    cli::Folder folder;
    std::string q, k;

    Files(const std::string& q_bytes, const std::string& k_bytes)
        : q(folder.write("q.npy", q_bytes)), k(folder.write("k.npy", k_bytes)) {}
    [[nodiscard]] Words words(const Words& more = {}) const {
        Words all = {"measure", "attention", "--q", q, "--k", k};
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }
};

const Shape grouped = {2, 4, 16, 32};
const Doubles queries = numbers(2 * 4 * 16 * 32, 1, 1);
const Doubles keys = numbers(2 * 2 * 16 * 32, 1, 2);

/// The first head's 16 positions.
Doubles head_of(const Doubles& all) { return {all.begin(), all.begin() + 16 * 32}; }

Json report_of(const cli::Run& run) { return parse_json(run.out, "report"); }

}  // namespace

TEST_CASE("a table of heads that fits 80 columns") {
    const Files files(npy(grouped, queries, "<f4"), npy({2, 2, 16, 32}, keys, "<f4"));
    const cli::Run run = tool(files.words({"--causal"}));
    CHECK(run.code == 0);
    CHECK(run.err.empty());
    CHECK(run.shows("[2, 4, 16, 32] float32"));
    CHECK(run.shows("8 heads of 16 queries and 16 keys, each head of k serves 2"));
    CHECK(run.shows("q.k / sqrt(32), the default scale, causal"));
    CHECK(run.shows("head    entropy  /log n    iid"));
    for (const char* head : {"\n[0, 0]", "\n[1, 3]"}) CHECK(cli::count(run.out, head) == 2);
    std::istringstream lines(run.out);
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('[') || line.starts_with("head")) CHECK_MESSAGE(line.size() <= 80, line);
    }
    CHECK(tool(files.words({"--causal", "--threads", "2"})).out == run.out);
    CHECK(tool(files.words({"--scale", "0.25"})).shows("q.k times 0.25\n"));
}

TEST_CASE("the report: a record a head, with what was measured and what is expected") {
    const Files files(npy(grouped, queries, "<f4"), npy({2, 2, 16, 32}, keys, "<f2"));
    const cli::Run run = tool(files.words({"--json", "--reproducible"}));
    CHECK(run.code == 0);
    const Json report = report_of(run);
    const Json schema =
        parse_json(read_file(SIGPROP_SOURCE_DIR "/results/schema/report.schema.json"), "schema");
    CHECK(schema::Checker(schema)(report).empty());
    const std::vector<Json>& records = report.at("records").as_array();
    REQUIRE(records.size() == 8);
    const Json& last = records[7];
    CHECK(last.at("id").as_string() == files.q + "[1, 3]");
    CHECK(last.at("statement").as_string().find("k.npy[1, 1]") != std::string::npos);
    CHECK(last.at("verdict").as_string().empty());
    CHECK(last.at("expression").as_string().starts_with("attention.entropy(16, std="));
    const Json& measured = last.at("measured");
    CHECK(measured.at("rows").as_double() == 16);
    CHECK(measured.at("bad_rows").as_double() == 0);
    CHECK(measured.at("scale").as_double() == 1 / std::sqrt(32.0));
    const Json& evidence = last.at("evidence").as_array().back();
    CHECK(evidence.at("route").as_string() == "measurement");
    CHECK(evidence.at("status").as_string() == "ok");
    const double entropy = measured.at("entropy").as_double();
    CHECK(std::abs(evidence.at("double").as_double() - entropy) < 1e-12);
    CHECK(std::abs(last.at("computed").at("double").as_double() - entropy) < 0.2);
    // Compared with itself nothing changes; with another scale it does.
    files.folder.write("old.json", run.out);
    const Words against = {"--baseline", files.folder / "old.json"};
    CHECK(tool(files.words(against)).code == 0);
    Words other = against;
    other.insert(other.end(), {"--scale", "0.2"});
    CHECK(tool(files.words(other)).code == 1);
}

TEST_CASE("CSV and Markdown hold every head") {
    const Files files(npy({16, 32}, head_of(queries)), npy({16, 32}, head_of(keys)));
    CHECK(tool(files.words({"--softcap", "2*25"})).shows("capped: x becomes c tanh(x / c), c = 2*25"));
    CHECK(
        tool(files.words({"--quiet", "--csv=" + (files.folder / "a.csv"), "--md=" + (files.folder / "a.md")}))
            .out.empty());
    const std::string csv = files.folder.read("a.csv");
    CHECK(csv.starts_with(
        "id,expression,expected,status,reason,queries,keys,dim,scale,rows,bad_rows,entropy,"));
    CHECK(cli::count(csv, "\n") == 2);
    const std::string page = files.folder.read("a.md");
    CHECK(page.find("| head | entropy |") != std::string::npos);
    CHECK(page.find("1 head of 16 queries and 16 keys; logits q.k / sqrt\\(32\\)") != std::string::npos);
}

TEST_CASE("rows that are not finite are counted, named and left out") {
    Doubles bad = queries;
    const std::size_t row = (1 * 4 + 2) * 16 + 5;  // [1, 2, 5]
    bad[row * 32 + 17] = std::numeric_limits<double>::quiet_NaN();
    bad[(row + 4) * 32] = -std::numeric_limits<double>::infinity();
    const Files files(npy(grouped, bad, "<f4"), npy({2, 2, 16, 32}, keys, "<f4"));
    const cli::Run run = tool(files.words());
    CHECK(run.code == 3);
    CHECK(run.shows("q.npy[1, 2]: 2 of 16 rows are not finite"));
    CHECK(run.shows("the first is at q[1, 2, 5]:"));
    CHECK(run.shows("q[1, 2, 5, 17] is NaN"));
    const Json report = report_of(tool(files.words({"--json"})));
    const Json& measured = report.at("records").as_array()[6].at("measured");
    CHECK(measured.at("bad_rows").as_double() == 2);
    CHECK(measured.at("rows").as_double() == 14);
    CHECK(std::isfinite(measured.at("entropy").as_double()));
    CHECK(report.at("records").as_array()[5].at("measured").at("bad_rows").as_double() == 0);

    Doubles bad_keys = keys;
    bad_keys[(3 * 16 + 12) * 32] = std::numeric_limits<double>::infinity();  // k[1, 1, 12, 0]
    const Files seen(npy(grouped, queries, "<f4"), npy({2, 2, 16, 32}, bad_keys, "<f4"));
    CHECK(tool(seen.words({"--causal"})).code == 3);
    CHECK(tool(seen.words({"--causal"})).shows("4 of 16 rows are not finite; the first is at q[1, 2, 12]"));
    CHECK(tool(seen.words()).shows("16 of 16 rows are not finite; the first is at q[1, 3, 0]"));
    CHECK(tool(seen.words()).shows("k[1, 1, 12, 0] is infinite"));

    Doubles large = head_of(queries);
    for (double& one : large) one *= 1e20;
    const Files overflow(npy({16, 32}, large, "<f4"), npy({16, 32}, large, "<f4"));
    CHECK(tool(overflow.words()).shows("q and k are finite there, but the logits overflow float32"));
    CHECK(tool(overflow.words()).code == 3);
}

TEST_CASE("bfloat16 needs its flag") {
    const Files files(npy(grouped, queries, "<u2"), npy({2, 2, 16, 32}, keys, "<u2"));
    CHECK(tool(files.words()).code == 2);
    CHECK(tool(files.words()).says("give --bfloat16"));
    CHECK(tool(files.words({"--bfloat16"})).shows("[2, 4, 16, 32] bfloat16"));
}
