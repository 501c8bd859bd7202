#pragma once
// Records for people at a terminal. Columns are aligned by displayed width, not by bytes; numbers that do not
// fit are cut with an ellipsis (the JSON has them in full), and control characters of claims files never
// reach the terminal. Colour is used only when the caller asks for it: the caller knows whether there is a
// terminal and what NO_COLOR says.

#include <cstddef>
#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

#include "formats/text_sink.hpp"

namespace sigprop {

struct TextOptions {
    std::size_t width = 100;  ///< in columns; a table never gets narrower than about 80
    bool color = false;
    std::size_t experiments_not_run = 0;  ///< of `verify`: those that only --experiments judges
};

/// `verify`: a row for every record with claim, stated, computed, agreeing digits, verdict and strength; then
/// a paragraph for each without its expected verdict (reason, source, note) and a short one for each refuted
/// as expected (the first wrong digit, what the number is instead); then the summary line.
[[nodiscard]] std::string verify_text(const std::vector<Record>& records, const TextOptions& options = {});

/// Its last lines, "1 FAILED: model.gain (src/init.py:12)" and the undecided ones; empty where all is as
/// expected.
[[nodiscard]] std::string failures_text(const std::vector<Record>& records, const TextOptions& options = {});

/// "3 claims: 2 confirmed, 1 refuted; all as expected" without a line end.
[[nodiscard]] std::string summary_line(const std::vector<Record>& records);

/// `eval`: expression = all proved digits; what defaults and places in the call decided, and warnings; and a
/// sentence on why the number can be trusted, or evidence_text where that is not simply so.
[[nodiscard]] std::string eval_text(const std::vector<Record>& records, const TextOptions& options = {});

/// The same with a line for each piece of evidence instead of the sentence: route, method, kind, value
/// ± radius, status, reason.
[[nodiscard]] std::string evidence_text(const std::vector<Record>& records, const TextOptions& options = {});

/// The number alone, a line for each record: its proved digits, or the mean of a number that can only be
/// simulated. An empty line where there is neither.
[[nodiscard]] std::string plain_text(const std::vector<Record>& records, const TextOptions& options = {});

/// `sweep --evidence`: for each series its expression and method, then one row per point: axes, value ±
/// radius, status.
[[nodiscard]] std::string series_text(const std::vector<Series>& series, const TextOptions& options = {});
void write_series_text(const std::vector<Series>& series, const TextOptions& options, const TextSink& out);

/// `sweep`: the same for one method of each expression, the first proof where there is one, and a line on the
/// others; for all of them where another has a value that this one lacks, or where they disagree.
void write_curves_text(const std::vector<Series>& series, const TextOptions& options, const TextSink& out);

}  // namespace sigprop
