// sigprop measure weights: was the initial law applied?

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/weights/weights.hpp>

#include "report/weights_text.hpp"

#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

struct WeightsOptions {
    std::vector<std::string> paths;
    bool claimed = false;  ///< else the files are described
    WeightsClaim claim;
};

WeightsOptions read_weights_options(const Invocation& call) {
    const GivenFlags& flags = call.flags;
    WeightsOptions options{.paths = flags.all("w"), .claim = {}};
    options.paths.insert(options.paths.end(), call.words.begin() + 1, call.words.end());
    WeightsClaim& claim = options.claim;
    const bool uniform = flags.is_second("distribution", "normal", "uniform");
    const bool absolute = flags.is_second("limits", "relative", "absolute");
    claim.lower = flags.one("lower");
    claim.upper = flags.one("upper");
    if (flags.has("limits") && uniform) {
        throw InputError("--limits belongs to a truncated normal: a uniform law ends at ±sqrt(3) std");
    }
    if (flags.has("limits") && !claim.lower && !claim.upper) {
        throw InputError("--limits says what --lower and --upper count: give one of them, too");
    }
    claim.distribution = uniform ? WeightDistribution::uniform : WeightDistribution::normal;
    claim.limits = absolute ? LimitUnits::absolute : LimitUnits::relative;
    claim.layout = flags.is_second("layout", "torch", "keras") ? WeightLayout::keras : WeightLayout::torch;
    claim.bfloat16 = flags.has("bfloat16");
    if (options.paths.empty()) throw InputError("measure weights needs a file: --w FILE");
    options.claimed = flags.has("std");
    for (const char* part : {"lower", "upper", "distribution", "limits"}) {
        if (!options.claimed && flags.has(part)) {
            throw InputError(std::string("--") + part +
                             " is part of a claim, which needs its std, too: --std EXPR, such as --std 0.02");
        }
    }
    claim.std = flags.one("std").value_or("");
    return options;
}

}  // namespace

Exit measure_weights(const Invocation& call) {
    const WeightsOptions options = read_weights_options(call);
    const Delivery delivery(call);
    std::vector<WeightsMeasurement> measured;
    measured.reserve(options.paths.size());
    Report report;
    for (const std::string& path : options.paths) {
        const WeightsClaim& claim = options.claim;
        measured.push_back(options.claimed
                               ? sigprop::measure_weights(path, claim, call.options.context)
                               : describe_weights(path, claim.layout, claim.bfloat16, call.options.context));
        report.records.push_back(measured.back().record);
    }
    Forms forms = record_forms(verify_text);
    forms.text = whole([&](const Report&, const TextOptions& text) { return weights_text(measured, text); });
    Exit code = exit_code(report);
    for (const WeightsMeasurement& one : measured) {
        if (!one.record.verdict && one.statistics.first_bad) code = worse(code, Exit::undecided);
    }
    return delivery.finish(std::move(report), code, forms);
}

}  // namespace sigprop::tool
