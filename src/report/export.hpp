#pragma once
// Records and series for other programs: spreadsheets (CSV), pages (Markdown), test reports of CI servers
// (JUnit XML) and annotations on a change (GitHub workflow commands). Each form serves one reader and omits
// details; the form to keep is the JSON of report.hpp. Equal input gives equal bytes; no form contains a time
// or a machine.

#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

#include "formats/text_sink.hpp"

namespace sigprop {

/// One row for each record: id, expression, verdict, expected, strength, stated, convention, computed,
/// agreeing_digits, status, reason, relative_error, first_wrong_digit, identified, kind, says,
/// quote, limit. `computed` is the proved
/// decimal; a missing value is an empty field.
[[nodiscard]] std::string write_records_csv(const std::vector<Record>& records);

/// One row for each point: id, expression, method, kind, the axes, value, radius, status. The axes are those
/// of all series in order of first appearance; a series leaves axes that it lacks empty. A value is the
/// decimal, or else the nearest double.
[[nodiscard]] std::string write_series_csv(const std::vector<Series>& series);
void write_series_csv(const std::vector<Series>& series, const TextSink& out);

/// One row for each point of an expression's grid: the axes, value, lower, upper, kind; before them id and
/// expression where there are several. An enclosure has the ends of the narrowest one, a sample its interval
/// of 95 %, an estimate none; a point without a value has the status in place of the kind.
void write_points_csv(const std::vector<Series>& series, const TextSink& out);

/// One table for each series: the axes, value, status.
void write_series_markdown(const std::vector<Series>& series, const TextSink& out);

/// A table of claims (or, for `eval`, of expressions), the summary, the table of refuted numbers, and a
/// section for each record that did not get its expected verdict.
[[nodiscard]] std::string write_markdown(const std::vector<Record>& records);

/// The refuted numbers, each once with every place that states it: the stated text with its first wrong digit
/// in bold, the proved value, the relative error, and what the number is instead. Between two comments that
/// mark the table in a page; "" when nothing is refuted.
[[nodiscard]] std::string write_refuted_table(const std::vector<Record>& records);

/// One testcase for each record. An unexpected verdict is a failure, undecided and inconsistent are errors of
/// these types, an external claim is skipped. A record of `eval` passes if its status is ok.
[[nodiscard]] std::string write_junit(const std::vector<Record>& records);

/// One ::error for each record without its expected verdict, at the file and line that source.where names as
/// path:line, or without a place when it names none. External claims and records of `eval` get none.
[[nodiscard]] std::string write_github(const std::vector<Record>& records);

}  // namespace sigprop
