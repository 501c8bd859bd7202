#include <fmt/format.h>

#include <cmath>
#include <sigprop/measure/attention/attention.hpp>

#include "core/base/words.hpp"
#include "formats/list_text.hpp"
#include "report/markdown_text.hpp"
#include "report/measured.hpp"
#include "report/outcome.hpp"

namespace sigprop {
namespace {

std::string head_text(const std::vector<std::size_t>& indices) {
    return indices.empty() ? "-" : list_text(indices);
}

Cell number(double value, int digits) {
    if (!std::isfinite(value)) return {"-"};
    return {cell_number(value, digits)};
}

/// An entropy in nats, to 4 digits or 3 decimals.
Cell nats(double value) {
    if (!std::isfinite(value)) return {"-"};
    return {fmt::format("{:.{}f}", value, value < 9.9995 ? 3 : 2)};
}

Cell percent_of_weight(double share) {
    return {std::isfinite(share) ? fmt::format("{:.3g}%", 100 * share) : "-"};
}

Cell expected(const Record& record) {
    return record.computed.value ? nats(*record.computed.value) : Cell{"-"};
}

TextGrid figures(const AttentionMeasurement& measured) {
    TextGrid grid;
    grid.columns = {{"head"},        {"entropy", true}, {"/log n", true}, {"iid", true},   {"keys", true},
                    {"max a", true}, {">0.5", true},    {">0.99", true},  {"|J|^2", true}, {"std x", true}};
    for (const HeadMeasurement& one : measured.heads) {
        const AttentionStatistics& found = one.statistics;
        grid.rows.push_back({{head_text(one.head)},
                             nats(found.entropy),
                             percent_cell(found.entropy_share),
                             expected(one.record),
                             number(found.effective_keys, 3),
                             number(found.max_weight, 3),
                             percent_of_weight(found.above_half),
                             percent_of_weight(found.above_99),
                             number(found.jacobian_norm, 2),
                             number(found.logit_std, 3)});
    }
    return grid;
}

TextGrid positions(const AttentionMeasurement& measured) {
    TextGrid grid;
    grid.columns = {{"head"}};
    for (const char* title : {"min", "5 %", "50 %", "95 %", "max", "first", "1/4", "1/2", "3/4", "last"}) {
        grid.columns.push_back({title, true});
    }
    for (const HeadMeasurement& one : measured.heads) {
        std::vector<Cell> cells = {{head_text(one.head)}};
        for (const double value : one.statistics.entropy_quantiles) cells.push_back(nats(value));
        for (const double value : one.statistics.entropy_at) cells.push_back(nats(value));
        grid.rows.push_back(std::move(cells));
    }
    return grid;
}

const char* const attention_legend =
    "entropy: mean over rows, in nats; /log n: relative to equal weights; iid: the entropy of iid normal "
    "logits of the same std (before a cap); keys: mean of 1/sum a^2; max a: the largest weight in any row of "
    "two keys or more; >0.5, >0.99: share of rows with such a weight; |J|^2: mean squared Frobenius norm of "
    "diag(a) - a a^T; std x: std of the logits within rows";

std::string tensor_text(const std::vector<std::size_t>& shape, ElementType type) {
    return fmt::format("{} {}", list_text(shape), to_string(type));
}

/// "8 heads of 64 queries and 128 keys, each head of k serving 4".
std::string heads_text(const AttentionMeasurement& measured) {
    const std::vector<std::size_t>& q = measured.q_shape;
    const std::vector<std::size_t>& k = measured.k_shape;
    const std::size_t count = measured.heads.size();
    std::string text = fmt::format("{} of {} quer{} and {} keys", counted(count, "head"), q[q.size() - 2],
                                   q[q.size() - 2] == 1 ? "y" : "ies", k[k.size() - 2]);
    if (q.size() < 3) return text;
    const auto heads = [](const std::vector<std::size_t>& shape) { return shape[shape.size() - 3]; };
    const auto positions = [](const std::vector<std::size_t>& shape) { return shape[shape.size() - 2]; };
    if (heads(q) != heads(k)) text += fmt::format(", each head of k serves {}", heads(q) / heads(k));
    // More heads than positions are rare, except in arrays that have the positions first.
    if (heads(q) > positions(q) && heads(k) > positions(k)) text += "; is the order of axes [n, heads, d]?";
    return text;
}

}  // namespace

Document document_of(const AttentionMeasurement& measured) {
    const std::string q = tensor_text(measured.q_shape, measured.q_type);
    const std::string k = tensor_text(measured.k_shape, measured.k_type);
    const std::string heads = heads_text(measured);
    Document document({"id", "expression", "expected", "status", "reason"});
    document.add(Section{.items = {{"q", measured.q_name + " " + q},
                                   {"k", measured.k_name + " " + k},
                                   {"heads", heads},
                                   {"logits", measured.logits}}},
                 Shown::on_terminal);
    document.add(Markdown{fmt::format("q {} {}, k {} {}: {}; logits {}\n", code(measured.q_name), plain(q),
                                      code(measured.k_name), plain(k), heads, plain(measured.logits))});
    document.add(Table{figures(measured), "", attention_legend});
    document.add(Section{.title = {"entropy over query positions: quantiles, and from first to last position",
                                   Color::title}},
                 Shown::on_terminal);
    document.add(Table{positions(measured)}, Shown::everywhere, true);
    Notes reasons{.items = {}, .color = Color::bad};
    for (const HeadMeasurement& one : measured.heads) {
        const Record& record = one.record;
        if (!record.reason.empty()) reasons.items.push_back({record.id, record.reason});
        document.add_row({record.id, record.expression, record.computed.decimal.value_or(""),
                          word(record.status), record.reason},
                         record.measured);
    }
    document.add(std::move(reasons));
    return document;
}

}  // namespace sigprop
