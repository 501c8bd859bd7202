// measure attention: each head of the files is converted, put through softmax row by row, and becomes a
// record.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sigprop/core/ball.hpp>
#include <sigprop/core/evidence.hpp>

#include "engine/attention_expectation.hpp"
#include "engine/attention_layout.hpp"
#include "engine/attention_logits.hpp"
#include "engine/records.hpp"

namespace sigprop {
namespace {

using detail::AttentionLayout;
using detail::list_of;

/// Numbers first, first + 1, … of a view; every type but float64 converts to float without loss.
template <class Scalar>
void read_numbers(const TensorView& view, std::size_t first, std::vector<Scalar>& out) {
    constexpr std::size_t block = 4096;
    std::array<double, block>
        values;  // NOLINT(cppcoreguidelines-pro-type-member-init): filled block by block
    for (std::size_t at = 0; at < out.size(); at += block) {
        const std::span<double> part = std::span(values).first(std::min(block, out.size() - at));
        view.read(first + at, part);
        std::transform(part.begin(), part.end(), out.begin() + static_cast<std::ptrdiff_t>(at),
                       [](double value) { return static_cast<Scalar>(value); });
    }
}

/// The index of the first entry in a row of the array that is not finite.
template <class Scalar>
std::optional<std::size_t> first_not_finite(std::span<const Scalar> row) {
    const auto found =
        std::find_if(row.begin(), row.end(), [](Scalar value) { return !std::isfinite(value); });
    if (found == row.end()) return std::nullopt;
    return static_cast<std::size_t>(found - row.begin());
}

std::vector<std::size_t> joined(std::vector<std::size_t> indices, std::initializer_list<std::size_t> more) {
    indices.insert(indices.end(), more);
    return indices;
}

/// Where and why a row is not finite, in words.
template <class Scalar>
std::string cause_of(std::size_t query, const AttentionHead<Scalar>& head, bool causal,
                     const std::string& type, const HeadMeasurement& measured) {
    const auto value_text = [](Scalar value) { return std::isnan(value) ? "NaN" : "infinite"; };
    const std::span<const Scalar> row = head.q.subspan(query * head.dim, head.dim);
    if (const auto at = first_not_finite(row)) {
        return fmt::format("q{} is {}", list_of(joined(measured.head, {query, *at})), value_text(row[*at]));
    }
    const std::size_t seen = causal ? head.keys() - head.queries() + query + 1 : head.keys();
    const std::span<const Scalar> keys = head.k.first(seen * head.dim);
    if (const auto at = first_not_finite(keys)) {
        return fmt::format("k{} is {}", list_of(joined(measured.key_head, {*at / head.dim, *at % head.dim})),
                           value_text(keys[*at]));
    }
    return "q and k are finite there, and the logits overflow " + type;
}

/// A head's figures for readers of the report.
std::vector<std::pair<std::string, double>> named_statistics(const AttentionStatistics& found,
                                                             const AttentionLayout& layout, double scale) {
    return {{"queries", static_cast<double>(layout.queries)},
            {"keys", static_cast<double>(layout.keys)},
            {"dim", static_cast<double>(layout.dim)},
            {"scale", scale},
            {"rows", static_cast<double>(found.rows)},
            {"bad_rows", static_cast<double>(found.bad_rows)},
            {"entropy", found.entropy},
            {"entropy_std", found.entropy_std},
            {"entropy_min", found.entropy_quantiles[0]},
            {"entropy_5_percent", found.entropy_quantiles[1]},
            {"entropy_median", found.entropy_quantiles[2]},
            {"entropy_95_percent", found.entropy_quantiles[3]},
            {"entropy_max", found.entropy_quantiles[4]},
            {"entropy_at_first", found.entropy_at[0]},
            {"entropy_at_quarter", found.entropy_at[1]},
            {"entropy_at_half", found.entropy_at[2]},
            {"entropy_at_three_quarters", found.entropy_at[3]},
            {"entropy_at_last", found.entropy_at[4]},
            {"entropy_share", found.entropy_share},
            {"participation", found.participation},
            {"effective_keys", found.effective_keys},
            {"max_weight", found.max_weight},
            {"mean_max_weight", found.mean_max_weight},
            {"above_half", found.above_half},
            {"above_99", found.above_99},
            {"jacobian_norm", found.jacobian_norm},
            {"logit_mean", found.logit_mean},
            {"logit_std", found.logit_std}};
}

/// What the head says about its mean entropy: an estimate, whose radius is the arithmetic's, not a standard
/// error: rows that share their keys are not independent.
Evidence measurement_of(const AttentionStatistics& found, const AttentionRows& rows, std::size_t keys,
                        bool in_float) {
    Evidence evidence;
    evidence.route = Route::measurement;
    evidence.method = "measurement";
    evidence.kind = Kind::estimate;
    evidence.work.samples = found.rows;
    if (found.rows == 0) {
        evidence.reason = "no row is finite";
        return evidence;
    }
    double greatest = 0;  // |log sum e^x - H| = |sum a x|
    for (std::size_t i = 0; i < rows.entropy.size(); ++i) {
        const double mean = rows.log_partition[i] - rows.entropy[i];
        if (mean > greatest || -mean > greatest) greatest = std::abs(mean);
    }
    const double unit = in_float ? 0x1p-18 : 0x1p-40;
    evidence.status = Status::ok;
    evidence.value = Ball(found.entropy)
                         .at_precision(64)
                         .widened(Ball(unit * (greatest + std::log(static_cast<double>(keys)))));
    return evidence;
}

template <class Scalar>
class Heads {
public:
    Heads(const NamedTensor& q, const NamedTensor& k, const AttentionLayout& layout,
          const AttentionOptions& options, const Context& context)
        : q_(q), k_(k), layout_(layout), options_(options), context_(context) {
        queries_.resize(layout.queries * layout.dim);
        keys_.resize(layout.keys * layout.dim);
    }

