#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/weights_text.hpp"

#include "formats/list_text.hpp"
#include "report/markdown_text.hpp"
#include "report/measured_text.hpp"
#include "report/outcome.hpp"
#include "report/text_grid.hpp"
#include "report/text_width.hpp"

namespace sigprop {
namespace {

std::string short_number(double value) { return fmt::format("{:.5g}", value); }

constexpr std::size_t weights_indent = 16;

std::string weights_item(const char* name, const std::string& text, std::size_t width) {
    return list_item(name, text, weights_indent, width);
}

std::string others(std::size_t count) {
    return std::to_string(count) + (count == 1 ? " other fits" : " others fit");
}

std::string exact_zeros(std::uint64_t count) {
    return std::to_string(count) + (count == 1 ? " weight is" : " weights are") + " exactly 0";
}

std::string described_block(const WeightsMeasurement& one, const TextOptions& options) {
    std::string text = "\n" + colored(printable(one.record.id), Color::title, options.color) + "\n";
    text += weights_item("law", one.law, options.width);
    text += weights_item("tested", one.tested, options.width);
    if (one.statistics.zeros > 0) {
        text += weights_item("zeros", exact_zeros(one.statistics.zeros), options.width);
    }
    if (one.likely.empty()) {
        return one.record.reason.empty()
                   ? text
                   : text + weights_item("looks like", "no initialiser of a library for this shape",
                                         options.width);
    }
    const double best = one.likely.front().log_likelihood;
    constexpr std::size_t most = 6;
    for (std::size_t i = 0; i < std::min(most, one.likely.size()); ++i) {
        const LikelyLaw& law = one.likely[i];
        std::string line = law.name + ", std " + law.std;
        const double less = best - law.log_likelihood;
        if (less > 0.5) line += fmt::format("; {:.2g} times less likely", std::exp(std::min(less, 690.0)));
        text += weights_item(i == 0 ? "looks like" : "or", line, options.width);
    }
    if (one.likely.size() > most)
        text += weights_item("", others(one.likely.size() - most) + " as well", options.width);
    return text;
}

std::string block(const WeightsMeasurement& one, const TextOptions& options) {
    const Record& record = one.record;
    std::string text = "\n" + colored(printable(record.id), Color::title, options.color) + ": " +
                       colored(word(record.verdict), measured_color(record), options.color) + "\n";
    text += weights_item("claim", record.statement, options.width);
    const std::string expected =
        record.computed.value ? short_number(*record.computed.value) : word(record.status);
    const std::string from = expected == record.expression ? "" : " = " + record.expression;
    text += weights_item("expected std", expected + from, options.width);
    text += weights_item("truncation", one.truncation, options.width);
    text += weights_item("tested", one.tested, options.width);
    if (one.statistics.zeros > 0) {
        text += weights_item("zeros", exact_zeros(one.statistics.zeros), options.width);
    }
    return text + weights_item("reason", record.reason, options.width);
}

TextGrid table(const std::vector<WeightsMeasurement>& measured) {
    TextGrid grid;
    constexpr std::size_t min_name = 12;
    grid.columns = {{"weights", false, false, min_name},
                    {"shape"},
                    {"dtype"},
                    {"n", true},
                    {"mean", true},
                    {"std", true},
                    {"± 6 se", true},
                    {"min", true},
                    {"max", true},
                    {"kurtosis", true},
                    {"verdict"}};
    for (const WeightsMeasurement& one : measured) {
        const WeightStatistics& found = one.statistics;
        const auto spread = [&](std::string text) { return found.has_std() ? std::move(text) : "-"; };
        const auto any = [&](std::string text) { return found.finite() > 0 ? std::move(text) : "-"; };
        grid.rows.push_back({{one.record.id},
                             {list_text(one.shape)},
                             {std::string(to_string(one.type))},
                             {std::to_string(found.count)},
                             {any(fmt::format("{:.2g}", found.mean))},
                             {spread(short_number(found.std))},
                             {spread(fmt::format("{:.2g}", 6 * found.standard_error))},
                             {any(short_number(found.min))},
                             {any(short_number(found.max))},
                             {spread(fmt::format("{:.4g}", found.kurtosis))},
                             {word(one.record.verdict), measured_color(one.record)}});
    }
    return grid;
}

}  // namespace

std::string weights_text(const std::vector<WeightsMeasurement>& measured, const TextOptions& options) {
    std::string blocks;
    std::vector<Record> records;
    for (const WeightsMeasurement& one : measured) {
        blocks += one.record.verdict ? block(one, options) : described_block(one, options);
        records.push_back(one.record);
    }
    std::string text = text_of(table(measured), options.width, options.color) + blocks;
    const bool claimed =
        std::ranges::any_of(records, [](const Record& one) { return one.verdict.has_value(); });
    if (claimed) text += "\n" + summary_line(records) + "\n";
    return text;
}

std::string described_weights_markdown(const std::vector<WeightsMeasurement>& measured) {
    std::string text = markdown_table(table(measured)) + "\n";
    for (const WeightsMeasurement& one : measured) {
        text += "- " + code(one.record.id) + ": " + plain(one.law) + ". " + plain(one.record.reason) + "\n";
    }
    return text;
}

}  // namespace sigprop
