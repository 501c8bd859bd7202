#include <fmt/format.h>

#include "report/outcome.hpp"
#include "report/page/html_text.hpp"
#include "report/page/offsets.hpp"
#include "report/page/record_html.hpp"

namespace sigprop {
namespace {

/// What the script draws the interval from: exact distances as doubles.
std::string offset_attributes(const std::optional<Offset>& offset) {
    if (!offset) return {};
    return " data-middle=\"" + shortest(offset->middle) + "\" data-radius=\"" + shortest(offset->radius) +
           "\"";
}

std::string value_html(const EvidenceRecord& one) {
    if (!one.midpoint && !one.count) return html_text(one.reason);
    std::string html = one.count ? count_text(*one.count)
                                 : html_text(*one.midpoint) + " ± " + html_text(one.radius.value_or("0"));
    if (one.interval) {
        html += fmt::format("<br><span class=\"aside\">{:g} %: {} to {}</span>", 100 * one.interval->level,
                            html_text(one.interval->lower), html_text(one.interval->upper));
    }
    if (!one.reason.empty()) html += "<br><span class=\"aside\">" + html_text(one.reason) + "</span>";
    return html;
}

std::string row_html(const EvidenceRecord& one, const std::optional<Offset>& offset) {
    return "<tr class=\"" + word(one.kind) + "\"" + offset_attributes(offset) + "><th scope=\"row\">" +
           html_text(one.method) + "</th><td>" + word(one.route) + "</td><td>" + word(one.kind) +
           "</td><td class=\"number\">" + value_html(one) + "</td><td>" + word(one.status) + "</td></tr>";
}

std::string stated_attributes(const Offsets& offsets) {
    std::string attributes = " data-origin=\"" + html_text(offsets.origin) + "\"";
    if (offsets.stated_lower) attributes += " data-stated-lower=\"" + shortest(*offsets.stated_lower) + "\"";
    if (offsets.stated_upper) attributes += " data-stated-upper=\"" + shortest(*offsets.stated_upper) + "\"";
    return attributes;
}

}  // namespace

std::string evidence_html(const Record& record) {
    if (record.evidence.empty()) return {};
    const std::optional<Offsets> offsets = offsets_of(record);
    std::string html;
    if (offsets) html += "<figure class=\"intervals\"" + stated_attributes(*offsets) + " hidden></figure>";
    html +=
        "<div class=\"scroll\" tabindex=\"0\"><table "
        "class=\"evidence\"><caption>Evidence</caption><thead><tr>"
        "<th scope=\"col\">method</th><th scope=\"col\">route</th><th scope=\"col\">kind</th>"
        "<th scope=\"col\">value ± radius</th><th scope=\"col\">status</th></tr></thead><tbody>";
    for (std::size_t i = 0; i < record.evidence.size(); ++i)
        html += row_html(record.evidence[i], offsets ? offsets->evidence[i] : std::nullopt);
    return html + "</tbody></table></div>";
}

}  // namespace sigprop
