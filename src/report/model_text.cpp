#include "report/model_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "core/base/doubles.hpp"
#include "core/base/words.hpp"
#include "formats/list_text.hpp"
#include "report/markdown_text.hpp"
#include "report/measured_text.hpp"
#include "report/outcome.hpp"
#include "report/text_grid.hpp"
#include "report/text_width.hpp"

namespace sigprop {
namespace {

std::string grouped(std::uint64_t number) {
    std::string text = std::to_string(number);
    constexpr std::size_t digits = 3;
    for (std::size_t end = text.size(); end > digits; end -= digits) text.insert(end - digits, ",");
    return text;
}

std::string model_line(const ModelAudit& audit) {
    const ModelScan& scan = audit.scan;
    std::vector<std::string> types;
    for (const ModelPart& one : scan.parts) {
        const std::string type(to_string(one.seen.type));
        if (std::ranges::find(types, type) == types.end()) types.push_back(type);
    }
    const std::string split =
        scan.parts.size() > scan.tensors ? fmt::format(" ({} with fused ones split)", scan.parts.size()) : "";
    std::string text =
        fmt::format("{} tensor{}{}, {} weights, {}", scan.tensors, scan.tensors == 1 ? "" : "s", split,
                    grouped(scan.weights), fmt::join(types, " and "));
    if (scan.layers > 0) text += ", " + counted(scan.layers, "layer");
    return text;
}

std::string nearest_line(const ModelAudit& audit) {
    std::string text;
    constexpr std::size_t most = 3;
    std::size_t shown = 0;
    for (const RecipeFit& one : audit.recipes) {
        if (!one.problem.empty() || one.weights_explained == 0 || shown == most) continue;
        ++shown;
        text += fmt::format("{}{} {} of {}{}", text.empty() ? "" : "; ", one.recipe, one.explained,
                            one.matched, one.by_role ? " (by roles)" : "");
    }
    return text;
}

std::string error_line(const ModelAudit& audit) {
    const double tensors = audit.scan.family;
    return fmt::format(
        "a right model of {} tensor{} is called wrong in any of them with probability below {:.1g}", tensors,
        tensors == 1 ? "" : "s", std::min(tensors * 1e-6, 1e-3));
}

std::string range(double least, double most) {
    const std::string a = fmt::format("{:.4g}", least);
    const std::string b = fmt::format("{:.4g}", most);
    return a == b ? a : a + " … " + b;
}

TextGrid table(const ModelAudit& audit) {
    TextGrid grid;
    constexpr std::size_t min_name = 20;
    constexpr std::size_t min_law = 20;
    grid.columns = {{"tensor", false, false, min_name}, {"role"}, {"n", true}, {"shape"}, {"std", true},
                    {"law", false, false, min_law}};
    for (const ModelGroup& group : audit.groups) {
        const bool odd = !group.unlike.empty();
        grid.rows.push_back({{printable(group.name)},
                             {group.role},
                             {std::to_string(group.parts.size())},
                             {list_text(group.shape)},
                             {group.max_std > 0 ? range(group.min_std, group.max_std) : "0",
                              odd ? Color::unsure : Color::none},
                             {group.law}});
    }
    return grid;
}

/// Groups whose std goes with the layer.
std::string trends_text(const ModelAudit& audit, const TextOptions& options) {
    std::string text;
    for (const ModelGroup& group : audit.groups) {
        if (group.trend.empty() || group.trend.starts_with("the same") || group.law.starts_with("constant"))
            continue;
        if (audit.state == ModelState::trained && group.trend.starts_with("varies")) continue;
        text += list_item("", printable(group.name) + ": std " + group.trend, 2, options.width);
    }
    return text.empty() ? text : "\n" + colored("depth", Color::title, options.color) + "\n" + text;
}

/// Singular values as multiples of the edges that independent entries have, by group.
TextGrid spectra(const ModelAudit& audit) {
    TextGrid grid;
    constexpr std::size_t min_name = 20;
    grid.columns = {{"tensor", false, false, min_name},
                    {"largest / edge", true},
                    {"smallest / edge", true},
                    {"stable rank", true},
                    {"outside", true}};
    for (const ModelGroup& group : audit.groups) {
        std::vector<double> largest;
        std::vector<double> smallest;
        std::vector<double> rank;
        std::size_t outliers = 0;
        for (const std::size_t i : group.parts) {
            const auto found = audit.theory->spectra.find(i);
            if (found == audit.theory->spectra.end()) continue;
            const Spectrum& one = found->second;
            largest.push_back(one.largest / one.upper_edge());
            // A square matrix has its lower edge at 0.
            if (one.smallest && one.lower_edge() > 0) smallest.push_back(*one.smallest / one.lower_edge());
            rank.push_back(one.stable_rank());
            outliers += one.outliers.value_or(0);
        }
        if (largest.empty()) continue;
        const auto span = [](const std::vector<double>& values) {
            if (values.empty()) return std::string("-");
            const auto [least, most] = std::ranges::minmax(values);
            const std::string a = fmt::format("{:.3g}", least);
            const std::string b = fmt::format("{:.3g}", most);
            return a == b ? a : a + " … " + b;
        };
        grid.rows.push_back({{printable(group.name)},
                             {span(largest)},
                             {span(smallest)},
                             {span(rank)},
                             {std::to_string(outliers)}});
    }
    return grid;
}

TextGrid logits(const ModelAudit& audit) {
    TextGrid grid;
    constexpr std::size_t min_name = 20;
    grid.columns = {{"queries", false, false, min_name},
                    {"std of logits", true},
                    {"median", true},
                    {"entropy / log n", true}};
    for (const LayerLogits& one : audit.theory->logits) {
        grid.rows.push_back({{printable(audit.scan.parts[one.query].seen.name)},
                             {range(one.least, one.most)},
                             {fmt::format("{:.4g}", one.median)},
                             {one.entropy ? fmt::format("{:.4g}", *one.entropy) : "-"}});
    }
    return grid;
}

TextGrid blocks(const ModelAudit& audit) {
    TextGrid grid;
    grid.columns = {{"block"},          {"attention", true},   {"recipe's", true}, {"feed-forward", true},
                    {"recipe's", true}, {"stream after", true}};
    const auto moment = [](const ProbedMoment& one) {
        return fmt::format("{:.4g} ± {:.1g}", one.value, one.standard_error);
    };
    const auto number = [](const std::optional<double>& one) {
        return one ? fmt::format("{:.4g}", *one) : std::string("-");
    };
    for (const BlockBranches& one : audit.theory->blocks) {
        grid.rows.push_back({{printable(one.block)},
                             {moment(one.attention)},
                             {number(one.expected_attention)},
                             {moment(one.feed_forward)},
                             {number(one.expected_feed_forward)},
                             {number(one.stream)}});
    }
    return grid;
}

std::string theory_text(const ModelAudit& audit, const TextOptions& options) {
    if (!audit.theory) return "";
    const auto title = [&](const std::string& text) {
        return "\n" + colored(text, Color::title, options.color) + "\n";
    };
    std::string text = title("singular values, against the edges of Marchenko and Pastur");
    text += text_of(spectra(audit), options.width, options.color);
    text += title(audit.theory->logits.empty()
                      ? "attention: " + audit.theory->heads
                      : fmt::format("logits of inputs of variance 1, over {}; n = {} keys",
                                    audit.theory->heads, audit.theory->keys));
    if (!audit.theory->logits.empty()) text += text_of(logits(audit), options.width, options.color);
    if (!audit.theory->blocks.empty()) {
        text += title("second moments of the branches for normalised inputs of one token, " +
                      audit.theory->activation);
        text += text_of(blocks(audit), options.width, options.color);
    }
    return text;
}

std::string findings_text(const ModelAudit& audit, const TextOptions& options) {
    if (audit.findings.empty()) return "\nnothing is odd\n";
    std::string text =
        "\n" + colored(fmt::format("odd: {}", audit.findings.size()), Color::title, options.color) + "\n";
    for (const ModelFinding& one : audit.findings) {
        text += colored("  " + one.kind, one.kind == "tied" ? Color::none : Color::bad, options.color) + "\n";
        text += list_item("", one.text, 4, options.width);
    }
    return text;
}

std::string skipped_text(const ModelAudit& audit) {
    const std::vector<SkippedTensor>& skipped = audit.scan.skipped;
    if (skipped.empty()) return "";
    return fmt::format("{} tensor{} skipped: {}, {}{}", skipped.size(), skipped.size() == 1 ? "" : "s",
                       skipped.front().name, skipped.front().why, skipped.size() > 1 ? ", …" : "");
}

/// Each tensor that is not confirmed, then what the specification and the model do not share.
std::string judgement_text(const ModelAudit& audit, const TextOptions& options) {
    const SpecJudgement& judged = *audit.judgement;
    std::string text;
    for (const Record& one : judged.records) {
        if (one.verdict == Verdict::confirmed) continue;
        text += "\n" + colored(printable(one.id), Color::title, options.color) + ": " +
                colored(word(one.verdict), measured_color(one), options.color) + "\n";
        text += list_item("claim", one.statement, 11, options.width) +
                list_item("reason", one.reason, 11, options.width);
    }
    for (const std::string& one : judged.unmatched_rules)
        text += list_item("", "no tensor has a name that the rule " + one + " matches", 2, options.width);
    return text + "\n" + summary_line(judged.records) + "\n";
}

}  // namespace

std::string model_text(const ModelAudit& audit, const TextOptions& options) {
    constexpr std::size_t indent = 11;
    const auto item = [&](const char* name, const std::string& text) {
        return list_item(name, text, indent, options.width);
    };
    std::string text = colored(printable(audit.path), Color::title, options.color) + "\n";
    text += item("holds", model_line(audit)) + item("is", audit.summary) +
            item("recipes", nearest_line(audit)) + item("errors", error_line(audit)) +
            item("skipped", skipped_text(audit)) + "\n";
    text += text_of(table(audit), options.width, options.color);
    text += trends_text(audit, options) + theory_text(audit, options) + findings_text(audit, options);
    return audit.judgement ? text + judgement_text(audit, options) : text;
}

std::string model_markdown(const ModelAudit& audit) {
    std::string text = "# " + plain(audit.path) + "\n\n" + plain(model_line(audit)) + ".\n\n" +
                       plain(audit.summary) + "\n\n" + markdown_table(table(audit)) + "\n";
    if (audit.findings.empty()) return text + "Nothing is odd.\n";
    text += "## Odd\n\n";
    for (const ModelFinding& one : audit.findings)
        text += "- **" + plain(one.kind) + "** " + plain(one.text) + "\n";
    return text;
}

namespace {

/// What a row of the CSV has of a part, in the same columns for every part.
Record row_of(const ModelPart& part, const Record* record) {
    constexpr double none = not_a_number;
    const auto value = [&](const char* name) {
        if (record == nullptr) return none;
        const auto found = std::ranges::find(record->measured, name, &std::pair<std::string, double>::first);
        return found == record->measured.end() ? none : found->second;
    };
    Record row;
    row.measured = {{"layer", part.layer ? static_cast<double>(*part.layer) : none},
                    {"fan_in", part.fans.in > 0 ? part.fans.in : none},
                    {"fan_out", part.fans.out > 0 ? part.fans.out : none}};
    for (const char* name : {"count", "zeros", "nans", "infinities", "mean", "std", "standard_error", "min",
                             "max", "skewness", "kurtosis", "log_likelihood_ratio"})
        row.measured.emplace_back(name, value(name));
    return row;
}

}  // namespace

std::string model_csv(const ModelAudit& audit) {
    MeasuredCsv csv(
        {"tensor", "role", "group", "shape", "dtype", "law", "likely", "verdict", "reason", "odd"});
    std::map<std::string, const Record*> records;
    for (const Record& one : audit.records) records.emplace(one.id, &one);
    std::map<std::size_t, std::string> odd;
    for (const ModelFinding& one : audit.findings) {
        for (const std::size_t part : one.parts) odd[part] += (odd[part].empty() ? "" : ", ") + one.kind;
    }
    for (std::size_t i = 0; i < audit.scan.parts.size(); ++i) {
        const ModelPart& part = audit.scan.parts[i];
        const auto found = records.find(part.seen.name);
        const Record* const record = found == records.end() ? nullptr : found->second;
        const bool judged = record != nullptr && record->verdict.has_value();
        csv.add({part.seen.name, part.role.role, part.group, list_text(part.seen.shape),
                 std::string(to_string(part.seen.type)), part.law.text,
                 part.likely.empty() ? "" : part.likely.front().name, judged ? word(record->verdict) : "",
                 judged ? record->reason : "", odd[i]},
                row_of(part, record));
    }
    return csv.text();
}

}  // namespace sigprop
