#include <algorithm>

#include "formats/csv.hpp"
#include "report/export.hpp"

#include "report/diagnosis.hpp"
#include "report/outcome.hpp"
#include "report/points.hpp"

namespace sigprop {
namespace {

using Row = std::vector<std::string>;

std::string number_text(const std::optional<double>& value) { return value ? shortest(*value) : ""; }

/// The header columns of the axes of a series.
std::vector<std::size_t> columns_of(const Series& series, const Row& header) {
    constexpr std::ptrdiff_t first = 4;
    std::vector<std::size_t> columns;
    for (const Axis& axis : series.axes) {
        const auto found = std::find(header.begin() + first, header.end(), axis.name);
        columns.push_back(static_cast<std::size_t>(found - header.begin()));
    }
    return columns;
}

}  // namespace

std::string write_records_csv(const std::vector<Record>& records) {
    std::vector<Row> rows = {{"id", "expression", "verdict", "expected", "strength", "stated", "convention",
                              "computed", "agreeing_digits", "status", "reason", "relative_error",
                              "first_wrong_digit", "identified", "kind", "says", "quote", "limit"}};
    for (const Record& record : records) {
        rows.push_back({record.id, record.expression, word(record.verdict), word(record.expected),
                        word(record.strength), record.stated ? record.stated->text : "",
                        record.stated ? record.stated->convention : "", record.computed.decimal.value_or(""),
                        number_text(record.agreeing_digits), word(record.status), record.reason,
                        record.relative_error.value_or(""),
                        record.first_wrong_digit ? std::to_string(*record.first_wrong_digit) : "",
                        identified_expressions(record),
                        is_judged(record) || is_external(record) ? word(record.kind) : "", word(record.says),
                        record.quote, record.limit});
    }
    return write_csv(std::span<const Row>(rows));
}

void write_series_csv(const std::vector<Series>& series, const TextSink& out) {
    std::vector<std::string> names;
    for (const Series& one : series) {
        for (const Axis& axis : one.axes) {
            if (std::find(names.begin(), names.end(), axis.name) == names.end()) names.push_back(axis.name);
        }
    }
    Row header = {"id", "expression", "method", "kind"};
    header.insert(header.end(), names.begin(), names.end());
    header.insert(header.end(), {"value", "radius", "status"});
    std::string text = shown_csv_row(header);
    for (const Series& one : series) {
        const std::vector<std::size_t> columns = columns_of(one, header);
        for (std::size_t point = 0; point < one.status.size(); ++point) {
            Row row = {one.id, one.expression, one.method, word(one.kind)};
            row.resize(row.size() + names.size());
            const Row where = coordinates(one, point);
            for (std::size_t axis = 0; axis < where.size(); ++axis) row[columns[axis]] = where[axis];
            row.push_back(one.value[point].value_or(number_text(one.number[point])));
            row.push_back(number_text(one.radius[point]));
            row.push_back(word(one.status[point]));
            text += shown_csv_row(std::move(row));
            if (text.size() < text_piece) continue;
            out(text);
            text.clear();
        }
    }
    out(text);
}

std::string write_series_csv(const std::vector<Series>& series) {
    std::string text;
    write_series_csv(series, [&text](std::string_view piece) { text += piece; });
    return text;
}

}  // namespace sigprop
