#include <algorithm>
#include <sigprop/report/table.hpp>

#include "report/grid.hpp"
#include "report/outcome.hpp"
#include "report/text_width.hpp"

namespace sigprop {
namespace {

using detail::Cell;
using detail::Color;

constexpr std::size_t least_number = 14;
constexpr std::size_t least_id = 20;

Color color_of(const Record& record) {
    if (!detail::is_judged(record)) return Color::none;
    if (!detail::is_unexpected(record)) return Color::good;
    return record.verdict == "undecided" ? Color::unsure : Color::bad;
}

Cell verdict_cell(const Record& record) {
    if (detail::is_external(record)) return {"external"};
    const bool unexpected = detail::is_unexpected(record);
    std::string text = record.verdict;
    if (record.verdict == "refuted" && !unexpected) text += " (expected)";
    if (record.verdict == "confirmed" && unexpected) text += " (unexpected)";
    return {std::move(text), color_of(record)};
}

/// The number as stated; what makes it more or less than that number (a bound, a tolerance) belongs to it.
std::string stated_text(const Record& record) {
    if (!record.stated) return {};
    const std::string& convention = record.stated->convention;
    if (convention == "upper bound") return "<= " + record.stated->text;
    if (convention == "lower bound") return ">= " + record.stated->text;
    const bool plain = convention.find(' ') == std::string::npos;  // rounded, truncated, exact, a dtype
    return plain ? record.stated->text : record.stated->text + ", " + convention;
}

/// "name  text", the text broken into lines under each other.
std::string item(const char* name, const std::string& text, std::size_t width) {
    if (text.empty()) return {};
    constexpr std::size_t indent = 14;
    constexpr std::size_t narrowest = 20;
    std::string result;
    for (const std::string& line :
         detail::wrapped(detail::printable(text), std::max(width, indent + narrowest) - indent)) {
        result += detail::padded(result.empty() ? "  " + std::string(name) : "", indent) + line + "\n";
    }
    return result;
}

std::string block(const Record& record, const TextOptions& options) {
    const auto number = [&](const std::string& text) {
        return detail::cut_number(text, std::max<std::size_t>(options.width, 40));
    };
    std::string text =
        "\n" + detail::colored(detail::printable(record.id), Color::title, options.color) + ": " +
        detail::colored(detail::unexpected_text(record), color_of(record), options.color) + "\n";
    text += item("statement", record.statement, options.width);
    text += item("expression", record.expression, options.width);
    if (record.stated) {
        const std::string& convention = record.stated->convention;
        text +=
            item("stated", number(record.stated->text) + (convention.empty() ? "" : " (" + convention + ")"),
                 options.width);
    }
    text += item("computed", number(detail::computed_text(record)), options.width);
    text += item("reason", record.reason, options.width);
    text += item("source", detail::source_text(record.source), options.width);
    text += item("note", record.note, options.width);
    return text;
}

}  // namespace

std::string summary_line(const std::vector<Record>& records) {
    const Summary summary = summarise(records);
    const std::size_t judged = summary.total - summary.external;
    const auto plural = [](std::size_t n, const char* noun) {
        return std::to_string(n) + " " + noun + (n == 1 ? "" : "s");
    };
    std::string counts;
    const auto count = [&counts](std::size_t n, const char* verdict) {
        if (n > 0) counts += (counts.empty() ? ": " : ", ") + std::to_string(n) + " " + verdict;
    };
    count(summary.confirmed, "confirmed");
    count(summary.refuted, "refuted");
    count(summary.undecided, "undecided");
    count(summary.inconsistent, "inconsistent");
    std::string text = plural(judged, "claim") + counts;
    if (judged > 0) {
        const bool all = summary.as_expected == judged;
        text += "; " + (all ? std::string("all") : std::to_string(summary.as_expected)) + " as expected";
    }
    if (summary.external > 0) text += "; " + std::to_string(summary.external) + " external";
    return text;
}

std::string verify_text(const std::vector<Record>& records, const TextOptions& options) {
    detail::Grid grid;
    grid.columns = {{"claim", false, false, least_id},
                    {"stated", false, true, least_number},
                    {"computed", false, true, least_number},
                    {"digits", true},
                    {"verdict"},
                    {"strength"}};
    for (const Record& record : records) {
        grid.rows.push_back({{record.id},
                             {stated_text(record)},
                             {detail::is_external(record) ? "" : detail::computed_text(record)},
                             {record.agreeing_digits ? detail::shortest(*record.agreeing_digits) : ""},
                             verdict_cell(record),
                             {record.strength}});
    }
    std::string text = records.empty() ? "" : detail::text_of(std::move(grid), options.width, options.color);
    for (const Record& record : records) {
        if (detail::is_unexpected(record)) text += block(record, options);
    }
    return text + (records.empty() ? "" : "\n") + summary_line(records) + "\n";
}

}  // namespace sigprop
