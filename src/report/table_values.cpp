#include <fmt/format.h>

#include <algorithm>

#include <utility>

#include "report/table.hpp"

#include "report/outcome.hpp"
#include "report/points.hpp"
#include "report/text_grid.hpp"
#include "report/text_width.hpp"

namespace sigprop {
namespace {

constexpr std::size_t min_number = 12;

Color color_of(const std::optional<Status>& status) {
    if (status == Status::internal) return Color::bad;
    return status == Status::ok ? Color::good : status == Status::domain ? Color::none : Color::unsure;
}

std::string with_radius(const std::optional<std::string>& radius) { return radius ? "± " + *radius : ""; }

/// The evidence of a number that exists by simulation alone; nullptr for other numbers.
const EvidenceRecord* only_sample(const Record& record) {
    if (record.status != Status::ok) return nullptr;
    const auto first = std::ranges::find(record.evidence, Status::ok, &EvidenceRecord::status);
    return first != record.evidence.end() && first->kind == Kind::sample ? &*first : nullptr;
}

std::string headline(const Record& record, bool color) {
    std::string text = colored(printable(record.expression), Color::title, color);
    const std::string computed = computed_text(record);
    if (record.computed.decimal) {
        text += " = " + printable(*record.computed.decimal);
        return text + (record.limit.empty() ? "" : " in the limit " + printable(record.limit)) + "\n";
    }
    if (const EvidenceRecord* sample = only_sample(record)) {
        text += " " + computed + " ± " + sample->radius.value_or("0") + ", by simulation alone";
    } else if (computed == word(record.status)) {
        text += ": " + colored(computed, color_of(record.status), color);
    } else {
        text += " " + computed + ", nothing proved";
    }
    return text + (record.reason.empty() ? "" : ": " + printable(record.reason)) + "\n";
}

/// "99.9 %"
std::string percent(double level) { return fmt::format("{:.10g} %", 100 * level); }

/// The interval of a sample and the reason, where there are any.
std::string remark(const EvidenceRecord& one) {
    if (!one.interval) return one.reason;
    return percent(one.interval->level) + ": " + one.interval->lower + " to " + one.interval->upper +
           (one.reason.empty() ? "" : "; " + one.reason);
}

std::string evidence_lines(const Record& record, const TextOptions& options) {
    TextGrid grid;
    grid.indent = 2;
    grid.columns = {{""}, {""}, {""}, {"", false, true, min_number}, {""}, {""}, {.title = "", .open = true}};
    for (const EvidenceRecord& one : record.evidence) {
        grid.rows.push_back({{word(one.route)},
                             {one.method},
                             {word(one.kind)},
                             {one.midpoint.value_or("")},
                             {with_radius(one.radius)},
                             {word(one.status), color_of(one.status)},
                             {remark(one)}});
    }
    return text_of(std::move(grid), options.width, options.color);
}

void write_points(const Series& series, const TextOptions& options, const TextSink& out) {
    LongTextGrid grid;
    grid.indent = 2;
    for (const Axis& axis : series.axes) grid.columns.push_back({axis.name, true});
    grid.columns.push_back({"value", false, true, min_number});
    grid.columns.push_back({"radius"});
    grid.columns.push_back({"status"});
    grid.row_count = series.status.size();
    grid.row = [&series](std::size_t point) {
        std::vector<Cell> row;
        for (std::string& value : coordinates(series, point)) row.push_back({std::move(value)});
        const std::optional<double> number = series.number[point];
        const std::optional<double> radius = series.radius[point];
        row.push_back({series.value[point].value_or(number ? shortest(*number) : "")});
        row.push_back({radius ? "± " + shortest(*radius) : ""});
        row.push_back({word(series.status[point]), color_of(series.status[point])});
        return row;
    };
    write_grid(std::move(grid), options.width, options.color, out);
}

}  // namespace

std::string eval_text(const std::vector<Record>& records, const TextOptions& options) {
    std::string text;
    for (const Record& record : records) {
        if (!text.empty()) text += "\n";
        text += headline(record, options.color) + evidence_lines(record, options);
    }
    return text;
}

void write_series_text(const std::vector<Series>& series, const TextOptions& options, const TextSink& out) {
    bool first = true;
    for (const Series& one : series) {
        if (!std::exchange(first, false)) out("\n");
        out(colored(printable(one.expression), Color::title, options.color) + " by " +
            printable(one.method + " (" + word(one.kind) + ")") + "\n");
        write_points(one, options, out);
        if (!one.internal_error.empty())
            out(colored("  internal error: " + printable(one.internal_error), Color::bad, options.color) +
                "\n");
    }
}

std::string series_text(const std::vector<Series>& series, const TextOptions& options) {
    std::string text;
    write_series_text(series, options, [&text](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace sigprop
