#include "record_text.hpp"

#include <algorithm>
#include <charconv>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

namespace sigprop::tool {
namespace {

/// A field is its length, a blank and its bytes.
void add(std::string& text, std::string_view field) {
    text += std::to_string(field.size());
    text += ' ';
    text += field;
}

std::string_view cut_piece(std::string_view& text) {
    const std::size_t blank = text.find(' ');
    std::size_t length = 0;
    const char* const end = text.data() + std::min(blank, text.size());
    const bool read = std::from_chars(text.data(), end, length).ptr == end && blank != text.npos;
    if (!read || length > text.size() - blank - 1) throw InputError("not the text of a record");
    const std::string_view field = text.substr(blank + 1, length);
    text.remove_prefix(blank + 1 + length);
    return field;
}

std::optional<Says> says_of(std::string_view word) {
    for (const Says one : {Says::equals, Says::about, Says::recommends}) {
        if (to_string(one) == word) return one;
    }
    return std::nullopt;
}

}  // namespace

std::string record_text(const Record& record) {
    std::string text;
    Report report;
    report.records.push_back(record);
    add(text, write_report(report));
    add(text, record.read_from);
    add(text, record.says ? to_string(*record.says) : "");  // a report leaves out the usual one
    for (const std::string& one : record.assumed) add(text, one);
    return text;
}

Record record_from_text(std::string_view text) {
    Record record = std::move(read_report(cut_piece(text), "a rank's record").records.at(0));
    record.read_from = cut_piece(text);
    record.says = says_of(cut_piece(text));
    while (!text.empty()) record.assumed.emplace_back(cut_piece(text));
    return record;
}

}  // namespace sigprop::tool
