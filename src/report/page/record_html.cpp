#include "report/page/record_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "formats/ids.hpp"

#include "report/diagnosis.hpp"
#include "report/outcome.hpp"
#include "report/page/expression_mathml.hpp"
#include "report/page/html_text.hpp"

namespace sigprop {
namespace {

constexpr std::size_t row_characters = 160;    ///< of a name or a statement in a row
constexpr std::size_t number_characters = 60;  ///< of a number in a row

std::string part(std::string_view tag, std::string_view name, const std::string& html) {
    return html.empty() ? std::string() : fmt::format("<{0} class=\"{1}\">{2}</{0}>", tag, name, html);
}

/// The stated text with its first wrong digit marked, for eyes and for screen readers.
std::string stated_html(const Record& record) {
    if (!record.stated) return {};
    const std::string& text = record.stated->text;
    const auto at = wrong_digit(record);
    if (!at || *at >= number_characters) return html_beginning(text, number_characters);
    return html_text(text.substr(0, *at)) +
           "<mark title=\"first wrong digit: " + html_text(wrong_digit_text(record)) + "\">" +
           html_text(text.substr(*at, 1)) + "</mark>" +
           html_beginning(text.substr(*at + 1), number_characters - *at - 1);
}

std::string proved_html(const Record& record) {
    const bool beside_stated = record.stated && record.computed.decimal;
    return html_beginning(beside_stated ? proved_text(record) : computed_text(record), number_characters);
}

/// A formula where the record is nothing else, else its name.
std::string name_html(const Record& record) {
    constexpr std::size_t short_enough = 120;
    if (record.id == record.expression && record.id.size() <= short_enough) {
        const std::string formula = expression_mathml(record.expression);
        if (!formula.empty()) return formula;
    }
    return "<bdi>" + html_beginning(record.id, row_characters) + "</bdi>";
}

std::string row_html(const Record& record) {
    const std::string outcome = outcome_word(record);
    const std::string stated = stated_html(record);
    const std::string proved = proved_html(record);
    std::string row = "<summary><span class=\"badge\">" + outcome + "</span>";
    if (is_unexpected(record))
        row += "<span class=\"unexpected\">expected " + html_text(word(record.expected)) + "</span>";
    row += "<span class=\"name\">" + name_html(record) + "</span>";
    row += part("span", "says", html_beginning(record.statement, row_characters));
    if (!stated.empty())
        row += "<span class=\"claimed number\"><span class=\"label\">stated </span>" + stated + "</span>";
    if (!proved.empty())
        row += "<span class=\"value number\"><span class=\"label\">is </span>" + proved + "</span>";
    return row + "</summary>";
}

/// A list of terms and what they are.
class Terms {
public:
    void add(const char* term, const std::string& html) {
        if (!html.empty()) items_ += fmt::format("<dt>{}</dt><dd>{}</dd>", term, html);
    }
    void add_text(const char* term, const std::string& text) {
        if (!text.empty()) add(term, "<span dir=\"auto\">" + html_text(text) + "</span>");
    }
    [[nodiscard]] std::string html() const { return items_.empty() ? "" : "<dl>" + items_ + "</dl>"; }

private:
    std::string items_;
};

/// Only what a reader would expect a link to do: no javascript:, no file:.
bool is_web_address(const std::string& url) {
    const bool plain = std::ranges::all_of(url, [](char c) { return c > ' ' && c < '\x7f'; });
    return plain && (url.starts_with("https://") || url.starts_with("http://"));
}

std::string source_html(const Source& source) {
    Source without_address = source;
    without_address.url.clear();
    const std::string text = html_text(source_text(without_address));
    if (source.url.empty()) return text;
    const std::string shown = text.empty() ? html_text(source.url) : text;
    if (!is_web_address(source.url)) return text.empty() ? shown : text + " " + html_text(source.url);
    return "<a rel=\"noreferrer\" href=\"" + html_text(source.url) + "\">" + shown + "</a>";
}

std::string quote_html(const Record& record) {
    if (record.quote.empty()) return {};
    std::string html = "<blockquote><p dir=\"auto\">" + html_text(record.quote) + "</p>";
    if (!record.quote_en.empty())
        html += "<p class=\"translation\" dir=\"auto\">" + html_text(record.quote_en) + "</p>";
    return html + "</blockquote>";
}

std::string formula_html(const std::string& math) {
    return math.empty() ? math : "<div class=\"formula\" tabindex=\"0\">" + math + "</div>";
}

std::string expression_html(const std::string& expression) {
    if (expression.empty()) return {};
    return formula_html(expression_mathml(expression)) + "<code>" + html_text(expression) + "</code>";
}

std::string computed_html(const Record& record) {
    const ComputedRecord& computed = record.computed;
    if (!computed.decimal) return html_text(computed_text(record));
    std::string html = "<span class=\"number\">" + html_text(*computed.decimal) + "</span>";
    return html + fmt::format(" <span class=\"aside\">{} digits proved</span>", computed.digits);
}

std::string identified_html(const Record& record) {
    std::string html;
    for (const IdentifiedRecord& one : record.identified) {
        html += (html.empty() ? "" : "<br>") + ("<code>" + html_text(one.expression) + "</code>");
        if (!one.text.empty()) html += ": " + html_text(one.text);
    }
    return html;
}

std::string wrong_html(const Record& record) {
    const std::string digit = wrong_digit_text(record);
    const std::string error = error_text(record);
    std::string html = digit.empty() ? "" : "first wrong digit: " + html_text(digit);
    if (!error.empty()) html += (html.empty() ? "" : "; ") + ("relative error " + html_text(error));
    return html;
}

std::string terms_html(const Record& record, const std::string& definition) {
    Terms terms;
    terms.add("expression", expression_html(record.expression));
    terms.add("defined as", formula_html(definition));
    terms.add_text("says", record.statement);
    if (record.stated)
        terms.add("stated", "<span class=\"number\">" + html_text(stated_text(record)) + "</span>");
    if (!is_external(record)) terms.add("computed", computed_html(record));
    terms.add("off by", wrong_html(record));
    terms.add("it is", identified_html(record));
    terms.add_text("in the limit", record.limit);
    terms.add_text("reason", record.reason);
    for (const std::string& warning : record.warnings) terms.add_text("warning", warning);
    for (const std::string& remark : record.remarks) terms.add_text("remark", remark);
    terms.add("quote", quote_html(record));
    terms.add("source", source_html(record.source));
    terms.add_text("relied on", record.source.use);
    terms.add_text("note", record.note);
    if (record.kind == ClaimKind::finding)
        terms.add_text("who says so", "our own finding, not a claim of the source");
    if (record.kind == ClaimKind::experiment)
        terms.add_text("decided by", "small trained networks: the result holds for their size only");
    if (record.external_reason) terms.add_text("not decided here", word(*record.external_reason));
    if (record.id != record.expression) terms.add_text("id", record.id);
    return terms.html();
}

std::string described_html(const Record& record) {
    if (record.described.empty()) return {};
    std::string html =
        "<table class=\"measured\"><caption>Described</caption><thead><tr><th scope=\"col\">what</th>"
        "<th scope=\"col\">is</th></tr></thead><tbody>";
    for (const auto& [name, text] : record.described)
        html += "<tr><th scope=\"row\">" + html_text(name) + "</th><td>" + html_text(text) + "</td></tr>";
    return html + "</tbody></table>";
}

std::string measured_html(const Record& record) {
    if (record.measured.empty()) return {};
    std::string html =
        "<table class=\"measured\"><caption>Measured</caption><thead><tr><th scope=\"col\">statistic</th>"
        "<th scope=\"col\">value</th></tr></thead><tbody>";
    for (const auto& [name, value] : record.measured) {
        html += "<tr><th scope=\"row\">" + html_text(name) + "</th><td class=\"number\">" + shortest(value) +
                "</td></tr>";
    }
    return html + "</tbody></table>";
}

}  // namespace

std::string outcome_word(const Record& record) {
    if (is_external(record)) return "external";
    if (record.verdict) return word(record.verdict);
    if (!record.described.empty()) return "measured";
    if (record.status && *record.status != Status::ok) return word(record.status);
    return record.computed.decimal ? "proved" : "estimated";
}

const std::vector<std::string_view>& outcome_words() {
    static const std::vector<std::string_view> all = {"internal", "inconsistent", "refuted",   "undecided",
                                                      "unable",   "domain",       "measured",  "compared",
                                                      "proved",   "estimated",    "confirmed", "external"};
    return all;
}

std::vector<std::string> element_ids(const std::vector<std::string_view>& names, const std::string& prefix) {
    std::set<std::string> taken;
    std::vector<std::string> ids;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string id = prefix + "." + (is_id(names[i]) ? std::string(names[i]) : std::to_string(i + 1));
        while (!taken.insert(id).second) id += "." + std::to_string(i + 1);
        ids.push_back(std::move(id));
    }
    return ids;
}

std::string record_html(const Record& record, const std::string& element_id, const std::string& definition) {
    return "<li class=\"record " + outcome_word(record) + "\" id=\"" + element_id + "\" data-outcome=\"" +
           outcome_word(record) + (is_unexpected(record) ? "\" data-unexpected=\"yes" : "") + "\"><details>" +
           row_html(record) + "<div class=\"body\"><div class=\"terms\">" + terms_html(record, definition) +
           "</div><div class=\"findings\">" + evidence_html(record) + described_html(record) +
           measured_html(record) + "</div></div></details></li>\n";
}

}  // namespace sigprop
