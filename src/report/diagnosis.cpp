#include "report/diagnosis.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/base/digit.hpp"
#include "report/outcome.hpp"

namespace sigprop {
namespace {

constexpr std::size_t fewest_digits = 6;
constexpr std::size_t digits_more = 2;

std::size_t significant_digits(const std::string& text) {
    std::size_t digits = 0;
    for (const char c : text.substr(0, text.find_first_of("eE"))) {
        if (is_digit(c) && (c != '0' || digits > 0)) ++digits;
    }
    return digits;
}

std::string ordinal(std::size_t n) {
    const bool teen = n % 100 >= 11 && n % 100 <= 13;
    const char* ending = "th";
    if (!teen && n % 10 == 1) ending = "st";
    if (!teen && n % 10 == 2) ending = "nd";
    if (!teen && n % 10 == 3) ending = "rd";
    return std::to_string(n) + ending;
}

/// The decimal cut to the given digits, but never inside its whole part.
std::string shortened(const std::string& decimal, std::size_t digits) {
    const std::size_t mark = std::min(decimal.find_first_of("eE"), decimal.size());
    const std::size_t point = decimal.find('.');
    std::size_t kept = 0;
    for (std::size_t i = 0; i < mark; ++i) {
        if (is_digit(decimal[i]) && (decimal[i] != '0' || kept > 0)) ++kept;
        if (kept >= digits && point < i && i + 1 < mark) {
            return decimal.substr(0, i + 1) + "…" + decimal.substr(mark);
        }
    }
    return decimal;
}

}  // namespace

std::string without_zeros(std::string decimal) {
    const std::size_t exponent = std::min(decimal.find('e'), decimal.size());
    if (decimal.find('.') == decimal.npos) return decimal;
    std::size_t end = decimal.find_last_not_of('0', exponent - 1) + 1;
    if (decimal[end - 1] == '.') --end;
    return decimal.erase(end, exponent - end);
}

std::string distance_text(const Record& record) {
    const bool hedged = record.verdict == Verdict::measured || record.verdict == Verdict::compared;
    if (!hedged || !record.relative_error) return {};
    const bool equal = record.relative_error->find_first_of("123456789") == std::string::npos;
    return ", " + (equal ? "equal" : error_text(record));
}

bool has_diagnosis(const Record& record) {
    return record.verdict == Verdict::refuted &&
           (record.relative_error || record.first_wrong_digit || !record.identified.empty());
}

std::optional<std::size_t> wrong_digit(const Record& record) {
    if (!record.first_wrong_digit || !record.stated) return std::nullopt;
    const std::string& text = record.stated->text;
    const bool decimal = text.find_first_not_of("+-.0123456789eE") == text.npos;
    if (!decimal || *record.first_wrong_digit >= text.size()) return std::nullopt;
    return record.first_wrong_digit;
}

std::string wrong_digit_text(const Record& record) {
    const auto at = wrong_digit(record);
    if (!at) return {};
    const std::string& text = record.stated->text;
    if (!is_digit(text[*at])) return "the sign";
    const std::size_t point = text.find('.');
    if (point < *at) return ordinal(*at - point) + " after the point";
    const auto digits =
        std::count_if(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(*at) + 1, is_digit);
    return "the " + ordinal(static_cast<std::size_t>(digits));
}

std::string error_text(const Record& record) {
    if (!record.relative_error) return {};
    const double error = std::strtod(record.relative_error->c_str(), nullptr);
    constexpr double smallest = 9.995e-5;
    constexpr double largest = 10;
    const bool percent = std::fabs(error) >= smallest && std::fabs(error) < largest;
    char text[32];
    if (percent) {
        // The error has only three significant digits.
        const double size = std::fabs(error) * 100;
        const int places = std::max(0, 2 - static_cast<int>(std::floor(std::log10(size))));
        std::snprintf(text, sizeof text, "%+.*f", places, error * 100);
        return without_zeros(text) + " %";
    }
    std::snprintf(text, sizeof text, "%+.2e", error);
    std::string scientific = text;
    const std::size_t zero = scientific.find('e') + 2;
    if (scientific[zero] == '0') scientific.erase(zero, 1);
    return scientific;
}

std::string proved_text(const Record& record) {
    if (!record.computed.decimal) return {};
    const std::size_t stated = record.stated ? significant_digits(record.stated->text) : 0;
    return shortened(*record.computed.decimal, std::max(fewest_digits, stated + digits_more)) +
           limit_mark(record);
}

std::string identified_text(const IdentifiedRecord& match) {
    return match.expression + (match.text.empty() ? "" : ": " + match.text);
}

std::string identified_expressions(const Record& record) {
    std::string all;
    for (const IdentifiedRecord& one : record.identified) all += (all.empty() ? "" : " or ") + one.expression;
    return all;
}

std::string diagnosis_line(const Record& record) {
    std::string line;
    const auto add = [&line](const char* name, const std::string& text) {
        if (!text.empty()) line += (line.empty() ? "" : ", ") + (name + text);
    };
    add("first wrong digit ", wrong_digit_text(record));
    add("", error_text(record));
    add("is ", identified_expressions(record));
    return line;
}

}  // namespace sigprop
