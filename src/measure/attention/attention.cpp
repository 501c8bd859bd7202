// measure attention: each head of the files is converted, passes through softmax row by row, and becomes a
// record.

#include <sigprop/measure/attention/attention.hpp>

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/evidence/evidence.hpp>
#include <string>

#include "engine/records.hpp"
#include "formats/list_text.hpp"
#include "measure/attention/expectation.hpp"
#include "measure/attention/heads.hpp"
#include "measure/attention/layout.hpp"
#include "measure/flag_value.hpp"

namespace sigprop {
namespace {

// How the logits of a head are computed: the scale and the cap that a user wrote, as numbers and as words.

/// A positive number that the type of the logits can hold: one that does not become 0 or infinity there.
double positive_value(const std::string& flag, const std::string& text, bool in_float,
                      const Context& context) {
    const double value = flag_value(flag, text, context);
    if (!(value > 0)) {
        // 1e-400 is positive, but no double holds it.
        refuse_flag(flag, text,
                    value == 0 ? "must be positive; this is 0, or too close to 0" : "must be positive");
    }
    if (in_float &&
        (value > std::numeric_limits<float>::max() || value < std::numeric_limits<float>::min())) {
        refuse_flag(flag, text, "is beyond the range of float32, which computes the logits of these files");
    }
    if (!std::isfinite(value)) refuse_flag(flag, text, "is beyond the range of float64");
    return value;
}

/// `in_float`: whether logits are computed in float, whose range is smaller.
/// Errors   InputError naming the flag whose value is not positive or is out of range
AttentionOptions attention_options(const AttentionQuestion& question, std::size_t dim, bool in_float,
                                   const Context& context) {
    AttentionOptions options;
    options.causal = question.causal;
    options.scale = question.scale ? positive_value("scale", *question.scale, in_float, context)
                                   : 1 / std::sqrt(static_cast<double>(dim));
    if (question.softcap) options.softcap = positive_value("softcap", *question.softcap, in_float, context);
    return options;
}

/// "q.k / sqrt(64), the default scale", "0.1 q.k, capped at 50, causal"
std::string logits_text(const AttentionQuestion& question, std::size_t dim) {
    std::string text = question.scale ? "q.k times " + *question.scale
                                      : "q.k / sqrt(" + std::to_string(dim) + "), the default scale";
    if (question.softcap) text += ", capped: x becomes c tanh(x / c), c = " + *question.softcap;
    return text + (question.causal ? ", causal" : "");
}

/// The statistics of a head by name, for readers of the report.
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
            {"logit_std", found.logit_std},
            {"uncapped_std", found.uncapped_std}};
}

/// The head's mean entropy as an estimate. Its radius bounds the arithmetic and is no standard error, because
/// rows that share their keys are not independent.
Evidence measurement_of(const AttentionStatistics& found, const AttentionRows& rows, std::size_t keys,
                        bool in_float) {
    Evidence evidence;
    evidence.route = RouteKind::measurement;
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
                         // widening: estimate
                         .widened(Ball(unit * (greatest + std::log(static_cast<double>(keys)))));
    return evidence;
}

/// What every head is measured with.
struct Question {
    const AttentionLayout& layout;
    const AttentionOptions& options;
    const Context& context;
    std::string softcap;  ///< as the user wrote it

    [[nodiscard]] std::size_t seen(std::size_t query) const {
        return options.causal ? layout.keys - layout.queries + query + 1 : layout.keys;
    }
};

template <class Scalar>
HeadMeasurement measure_head(const AttentionHeads<Scalar>& heads, std::size_t head, const Question& asked) {
    const auto& [layout, options, context, softcap] = asked;
    const AttentionRows rows = attention_rows(heads.head(), options, context);
    std::vector<double> subtracted = heads.subtracted();
    for (double& one : subtracted) one *= options.scale;
    HeadMeasurement measured;
    measured.head = layout.indices(head);
    measured.key_head = layout.key_indices(layout.key_head(head));
    AttentionStatistics& found = measured.statistics;
    found = attention_statistics(rows, layout.keys, options.causal, subtracted);
    if (options.softcap > 0) {
        AttentionOptions uncapped = options;
        uncapped.softcap = 0;
        const AttentionRows before = attention_rows(heads.head(), uncapped, context);
        found.uncapped_std = attention_statistics(before, layout.keys, options.causal).logit_std;
    }
    Record& record = measured.record;
    record.measured = named_statistics(found, layout, options.scale);
    constexpr bool in_float = sizeof(Scalar) == sizeof(float);
    record.evidence.push_back(
        record_of(measurement_of(found, rows, layout.keys, in_float), context.digits, context.confidence));
    if (!found.first_bad) return measured;
    std::vector<std::size_t> first = measured.head;
    first.push_back(*found.first_bad);
    record.reason = fmt::format("{} of {} rows {} not finite; the first is at q{}: {}", found.bad_rows,
                                layout.queries, found.bad_rows == 1 ? "is" : "are", list_text(first),
                                heads.cause(*found.first_bad, asked.seen(*found.first_bad)));
    return measured;
}

