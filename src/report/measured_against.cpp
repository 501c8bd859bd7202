#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "measure/model/against.hpp"
#include "report/markdown_text.hpp"
#include "report/measured.hpp"

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
        grid.rows.push_back({{one.name},
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

/// Whether a table of numbers does not say it.
bool is_worth_words(TensorChange change) {
    return change != TensorChange::unchanged && change != TensorChange::trained &&
           change != TensorChange::rounded;
}

}  // namespace

Document document_of(const std::vector<TensorComparison>& compared) {
    const std::string counts = counts_text(compared);
    Document document({"tensor", "change", "what"});
    document.add(Section{.title = {counts}}, Shown::on_terminal);
    document.add(Markdown{plain(counts) + ".\n"});
    if (Table changes{table(compared)}; !changes.grid.rows.empty()) document.add(std::move(changes));
    Section words{.indent = 2};
    for (const TensorComparison& one : compared) {
        if (is_worth_words(one.change)) words.items.push_back({"", one.name + ": " + one.text});
        document.add_row({one.name, std::string(to_string(one.change)), one.text},
                         comparison_record(one).measured);
    }
    document.add(std::move(words));
    return document;
}

}  // namespace sigprop
