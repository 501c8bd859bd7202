#include "formats/csv.hpp"
#include <string_view>

#include "core/base/shown_text.hpp"

namespace sigprop {
namespace {

void write_field(std::string& out, std::string_view field) {
    const bool spaced = !field.empty() && (field.front() == ' ' || field.back() == ' ');
    if (!spaced && field.find_first_of(",\"\r\n") == std::string_view::npos) {
        out += field;
        return;
    }
    out += '"';
    for (const char c : field) {
        if (c == '"') out += '"';
        out += c;
    }
    out += '"';
}

/// Whether a spreadsheet would compute the field as a formula, which may run a program. Numbers and
/// fractions, which hold no name, stay as they are.
bool is_formula(std::string_view field) {
    if (field.empty() || std::string_view("=+-@").find(field.front()) == std::string_view::npos) return false;
    return field.front() == '=' || field.front() == '@' ||
           !(field.substr(1) == "inf" ||
             (field.size() > 1 && field.find_first_not_of("0123456789.eE+-/") == std::string_view::npos));
}

}  // namespace

std::string csv_row(std::span<const std::string> fields) {
    std::string row;
    for (const std::string& field : fields) {
        if (&field != &fields.front()) row += ',';
        write_field(row, field);
    }
    if (fields.size() == 1 && fields.front().empty()) row = "\"\"";
    return row + '\n';
}

std::string shown_csv_row(std::vector<std::string> fields) {
    for (std::string& field : fields) {
        field = shown_text(field);
        if (is_formula(field)) field.insert(0, 1, '\'');
    }
    return csv_row(fields);
}

std::string write_csv(std::span<const std::vector<std::string>> rows) {
    std::string text;
    for (const std::vector<std::string>& row : rows) text += shown_csv_row(row);
    return text;
}

}  // namespace sigprop
