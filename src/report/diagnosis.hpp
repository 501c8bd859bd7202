#pragma once
// The wording of what is wrong with a refuted number, shared by every form of a report.

#include <cstddef>
#include <optional>
#include <sigprop/engine/record.hpp>
#include <string>

namespace sigprop {

/// "0.0200" -> "0.02", "2.00e-5" -> "2e-5"
[[nodiscard]] std::string without_zeros(std::string decimal);

/// ", -20.1 %" or ", equal" of a number that is measured or compared: how far it is from the value, as far as
/// that is proved; else empty.
[[nodiscard]] std::string distance_text(const Record& record);

/// Whether the number is refuted and more than the verdict is known.
[[nodiscard]] bool has_diagnosis(const Record& record);

/// Where the first wrong digit stands in the stated text; nothing when the text is no plain decimal.
[[nodiscard]] std::optional<std::size_t> wrong_digit(const Record& record);

/// "2nd after the point", "the 1st", "the sign"; "" when no digit is wrong.
[[nodiscard]] std::string wrong_digit_text(const Record& record);

/// "-0.92 %", or "-3.4e-7" where a percentage says nothing; "" when there is none.
[[nodiscard]] std::string error_text(const Record& record);

/// The proved digits, a few more than were stated, and "…" for the rest.
[[nodiscard]] std::string proved_text(const Record& record);

/// One match as "expression: in words".
[[nodiscard]] std::string identified_text(const IdentifiedRecord& match);
/// The expressions of all matches, joined with "or"; "" when there is none.
[[nodiscard]] std::string identified_expressions(const Record& record);

/// "first wrong digit 2nd after the point, -0.92 %, is sqrt(…)": whatever parts exist, on one line.
[[nodiscard]] std::string diagnosis_line(const Record& record);

}  // namespace sigprop
