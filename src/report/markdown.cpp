#include <algorithm>
#include <sigprop/report/export.hpp>
#include <sigprop/report/table.hpp>

#include "report/outcome.hpp"

namespace sigprop {
namespace {

/// Line breaks and control characters would end a row.
std::string one_line(std::string text) {
    std::replace_if(
        text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20U || c == 0x7F; },
        ' ');
    return text;
}

/// Text that Markdown takes for nothing else.
std::string plain(const std::string& text) {
    constexpr std::string_view special = R"(\`*_{}[]<>()#+!|~&$@)";
    std::string escaped;
    for (const char c : one_line(text)) {
        if (special.find(c) != special.npos) escaped += '\\';
        escaped += c;
    }
    return escaped;
}

/// A code span; '|' is escaped because tables are split before code is looked for.
std::string code(const std::string& text) {
    if (text.empty()) return {};
    std::string inside = one_line(text);
    std::size_t run = 0;
    std::size_t longest = 0;
    for (const char c : inside) {
        run = c == '`' ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    for (std::size_t at = inside.find('|'); at != inside.npos; at = inside.find('|', at + 2)) {
        inside.insert(at, "\\");
    }
    const std::string fence(longest + 1, '`');
    const std::string pad = longest > 0 ? " " : "";
    return fence + pad + inside + pad + fence;
}

std::string row(const std::vector<std::string>& cells) {
    std::string line = "|";
    for (const std::string& cell : cells) line += " " + cell + " |";
    return line + "\n";
}

std::string verdict_cell(const Record& record) {
    if (detail::is_external(record)) return "external";
    if (detail::is_unexpected(record)) return "**" + plain(record.verdict) + "**";
    return plain(record.verdict) + (record.verdict == "refuted" ? " (as expected)" : "");
}

std::string claims_table(const std::vector<Record>& records) {
    std::string table = row({"claim", "stated", "computed", "digits", "verdict", "strength"}) +
                        row({"---", "---", "---", "---:", "---", "---"});
    for (const Record& record : records) {
        table += row({code(record.id), code(record.stated ? record.stated->text : ""),
                      code(detail::computed_text(record)),
                      record.agreeing_digits ? detail::shortest(*record.agreeing_digits) : "",
                      verdict_cell(record), plain(record.strength)});
    }
    return table;
}

std::string values_table(const std::vector<Record>& records) {
    std::string table = row({"expression", "computed", "status"}) + row({"---", "---", "---"});
    for (const Record& record : records) {
        table += row({code(record.expression), code(detail::computed_text(record)), plain(record.status)});
    }
    return table;
}

std::string section(const Record& record) {
    std::string text = "\n### " + code(record.id) + ": " + plain(detail::unexpected_text(record)) + "\n\n";
    const auto item = [&text](const char* name, const std::string& value) {
        if (!value.empty()) text += std::string("- ") + name + ": " + value + "\n";
    };
    item("statement", plain(record.statement));
    item("expression", code(record.expression));
    if (record.stated) {
        item("stated", code(record.stated->text) + " (" + plain(record.stated->convention) + ")");
    }
    item("computed", code(detail::computed_text(record)));
    item("reason", plain(record.reason));
    item("source", plain(detail::source_text(record.source)));
    item("note", plain(record.note));
    return text;
}

}  // namespace

std::string write_markdown(const std::vector<Record>& records) {
    const bool only_values = std::none_of(records.begin(), records.end(), [](const Record& r) {
        return detail::is_judged(r) || detail::is_external(r);
    });
    if (only_values) return values_table(records);
    std::string text = claims_table(records) + "\n" + plain(summary_line(records)) + "\n";
    for (const Record& record : records) {
        if (detail::is_unexpected(record)) text += section(record);
    }
    return text;
}

}  // namespace sigprop
