#pragma once
// Reports as JSON, the form that is kept, compared and read by other programs; its schema is
// results/schema/report.schema.json. Equal reports are equal bytes, except for `run`, which records time and
// machine and is in neither the digest nor a golden. The digest is the SHA-256 of the canonical JSON of
// {"records", "series"}. Forms for people are in table.hpp and export.hpp.

#include <functional>
#include <sigprop/engine/record.hpp>
#include <string>
#include <string_view>

namespace sigprop {

/// Readers accept every 1.x: additions raise the second number.
inline constexpr std::string_view report_schema_version = "1.4";

/// The report as indented text with a newline at the end, without `run` when it has none; numbers that are
/// not finite become null.
[[nodiscard]] std::string write_report(const Report& report);
/// The same text piece by piece: a report of long series is never held as a whole.
void write_report(const Report& report, const std::function<void(std::string_view)>& out);

struct ReadOptions {
    bool check_digest = true;  ///< false for a report that was deliberately edited by hand
};

/// Reads what write_report wrote. Unknown fields are skipped (but count in the digest), so that newer 1.x
/// reports can be read; a report without a digest is accepted as it is.
/// Errors   InputError "source:line:column: records[2].verdict: …" for a field that is missing or of the
///          wrong kind, another major version, a wrong digest, arrays of a series that do not fit its axes
[[nodiscard]] Report read_report(std::string_view text, std::string_view source_name,
                                 ReadOptions options = {});

}  // namespace sigprop