template <class Scalar>
std::vector<HeadMeasurement> measure_heads(const NamedTensor& q, const NamedTensor& k,
                                           const Question& asked) {
    AttentionHeads<Scalar> heads(q, k, asked.layout, asked.options.softcap == 0);
    std::vector<HeadMeasurement> measured;
    measured.reserve(asked.layout.heads);
    for (std::size_t head = 0; head < asked.layout.heads; ++head) {
        asked.context.check_interrupted();
        heads.read(head);
        measured.push_back(measure_head(heads, head, asked));
    }
    return measured;
}

/// Puts the expectation for iid normal logits in front of the measurement.
void add_expectation(HeadMeasurement& head, const Question& asked) {
    const auto& [layout, options, context, softcap] = asked;
    const AttentionStatistics& found = head.statistics;
    RowsOfHead rows = {layout.queries, layout.keys, options.causal, softcap};
    // A bad key spoils every causal row from its own on; the rows before it are those of fewer keys.
    const bool only_first = options.causal && found.bad_rows > 0 && found.rows > 0;
    if (only_first) rows.keys -= found.bad_rows;
    if (only_first) rows.queries -= found.bad_rows;
    const bool is_known = !only_first || found.first_bad == found.rows;
    Record& record = head.record;
    Record expected = expected_entropy(rows, is_known ? found.uncapped_std : std::nan(""), context);
    record.expression = std::move(expected.expression);
    record.computed = std::move(expected.computed);
    record.status = expected.status;
    if (record.reason.empty()) record.reason = std::move(expected.reason);
    record.evidence.insert(record.evidence.begin(), expected.evidence.begin(), expected.evidence.end());
}

std::string name_with(const std::string& name, const std::vector<std::size_t>& head) {
    return head.empty() ? name : name + list_text(head);
}

void name_records(AttentionMeasurement& measured) {
    const std::string tensors =
        fmt::format("q {} {}, k {} {}", to_string(measured.q_type), list_text(measured.q_shape),
                    to_string(measured.k_type), list_text(measured.k_shape));
    for (HeadMeasurement& one : measured.heads) {
        one.record.id = name_with(measured.q_name, one.head);
        one.record.source.title = measured.q_name + ", " + measured.k_name;
        one.record.statement =
            fmt::format("the rows of softmax attention of {} and {}; logits {}", one.record.id,
                        name_with(measured.k_name, one.key_head), measured.logits);
        one.record.note =
            tensors +
            "; the expression is the mean entropy of iid normal logits with the measured uncapped_std";
    }
}

}  // namespace

AttentionMeasurement measure_attention(const NamedTensor& q, const NamedTensor& k,
                                       const AttentionQuestion& question, const Context& context,
                                       const Executor& execute) {
    const AttentionLayout layout = attention_layout(q, k, question.causal);
    const bool in_double = q.view.type() == ElementType::float64 || k.view.type() == ElementType::float64;
    const AttentionOptions options = attention_options(question, layout.dim, !in_double, context);
    AttentionMeasurement measured;
    measured.q_name = q.name;
    measured.k_name = k.name;
    measured.q_shape = q.view.shape();
    measured.k_shape = k.view.shape();
    measured.q_type = q.view.type();
    measured.k_type = k.view.type();
    measured.logits = logits_text(question, layout.dim);
    const Question asked = {layout, options, context, question.softcap.value_or("")};
    measured.heads = in_double ? measure_heads<double>(q, k, asked) : measure_heads<float>(q, k, asked);
    execute(measured.heads.size(), [&](std::size_t head) { add_expectation(measured.heads[head], asked); });
    name_records(measured);
    return measured;
}

AttentionMeasurement measure_attention(const std::string& q_path, const std::string& k_path,
                                       const AttentionQuestion& question, const Context& context,
                                       const Executor& execute) {
    const NpyFile q(q_path, {.bfloat16 = question.bfloat16});
    const NpyFile k(k_path, {.bfloat16 = question.bfloat16});
    if (question.bfloat16) check_read_as_bfloat16(std::array{q.view().type(), k.view().type()});
    return measure_attention({q.view(), q_path, [&](std::size_t numbers) { q.done_with(numbers); }},
                             {k.view(), k_path, [&](std::size_t numbers) { k.done_with(numbers); }}, question,
                             context, execute);
}

}  // namespace sigprop
