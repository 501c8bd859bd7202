#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/base/doubles.hpp"
#include "core/base/shell_word.hpp"
#include "core/base/valid_text.hpp"
#include "core/base/words.hpp"
#include "formats/list_text.hpp"
#include "measure/model/groups.hpp"
#include "measure/model/model.hpp"
#include "report/markdown_text.hpp"
#include "report/measured.hpp"
#include "report/outcome.hpp"

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
        const std::string type = one.type_text();
        if (std::ranges::find(types, type) == types.end()) types.push_back(type);
    }
    const std::string split = scan.parts.size() > scan.tensors
                                  ? fmt::format(" ({} with fused tensors split)", scan.parts.size())
                                  : "";
    std::string text = fmt::format("{}{}, {} weights, {}", counted(scan.tensors, "tensor"), split,
                                   grouped(scan.weights), joined(types, " and "));
    std::set<std::size_t> layers;  // numbers in names may leave some out, as in Sequential
    for (const ModelPart& one : scan.parts)
        if (one.layer) layers.insert(static_cast<std::size_t>(*one.layer));
    if (!layers.empty()) text += ", " + counted(layers.size(), "layer");
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

/// Matrices that are not like the others of their shape, where nobody said what any should be.
std::string apart_line(const ModelAudit& audit) {
    std::string text;
    for (const ModelApart& one : audit.apart) text += (text.empty() ? "" : "; ") + text_of(one, audit.scan);
    return text;
}

std::string error_line(const ModelAudit& audit) {
    const double tensors = audit.scan.family;
    return fmt::format("the probability of a false alarm in a correct model of {} tensor{} is below {:.1g}",
                       tensors, tensors == 1 ? "" : "s", std::min(tensors * 1e-6, 1e-3));
}

std::string range(double least, double most, int digits = 4) {
    const std::string a = fmt::format("{:.{}g}", least, digits);
    const std::string b = fmt::format("{:.{}g}", most, digits);
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
        grid.rows.push_back({{group.name},
                             {group.role},
                             {std::to_string(group.parts.size())},
                             {list_text(group.shape)},
                             {group.max_std > 0 ? range(group.min_std, group.max_std) : "0",
                              odd ? Color::unsure : Color::none},
                             {group.law}});
    }
    return grid;
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
            return range(least, most, 3);
        };
        grid.rows.push_back(
            {{group.name}, {span(largest)}, {span(smallest)}, {span(rank)}, {std::to_string(outliers)}});
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
        grid.rows.push_back({{audit.scan.parts[one.query].seen.name},
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
        grid.rows.push_back({{one.block},
                             {moment(one.attention)},
                             {number(one.expected_attention)},
                             {moment(one.feed_forward)},
                             {number(one.expected_feed_forward)},
                             {number(one.stream)}});
    }
    return grid;
}

/// Groups whose std goes with the layer.
void add_trends(Document& document, const ModelAudit& audit) {
    Section depth{.title = {"depth", Color::title}, .indent = 2};
    for (const ModelGroup& group : audit.groups) {
        if (group.trend.empty() || group.trend.starts_with("the same") || group.law.starts_with("constant"))
            continue;
        if (audit.state == ModelState::trained && group.trend.starts_with("varies")) continue;
        depth.items.push_back({"", group.name + ": std " + group.trend});
    }
    if (!depth.items.empty()) document.add(std::move(depth), Shown::on_terminal);
}

void add_theory(Document& document, const ModelAudit& audit) {
    const ModelTheory& theory = *audit.theory;
    document.add(Table{spectra(audit), "singular values, relative to the Marchenko-Pastur edges"},
                 Shown::on_terminal);
    if (theory.logits.empty()) {
        document.add(Section{.title = {"attention: " + theory.heads, Color::title}}, Shown::on_terminal);
    } else {
        document.add(Table{logits(audit), fmt::format("logits for inputs of variance 1, over {}; n = {} keys",
                                                      theory.heads, theory.keys)},
                     Shown::on_terminal);
    }
    if (theory.blocks.empty()) return;
    document.add(Table{blocks(audit),
                       "second moments of the branches for one normalised input token, " + theory.activation},
                 Shown::on_terminal);
}

/// The law of most of a fresh model that nothing is known of: nobody has compared it with anything yet.
std::string claim_for(const ModelAudit& audit) {
    if (audit.expected || audit.judgement || audit.state != ModelState::fresh) return "";
    if (audit.unnamed.one) return audit.unnamed.one->claim;
    if (!audit.apart.empty()) return audit.apart.front().claim;
    return audit.unnamed.shares.empty() ? "" : audit.unnamed.shares.front().claim;
}

void add_findings(Document& document, const ModelAudit& audit) {
    const std::size_t odd = audit.accusations();
    const std::size_t remarks = audit.findings.size() - odd;
    std::string list = odd == 0 ? "No findings.\n" : "";
    if (odd == 0) document.add(Section{.title = {"no findings"}}, Shown::on_terminal);
    if (const std::string claim = claim_for(audit); odd == 0 && !claim.empty())
        document.add(
            Section{.items = {{"",
                               "no recipe says what these weights should be; to compare each matrix with "
                               "one law, write"},
                              {"", "sigprop measure weights " + shell_word(audit.path) + " " + claim}},
                    .indent = 2},
            Shown::on_terminal);
    const auto add = [&](bool accuses, const std::string& title, const std::string& heading) {
        document.add(Section{.title = {title, Color::title}}, Shown::on_terminal);
        list += (list.empty() ? "## " : "\n## ") + heading + "\n\n";
        for (const ModelFinding& one : audit.findings) {
            if (one.accuses != accuses) continue;
            document.add(
                Section{{"  " + one.kind, accuses ? Color::bad : Color::none}, {}, {{"", one.text}}, 4},
                Shown::on_terminal, true);
            list += "- **" + plain(one.kind) + "** " + plain(one.text) + "\n";
        }
    };
    if (odd > 0) add(true, fmt::format("findings: {}", odd), "Findings");
    if (remarks > 0)
        add(false, fmt::format("remarks: {} (not faults, by what sigprop knows of the model)", remarks),
            "Remarks");
    document.add(Markdown{std::move(list)});
}

