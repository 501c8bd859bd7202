#include "measure/weights/weights_record.hpp"

#include <fmt/format.h>

#include "core/ball/text.hpp"
#include "core/base/doubles.hpp"
#include "engine/records.hpp"
#include "formats/list_text.hpp"
#include "measure/weights/law.hpp"

namespace sigprop {

std::string note_of(const WeightsMeasurement& measured) {
    const WeightStatistics& found = measured.statistics;
    std::string text =
        fmt::format("{} {}, n {}; ", to_string(measured.type), list_text(measured.shape), found.count);
    if (found.has_std()) {
        text += fmt::format(
            "mean {}, std {} with standard error {}, min {}, max {}, skewness {}, kurtosis {}",
            number_text(found.mean, 6), number_text(found.std, 8), number_text(found.standard_error, 3),
            number_text(found.min, 8), number_text(found.max, 8), number_text(found.skewness),
            number_text(found.kurtosis, 5));
    } else {
        text += found.finite() == 0
                    ? "no weight is finite"
                    : "the only finite weight, " + number_text(found.mean, 8) + ", has no spread";
    }
    if (found.zeros > 0) text += fmt::format(", {} exact zeros", found.zeros);
    if (!measured.truncation.empty()) text += "; truncation: " + measured.truncation;
    return text + ". The standard errors assume independent entries";
}

std::vector<std::pair<std::string, double>> named_statistics(const WeightStatistics& found) {
    constexpr double none = not_a_number;
    const auto spread = [&](double value) { return found.has_std() ? value : none; };
    const auto any = [&](double value) { return found.finite() > 0 ? value : none; };
    return {{"count", static_cast<double>(found.count)},
            {"zeros", static_cast<double>(found.zeros)},
            {"nans", static_cast<double>(found.nans)},
            {"infinities", static_cast<double>(found.infinities)},
            {"mean", any(found.mean)},
            {"std", spread(found.std)},
            {"standard_error", spread(found.standard_error)},
            {"min", any(found.min)},
            {"max", any(found.max)},
            {"skewness", spread(found.skewness)},
            {"kurtosis", spread(found.kurtosis)},
            {"mean_magnitude", any(found.mean_magnitude)},
            {"rms", any(found.rms)}};
}

std::string decimal_text(double value) {
    std::string text = fmt::format("{:.12g}", value);
    std::erase(text, '+');
    return text;
}

void add_measurement(Record& record, const WeightStatistics& found, const Context& context) {
    Evidence evidence;
    evidence.route = RouteKind::measurement;
    evidence.method = "measurement";
    evidence.kind = Kind::sample;
    evidence.work.samples = found.finite();
    if (!found.has_std()) {
        evidence.reason = "fewer than two finite weights";
    } else {
        evidence.status = Status::ok;
        // widening: sample
        evidence.value = Ball(found.std).at_precision(64).widened(Ball(found.standard_error));
        const double radius = accepted_errors * found.standard_error;
        record.stated = StatedRecord{decimal_text(found.std), "measured, 6 standard errors",
                                     decimal_text(found.std - radius), decimal_text(found.std + radius)};
    }
    record.evidence.push_back(record_of(evidence, context.digits, context.confidence));
}

std::string bad_entries(const MeasuredWeights& seen) {
    return fmt::format("{} NaN and {} infinite weights, the first at {}", seen.statistics.nans,
                       seen.statistics.infinities, seen.first_bad);
}

}  // namespace sigprop
