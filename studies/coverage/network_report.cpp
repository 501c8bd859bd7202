#include "network_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sigprop/core/base/errors.hpp>

#include "formats/files.hpp"

#include "network_study.hpp"

namespace sigprop::coverage {
namespace {

const char* const note =
    "How many of the intervals of level 0.95 miss, of 200 seeds with 32 networks each. 'claimed' counts the "
    "seeds with an interval; the others are 'unable' because a few networks carry the number. 'allowed' is "
    "exceeded once in a thousand times by intervals that hold 93 %. 'misses_without_judgement' counts those "
    "of "
    "all 200 seeds if every interval were claimed. The truth is proved, or that of all seeds together; it is "
    "unknown where 6400 networks do not settle it, and then nothing may be claimed. What is wide and deep is "
    "left out for its cost. bash studies/coverage/run.sh --networks computes this file again.";

/// Counts of one statistic over all cases.
struct Sum {
    int claimed = 0, misses = 0, all = 0, unjudged = 0, missed_cells = 0;

    void add(const NetworkRow& row) {
        if (row.truth == Truth::unknown) return;
        claimed += row.claimed;
        misses += row.misses;
        all += network_seeds;
        unjudged += row.unjudged;
        if (row.control_fails()) ++missed_cells;
    }
    [[nodiscard]] Json json() const {
        Json json = Json::object();
        json.set("claimed", claimed)
            .set("misses", misses)
            .set("without_judgement", all)
            .set("misses_without_judgement", unjudged)
            .set("cells_missed_without_judgement", missed_cells);
        return json;
    }
};

void show(const NetworkRow& row) {
    const NetworkCase& one = row.studied;
    fmt::print("{:<22}{:<24.22}{:>9}{:>6}  {:<15}{:>8}{:>8}{:>9}{:>10}  {}\n", one.quantity, one.arguments,
               one.sublayers, one.width, row.statistic, row.claimed, row.misses, allowed_misses(row.claimed),
               row.unjudged,
               !row.holds()                  ? "out of bounds"
               : row.truth == Truth::unknown ? "truth unknown"
               : row.control_fails()         ? "unjudged: out of bounds"
                                             : "");
    std::fflush(stdout);
}

}  // namespace

int report_networks(const NetworkOptions& options) {
    Json compared;
    if (!options.compare.empty()) compared = parse_json(read_file(options.compare), options.compare);
    fmt::print("{:<46}{:>9}{:>6}  {:<15}{:>8}{:>8}{:>9}{:>10}\n", "", "sublayers", "width", "", "claimed",
               "misses", "allowed", "unjudged");
    bool good = true;
    Json rows = Json::array();
    std::map<std::string, Sum> sums;
    for (const NetworkCase& one : network_cases()) {
        if (!options.sublayers.empty() && std::ranges::count(options.sublayers, one.sublayers) == 0) continue;
        for (const NetworkRow& row : study(one, options.threads)) {
            show(row);
            sums[row.statistic].add(row);
            good = good && row.holds();
            rows.push_back(to_json(row));
            if (options.compare.empty()) continue;
            const auto& known = compared.at("rows").as_array();
            if (std::find(known.begin(), known.end(), to_json(row)) != known.end()) continue;
            fmt::print(stderr, "sigprop_coverage: {} has no such row: {}\n", options.compare,
                       write_json(to_json(row), JsonStyle::canonical));
            good = false;
        }
    }
    if (rows.size() == 0)
        throw InputError("no case has so many sublayers: there are 4, 8, 24, 32, 100, 400 and 1000");
    Json totals = Json::object();
    for (const auto& [statistic, sum] : sums) {
        fmt::print(
            "{:<15} {} of {} intervals miss; without judgement {} of {}, and {} cells are out of bounds\n",
            statistic, sum.misses, sum.claimed, sum.unjudged, sum.all, sum.missed_cells);
        totals.set(statistic, sum.json());
    }
    if (sums["mean"].missed_cells == 0) {
        fmt::print(
            "no mean is out of bounds without judgement: this study could not tell that it is needed\n");
        good = false;
    }
    if (!options.json.empty()) {
        Json file = Json::object();
        file.set("note", note).set("seeds", network_seeds).set("totals", std::move(totals));
        write_file_atomically(options.json, write_json(file.set("rows", std::move(rows))));
    }
    return good ? 0 : 1;
}

}  // namespace sigprop::coverage
