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

/// The classes whose row is that of `one`, which computes the same.
std::vector<std::string> same_classes(const NormImplementation& one) {
    std::vector<std::string> names;
    for (const NormImplementation& other : norm_implementations())
        if (other.same_as == one.name) names.push_back(other.name.substr(other.name.find(' ') + 1));
    return names;
}

Cells cells(const NormImplementation& one) {
    const NormRule rule = sigprop::rule_of(one);
    const std::size_t more = same_classes(one).size();
    return {more == 0 ? one.name : fmt::format("{} + {}", one.name, more),
            one.axes,
            one.epsilon == "0"    ? "none"
            : one.epsilon.empty() ? "given"
                                  : one.epsilon,
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
        if (!one.same_as.empty()) continue;
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
        if (one.layer == layer.name && one.same_as.empty()) text += fitted(line(cells(one)), blanks);
    }
    return text;
}

constexpr std::string_view legend =
    "The n entries along the named axes share a centre and a divisor r; gain and bias follow. Momentum m: 'm "
    "x batch' means old <- (1 - m) old + m batch, 'm x old' means old <- m old + (1 - m) batch. The kept "
    "variance uses 1/n or 1/(n-1); the column 'variance' is the one that normalises the batch itself. w is "
    "the stored weight. '+ 40' after a name means that 40 more classes compute the same. sigprop show NAME "
    "has their names, notes and sources.";

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
        if (one.layer != layer.name || !one.same_as.empty()) continue;
        const std::string_view casts = casts_text(one.casts);
        const std::vector<std::string> same = same_classes(one);
        text += fitted(fmt::format("{}: {}{}{} ({}){}{}", one.name, casts, casts.empty() ? "" : "; ",
                                   one.note, one.source, same.empty() ? "" : "; the same: ", joined(same)),
                       4);
    }
    return text;
}

std::string norm_implementation_text(const NormImplementation& one) {
    const NormLayer& layer = *find_norm_layer(one.layer);
    const NormRule rule = sigprop::rule_of(one);
    std::string text = one.name + "\n" + titled("layer", layer.name);
    text += titled("formula", "y = " + formula_text(rule, one.epsilon == "0" ? "0" : "eps"));
    text += titled("axes", one.axes) + titled("eps", one.epsilon.empty() ? "none by default" : one.epsilon);
    text += titled("eps in f64", one.epsilon_of_float64) + titled("gain", gain_text(one));
    const std::string_view casts = casts_text(one.casts);
    text += titled("computed", casts.empty() ? "in the type of x" : casts);
    if (!one.momentum.empty()) text += titled("momentum", momentum_text(one));
    text += titled("note", one.note) + titled("source", one.source);
    const NormImplementation* const first =
        one.same_as.empty() ? &one : find_norm_implementation(one.same_as);
    std::vector<std::string> same = same_classes(*first);
    if (first != &one) same.insert(same.begin(), first->name.substr(first->name.find(' ') + 1));
    std::erase(same, one.name.substr(one.name.find(' ') + 1));
    return text + titled("the same", joined(same)) +
           titled("see", "sigprop show " + one.layer + " for the Jacobian and other implementations");
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
