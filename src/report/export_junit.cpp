#include "report/export.hpp"

#include "core/base/shown_text.hpp"
#include "core/base/utf8.hpp"
#include "report/diagnosis.hpp"
#include "report/outcome.hpp"

namespace sigprop {
namespace {

/// Whether XML 1.0 allows the character; it has no form at all for most control characters.
bool is_xml_character(std::string_view character) {
    const auto first = static_cast<unsigned char>(character.front());
    if (character.size() == 1) return first >= 0x20U || first == '\t' || first == '\n' || first == '\r';
    return character != "\xEF\xBF\xBE" && character != "\xEF\xBF\xBF";  // U+FFFE, U+FFFF
}

/// Shown as everywhere; what XML still cannot hold becomes U+FFFD. Line ends and tabs are escaped, or an
/// attribute loses them.
std::string escaped_xml(const std::string& raw, bool in_attribute) {
    const std::string text = shown_text(raw, LineEnds::kept);
    std::string result;
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = utf8_length(text, i);
        const std::string_view character = std::string_view(text).substr(i, length);
        i += character.size();
        if (!is_xml_character(character)) {
            result += "\uFFFD";
            continue;
        }
        switch (character.front()) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            case '\'': result += "&apos;"; break;
            case '\t': result += in_attribute ? "&#9;" : "\t"; break;
            case '\n': result += in_attribute ? "&#10;" : "\n"; break;
            case '\r': result += "&#13;"; break;
            default: result += character;
        }
    }
    return result;
}

std::string attribute(const char* name, const std::string& value) {
    return std::string(" ") + name + "=\"" + escaped_xml(value, true) + "\"";
}

std::string details(const Record& record) {
    std::string text;
    const auto line = [&text](const char* name, const std::string& value) {
        if (!value.empty()) text += std::string(name) + ": " + shown_text(value) + "\n";
    };
    line("statement", record.statement);
    line("expression", record.expression);
    line("stated", stated_text(record));
    line("computed", computed_text(record));
    line("limit", record.limit);
    line("measured", measurement_text(record));
    line("first wrong digit", wrong_digit_text(record));
    line("relative error", error_text(record));
    for (const IdentifiedRecord& one : record.identified) line("is", identified_text(one));
    line("reason", record.reason);
    line("says", quote_text(record));
    line("source", source_text(record.source));
    line("note", record.note);
    return text;
}

enum class CaseResult { pass, failure, error, skipped };

struct CaseEnding {
    CaseResult outcome = CaseResult::pass;
    std::string type;
    std::string message;
};

CaseEnding ending_of(const Record& record) {
    if (is_external(record)) {
        return {CaseResult::skipped, "", external_text(record)};
    }
    if (!is_judged(record)) {
        if (const EvidenceRecord* fault = find_internal_error(record))
            return {CaseResult::error, word(fault->status), fault->method + ": " + fault->reason};
        if (record.status == Status::ok) return {};
        return {CaseResult::error, word(record.status), record.reason};
    }
    if (!is_unexpected(record)) return {};
    const std::string message = unexpected_text(record) + (record.reason.empty() ? "" : ": " + record.reason);
    const bool decided = record.verdict == Verdict::confirmed || record.verdict == Verdict::refuted;
    return {decided ? CaseResult::failure : CaseResult::error, word(record.verdict), message};
}

std::string testcase(const Record& record, const CaseEnding& ending) {
    const std::string head =
        "    <testcase" + attribute("classname", "sigprop") + attribute("name", record.id);
    if (ending.outcome == CaseResult::pass) return head + "/>\n";
    if (ending.outcome == CaseResult::skipped) {
        return head + ">\n      <skipped" + attribute("message", ending.message) + "/>\n    </testcase>\n";
    }
    const std::string element = ending.outcome == CaseResult::failure ? "failure" : "error";
    return head + ">\n      <" + element + attribute("type", ending.type) +
           attribute("message", ending.message) + ">" + escaped_xml(details(record), false) + "</" + element +
           ">\n    </testcase>\n";
}

}  // namespace

std::string write_junit(const std::vector<Record>& records) {
    std::size_t failures = 0;
    std::size_t errors = 0;
    std::size_t skipped = 0;
    std::string cases;
    for (const Record& record : records) {
        const CaseEnding ending = ending_of(record);
        failures += ending.outcome == CaseResult::failure ? 1 : 0;
        errors += ending.outcome == CaseResult::error ? 1 : 0;
        skipped += ending.outcome == CaseResult::skipped ? 1 : 0;
        cases += testcase(record, ending);
    }
    const std::string counts = attribute("tests", std::to_string(records.size())) +
                               attribute("failures", std::to_string(failures)) +
                               attribute("errors", std::to_string(errors));
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", "sigprop") + counts +
           ">\n  <testsuite" + attribute("name", "sigprop") + counts +
           attribute("skipped", std::to_string(skipped)) + ">\n" + cases + "  </testsuite>\n</testsuites>\n";
}

}  // namespace sigprop
