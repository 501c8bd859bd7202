#include "report/page/training_html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <optional>
#include <sigprop/core/base/errors.hpp>

#include "core/expression/expression.hpp"
#include "engine/training/training_curves.hpp"

#include "report/page/html_text.hpp"
#include "report/page/series_html.hpp"
#include "report/training_text.hpp"

namespace sigprop {
namespace {

constexpr std::string_view loss_id = "train.validation_loss";

const Record* record_of_run(const Report& report, std::string_view id) {
    const auto found = std::ranges::find(report.records, id, &Record::id);
    return found == report.records.end() ? nullptr : &*found;
}

bool is_training(const PageReport& one) {
    return record_of_run(one.report, loss_id) != nullptr &&
           std::ranges::any_of(one.report.series, is_of_training);
}

/// An argument of the design: what it is called, and its text.
struct DesignArgument {
    std::string key, text;
};

/// The arguments of the call that the run's loss is; none where a stranger wrote something else.
std::vector<DesignArgument> arguments_of(const std::string& expression) {
    std::vector<DesignArgument> all;
    try {
        const Expression call = parse_expression(expression);
        if (call.kind != Expression::Kind::call) return {};
        constexpr std::array<std::string_view, 2> places = {"scheme", "layers"};
        for (std::size_t i = 0; i < call.arguments.size(); ++i) {
            const Argument& one = call.arguments[i];
            const std::string place =
                i < places.size() ? std::string(places[i]) : fmt::format("argument {}", i + 1);
            all.push_back({one.key.empty() ? place : one.key, canonical_text(one.value)});
        }
    } catch (const InputError&) {
        return {};
    }
    return all;
}

std::optional<std::string> value_at(const std::vector<DesignArgument>& design, const std::string& key) {
    const auto found = std::ranges::find(design, key, &DesignArgument::key);
    return found == design.end() ? std::nullopt : std::optional(found->text);
}

/// The arguments that are not the same in all designs, in order of first appearance.
std::vector<std::string> differing_keys(const std::vector<std::vector<DesignArgument>>& designs) {
    std::vector<std::string> keys;
    for (const auto& design : designs) {
        for (const DesignArgument& one : design) {
            const bool differs = std::ranges::any_of(designs, [&](const auto& other) {
                return value_at(other, one.key) != std::optional(one.text);
            });
            if (differs && std::ranges::find(keys, one.key) == keys.end()) keys.push_back(one.key);
        }
    }
    return keys;
}

/// "post_norm, warmup=50"; "warmup not given" where only the others say it.
std::string name_of_run(const std::vector<DesignArgument>& design, const std::vector<std::string>& keys) {
    std::string given;
    std::string missing;
    for (const std::string& key : keys) {
        const std::optional<std::string> text = value_at(design, key);
        std::string& part = text ? given : missing;
        part += part.empty() ? "" : ", ";
        part += !text ? key : key == "scheme" ? *text : key + "=" + *text;
    }
    return !given.empty() || missing.empty() ? given : missing + " not given";
}

/// As the terminal shows it; where a few networks carry the mean there is none.
std::string end_text(const Report& report, std::string_view id) {
    const Record* const record = record_of_run(report, id);
    if (record == nullptr || record->evidence.empty()) return "";
    const EvidenceRecord& one = record->evidence.front();
    if (one.count) return fmt::format("{} of {}", one.count->hits, one.count->of);
    if (!one.value) return "no mean";
    return mean_text(*one.value,
                     one.radius ? std::optional(std::strtod(one.radius->c_str(), nullptr)) : std::nullopt);
}

std::string ends_html(const std::vector<ComparedRun>& runs) {
    std::string html =
        "<div class=\"scroll\" tabindex=\"0\"><table class=\"runs\"><thead><tr><th scope=\"col\">run</th>"
        "<th scope=\"col\">loss on new batches (nats per token)</th><th scope=\"col\">accuracy</th>"
        "<th scope=\"col\">learned</th><th scope=\"col\">diverged</th></tr></thead><tbody>";
    for (const ComparedRun& one : runs) {
        const Report& report = one.report->report;
        html += "<tr><th scope=\"row\"><bdi>" + html_text(one.name) + "</bdi>";
        if (one.name.find(one.report->name) == one.name.npos)
            html += " <span class=\"aside\"><bdi>" + html_beginning(one.report->name, 100) + "</bdi></span>";
        html += "</th>";
        for (const std::string_view id :
             {loss_id, std::string_view("train.accuracy"), std::string_view("train.learned"),
              std::string_view("train.diverged")})
            html += "<td class=\"number\">" + end_text(report, id) + "</td>";
        html += "</tr>";
    }
    return html + "</tbody></table></div>\n";
}

}  // namespace

bool is_of_training(const Series& series) { return words_of_training_curve(series.id).has_value(); }

std::vector<ComparedRun> compared_runs(const Page& page) {
    std::vector<ComparedRun> runs;
    std::vector<std::vector<DesignArgument>> designs;
    for (const PageReport& one : page.reports) {
        if (!is_training(one)) continue;
        const std::string& design = record_of_run(one.report, loss_id)->expression;
        runs.push_back({&one, ""});
        designs.push_back(arguments_of(design));
    }
    if (runs.size() < 2) return {};
    const std::vector<std::string> keys = differing_keys(designs);
    std::map<std::string, int> times;
    for (std::size_t i = 0; i < runs.size(); ++i) ++times[runs[i].name = name_of_run(designs[i], keys)];
    for (ComparedRun& one : runs) {
        if (one.name.empty()) {
            one.name = one.report->name;
        } else if (times[one.name] > 1) {
            one.name += " (" + one.report->name + ")";
        }
    }
    return runs;
}

std::string training_html(const std::vector<ComparedRun>& runs) {
    std::vector<Curve> curves;
    for (const ComparedRun& run : runs) {
        for (const Series& one : run.report->report.series)
            if (is_of_training(one)) curves.push_back({&one, run.name});
    }
    std::string html =
        "<section class=\"report\" id=\"runs\" aria-labelledby=\"runs-title\"><h2 id=\"runs-title\">Training "
        "runs compared</h2>\n<p class=\"counts\">" +
        fmt::format("{} runs, each the mean over its networks.", runs.size()) + "</p>\n" + ends_html(runs) +
        "<p class=\"aside\">Bands are one standard error over networks; a curve has a gap where a few "
        "networks "
        "carry the mean, which is then not known. All this is of networks and tasks of this size, and says "
        "nothing of larger ones.</p>\n<ul class=\"charts\">\n";
    const std::vector<Chart> charts = charts_by_id(curves);
    for (std::size_t k = 0; k < charts.size(); ++k)
        html += chart_html(charts[k], "runs-chart" + std::to_string(k + 1));
    return html + "</ul>\n</section>\n";
}

}  // namespace sigprop
