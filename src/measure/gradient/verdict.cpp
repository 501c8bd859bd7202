#include "measure/gradient/verdict.hpp"

#include <fmt/format.h>

#include <cmath>
#include <sigprop/core/ball/ball.hpp>
#include <sigprop/core/evidence/evidence.hpp>
#include <sigprop/engine/evaluate.hpp>
#include <sigprop/judgement/verdict.hpp>

#include "core/base/short_number.hpp"
#include "engine/records.hpp"
#include "formats/list_text.hpp"

namespace sigprop {
namespace {

std::string place_of(const OutputMeasurement& one) {
    return one.output + place_text(one.shape, one.statistics.worst_at);
}

/// "dx[3, 17] is 0.5 instead of 0.25: 512 units, allowed 4.1".
std::string worst_text(const OutputMeasurement& one) {
    const JacobianStatistics& found = one.statistics;
    if (found.not_finite > 0) {
        return fmt::format("{} is {} instead of {}", place_of(one),
                           std::isnan(found.worst_value) ? "NaN" : "infinite",
                           short_number(found.worst_exact, 6));
    }
    return fmt::format("{} is {} instead of {}: {} units of rounding, where {} are allowed", place_of(one),
                       short_number(found.worst_value, 8), short_number(found.worst_exact, 8),
                       short_number(found.worst_units, 3), short_number(found.allowed_units, 3));
}

std::string mistake_text(const OutputMeasurement& one) {
    std::string text = "it looks like ";
    constexpr std::size_t most = 3;
    for (std::size_t i = 0; i < one.looks_like.size() && i < most; ++i) {
        text += (i > 0 ? "; or " : "") + one.looks_like[i].mistake;
    }
    const LooksLike& best = one.looks_like.front();
    if (!std::isnan(best.amount)) {
        text += fmt::format(" (coefficient {} ± {})", short_number(best.amount, 4),
                            short_number(best.standard_error, 1));
    }
    if (!best.explains_all) text += "; this does not explain all errors";
    return text;
}

/// Errors without a named mistake may share a place: "all in row 5 of 64, counted from 0", or "all at entries
/// 48 to 63 of 64 of a row, counted from 0" where a kernel masks its last tile wrongly. A place that covers
/// more than half of the rows or entries says nothing.
std::string location_text(const OutputMeasurement& one, const JacobianMeasurement& all) {
    constexpr std::uint64_t least = 8;
    const JacobianStatistics& found = one.statistics;
    if (found.beyond < least || found.rows_beyond == 0) return "";
    const auto range = [](std::size_t first, std::size_t last) {
        return first == last ? fmt::format(" {}", first) : fmt::format("s {} to {}", first, last);
    };
    const std::size_t rows = found.last_row - found.first_row + 1;
    if (rows == found.rows_beyond && 2 * rows <= all.rows) {
        return fmt::format("; all errors are in {}{} of {}, counted from 0", all.group,
                           range(found.first_row, found.last_row), all.rows);
    }
    const std::size_t entries = found.max_entry - found.min_entry + 1;
    if (2 * entries > all.dim) return "";
    const std::string place = range(found.min_entry, found.max_entry);
    const bool vowel = std::string_view("aeiou").find(all.group.front()) != std::string_view::npos;
    return fmt::format("; all errors are at entr{} of {} of {} {}, counted from 0",
                       entries == 1 ? "y" + place : "ies" + place.substr(1), all.dim, vowel ? "an" : "a",
                       all.group);
}

/// A lossy computation is no mistake with a name, but explains errors that stay within its own bound.
std::string lossy_text(const OutputMeasurement& one, const JacobianMeasurement& all) {
    const auto explains = [&](LossyComputation how) {
        return one.statistics.beyond_even_if[static_cast<std::size_t>(how)] == 0;
    };
    const bool has_float32_sums = one.dtype == Dtype::bfloat16 || one.dtype == Dtype::float16;
    if (has_float32_sums && explains(LossyComputation::low_sums)) {
        return fmt::format("; sums or statistics in {} instead of float32 would explain it",
                           to_string(one.dtype));
    }
    const bool has_variance = one.output != "dbias" && all.dim > 0;
    if (has_variance && explains(LossyComputation::one_pass_variance)) {
        return "; a one-pass variance, mean(x^2) - mean(x)^2, would explain it: subtract the mean from x "
               "first";
    }
    if (one.dtype == Dtype::float64 && explains(LossyComputation::single_precision)) {
        return "; a computation in float32 would explain it";
    }
    return "";
}

std::string reason_of(const OutputMeasurement& one, const JacobianScene& scene) {
    const JacobianStatistics& found = one.statistics;
    if (!one.missing.empty()) return one.missing + (scene.bad_rows.empty() ? "" : "; " + scene.bad_rows);
    std::string text;
    if (found.beyond > 0) {
        text = fmt::format("{} of {} elements {} wrong by more than rounding allows; the worst one, {}",
                           found.beyond, found.elements, found.beyond == 1 ? "is" : "are", worst_text(one));
    } else if (!one.looks_like.empty()) {
        text = "each error is within what rounding allows, but together the errors follow a mistake";
    }
    text += one.looks_like.empty() ? location_text(one, scene.measured)
                                   : (text.empty() ? "" : "; ") + mistake_text(one);
    if (found.beyond > 0 && one.looks_like.empty()) text += lossy_text(one, scene.measured);
    if (!scene.bad_rows.empty()) text += (text.empty() ? "" : "; ") + scene.bad_rows;
    if (text.empty() && found.elements == 0)
        text = "every exact value overflows " + std::string(to_string(one.dtype));
    return text;
}

std::vector<std::pair<std::string, double>> named_statistics(const OutputMeasurement& one,
                                                             const JacobianMeasurement& all) {
    const JacobianStatistics& found = one.statistics;
    std::vector<std::pair<std::string, double>> named = {
        {"rows", static_cast<double>(all.rows)},
        {"dim", static_cast<double>(all.dim)},
        {"bad_rows", static_cast<double>(all.bad_rows)},
        {"elements", static_cast<double>(found.elements)},
        {"beyond", static_cast<double>(found.beyond)},
        {"not_finite", static_cast<double>(found.not_finite)},
        {"worst", found.worst},
        {"worst_element", static_cast<double>(found.worst_at)},
        {"worst_units", found.worst_units},
        {"allowed_units", found.allowed_units},
        {"worst_value", found.worst_value},
        {"worst_exact", found.worst_exact},
        {"mean_units", found.mean_units},
        {"rms_units", found.rms_units}};
    const double none = std::nan("");
    const bool is_named = !one.looks_like.empty();
    named.emplace_back("mistake_coefficient", is_named ? one.looks_like.front().amount : none);
    named.emplace_back("mistake_standard_error", is_named ? one.looks_like.front().standard_error : none);
    return named;
}

Evidence measurement_of(const OutputMeasurement& one, double lambda) {
    Evidence evidence;
    evidence.route = RouteKind::measurement;
    evidence.method = "measurement";
    evidence.kind = Kind::estimate;
    evidence.work.samples = one.statistics.elements;
    const double value = lambda * one.statistics.worst;
    if (one.statistics.elements == 0 || !std::isfinite(value)) {
        evidence.reason =
            one.statistics.elements == 0 ? "no element can be judged" : "an element is not finite";
        return evidence;
    }
    evidence.status = Status::ok;
    // widening: estimate
    evidence.value = Ball(value).at_precision(64).widened(Ball(0x1p-40 * value));
    return evidence;
}

}  // namespace

void describe_output(OutputMeasurement& one, const JacobianScene& scene) {
    Record& record = one.record;
    const JacobianMeasurement& all = scene.measured;
    record = evaluate_record(scene.expression, scene.context);
    record.id = one.name;
    record.source.title = one.name;
    record.expected = Verdict::confirmed;
    record.statement =
        fmt::format("{} is {} of {} at {} for {}, but for rounding in {}", one.name,
                    one.output == "y" ? "the output y" : "the gradient " + one.output, all.layer, all.x_name,
                    one.output == "y" ? "any dy" : all.dy_name, to_string(one.dtype));
    record.note = scene.note;
    for (const std::string& warning : all.warnings) record.note += "; " + warning;
    record.measured = named_statistics(one, all);
    record.evidence.push_back(
        record_of(measurement_of(one, scene.lambda), scene.context.digits, scene.context.confidence));
    record.reason = reason_of(one, scene);
    const bool is_wrong = one.statistics.beyond > 0 || !one.looks_like.empty();
    const bool is_judged = one.statistics.elements > 0 && scene.bad_rows.empty() && one.missing.empty();
    record.verdict = is_wrong ? Verdict::refuted : is_judged ? Verdict::confirmed : Verdict::undecided;
    if (record.verdict != Verdict::undecided) record.strength = Strength::sample;
    if (record.verdict != Verdict::confirmed) one.unseen.clear();
}

}  // namespace sigprop
