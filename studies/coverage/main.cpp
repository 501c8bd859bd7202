// Coverage of the intervals that simulations state: how many of 10,000 seeds miss, and how many may. Exits 1
// if a count is out of bounds, if intervals 10 % too short would not be noticed, or if the rows are not those
// of a file; 2 for bad input.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sigprop/core/base/errors.hpp>

#include "formats/files.hpp"

#include "network_report.hpp"
#include "study.hpp"
#include "training_report.hpp"

namespace {

using namespace sigprop;
using namespace sigprop::coverage;

struct Options {
    int threads = 1;
    std::vector<std::uint64_t> samples, sublayers;
    bool networks = false, training = false;
    std::string json, compare;
};

const char* const note =
    "How many of the intervals of 10,000 seeds miss the proved value. 'unable' counts the seeds for which no "
    "interval is claimed; 'allowed' holds the misses of exact intervals but twice in a million times. "
    "studies/coverage/run.sh computes this file again.";

void show(const Row& row) {
    fmt::print("{:<42}{:<18}{:>7}{:>8}{:>8}{:>8}   {:>3} to {:<6}{:>7}  {}\n", row.studied.quantity,
               row.studied.method, row.studied.samples, row.level.level, row.misses, row.unable, row.least(),
               row.level.max_misses, row.wrong(),
               !row.holds()           ? "out of bounds"
               : !row.control_fails() ? "wrong intervals would pass"
                                      : "");
}

/// Whether the file has this row.
bool is_in(const Json& file, const Row& row) {
    const auto& rows = file.at("rows").as_array();
    return std::find(rows.begin(), rows.end(), to_json(row)) != rows.end();
}

int run(const Options& options) {
    Json compared;
    if (!options.compare.empty()) compared = parse_json(read_file(options.compare), options.compare);
    fmt::print("{:<42}{:<18}{:>7}{:>8}{:>8}{:>8}   allowed      control\n", "", "", "samples", "level",
               "misses", "unable");
    Json rows = Json::array();
    bool good = true;
    for (const Case& one : cases()) {
        if (!options.samples.empty() && std::ranges::count(options.samples, one.samples) == 0) continue;
        for (const Row& row : study(one, options.threads)) {
            show(row);
            std::fflush(stdout);
            good = good && row.holds() && row.control_fails();
            if (!options.compare.empty() && !is_in(compared, row)) {
                fmt::print(stderr, "sigprop_coverage: {} has no such row: {}\n", options.compare,
                           write_json(to_json(row), JsonStyle::canonical));
                good = false;
            }
            rows.push_back(to_json(row));
        }
    }
    if (rows.size() == 0)
        throw InputError("no case has so many samples: there are 100, 1000, 4096 and 65536");
    if (!options.json.empty()) {
        Json file = Json::object();
        file.set("note", note).set("seeds", seeds).set("rows", std::move(rows));
        write_file_atomically(options.json, write_json(file));
    }
    return good ? 0 : 1;
}

}  // namespace

int main(int count, char** arguments) {
    Options options;
    CLI::App app("How many of the intervals of 10,000 seeds miss the proved value");
    app.add_option("--threads", options.threads, "change no count")->check(CLI::Range(1, 1024));
    app.add_option("--samples", options.samples, "only cases with so many samples");
    app.add_flag("--networks", options.networks, "sampled networks instead of formulas");
    app.add_flag("--training", options.training, "network.* and training.* instead of formulas")
        ->excludes("--networks");
    app.add_option("--sublayers", options.sublayers, "only networks of so many sublayers");
    app.add_option("--json", options.json, "write the rows to this file");
    app.add_option("--compare", options.compare, "the rows must be among those of this file");
    CLI11_PARSE(app, count, arguments);
    try {
        const NetworkOptions of_networks = {options.threads, options.sublayers, options.json,
                                            options.compare};
        if (options.networks) return report_networks(of_networks);
        if (options.training) return report_training(of_networks);
        if (!options.sublayers.empty()) throw InputError("--sublayers belongs to --networks and --training");
        return run(options);
    } catch (const std::exception& error) {
        fmt::print(stderr, "sigprop_coverage: {}\n", error.what());
        return 2;
    }
}
