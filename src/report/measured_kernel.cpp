#include <fmt/format.h>

#include <cmath>
#include <sigprop/measure/kernel/kernel.hpp>

#include "core/base/short_number.hpp"
#include "core/base/words.hpp"
#include "formats/list_text.hpp"
#include "report/markdown_text.hpp"
#include "report/measured.hpp"
#include "report/outcome.hpp"

namespace sigprop {
namespace {

TextGrid figures(const KernelMeasurement& measured) {
    TextGrid grid;
    grid.columns = {{"result"}, {"dtype"},       {"elements", true}, {"outside", true}, {"allowed", true},
                    {"at"},     {"value", true}, {"from", true},     {"to", true},      {"verdict"}};
    for (const KernelOutput& one : measured.outputs) {
        const bool is_outside = one.outside > 0;
        const auto shown = [&](double value) { return is_outside ? short_number(value, 6) : "-"; };
        grid.rows.push_back({{one.output},
                             {std::string(to_string(one.dtype))},
                             {std::to_string(one.elements)},
                             {std::to_string(one.outside)},
                             {std::isnan(one.median_allowed) ? "-" : short_number(one.median_allowed, 3)},
                             {is_outside ? place_text(one.shape, one.worst_at) : "-"},
                             {shown(one.worst_value)},
                             {shown(one.worst_lower)},
                             {shown(one.worst_upper)},
                             {word(one.record.verdict), verdict_color(one.record)}});
    }
    return grid;
}

const char* const kernel_legend =
    "outside: elements that no kernel under this contract returns; allowed: how many numbers of the dtype "
    "an element may be, the median over the elements; at, value, from, to: the element that is furthest "
    "outside, and "
    "what it may "
    "be";

}  // namespace

Document document_of(const KernelMeasurement& measured) {
    Document document({"id", "output", "verdict", "status", "reason"});
    document.add(Section{.items = {{"kernel", measured.operation},
                                   {"contract", measured.contract + ": " + measured.contract_says},
                                   {"of", counted(measured.rows, "row") + "; " + joined(measured.inputs)}}},
                 Shown::on_terminal);
    document.add(Markdown{fmt::format("{}, contract {} ({}); {}: {}\n", plain(measured.operation),
                                      plain(measured.contract), plain(measured.contract_says),
                                      plain(joined(measured.inputs)), counted(measured.rows, "row"))});
    document.add(Table{figures(measured), "", kernel_legend});
    Notes notes;
    std::vector<Record> records;
    for (const KernelOutput& one : measured.outputs) {
        const Record& record = one.record;
        const std::string verdict = word(record.verdict);
        if (!record.reason.empty()) {
            document.add(verdict_section(record, {{"reason", record.reason}}), Shown::on_terminal);
            notes.items.push_back({record.id, verdict + ": " + record.reason});
        }
        document.add_row({record.id, one.output, verdict, word(record.status), record.reason},
                         record.measured);
        records.push_back(record);
    }
    document.add(std::move(notes), Shown::in_markdown);
    document.add(Section{.title = {summary_line(records)}}, Shown::on_terminal);
    return document;
}

}  // namespace sigprop
