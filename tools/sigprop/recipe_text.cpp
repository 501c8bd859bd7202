#include "recipe_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/diagnosis.hpp"
#include "report/text_width.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

std::string shape_text(const SizedTensor& one) {
    return one.shape.empty() ? "any" : fmt::format("{}", fmt::join(one.shape, " x "));
}

/// "normal", "normal cut at ±2 std"
std::string law_text(const SizedTensor& one) {
    if (!one.has_law) return "any";
    switch (one.law) {
        case TensorLaw::normal: return "normal";
        case TensorLaw::truncated_normal: return "truncated";
        case TensorLaw::uniform: return "uniform";
        case TensorLaw::constant: return "constant";
    }
    return "";
}

std::string sizes_line(const SizedRecipe& recipe) {
    std::string text;
    for (const auto& [name, value] : recipe.parameters)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, value);
    return text;
}

/// The stds by the id of their record.
std::map<std::string, std::string> stds_of(const Report& report) {
    std::map<std::string, std::string> stds;
    for (const Record& one : report.records)
        stds[one.id] =
            one.computed.decimal ? without_zeros(*one.computed.decimal) : "not proved: " + one.reason;
    return stds;
}

/// Rows of tensors. What stays the same from row to row is said once, below the last row of its kind.
std::string tensor_rows(const SizedRecipe& recipe, const Report& report) {
    const std::map<std::string, std::string> stds = stds_of(report);
    std::size_t name_width = 6;
    std::size_t shape_width = 5;
    for (const SizedTensor& one : recipe.tensors) {
        name_width = std::max(name_width, columns(one.name));
        shape_width = std::max(shape_width, columns(shape_text(one)));
    }
    const bool rates =
        std::ranges::any_of(recipe.tensors, [](const auto& t) { return !t.learning_rate.empty(); });
    const std::size_t room = terminal_width();
    name_width = std::min(name_width, std::max<std::size_t>(20, room - std::min(room, shape_width + 32)));
    std::string text =
        fmt::format("  {}  {}  {:<9}  {}{}\n", padded("tensor", name_width), padded("shape", shape_width),
                    "law", "std", rates ? "  (learning rate)" : "");
    for (std::size_t i = 0; i < recipe.tensors.size(); ++i) {
        const SizedTensor& one = recipe.tensors[i];
        if (one.layer && *one.layer > 0 && *one.layer + 1 < recipe.layers) {
            if (*one.layer == 1)
                text += fmt::format("      ... {} layer{} between\n", recipe.layers - 2,
                                    recipe.layers == 3 ? "" : "s");
            continue;
        }
        const auto found = stds.find("recipe." + recipe.name + "." + one.name);
        std::string value = !one.has_law          ? ""
                            : one.std.empty()     ? "= " + one.scale
                            : found == stds.end() ? ""
                                                  : found->second;
        const bool says_itself = one.std == value;
        if (!one.learning_rate.empty()) value += fmt::format("  (x {})", one.learning_rate);
        text += fmt::format("  {}  {}  {:<9}  {}\n", padded(cut_name(one.name, name_width), name_width),
                            padded(shape_text(one), shape_width), law_text(one), value);
        const SizedTensor* next = i + 1 < recipe.tensors.size() ? &recipe.tensors[i + 1] : nullptr;
        if (next != nullptr && next->why == one.why && next->std == one.std) continue;
        std::string why = one.why;
        if (!one.std.empty() && !says_itself) why += (why.empty() ? "" : "; std = ") + one.std;
        if (why.empty()) continue;
        for (const std::string& line : wrapped(why, room > 8 ? room - 6 : 2)) text += "      " + line + "\n";
    }
    return text;
}

/// All blocks of a few, or those at powers of two and the last.
std::vector<std::size_t> shown_blocks(std::size_t points) {
    std::vector<std::size_t> blocks;
    for (std::size_t i = 0; i < points; ++i) {
        const bool power = (i & (i - 1)) == 0;
        if (points <= 13 || power || i + 1 == points) blocks.push_back(i);
    }
    return blocks;
}

const Series* find_series(const Report& report, const std::string& id) {
    const auto found = std::ranges::find(report.series, id, &Series::id);
    return found == report.series.end() ? nullptr : &*found;
}

