#include "report/page/series_html.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "formats/json.hpp"

#include "report/outcome.hpp"
#include "report/page/expression_mathml.hpp"
#include "report/page/html_text.hpp"
#include "report/points.hpp"

namespace sigprop {
namespace {

/// A page shows so many points of a series as a table: the file of the report, and the CSV that the page
/// gives, have all.
constexpr std::size_t table_points = 60;

Json visible(std::string_view text) { return visible_text(text); }

Json finite(const std::optional<double>& number) {
    return number && std::isfinite(*number) ? Json(*number) : Json(nullptr);
}

Json json_of(const Axis& axis) {
    Json values = Json::array();
    for (const std::string& value : axis.values) values.push_back(visible(value));
    return Json::object({{"name", visible(axis.name)}, {"values", std::move(values)}});
}

Json json_of(const Series& series) {
    Json axes = Json::array();
    for (const Axis& axis : series.axes) axes.push_back(json_of(axis));
    Json value = Json::array();
    Json number = Json::array();
    Json radius = Json::array();
    Json status = Json::array();
    for (std::size_t i = 0; i < series.status.size(); ++i) {
        const std::optional<std::string> text = series.value[i];
        value.push_back(text ? visible(*text) : Json(nullptr));
        number.push_back(finite(series.number[i]));
        radius.push_back(finite(series.radius[i]));
        status.push_back(word(series.status[i]));
    }
    return Json::object({{"method", visible(series.method)},
                         {"kind", word(series.kind)},
                         {"axes", std::move(axes)},
                         {"value", std::move(value)},
                         {"double", std::move(number)},
                         {"radius", std::move(radius)},
                         {"status", std::move(status)}});
}

Json json_of(const Chart& chart) {
    Json series = Json::array();
    for (const Series* one : chart) series.push_back(json_of(*one));
    return Json::object({{"id", visible(chart.front()->id)},
                         {"expression", visible(chart.front()->expression)},
                         {"series", std::move(series)}});
}

/// The names of all axes, in order of first appearance.
std::vector<std::string> axis_names(const Chart& chart) {
    std::vector<std::string> names;
    std::set<std::string> seen;
    for (const Series* one : chart)
        for (const Axis& axis : one->axes)
            if (seen.insert(axis.name).second) names.push_back(axis.name);
    return names;
}

std::string row_html(const Series& series, std::size_t point, const std::vector<std::string>& names) {
    std::map<std::string, std::string> at;
    const std::vector<std::string> values = coordinates(series, point);
    for (std::size_t i = 0; i < values.size(); ++i) at[series.axes[i].name] = values[i];
    std::string row = "<tr><td>" + html_text(series.method) + "</td>";
    for (const std::string& name : names) row += "<td class=\"number\">" + html_text(at[name]) + "</td>";
    const std::optional<std::string> text = series.value[point];
    const std::optional<double> number = series.number[point];
    const std::optional<double> radius = series.radius[point];
    row += "<td class=\"number\">" + (text ? html_text(*text) : number ? shortest(*number) : "") + "</td>";
    row += "<td class=\"number\">" + (radius ? shortest(*radius) : "") + "</td>";
    return row + "<td>" + word(series.status[point]) + "</td></tr>";
}

std::string table_html(const Chart& chart) {
    const std::vector<std::string> names = axis_names(chart);
    std::size_t all = 0;
    std::size_t shown = 0;
    std::string rows;
    for (const Series* one : chart) {
        all += one->status.size();
        for (std::size_t i = 0; i < std::min(one->status.size(), table_points); ++i, ++shown)
            rows += row_html(*one, i, names);
    }
    std::string html = "<details class=\"points\"><summary>" + fmt::format("{} points", all);
    if (shown < all) html += fmt::format(", the first {} of each method here, all in the CSV", table_points);
    html += "</summary><div class=\"scroll\" tabindex=\"0\"><table><thead><tr><th scope=\"col\">method</th>";
    for (const std::string& name : names) html += "<th scope=\"col\">" + html_text(name) + "</th>";
    return html +
           "<th scope=\"col\">value</th><th scope=\"col\">± radius</th><th "
           "scope=\"col\">status</th></tr></thead>" +
           "<tbody>" + rows + "</tbody></table></div></details>";
}

}  // namespace

std::vector<Chart> charts_of(const std::vector<Series>& series) {
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> places;
    std::vector<Chart> charts;
    for (const Series& one : series) {
        const auto [place, is_new] = places.try_emplace({one.id, one.expression}, charts.size());
        if (is_new) charts.emplace_back();
        charts[place->second].push_back(&one);
    }
    return charts;
}

std::string chart_html(const Chart& chart, const std::string& element_id) {
    constexpr std::size_t title_characters = 200;
    const Series& first = *chart.front();
    constexpr std::size_t one_line = 70;
    const std::string formula =
        first.expression.size() <= one_line ? expression_mathml(first.expression) : std::string();
    const std::string title = "<bdi>" + html_beginning(first.expression, title_characters) + "</bdi></h3>";
    std::string html = "<li class=\"chart\" id=\"" + element_id + "\"><figure><figcaption>";
    html += formula.empty()
                ? "<h3>" + title
                : "<h3 class=\"sr\">" + title + "<div class=\"formula\" tabindex=\"0\">" + formula + "</div>";
    if (first.id != first.expression)
        html += "<p class=\"aside\"><bdi>" + html_beginning(first.id, title_characters) + "</bdi></p>";
    html += "</figcaption><div class=\"plot\"></div></figure>" + table_html(chart);
    html += "<script type=\"application/json\">" + script_json(json_of(chart)) + "</script></li>\n";
    return html;
}

}  // namespace sigprop