    HeadMeasurement measured(std::size_t head) {
        read(head);
        const AttentionHead<Scalar> one = {queries_, keys_, layout_.dim};
        const AttentionRows rows = attention_rows(one, options_, context_);
        HeadMeasurement measured;
        measured.head = layout_.indices(head);
        measured.key_head = layout_.key_indices(layout_.key_head(head));
        measured.statistics = attention_statistics(rows, layout_.keys, options_.causal);
        const AttentionStatistics& found = measured.statistics;
        Record& record = measured.record;
        record = detail::expected_entropy({layout_.queries, layout_.keys, options_.causal}, found.logit_std,
                                          context_);
        record.measured = named_statistics(found, layout_, options_.scale);
        constexpr bool in_float = sizeof(Scalar) == sizeof(float);
        record.evidence.push_back(record_of(measurement_of(found, rows, layout_.keys, in_float),
                                            context_.digits, context_.confidence));
        if (found.first_bad) {
            record.reason = fmt::format(
                "{} of {} rows are not finite, the first at q{}: {}", found.bad_rows, layout_.queries,
                list_of(joined(measured.head, {*found.first_bad})),
                cause_of(*found.first_bad, one, options_.causal, in_float ? "float32" : "float64", measured));
        }
        return measured;
    }

private:
    void read(std::size_t head) {
        read_numbers(q_.view, head * queries_.size(), queries_);
        if (q_.done) q_.done((head + 1) * queries_.size());
        const std::size_t key_head = layout_.key_head(head);
        if (key_head == held_) return;
        read_numbers(k_.view, key_head * keys_.size(), keys_);
        if (k_.done) k_.done((key_head + 1) * keys_.size());
        held_ = key_head;
    }

    const NamedTensor& q_;
    const NamedTensor& k_;
    const AttentionLayout& layout_;
    const AttentionOptions& options_;
    const Context& context_;
    std::vector<Scalar> queries_, keys_;
    std::size_t held_ = std::numeric_limits<std::size_t>::max();
};

template <class Scalar>
void measure_heads(AttentionMeasurement& measured, Heads<Scalar> heads, const AttentionLayout& layout,
                   const Context& context) {
    measured.heads.reserve(layout.heads);
    for (std::size_t head = 0; head < layout.heads; ++head) {
        context.check_interrupted();
        measured.heads.push_back(heads.measured(head));
    }
}

std::string name_with(const std::string& name, const std::vector<std::size_t>& head) {
    return head.empty() ? name : name + list_of(head);
}

}  // namespace

AttentionMeasurement measure_attention(const NamedTensor& q, const NamedTensor& k,
                                       const AttentionQuestion& question, const Context& context) {
    const AttentionLayout layout = detail::attention_layout(q, k, question.causal);
    const bool in_double = q.view.type() == ElementType::float64 || k.view.type() == ElementType::float64;
    const AttentionOptions options = detail::attention_options(question, layout.dim, !in_double, context);
    AttentionMeasurement measured;
    measured.q_name = q.name;
    measured.k_name = k.name;
    measured.q_shape = q.view.shape();
    measured.k_shape = k.view.shape();
    measured.q_type = q.view.type();
    measured.k_type = k.view.type();
    measured.logits = detail::logits_text(question, layout.dim);
    if (in_double) {
        measure_heads(measured, Heads<double>(q, k, layout, options, context), layout, context);
    } else {
        measure_heads(measured, Heads<float>(q, k, layout, options, context), layout, context);
    }
    for (HeadMeasurement& one : measured.heads) {
        one.record.id = name_with(q.name, one.head);
        one.record.source.title = q.name + ", " + k.name;
        one.record.statement =
            fmt::format("the rows of softmax attention of {} and {}; logits {}", name_with(q.name, one.head),
                        name_with(k.name, one.key_head), measured.logits);
        one.record.note = fmt::format(
            "q {} {}, k {} {}; the expression is the mean entropy of iid normal logits of the logit_std "
            "measured",
            to_string(measured.q_type), list_of(measured.q_shape), to_string(measured.k_type),
            list_of(measured.k_shape));
    }
    return measured;
}

AttentionMeasurement measure_attention(const std::string& q_path, const std::string& k_path,
                                       const AttentionQuestion& question, const Context& context) {
    const NpyFile q(q_path, {.bfloat16 = question.bfloat16});
    const NpyFile k(k_path, {.bfloat16 = question.bfloat16});
    return measure_attention({q.view(), q_path, [&](std::size_t numbers) { q.done_with(numbers); }},
                             {k.view(), k_path, [&](std::size_t numbers) { k.done_with(numbers); }}, question,
                             context);
}

}  // namespace sigprop
