#include "catalogue.hpp"

#include <fmt/format.h>
#include <sigprop/core/ball/ball.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <optional>

#include "catalogue_lines.hpp"
#include "catalogue_run.hpp"

namespace sigprop::bench {
namespace {

/// Digits, and the seconds within which a proof of so many should end.
struct Goal {
    long digits;
    double seconds;
};
constexpr std::array goals = {Goal{12, 0.1}, Goal{30, 1}, Goal{200, 10}};
constexpr const char* unit_expression = "activation.second_moment(sigmoid)";

struct Row {
    std::string expression;
    std::array<Proof, goals.size()> proofs;
    double worst = 0;  ///< the largest ratio of time to goal
};

struct Options {
    std::string part;  ///< of the lines that are timed
    std::string enclosures;
    double limit = 20;
};

std::optional<Options> read_options(const std::vector<std::string>& arguments) {
    Options options;
    for (std::size_t i = 0; i < arguments.size(); ++i) {
        const bool has_value = i + 1 < arguments.size();
        if (arguments[i] == "--limit" && has_value) {
            options.limit = std::atof(arguments[++i].c_str());
        } else if (arguments[i] == "--enclosures" && has_value) {
            options.enclosures = arguments[++i];
        } else if (!arguments[i].starts_with("--") && options.part.empty()) {
            options.part = arguments[i];
        } else {
            return std::nullopt;
        }
    }
    if (!(options.limit > 0)) return std::nullopt;
    return options;
}

/// To 1, 2 or 5 times a power of ten: the figures are of one machine and one run.
std::string coarse(double ratio) {
    if (ratio < 1) return "< 1";
    const double power = std::pow(10, std::floor(std::log10(ratio)));
    const double lead = ratio / power;
    const double rounded = power * (lead < 1.5 ? 1 : lead < 3.5 ? 2 : lead < 7.5 ? 5 : 10);
    return rounded < 1e4 ? fmt::format("{:.0f}", rounded) : fmt::format("{:.0e}", rounded);
}

std::string shown(const Proof& proof, double unit) {
    switch (proof.end) {
        case Proof::End::over_limit: return "> " + coarse(proof.seconds / unit);
        case Proof::End::proved: return coarse(proof.seconds / unit);
        case Proof::End::unproved: return coarse(proof.seconds / unit) + ", no value";
        case Proof::End::broken: return "broken";
    }
    return {};
}

/// A long formula is shown by its beginning.
std::string shortened(const std::string& expression) {
    return expression.size() <= 90 ? expression : expression.substr(0, 80) + "…";
}

void print_page(std::vector<Row> rows, const std::array<double, goals.size()>& units) {
    std::stable_sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.worst > b.worst; });
    fmt::print("| expression |");
    for (const Goal& goal : goals) fmt::print(" {} digits |", goal.digits);
    fmt::print("\n|---|---|---|---|\n| *one unit, and the goal in units* |");
    for (std::size_t i = 0; i < goals.size(); ++i)
        fmt::print(" {:.2g} ms, {} |", units[i] * 1e3, coarse(goals[i].seconds / units[i]));
    fmt::print("\n");
    for (const Row& row : rows) {
        fmt::print("| `{}` |", shortened(row.expression));
        for (std::size_t i = 0; i < goals.size(); ++i) {
            const bool missed = row.proofs[i].seconds > goals[i].seconds;
            const std::string text = shown(row.proofs[i], units[i]);
            fmt::print(" {} |", missed ? "**" + text + "**" : text);
        }
        fmt::print("\n");
    }
}

using Enclosures = std::map<std::string, std::string>;  // digits and expression -> exact text, or why none

Enclosures read_enclosures(const std::string& file) {
    Enclosures found;
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        const std::size_t tab = line.find('\t');
        if (tab != line.npos) found[line.substr(0, tab)] = line.substr(tab + 1);
    }
    return found;
}

/// Times every row at these digits, and the unit before, among and after them; returns the unit's seconds.
double time_rows(std::vector<Row>& rows, std::size_t at, double limit, std::ofstream& enclosures) {
    const Goal& goal = goals[at];
    // The clock of the CPU may be too coarse for so short a proof; the shortest time was not interrupted.
    double unit = HUGE_VAL;
    const auto time_unit = [&] {
        for (int i = 0; i < 5; ++i) unit = std::min(unit, prove(unit_expression, goal.digits, 60).elapsed);
    };
    time_unit();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        Row& row = rows[i];
        row.proofs[at] = prove(row.expression, goal.digits, limit * goal.seconds);
        enclosures << goal.digits << ' ' << row.expression << '\t' << row.proofs[at].value << std::endl;
        row.worst = std::max(row.worst, row.proofs[at].seconds / goal.seconds);
        fmt::print(stderr, "{} digits, {} of {}: {:.3f} s {}\n", goal.digits, i + 1, rows.size(),
                   row.proofs[at].seconds, shortened(row.expression));
        if (i % 50 == 49) time_unit();
    }
    time_unit();
    return unit;
}

}  // namespace

int catalogue_times(const std::vector<std::string>& arguments) {
    const auto options = read_options(arguments);
    if (!options) {
        fmt::print(stderr, "--catalogue takes [TEXT] [--limit F] [--enclosures FILE]\n");
        return 2;
    }
    std::vector<Row> rows;
    for (const std::string& one : catalogue_expressions()) {
        if (one.find(options->part) != one.npos) rows.push_back({.expression = one, .proofs = {}});
    }
    std::ofstream enclosures;  // not open: takes nothing
    if (!options->enclosures.empty()) enclosures.open(options->enclosures);
    std::array<double, goals.size()> units = {};
    for (std::size_t at = 0; at < goals.size(); ++at)
        units[at] = time_rows(rows, at, options->limit, enclosures);
    print_page(rows, units);
    const auto is_broken = [](const Proof& one) { return one.end == Proof::End::broken; };
    const bool broken =
        std::ranges::any_of(rows, [&](const Row& row) { return std::ranges::any_of(row.proofs, is_broken); });
    return rows.empty() || broken ? 1 : 0;
}

int catalogue_overlaps(const std::vector<std::string>& arguments) {
    if (arguments.size() != 2) {
        fmt::print(stderr, "--catalogue-against takes two files of --enclosures\n");
        return 2;
    }
    const Enclosures before = read_enclosures(arguments[0]);
    const Enclosures after = read_enclosures(arguments[1]);
    std::size_t compared = 0, wrong = 0;
    for (const auto& [question, old_text] : before) {
        const auto now = after.find(question);
        if (now == after.end() || !is_enclosure(old_text)) continue;
        ++compared;
        if (is_enclosure(now->second) &&
            Ball::from_exact_text(old_text).overlaps(Ball::from_exact_text(now->second)))
            continue;
        ++wrong;
        fmt::print("{}\n  before {}\n  after  {}\n", question, old_text, now->second);
    }
    fmt::print("{} enclosures compared, {} do not overlap or are lost\n", compared, wrong);
    return compared == 0 || wrong != 0 ? 1 : 0;
}

}  // namespace sigprop::bench
