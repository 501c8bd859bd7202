#include "record_text.hpp"

#include <optional>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/report/report.hpp>

#include "core/base/fields.hpp"

namespace sigprop::tool {
namespace {

std::string_view cut_piece(std::string_view& text) {
    const std::optional<std::string_view> field = cut_field(text);
    if (!field) throw InputError("not the text of a record");
    return *field;
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
    add_field(text, write_report(report));
    add_field(text, record.read_from);
    add_field(text, record.says ? to_string(*record.says) : "");  // a report leaves out the usual one
    for (const std::string& one : record.assumed) add_field(text, one);
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
