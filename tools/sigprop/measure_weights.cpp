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
    claim.std =
        flags.needed("std", "measure weights needs the std that is claimed: --std EXPR, such as --std 0.02");
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
        measured.push_back(sigprop::measure_weights(path, options.claim, call.options.context));
        report.records.push_back(measured.back().record);
    }
    Forms forms = record_forms(verify_text);
    forms.text = whole([&](const Report&, const TextOptions& text) { return weights_text(measured, text); });
    const Exit code = exit_code(report);
    return delivery.finish(std::move(report), code, forms);
}

}  // namespace sigprop::tool
