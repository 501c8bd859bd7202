#include "training_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sigprop/core/base/errors.hpp>

#include "formats/files.hpp"

#include "training_study.hpp"

namespace sigprop::coverage {
namespace {

const char* const note =
    "How many of the intervals of level 0.95 of network.* (16 networks) and training.* (4 networks) miss, of "
    "200 "
    "seeds. 'claimed' counts the seeds with an interval; the others are 'unable' because a few networks "
    "carry "
    "the number. 'allowed' is exceeded once in a thousand times by intervals that hold 93 %. "
    "'misses_without_judgement' counts those of all seeds if every interval were claimed, "
    "'misses_if_a_third_shorter' those among the claimed if intervals were shorter by a third. The truth is "
    "that "
    "of all seeds together; it is unknown where so many networks do not settle it, and then nothing may be "
    "claimed. Totals are those of each quantity over all cells, but for those where all networks agree: they "
    "hold in 90 to 98 %; intervals of shares "
    "are "
    "exact, and hold in 90 % or more. bash studies/coverage/run.sh --training computes this file again.";

/// Counts of one quantity over all cells.
struct Sum {
    bool is_share = false;
    int claimed = 0, misses = 0, shorter = 0, all = 0, unjudged = 0, missed_cells = 0;

    void add(const TrainingRow& row) {
        is_share = row.is_share;
        if (row.truth == Truth::unknown || row.is_constant) return;
        claimed += row.claimed;
        misses += row.misses;
        shorter += row.shorter;
        all += row.numbers;
        unjudged += row.unjudged;
        if (row.control_fails()) ++missed_cells;
    }
    /// 90 to 98 %.
    [[nodiscard]] bool holds() const {
        return 10 * misses <= claimed && (is_share || 50 * misses >= claimed);
    }
    [[nodiscard]] bool control_is_noticed() const { return is_share || 10 * shorter > claimed; }
    [[nodiscard]] Json json() const {
        Json json = Json::object();
        json.set("claimed", claimed).set("misses", misses).set("misses_if_a_third_shorter", shorter);
        if (is_share) return json;
        return json.set("without_judgement", all)
            .set("misses_without_judgement", unjudged)
            .set("cells_missed_without_judgement", missed_cells);
    }
};

void show(const TrainingRow& row) {
    fmt::print("{:<110.110}{:>8}{:>8}{:>9}{:>9}{:>10}  {}\n", row.expression, row.claimed, row.misses,
               allowed_misses(row.claimed), row.shorter, row.unjudged,
               !row.holds()                  ? "out of bounds"
               : row.truth == Truth::unknown ? "truth unknown"
               : row.control_fails()         ? "unjudged: out of bounds"
                                             : "");
    std::fflush(stdout);
}

bool is_in(const Json& file, const TrainingRow& row) {
    const auto& known = file.at("rows").as_array();
    return std::find(known.begin(), known.end(), to_json(row)) != known.end();
}

/// Whether the whole study's totals hold, and would not if the intervals were wrong.
bool holds(const std::map<std::string, Sum>& sums) {
    bool good = true;
    int needed = 0;
    for (const auto& [name, sum] : sums) {
        needed += sum.missed_cells;
        if (sum.holds() && sum.control_is_noticed()) continue;
        fmt::print("{}: {}\n", name,
                   sum.holds() ? "intervals a third shorter would not be noticed" : "not in 90 to 98 %");
        good = false;
    }
    if (needed > 0) return good;
    fmt::print("no mean is out of bounds without judgement: this study could not tell that it is needed\n");
    return false;
}

}  // namespace

int report_training(const NetworkOptions& options) {
    Json compared;
    if (!options.compare.empty()) compared = parse_json(read_file(options.compare), options.compare);
    fmt::print("{:<110}{:>8}{:>8}{:>9}{:>9}{:>10}\n", "", "claimed", "misses", "allowed", "shorter",
               "unjudged");
    bool good = true;
    Json rows = Json::array();
    std::map<std::string, Sum> sums;
    for (const TrainingCell& cell : training_cells()) {
        if (!options.sublayers.empty() && std::ranges::count(options.sublayers, cell.sublayers) == 0)
            continue;
        for (const TrainingRow& row : study(cell, options.threads)) {
            show(row);
            sums[row.name].add(row);
            good = good && row.holds();
            rows.push_back(to_json(row));
            if (options.compare.empty() || is_in(compared, row)) continue;
            fmt::print(stderr, "sigprop_coverage: {} has no such row: {}\n", options.compare,
                       write_json(to_json(row), JsonStyle::canonical));
            good = false;
        }
    }
    if (rows.size() == 0)
        throw InputError("no cell has so many sublayers: there are 4, 6, 10, 12, 24 and 96");
    Json totals = Json::object();
    for (const auto& [name, sum] : sums) {
        fmt::print("{:<32} {} of {} intervals miss, {} a third shorter; without judgement {} of {}\n", name,
                   sum.misses, sum.claimed, sum.shorter, sum.unjudged, sum.all);
        totals.set(name, sum.json());
    }
    if (options.sublayers.empty()) good = holds(sums) && good;
    if (!options.json.empty()) {
        Json file = Json::object();
        file.set("note", note).set("seeds", network_seeds).set("totals", std::move(totals));
        write_file_atomically(options.json, write_json(file.set("rows", std::move(rows))));
    }
    return good ? 0 : 1;
}

}  // namespace sigprop::coverage
