#include <algorithm>

#include "report/export.hpp"
#include "report/table.hpp"

#include "report/diagnosis.hpp"
#include "report/markdown_text.hpp"
#include "report/outcome.hpp"
#include "report/points.hpp"

namespace sigprop {
namespace {

std::string verdict_markdown(const Record& record) {
    if (is_external(record)) return "external";
    if (is_unexpected(record)) return "**" + plain(word(record.verdict)) + "**";
    return plain(word(record.verdict) + distance_text(record)) +
           (record.verdict == Verdict::refuted ? " (as expected)" : "");
}

std::string claims_table(const std::vector<Record>& records) {
    std::string table = row({"claim", "stated", "computed", "digits", "verdict", "strength"}) +
                        row({"---", "---", "---", "---:", "---", "---"});
    for (const Record& record : records) {
        table +=
            row({code(record.id), code(record.stated ? record.stated->text : ""), code(computed_text(record)),
                 record.agreeing_digits ? shortest(*record.agreeing_digits) : "", verdict_markdown(record),
                 plain(word(record.strength))});
    }
    return table;
}

std::string values_table(const std::vector<Record>& records) {
    std::string table = row({"expression", "computed", "status"}) + row({"---", "---", "---"});
    for (const Record& record : records) {
        table += row({code(record.expression), code(computed_text(record)), plain(word(record.status))});
    }
    return table;
}

std::string section(const Record& record) {
    std::string text = "\n### " + code(record.id) + ": " + unexpected_text(record) + "\n\n";
    const auto item = [&text](const char* name, const std::string& value) {
        if (!value.empty()) text += std::string("- ") + name + ": " + value + "\n";
    };
    item("statement", plain(record.statement));
    item("expression", code(record.expression));
    if (record.stated) {
        item("stated", code(record.stated->text) + " (" + plain(record.stated->convention) + ")");
    }
    item("computed", code(computed_text(record)));
    item("limit", plain(record.limit));
    for (const std::string& one : record.warnings) item("warning", plain(one));
    for (const std::string& one : record.remarks) item("remark", plain(one));
    item("first wrong digit", plain(wrong_digit_text(record)));
    item("relative error", plain(error_text(record)));
    for (const IdentifiedRecord& one : record.identified)
        item("is", code(one.expression) + ": " + plain(one.text));
    item("reason", plain(record.reason));
    item("says", plain(quote_text(record)));
    item("source", plain(source_text(record.source)));
    item("note", plain(record.note));
    return text;
}

}  // namespace

void write_series_markdown(const std::vector<Series>& series, const TextSink& out) {
    for (const Series& one : series) {
        std::vector<std::string> titles;
        for (const Axis& axis : one.axes) titles.push_back(axis.name);
        std::vector<std::string> rules(titles.size(), "---:");
        titles.insert(titles.end(), {"value", "status"});
        rules.insert(rules.end(), {"---", "---"});
        std::string text = (&one == series.data() ? "" : "\n") + code(one.expression) + " by " + one.method +
                           " (" + word(one.kind) + ")\n\n" + row(titles) + row(rules);
        for (std::size_t point = 0; point < one.status.size(); ++point) {
            std::vector<std::string> cells = coordinates(one, point);
            for (std::string& cell : cells) cell = plain(cell);
            cells.push_back(one.value[point].value_or(""));
            cells.push_back(word(one.status[point]));
            text += row(cells);
            if (text.size() < text_piece) continue;
            out(text);
            text.clear();
        }
        out(text);
    }
}

std::string write_markdown(const std::vector<Record>& records) {
    const bool only_values = std::none_of(records.begin(), records.end(),
                                          [](const Record& r) { return is_judged(r) || is_external(r); });
    if (only_values) return values_table(records);
    std::string text = claims_table(records) + "\n" + plain(summary_line(records)) + "\n";
    if (const std::string refuted = write_refuted_table(records); !refuted.empty()) text += "\n" + refuted;
    for (const Record& record : records) {
        if (is_unexpected(record)) text += section(record);
    }
    return text;
}

}  // namespace sigprop
