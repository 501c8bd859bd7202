#include <fmt/format.h>

#include <algorithm>

#include <utility>

#include "report/table.hpp"

#include "core/base/words.hpp"
#include "report/outcome.hpp"
#include "report/points.hpp"
#include "report/text_grid.hpp"
#include "report/text_width.hpp"

namespace sigprop {
namespace {

constexpr std::size_t min_number_width = 12;

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
    const EvidenceRecord* sample = only_sample(record);
    if (sample != nullptr && sample->count) {
        text += ": " + computed + ", by simulation alone";
    } else if (sample != nullptr) {
        text += " " + computed + " ± " + sample->radius.value_or("0") + ", by simulation alone";
    } else if (computed == word(record.status)) {
        text += ": " + colored(computed, color_of(record.status), color);
    } else {
        text += " " + computed + ", not proved";
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
    grid.columns = {
        {""}, {""}, {""}, {"", false, true, min_number_width}, {""}, {""}, {.title = "", .open = true}};
    for (const EvidenceRecord& one : record.evidence) {
        grid.rows.push_back({{word(one.route)},
                             {one.method},
                             {word(one.kind)},
                             {one.count ? count_text(*one.count) : one.midpoint.value_or("")},
                             {with_radius(one.radius)},
                             {word(one.status), color_of(one.status)},
                             {remark(one)}});
    }
    return text_of(std::move(grid), options.width, options.color);
}

/// Of estimates and samples, which prove nothing: beside a proof one that is missing takes nothing away.
bool is_unable(const EvidenceRecord& one) {
    return one.kind != Kind::enclosure && one.status == Status::unable;
}

/// Whether every method testified, or all that prove, and nothing disagrees, so that a sentence says it all.
bool is_plain_sailing(const Record& record) {
    const bool proved = std::ranges::any_of(record.evidence, [](const EvidenceRecord& one) {
        return one.kind == Kind::enclosure && one.status == Status::ok;
    });
    return record.computed.decimal && !record.verdict &&
           std::ranges::all_of(record.evidence, [&](const EvidenceRecord& one) {
               return (one.status == Status::ok && one.reason.empty()) || (proved && is_unable(one));
           });
}

/// "2 proofs give 30 digits; 4 estimates and 2 samples agree"
std::string trust_sentence(const Record& record) {
    const auto count = [&](Kind kind) {
        return std::ranges::count_if(
            record.evidence, [&](const EvidenceRecord& one) { return one.kind == kind && !is_unable(one); });
    };
    const std::ptrdiff_t unable = std::ranges::count_if(record.evidence, is_unable);
    const std::string without = unable == 0 ? ""
                                            : fmt::format("; {} {} unable, and --evidence tells why", unable,
                                                          unable == 1 ? "other is" : "others are");
    const std::ptrdiff_t proofs = count(Kind::enclosure);
    const std::ptrdiff_t estimates = count(Kind::estimate);
    const std::ptrdiff_t samples = count(Kind::sample);
    std::string text = counted(proofs, "proof") + (proofs == 1 ? " gives " : " give ");
    const bool exact = record.computed.radius == "0";
    text += exact ? "the exact value" : counted(record.computed.digits, "digit");
    if (estimates + samples == 0) return text + without;
    text += "; ";
    if (estimates > 0) text += counted(estimates, "estimate");
    if (estimates > 0 && samples > 0) text += " and ";
    if (samples > 0) text += counted(samples, "sample");
    return text + (estimates + samples == 1 ? " agrees" : " agree") + without;
}

/// What the call leaves to defaults, and what is odd about it.
std::string call_lines(const Record& record, const TextOptions& options) {
    std::string text;
    const auto lines = [&](const std::string& line, Color color) {
        bool first = true;
        for (const std::string& part :
             wrapped(printable(line), std::max<std::size_t>(options.width, 44) - 4)) {
            text += (first ? "  " : "    ") + colored(part, color, options.color) + "\n";
            first = false;
        }
    };
    for (const std::string& one : record.assumed) lines("with " + one, Color::none);
    for (const std::string& one : record.warnings) lines("warning: " + one, Color::unsure);
    return text;
}

void write_points(const Series& series, const TextOptions& options, const TextSink& out) {
    LongTextGrid grid;
    grid.indent = 2;
    for (const Axis& axis : series.axes) grid.columns.push_back({axis.name, true});
    grid.columns.push_back({"value", false, true, min_number_width});
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

void write_one(const Series& one, const TextOptions& options, const TextSink& out) {
    out(colored(printable(one.expression), Color::title, options.color) + " by " +
        printable(one.method + " (" + word(one.kind) + ")") + "\n");
    write_points(one, options, out);
    if (!one.internal_error.empty())
        out(colored("  internal error: " + printable(one.internal_error), Color::bad, options.color) + "\n");
}

/// "  7 other methods agree; --evidence shows them"
std::string others_line(const SweptCurve& curve, const Series& main) {
    const std::size_t others = curve.methods.size() - 1;
    if (others == 0 || points_with_value(main) == 0) return "";
    const auto agree = std::ranges::count_if(curve.methods, [&](const Series& one) {
        return &one != &main && points_with_value(one) == points_with_value(main);
    });
    std::string text = "  " + counted(others, "other method");
    if (static_cast<std::size_t>(agree) == others) {
        text += others == 1 ? " agrees" : " agree";
    } else {
        text += fmt::format(" {}, {} of them at all points", others == 1 ? "agrees" : "agree", agree);
    }
    return text + "; --evidence shows " + (others == 1 ? "it" : "them") + "\n";
}

}  // namespace

std::string eval_text(const std::vector<Record>& records, const TextOptions& options) {
    std::string text;
    for (const Record& record : records) {
        if (!text.empty()) text += "\n";
        text += headline(record, options.color) + call_lines(record, options);
        text +=
            is_plain_sailing(record) ? "  " + trust_sentence(record) + "\n" : evidence_lines(record, options);
    }
    return text;
}

std::string evidence_text(const std::vector<Record>& records, const TextOptions& options) {
    std::string text;
    for (const Record& record : records) {
        if (!text.empty()) text += "\n";
        text +=
            headline(record, options.color) + call_lines(record, options) + evidence_lines(record, options);
    }
    return text;
}

std::string plain_text(const std::vector<Record>& records, const TextOptions&) {
    std::string text;
    for (const Record& record : records) {
        const EvidenceRecord* sample = only_sample(record);
        const bool counted = sample != nullptr && sample->count;
        const std::string without_proof = counted             ? count_text(*sample->count)
                                          : sample != nullptr ? sample->midpoint.value_or("")
                                                              : "";
        text += record.computed.decimal.value_or(without_proof) + "\n";
    }
    return text;
}

void write_series_text(const std::vector<Series>& series, const TextOptions& options, const TextSink& out) {
    bool first = true;
    for (const Series& one : series) {
        if (!std::exchange(first, false)) out("\n");
        write_one(one, options, out);
    }
}

void write_curves_text(const std::vector<Series>& series, const TextOptions& options, const TextSink& out) {
    bool first = true;
    for (const SweptCurve& curve : curves_of(series)) {
        const Series* main = method_that_says_all(curve);
        if (main == nullptr) {
            if (!std::exchange(first, false)) out("\n");
            write_series_text({curve.methods.begin(), curve.methods.end()}, options, out);
            continue;
        }
        if (!std::exchange(first, false)) out("\n");
        write_one(*main, options, out);
        out(others_line(curve, *main));
    }
}

std::string series_text(const std::vector<Series>& series, const TextOptions& options) {
    std::string text;
    write_series_text(series, options, [&text](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace sigprop
