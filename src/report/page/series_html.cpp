#include "report/page/series_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "engine/training/training_curves.hpp"
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

bool has_runs(const Chart& chart) {
    return std::ranges::any_of(chart, [](const Curve& one) { return !one.run.empty(); });
}

/// What a legend calls the curves of a training run; each network is a curve of its own where one axis says
/// which.
std::string label_of(const Curve& curve) {
    if (!curve.run.empty()) return curve.run;
    const bool each =
        std::ranges::any_of(curve.series->axes, [](const Axis& one) { return one.name == "network"; });
    return each ? "" : "mean over networks";
}

Json json_of(const Curve& curve, bool of_training) {
    const Series& series = *curve.series;
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
    Json made = Json::object({{"method", visible(series.method)},
                              {"expression", visible(series.expression)},
                              {"kind", word(series.kind)},
                              {"axes", std::move(axes)},
                              {"value", std::move(value)},
                              {"double", std::move(number)},
                              {"radius", std::move(radius)},
                              {"status", std::move(status)}});
    if (!curve.is_drawn) made.set("drawn", false);
    if (of_training) made.set("label", visible(label_of(curve)));
    if (!curve.run.empty()) made.set("run", visible(curve.run));
    return made;
}

Json json_of(const Chart& chart, const std::optional<CurveWords>& words) {
    Json series = Json::array();
    for (const Curve& one : chart) series.push_back(json_of(one, words.has_value()));
    const Series& first = *chart.front().series;
    Json made = Json::object(
        {{"id", visible(first.id)}, {"title", words ? Json(words->title) : visible(first.expression)}});
    if (words) made.set("x", words->axis).set("y", words->value);
    return made.set("series", std::move(series));
}

/// The names of all axes, in order of first appearance.
std::vector<std::string> axis_names(const Chart& chart) {
    std::vector<std::string> names;
    std::set<std::string> seen;
    for (const Curve& one : chart)
        for (const Axis& axis : one.series->axes)
            if (seen.insert(axis.name).second) names.push_back(axis.name);
    return names;
}

std::string row_html(const Curve& curve, std::size_t point, const std::vector<std::string>& names,
                     bool runs) {
    const Series& series = *curve.series;
    std::map<std::string, std::string> at;
    const std::vector<std::string> values = coordinates(series, point);
    for (std::size_t i = 0; i < values.size(); ++i) at[series.axes[i].name] = values[i];
    std::string row = runs ? "<tr><td><bdi>" + html_text(curve.run) + "</bdi></td><td>" : "<tr><td>";
    row += html_text(series.method) + "</td>";
    for (const std::string& name : names) row += "<td class=\"number\">" + html_text(at[name]) + "</td>";
    const std::optional<std::string> text = series.value[point];
    const std::optional<double> number = series.number[point];
    const std::optional<double> radius = series.radius[point];
    row += "<td class=\"number\">" + (text ? html_text(*text) : number ? shortest(*number) : "") + "</td>";
    row += "<td class=\"number\">" + (radius ? shortest(*radius) : "") + "</td>";
    return row + "<td>" + word(series.status[point]) + "</td></tr>";
}

/// The points, and below the line that opens them the expressions that they are values of.
std::string table_html(const Chart& chart, bool says_expression) {
    const std::vector<std::string> names = axis_names(chart);
    const bool runs = has_runs(chart);
    std::size_t all = 0;
    std::size_t shown = 0;
    std::string rows;
    std::string expressions;
    for (const Curve& one : chart) {
        all += one.series->status.size();
        for (std::size_t i = 0; i < std::min(one.series->status.size(), table_points); ++i, ++shown)
            rows += row_html(one, i, names, runs);
        if (says_expression)
            expressions += "<p class=\"aside\"><bdi>" + html_text(one.series->expression) + "</bdi></p>";
    }
    std::string html = "<details class=\"points\"><summary>" + fmt::format("{} points", all);
    if (shown < all)
        html += fmt::format(", the first {} of each {} here, all in the CSV", table_points,
                            says_expression ? "curve" : "method");
    html += "</summary>" + expressions + "<div class=\"scroll\" tabindex=\"0\"><table><thead><tr>";
    if (runs) html += "<th scope=\"col\">run</th>";
    html += "<th scope=\"col\">method</th>";
    for (const std::string& name : names) html += "<th scope=\"col\">" + html_text(name) + "</th>";
    return html +
           "<th scope=\"col\">value</th><th scope=\"col\">± radius</th><th "
           "scope=\"col\">status</th></tr></thead>" +
           "<tbody>" + rows + "</tbody></table></div></details>";
}

/// The expression, as a formula where it is short.
std::string caption_of_expression(const Series& first) {
    constexpr std::size_t title_characters = 200;
    constexpr std::size_t one_line = 70;
    const std::string formula =
        first.expression.size() <= one_line ? expression_mathml(first.expression) : std::string();
    const std::string title = "<bdi>" + html_beginning(first.expression, title_characters) + "</bdi></h3>";
    std::string html = formula.empty() ? "<h3>" + title
                                       : "<h3 class=\"sr\">" + title +
                                             "<div class=\"formula\" tabindex=\"0\">" + formula + "</div>";
    if (first.id != first.expression)
        html += "<p class=\"aside\"><bdi>" + html_beginning(first.id, title_characters) + "</bdi></p>";
    return html;
}

}  // namespace

std::vector<Chart> charts_of(const std::vector<Series>& series) {
    std::map<std::pair<std::string_view, std::string_view>, std::size_t> places;
    std::vector<Chart> charts;
    for (const Series& one : series) {
        const auto [place, is_new] = places.try_emplace({one.id, one.expression}, charts.size());
        if (is_new) charts.emplace_back();
        charts[place->second].push_back({&one});
    }
    for (const SweptCurve& swept : curves_of(series)) {
        const Series* const main = method_that_says_all(swept);
        if (main == nullptr) continue;
        for (Curve& one : charts[places.at({main->id, main->expression})]) {
            const Series* const first = swept.methods.data();
            const bool is_of_these = one.series >= first && one.series < first + swept.methods.size();
            if (is_of_these && one.series != main) one.is_drawn = false;
        }
    }
    return charts;
}

std::vector<Chart> charts_by_id(const std::vector<Curve>& curves) {
    std::map<std::string_view, std::size_t> places;
    std::vector<Chart> charts;
    for (const Curve& one : curves) {
        const auto [place, is_new] = places.try_emplace(one.series->id, charts.size());
        if (is_new) charts.emplace_back();
        charts[place->second].push_back(one);
    }
    return charts;
}

std::string chart_html(const Chart& chart, const std::string& element_id) {
    const Series& first = *chart.front().series;
    const std::optional<CurveWords> words = words_of_training_curve(first.id);
    std::string html = "<li class=\"chart\" id=\"" + element_id + "\"><figure><figcaption>";
    html += words ? "<h3>" + std::string(words->title) + "</h3><p class=\"aside\">" + first.id + "</p>"
                  : caption_of_expression(first);
    const auto others = std::ranges::count(chart, false, &Curve::is_drawn);
    if (others > 0)
        html +=
            fmt::format("<p class=\"aside\">{}; the table and the CSV have {} points</p>",
                        others == 1 ? "1 other method agrees" : fmt::format("{} other methods agree", others),
                        others == 1 ? "its" : "their");
    html += "</figcaption><div class=\"plot\"></div></figure>" + table_html(chart, words.has_value());
    html += "<script type=\"application/json\">" + script_json(json_of(chart, words)) + "</script></li>\n";
    return html;
}

}  // namespace sigprop
