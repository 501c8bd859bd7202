#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/measure/gradient/jacobian.hpp>

#include "core/base/short_number.hpp"
#include "core/base/words.hpp"
#include "formats/list_text.hpp"
#include "report/markdown_text.hpp"
#include "report/measured.hpp"
#include "report/outcome.hpp"

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
                             {word(one.record.verdict), verdict_color(one.record)}});
    }
    return grid;
}

const char* const jacobian_legend =
    "beyond: number of elements with an error above what rounding allows; worst: the largest error, relative "
    "to the allowed error; units: the same in units of rounding (the unit roundoff of the dtype times the "
    "magnitude of the terms); mean: mean error of all elements, in units; at, value, exact: the worst "
    "element";

std::string rows_text(const JacobianMeasurement& measured) {
    const std::string rows = counted(measured.rows, measured.group);
    if (measured.dim == 0) return rows;
    return fmt::format("{} of {} entr{}", rows, measured.dim, measured.dim == 1 ? "y" : "ies");
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

}  // namespace

Document document_of(const JacobianMeasurement& measured) {
    Document document({"id", "output", "verdict", "status", "reason", "mistake"});
    document.add(Section{.items = {{"layer", measured.layer},
                                   {"x", measured.x_name + " " + list_text(measured.x_shape)},
                                   {"dy", measured.dy_name},
                                   {"of", rows_text(measured)}}},
                 Shown::on_terminal);
    document.add(Markdown{fmt::format("{}; x {} {}, dy {}: {}\n", plain(measured.layer),
                                      code(measured.x_name), plain(list_text(measured.x_shape)),
                                      code(measured.dy_name), rows_text(measured))});
    document.add(Table{figures(measured), "", jacobian_legend});
    Notes notes;
    std::vector<Record> records;
    for (const OutputMeasurement& one : measured.outputs) {
        const Record& record = one.record;
        const std::string unseen = unseen_text(one);
        const std::string verdict = word(record.verdict);
        if (!record.reason.empty() || !unseen.empty())
            document.add(verdict_section(record, {{"reason", record.reason}, {"unseen", unseen}}),
                         Shown::on_terminal);
        if (!record.reason.empty()) notes.items.push_back({record.id, verdict + ": " + record.reason});
        if (!unseen.empty()) notes.items.push_back({record.id, "this data cannot show: " + unseen});
        document.add_row({record.id, one.output, verdict, word(record.status), record.reason,
                          one.looks_like.empty() ? "" : one.looks_like.front().mistake},
                         record.measured);
        records.push_back(record);
    }
    Notes warnings{.items = {}, .color = Color::unsure};
    for (const std::string& one : measured.warnings) {
        warnings.items.push_back({"", "warning: " + one});
        notes.items.push_back(warnings.items.back());
    }
    document.add(std::move(warnings), Shown::on_terminal);
    document.add(std::move(notes), Shown::in_markdown);
    document.add(Section{.title = {summary_line(records)}}, Shown::on_terminal);
    return document;
}

}  // namespace sigprop