std::string skipped_text(const ModelAudit& audit) {
    const std::vector<SkippedTensor>& skipped = audit.scan.skipped;
    if (skipped.empty()) return "";
    return fmt::format("{} skipped: {}, {}{}", counted(skipped.size(), "tensor"), skipped.front().name,
                       skipped.front().why, skipped.size() > 1 ? ", …" : "");
}

/// What --ignore has left out; one that left out nothing is no longer needed.
std::string ignored_text(const ModelAudit& audit) {
    std::string text;
    for (const auto& [what, count] : audit.ignored)
        text +=
            (text.empty() ? "" : ", ") + what + ": " + (count == 0 ? "nothing" : counted(count, "finding"));
    return text;
}

/// Each tensor that is not confirmed, then what the specification and the model do not share.
void add_judgement(Document& document, const SpecJudgement& judged) {
    for (const Record& one : judged.records) {
        if (one.verdict == Verdict::confirmed) continue;
        document.add(verdict_section(one, {{"claim", one.statement}, {"reason", one.reason}}),
                     Shown::on_terminal);
    }
    Section unmatched{.indent = 2};
    for (const std::string& one : judged.unmatched_rules)
        unmatched.items.push_back({"", "no tensor name matches the rule " + one});
    document.add(std::move(unmatched), Shown::on_terminal, true);
    document.add(Section{.title = {summary_line(judged.records)}}, Shown::on_terminal);
}

/// The numbers of a part, in the same columns for every part.
std::vector<std::pair<std::string, double>> numbers_of(const ModelPart& part, const Record* record) {
    constexpr double none = not_a_number;
    std::vector<std::pair<std::string, double>> numbers = {
        {"layer", part.layer ? static_cast<double>(*part.layer) : none},
        {"fan_in", part.fans.in > 0 ? part.fans.in : none},
        {"fan_out", part.fans.out > 0 ? part.fans.out : none}};
    for (const char* name : {"count", "zeros", "nans", "infinities", "mean", "std", "standard_error", "min",
                             "max", "skewness", "kurtosis", "log_likelihood_ratio"}) {
        numbers.emplace_back(name, none);
        if (record == nullptr) continue;
        const auto found = std::ranges::find(record->measured, name, &std::pair<std::string, double>::first);
        if (found != record->measured.end()) numbers.back().second = found->second;
    }
    return numbers;
}

void add_parts(Document& document, const ModelAudit& audit) {
    std::map<std::string, const Record*> records;
    for (const Record& one : audit.records) records.emplace(one.id, &one);
    std::map<std::size_t, std::string> odd;
    for (const ModelFinding& one : audit.findings) {
        if (!one.accuses) continue;
        for (const std::size_t part : one.parts) odd[part] += (odd[part].empty() ? "" : ", ") + one.kind;
    }
    for (std::size_t i = 0; i < audit.scan.parts.size(); ++i) {
        const ModelPart& part = audit.scan.parts[i];
        const auto found = records.find(part.seen.name);
        const Record* const record = found == records.end() ? nullptr : found->second;
        const bool judged = record != nullptr && record->verdict.has_value();
        document.add_row(
            {part.seen.name, part.role.role, part.group, list_text(part.seen.shape), part.type_text(),
             part.law.text, part.likely.empty() ? "" : part.likely.front().name,
             judged ? word(record->verdict) : "", judged ? record->reason : "", odd[i]},
            numbers_of(part, record));
    }
}

}  // namespace

Document document_of(const ModelAudit& audit) {
    const std::string holds = model_line(audit);
    Document document(
        {"tensor", "role", "group", "shape", "dtype", "law", "likely", "verdict", "reason", "odd"});
    std::vector<Item> items = {{"holds", holds}};
    std::string notes;
    for (const auto& [what, text] : audit.notes) {
        items.push_back({what, valid_text(text)});
        notes += "\n" + plain(what + ": " + valid_text(text)) + ".\n";
    }
    items.insert(items.end(), {{"is", audit.summary},
                               {"apart", apart_line(audit)},
                               {"recipes", nearest_line(audit)},
                               {"errors", error_line(audit)},
                               {"skipped", skipped_text(audit)},
                               {"ignored", ignored_text(audit)}});
    document.add(Section{.title = {audit.path, Color::title}, .items = std::move(items)}, Shown::on_terminal);
    document.add(Markdown{"# " + plain(audit.path) + "\n\n" + plain(holds) + ".\n" + notes + "\n" +
                          plain(audit.summary) + "\n" +
                          (audit.apart.empty() ? "" : "\nApart: " + plain(apart_line(audit)) + "\n")});
    document.add(Table{table(audit)});
    add_trends(document, audit);
    if (audit.theory) add_theory(document, audit);
    add_findings(document, audit);
    if (audit.judgement) add_judgement(document, *audit.judgement);
    add_parts(document, audit);
    return document;
}

}  // namespace sigprop
