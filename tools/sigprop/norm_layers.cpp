#include "norm_layers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "terminal.hpp"

#include "core/base/words.hpp"

namespace sigprop::tool {
namespace {

/// Whether the normalising statistic divides by n or n-1.
std::string_view mean_text(const NormRule& rule) {
    switch (rule.spread) {
        case NormSpread::rms: return "1/n";
        case NormSpread::std: return rule.correction == 0 ? "1/n" : "1/(n-1)";
        case NormSpread::length: return "sum";
        case NormSpread::range: return "-";
    }
    return "";
}

/// "0.1 x batch, keeps 1/(n-1)"
std::string momentum_text(const NormImplementation& one) {
    if (one.momentum.empty()) return "-";
    return fmt::format("{} x {}, keeps {}", one.momentum,
                       one.running.weighs == MomentumWeighs::old_value ? "old" : "batch",
                       one.running.unbiased ? "1/(n-1)" : "1/n");
}

using Cells = std::vector<std::string>;

Cells cells(const NormImplementation& one) {
    const NormRule rule = sigprop::rule_of(one);
    return {std::string(one.name),
            std::string(one.axes),
            one.epsilon == "0" ? "none" : std::string(one.epsilon),
            divisor_text(rule, one.epsilon == "0" ? "0" : "eps"),
            std::string(mean_text(rule)),
            gain_text(one),
            momentum_text(one)};
}

const Cells headings = {"implementation", "axes", "eps", "divides by", "variance", "gain", "momentum"};

/// The widths of the longest cells of the whole table, so that the layers line up.
std::vector<std::size_t> widths() {
    std::vector<std::size_t> all;
    for (const std::string& heading : headings) all.push_back(heading.size());
    for (const NormImplementation& one : norm_implementations()) {
        const Cells row = cells(one);
        for (std::size_t i = 0; i < row.size(); ++i) all[i] = std::max(all[i], row[i].size());
    }
    return all;
}

std::string line(const Cells& row) {
    static const std::vector<std::size_t> columns = widths();
    std::string text;
    for (std::size_t i = 0; i < row.size(); ++i) text += fmt::format("{:<{}}  ", row[i], columns[i]);
    return text.substr(0, text.find_last_not_of(' ') + 1);
}

std::string rows_of(const NormLayer& layer, std::size_t blanks) {
    std::string text;
    for (const NormImplementation& one : norm_implementations()) {
        if (one.layer == layer.name) text += fitted(line(cells(one)), blanks);
    }
    return text;
}

constexpr std::string_view legend =
    "The n entries named by the axes share a centre and a divisor r; gain and bias follow. Momentum m: 'm x "
    "batch' is old <- (1 - m) old + m batch, 'm x old' is old <- m old + (1 - m) batch, of means and of "
    "variances that are kept with 1/n or 1/(n-1); what normalises the batch itself is the column 'variance'. "
    "w is the weight as it is stored. sigprop show NAME has the notes and the sources.";

}  // namespace

std::string formula_of(const NormLayer& layer) {
    return formula_text(layer.rule, layer.epsilon == "0" ? "0" : "eps");
}

std::string norm_layer_text() {
    std::string text =
        std::string(norm_layers_name) + "\n" + fitted(legend, 2) + "\n" + fitted(line(headings), 4);
    for (const NormLayer& layer : norm_layers()) {
        text += "\n" + fitted(fmt::format("{}  y = {}", layer.name, formula_of(layer)), 0);
        text += titled("axes", axes_text(layer));
        text += rows_of(layer, 4);
    }
    return text;
}

std::string norm_layer_text(const NormLayer& layer) {
    const std::string parameters = layer.has_bias ? "gain and bias" : layer.has_gain ? "gain" : "none";
    std::string text = std::string(layer.name) + "\n" + titled("formula", "y = " + formula_of(layer));
    text += titled("axes", axes_text(layer)) + titled("Jacobian", jacobian_formula(layer));
    text += titled("parameters", parameters) + titled("eps", layer.epsilon == "0" ? "" : layer.epsilon);
    text += titled("source", layer.source) + titled("aliases", joined(layer.aliases));
    const std::string rows = rows_of(layer, 4);
    if (rows.empty()) return text;
    text += "  in use\n" + fitted(line(headings), 4) + rows + "  notes\n";
    for (const NormImplementation& one : norm_implementations()) {
        if (one.layer != layer.name) continue;
        const std::string_view casts = casts_text(one.casts);
        text += fitted(
            fmt::format("{}: {}{}{} ({})", one.name, casts, casts.empty() ? "" : "; ", one.note, one.source),
            4);
    }
    return text;
}

std::vector<std::string> norm_layer_names() {
    std::vector<std::string> names = {std::string(norm_layers_name)};
    for (const NormLayer& layer : norm_layers()) {
        names.emplace_back(layer.name);
        names.insert(names.end(), layer.aliases.begin(), layer.aliases.end());
    }
    for (const NormImplementation& one : norm_implementations()) names.emplace_back(one.name);
    return names;
}

}  // namespace sigprop::tool
