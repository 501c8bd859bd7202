#include "report/against_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "report/markdown_text.hpp"
#include "report/measured_text.hpp"
#include "report/text_grid.hpp"
#include "report/text_width.hpp"

namespace sigprop {
namespace {

std::string counts_text(const std::vector<TensorComparison>& compared) {
    std::map<TensorChange, std::size_t> counts;
    for (const TensorComparison& one : compared) ++counts[one.change];
    std::string text;
    for (const auto& [change, count] : counts)
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, to_string(change));
    return fmt::format("{} tensors: {}", compared.size(), text);
}

TextGrid table(const std::vector<TensorComparison>& compared) {
    TextGrid grid;
    constexpr std::size_t least = 20;
    grid.columns = {{"tensor", false, false, least},
                    {"change"},
                    {"rms before", true},
                    {"rms", true},
                    {"moved", true},
                    {"cosine", true}};
    for (const TensorComparison& one : compared) {
        if (one.change == TensorChange::unchanged) continue;
        const bool numbers = one.rms > 0 || one.rms_before > 0;
        const auto number = [&](double value, int digits) {
            return numbers && std::isfinite(value) ? cell_number(value, digits) : std::string("-");
        };
        const bool odd = one.change == TensorChange::redrawn || one.change == TensorChange::reshaped ||
                         one.change == TensorChange::missing;
        grid.rows.push_back({{printable(one.name)},
                             {std::string(to_string(one.change)), odd ? Color::unsure : Color::none},
                             {number(one.rms_before, 4)},
                             {number(one.rms, 4)},
                             {numbers && std::isfinite(one.relative_change)
                                  ? fmt::format("{:.3g} %", 100 * one.relative_change)
                                  : "-"},
                             {number(one.cosine, 4)}});
    }
    return grid;
}

/// Changes that a table of numbers does not say.
std::vector<const TensorComparison*> worth_words(const std::vector<TensorComparison>& compared) {
    std::vector<const TensorComparison*> some;
    for (const TensorComparison& one : compared) {
        const bool plain = one.change == TensorChange::unchanged || one.change == TensorChange::trained ||
                           one.change == TensorChange::rounded;
        if (!plain) some.push_back(&one);
    }
    return some;
}

}  // namespace

std::string against_text(const std::vector<TensorComparison>& compared, const TextOptions& options) {
    std::string text = counts_text(compared) + "\n";
    TextGrid grid = table(compared);
    if (grid.rows.empty()) return text;
    text += "\n" + text_of(std::move(grid), options.width, options.color);
    const std::vector<const TensorComparison*> some = worth_words(compared);
    if (!some.empty()) text += "\n";
    for (const TensorComparison* one : some)
        text += list_item("", printable(one->name) + ": " + one->text, 2, options.width);
    return text;
}

std::string against_markdown(const std::vector<TensorComparison>& compared) {
    std::string text = plain(counts_text(compared)) + ".\n\n";
    const TextGrid grid = table(compared);
    if (!grid.rows.empty()) text += markdown_table(grid) + "\n";
    for (const TensorComparison* one : worth_words(compared))
        text += "- " + plain(one->name + ": " + one->text) + "\n";
    return text;
}

std::string against_csv(const std::vector<TensorComparison>& compared) {
    MeasuredCsv csv({"tensor", "change", "what"});
    for (const TensorComparison& one : compared)
        csv.add({one.name, std::string(to_string(one.change)), one.text}, comparison_record(one));
    return csv.text();
}

}  // namespace sigprop
