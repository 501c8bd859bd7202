#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/measure/weights/weights.hpp>

#include "core/base/words.hpp"
#include "formats/list_text.hpp"
#include "report/measured.hpp"
#include "report/outcome.hpp"

namespace sigprop {
namespace {

std::string short_number(double value) { return fmt::format("{:.5g}", value); }

constexpr std::size_t weights_indent = 16;

std::string zeros_text(const WeightsMeasurement& one) {
    const std::uint64_t count = one.statistics.zeros;
    if (count == 0) return {};
    return counted(count, "weight") + (count == 1 ? " is" : " are") + " exactly 0";
}

Section described_section(const WeightsMeasurement& one) {
    Section section{.title = {one.record.id, Color::title},
                    .items = {{"law", one.law}, {"tested", one.tested}, {"zeros", zeros_text(one)}},
                    .indent = weights_indent};
    if (one.likely.empty() && !one.record.reason.empty())
        section.items.push_back({"looks like", "no library initialiser for this shape"});
    constexpr std::size_t most = 6;
    for (std::size_t i = 0; i < std::min(most, one.likely.size()); ++i) {
        const LikelyLaw& law = one.likely[i];
        std::string line = law.name + ", std " + law.std;
        const double less = one.likely.front().log_likelihood - law.log_likelihood;
        if (less > 0.5) line += fmt::format("; {:.2g} times less likely", std::exp(std::min(less, 690.0)));
        section.items.push_back({i == 0 ? "looks like" : "or", line});
    }
    if (one.likely.size() > most) {
        const std::size_t others = one.likely.size() - most;
        section.items.push_back(
            {"", fmt::format("{} other law{} equally well", others, others == 1 ? " fits" : "s fit")});
    }
    return section;
}

Section claimed_section(const WeightsMeasurement& one) {
    const Record& record = one.record;
    const std::string expected =
        record.computed.value ? short_number(*record.computed.value) : word(record.status);
    const std::string from = expected == record.expression ? "" : " = " + record.expression;
    return verdict_section(record,
                           {{"claim", record.statement},
                            {"expected std", expected + from},
                            {"truncation", one.truncation},
                            {"tested", one.tested},
                            {"zeros", zeros_text(one)},
                            {"reason", record.reason}},
                           weights_indent);
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
                             {word(one.record.verdict), verdict_color(one.record)}});
    }
    return grid;
}

}  // namespace

Document document_of(const std::vector<WeightsMeasurement>& measured) {
    Document document;
    document.add(Table{table(measured)});
    Notes laws;
    std::vector<Record> records;
    for (const WeightsMeasurement& one : measured) {
        const Record& record = one.record;
        document.add(record.verdict ? claimed_section(one) : described_section(one), Shown::on_terminal);
        laws.items.push_back({record.id, one.law + ". " + record.reason});
        records.push_back(record);
    }
    if (std::ranges::any_of(records, [](const Record& one) { return one.verdict.has_value(); }))
        document.add(Section{.title = {summary_line(records)}}, Shown::on_terminal);
    document.add(std::move(laws), Shown::in_markdown);
    return document;
}

}  // namespace sigprop