std::string stream_rows(const SizedRecipe& recipe, const Report& report) {
    const std::string prefix = "recipe." + recipe.name + ".";
    const Series& moment = *find_series(report, prefix + "second_moment");
    const Series& least = *find_series(report, prefix + "least_second_moment");
    const Series& gradient = *find_series(report, prefix + "gradient_ratio");
    const Series* sampled = find_series(report, prefix + "sampled_second_moment");
    const Series* backward = find_series(report, prefix + "sampled_gradient_ratio");
    const auto number = [](const Series& of, std::size_t i) {
        return of.number[i] ? fmt::format("{:.6g}", *of.number[i]) : std::string("?");
    };
    const auto measured = [&](const Series* of, std::size_t i) {
        if (of == nullptr) return std::string();
        return fmt::format("{:.4g} ± {:.1g}", of->number[i].value_or(NAN), of->radius[i].value_or(NAN));
    };
    const bool grows = !recipe.stream.post_norm;
    std::string text = fmt::format("  {:>5}", "after");
    if (grows) text += fmt::format("  {:<13}  {:<13}", "second moment", "at least");
    text += fmt::format("  {:<11}", "gradient");
    if (sampled != nullptr) text += "  sampled: moment, gradient";
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
    for (const std::size_t i : shown_blocks(moment.number.size())) {
        text += fmt::format("  {:>5}", i);
        if (grows) text += fmt::format("  {:<13}  {:<13}", number(moment, i), number(least, i));
        text += fmt::format("  {:<11}", number(gradient, i));
        if (sampled != nullptr) text += "  " + measured(sampled, i) + ", " + measured(backward, i);
        text.erase(text.find_last_not_of(' ') + 1);
        text += "\n";
    }
    return text;
}

std::string stream_text(const SizedRecipe& recipe, const Report& report) {
    return fitted(
               recipe.stream.post_norm
                   ? "gradient: the mean squared gradient after each layer, divided by that at the "
                     "output, for one token. A norm keeps the second moment of the stream at 1."
                   : "second moment: E |x|^2 / d of the residual stream after each layer, for one token. "
                     "With more tokens attention averages them: the second moment is then between 'at least' "
                     "and this one. gradient: the mean squared gradient there, divided by that at the "
                     "output.",
               0) +
           stream_rows(recipe, report);
}

}  // namespace

std::string recipe_text(const SizedRecipe& recipe, const Report& report) {
    std::string text = fitted(recipe.name + ": " + recipe.summary, 0) + fitted(sizes_line(recipe), 2) + "\n";
    text += tensor_rows(recipe, report) + "\n";
    if (recipe.stream.is_known()) text += stream_text(recipe, report);
    for (const std::string& note : recipe.notes) text += fitted("note: " + note, 0);
    return text + fitted(fmt::format("sources: sigprop show recipe.{}", recipe.name), 0);
}

std::string recipe_list() {
    std::size_t width = 0;
    for (const Recipe& one : shipped_recipes()) width = std::max(width, columns(one.name));
    std::string text;
    for (const Recipe& one : shipped_recipes())
        text += list_item(padded(one.name, width), one.summary, width + 4, terminal_width());
    return text;
}

std::string recipe_description(const Recipe& recipe) {
    std::string text = "recipe." + recipe.name + "\n" + fitted(recipe.summary, 2);
    for (const RecipeSource& one : recipe.sources)
        text += fitted("source  " + one.what, 2) + fitted(one.url, 10);
    for (const std::string& note : recipe.notes) text += fitted("note    " + note, 2);
    if (!recipe.family.empty()) text += fitted("laws    those of sigprop show family." + recipe.family, 2);
    if (!recipe.model_types.empty())
        text += fitted(fmt::format("config  model_type {}", fmt::join(recipe.model_types, ", ")), 2);
    text += "  sizes\n";
    for (const RecipeParameter& one : recipe.parameters)
        text += fitted(
            fmt::format(
                "{}={}  {}{}", one.name, one.fallback, one.meaning,
                one.config.empty() ? "" : fmt::format(" (config.json: {})", fmt::join(one.config, ", "))),
            4);
    text += "  tensors\n";
    for (const RecipeTensor& one : recipe.tensors) {
        const std::string cut = one.cut.empty() ? "" : " truncated at +-(" + one.cut + ") times that";
        const std::string when = one.when.empty() ? "" : " (" + one.when + ")";
        text += fitted(fmt::format("{}  [{}]  {} {}{}{}{}", one.name, fmt::join(one.shape, ", "),
                                   one.has_law ? to_string(one.law) : "any", one.scale, cut, when,
                                   one.why.empty() ? "" : ": " + one.why),
                       4);
    }
    if (!recipe.stream.is_known()) return text;
    const RecipeStream& stream = recipe.stream;
    text +=
        fitted(fmt::format(
                   "stream: {}, {}, {}initial second moment {}, skip path times {}, scores q.k times {}",
                   stream.post_norm ? "post_norm" : "pre_norm", stream.layer_norm ? "layer_norm" : "rms_norm",
                   stream.causal ? "causal, " : "", stream.initial, stream.skip, stream.scores),
               2);
    return text;
}

}  // namespace sigprop::tool
