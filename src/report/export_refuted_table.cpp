#include <algorithm>

#include "report/export.hpp"

#include "report/diagnosis.hpp"
#include "report/markdown_text.hpp"

namespace sigprop {
namespace {

bool belongs(const Record& record) {
    return has_diagnosis(record) && record.stated && record.computed.decimal;
}

/// Whether two records are the same number under one name, from whichever repositories.
bool same_number(const Record& a, const Record& b) {
    return a.expression == b.expression && a.stated->text == b.stated->text &&
           a.stated->convention == b.stated->convention;
}

/// "[owner/name](url), `path:line`": an author with a slash is taken to be a repository.
std::string where(const Source& source) {
    const bool repository = source.author.find('/') != source.author.npos;
    const std::string name = plain(repository || source.title.empty() ? source.author : source.title);
    const bool linked = source.url.find("://") != source.url.npos &&
                        source.url.find_first_of(" <>()|\\\n") == source.url.npos;
    std::string text = linked && !name.empty() ? "[" + name + "](" + source.url + ")" : name;
    if (!source.where.empty()) text += (text.empty() ? "" : ", ") + code(source.where);
    return text;
}

std::string marked(const Record& record) {
    const std::string& text = record.stated->text;
    const auto at = wrong_digit(record);
    if (record.stated->convention == "upper bound") return plain("<= " + text);
    if (record.stated->convention == "lower bound") return plain(">= " + text);
    if (!at) return plain(text);
    return plain(text.substr(0, *at)) + "**" + plain(text.substr(*at, 1)) + "**" +
           plain(text.substr(*at + 1));
}

std::string identified(const Record& record) {
    std::string text;
    for (const IdentifiedRecord& one : record.identified) {
        text += (text.empty() ? "" : "<br>") + code(one.expression) + (one.text.empty() ? "" : ": ") +
                plain(one.text);
    }
    return text;
}

}  // namespace

std::string write_refuted_table(const std::vector<Record>& records) {
    std::string rows;
    for (auto first = records.begin(); first != records.end(); ++first) {
        if (!belongs(*first)) continue;
        const auto is_same = [&](const Record& one) { return belongs(one) && same_number(one, *first); };
        if (std::find_if(records.begin(), first, is_same) != first) continue;
        std::string places;
        for (auto one = first; one != records.end(); ++one) {
            if (is_same(*one)) places += (places.empty() ? "" : "<br>") + where(one->source);
        }
        rows += row({places, code(first->expression), marked(*first), plain(proved_text(*first)),
                     error_text(*first), identified(*first)});
    }
    if (rows.empty()) return {};
    return "<!-- refuted -->\n" +
           row({"where", "what it claims to be", "stated", "proved", "error", "what it is"}) +
           row({"---", "---", "---", "---", "---:", "---"}) + rows + "<!-- /refuted -->\n";
}

}  // namespace sigprop
