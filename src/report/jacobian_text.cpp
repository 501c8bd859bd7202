#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/jacobian_text.hpp"

#include "core/base/short_number.hpp"
#include "core/base/words.hpp"
#include "formats/list_text.hpp"
#include "report/markdown_text.hpp"
#include "report/measured_text.hpp"
#include "report/outcome.hpp"
#include "report/text_grid.hpp"
#include "report/text_width.hpp"

namespace sigprop {
namespace {

/// "4.2%" of the allowed error, or "5.9e4x" from ten times it on.
std::string in_parts(double worst) {
    if (!std::isfinite(worst)) return "inf";
    return worst < 10 ? short_number(100 * worst, 3) + "%" : short_number(worst, 3) + "x";
}

TextGrid figures(const JacobianMeasurement& measured) {
    TextGrid grid;
    grid.columns = {{"output"},      {"dtype"},       {"elements", true}, {"beyond", true},
                    {"worst", true}, {"units", true}, {"mean", true},     {"at"},
                    {"value", true}, {"exact", true}, {"verdict"}};
    for (const OutputMeasurement& one : measured.outputs) {
        const JacobianStatistics& found = one.statistics;
        const bool any = found.elements > 0;
        const auto shown = [&](double value, int digits) { return any ? short_number(value, digits) : "-"; };
        const std::string worst = any ? in_parts(found.worst) : "-";
        grid.rows.push_back({{one.output},
                             {std::string(to_string(one.dtype))},
                             {std::to_string(found.elements)},
                             {std::to_string(found.beyond)},
                             {worst},
                             {found.not_finite > 0 ? "-" : shown(found.worst_units, 3)},
                             {shown(found.mean_units, 2)},
                             {any ? place_text(one.shape, found.worst_at) : "-"},
                             {shown(found.worst_value, 5)},
                             {shown(found.worst_exact, 5)},
                             {word(one.record.verdict), measured_color(one.record)}});
    }
    return grid;
}

const char* const jacobian_legend =
    "beyond: elements off by more than rounding allows; worst: the largest error in parts of what is allowed "
    "there; units: the same in units of rounding: the dtype's unit roundoff times the magnitude of the "
    "terms; mean: of all elements, in units; at, value, exact: the worst element";

std::string rows_text(const JacobianMeasurement& measured) {
    if (measured.dim == 0) return counted(measured.rows, measured.group);
    return fmt::format("{} {}{} of {} entr{}", measured.rows, measured.group, measured.rows == 1 ? "" : "s",
                       measured.dim, measured.dim == 1 ? "y" : "ies");
}

/// "eps left out; not divided by r": mistakes that these numbers could not show.
std::string unseen_text(const OutputMeasurement& one) {
    constexpr std::size_t most = 8;
    std::string text;
    for (std::size_t i = 0; i < std::min(one.unseen.size(), most); ++i) {
        text += (i > 0 ? "; " : "") + one.unseen[i];
    }
    return one.unseen.size() <= most ? text : fmt::format("{}; and {} more", text, one.unseen.size() - most);
}

std::vector<Record> records_of(const JacobianMeasurement& measured) {
    std::vector<Record> records;
    for (const OutputMeasurement& one : measured.outputs) records.push_back(one.record);
    return records;
}

}  // namespace

std::string jacobian_text(const JacobianMeasurement& measured, const TextOptions& options) {
    constexpr std::size_t indent = 11;
    const auto item = [&](const std::string& name, const std::string& text) {
        return list_item(name, text, indent, options.width);
    };
    std::string text = item("layer", measured.layer) +
                       item("x", measured.x_name + " " + list_text(measured.x_shape)) +
                       item("dy", measured.dy_name) + item("of", rows_text(measured)) + "\n";
    text += text_of(figures(measured), options.width, options.color);
    for (const std::string& line : wrapped(jacobian_legend, options.width)) text += line + "\n";
    for (const OutputMeasurement& one : measured.outputs) {
        const Record& record = one.record;
        const std::string unseen = unseen_text(one);
        if (record.reason.empty() && unseen.empty()) continue;
        text += "\n" + colored(printable(record.id), Color::title, options.color) + ": " +
                colored(word(record.verdict), measured_color(record), options.color) + "\n";
        text += item("reason", record.reason) + item("unseen", unseen);
    }
    if (!measured.warnings.empty()) text += "\n";
    for (const std::string& warning : measured.warnings) {
        for (const std::string& line : wrapped("warning: " + warning, options.width)) {
            text += colored(line, Color::unsure, options.color) + "\n";
        }
    }
    return text + "\n" + summary_line(records_of(measured)) + "\n";
}

std::string jacobian_markdown(const JacobianMeasurement& measured) {
    std::string text =
        fmt::format("{}; x {} {}, dy {}: {}\n\n", plain(measured.layer), code(measured.x_name),
                    plain(list_text(measured.x_shape)), code(measured.dy_name), rows_text(measured));
    text += markdown_table(figures(measured)) + "\n" + plain(jacobian_legend) + "\n";
    std::string items;
    for (const OutputMeasurement& one : measured.outputs) {
        const std::string id = "- " + code(one.record.id);
        if (!one.record.reason.empty()) {
            items += fmt::format("{}: {}: {}\n", id, word(one.record.verdict), plain(one.record.reason));
        }
        if (!one.unseen.empty()) {
            items += fmt::format("{}: would not show here: {}\n", id, plain(unseen_text(one)));
        }
    }
    for (const std::string& warning : measured.warnings) items += "- warning: " + plain(warning) + "\n";
    return items.empty() ? text : text + "\n" + items;
}

std::string jacobian_csv(const JacobianMeasurement& measured) {
    MeasuredCsv table({"id", "output", "verdict", "status", "reason", "mistake"});
    for (const OutputMeasurement& one : measured.outputs) {
        const Record& record = one.record;
        table.add({record.id, one.output, word(record.verdict), word(record.status), record.reason,
                   one.looks_like.empty() ? "" : one.looks_like.front().mistake},
                  record);
    }
    return table.text();
}

}  // namespace sigprop
