// sigprop measure weights: was the initial law applied?

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/weights/weights.hpp>

#include "report/weights_text.hpp"

#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

WeightsClaim claim_of(const Options& options) {
    if (!options.std) {
        throw InputError("measure weights needs the std that is claimed: --std EXPR, such as --std 0.02");
    }
    WeightsClaim claim;
    claim.std = *options.std;
    claim.distribution = options.uniform ? WeightDistribution::uniform : WeightDistribution::normal;
    claim.lower = options.lower;
    claim.upper = options.upper;
    claim.limits = options.absolute_limits ? LimitUnits::absolute : LimitUnits::relative;
    claim.layout = options.keras_layout ? WeightLayout::keras : WeightLayout::torch;
    claim.bfloat16 = options.bfloat16;
    return claim;
}

}  // namespace

Exit measure_weights(const Invocation& call) {
    const Delivery delivery(call);
    std::vector<std::string> paths = call.options.weights;
    paths.insert(paths.end(), call.words.begin() + 1, call.words.end());
    if (paths.empty()) throw InputError("measure weights needs a file: --w FILE");
    const WeightsClaim claim = claim_of(call.options);
    std::vector<WeightsMeasurement> measured;
    measured.reserve(paths.size());
    Report report;
    for (const std::string& path : paths) {
        measured.push_back(sigprop::measure_weights(path, claim, call.options.context));
        report.records.push_back(measured.back().record);
    }
    Forms forms = record_forms(verify_text);
    forms.text = [&](const Report&, const TextOptions& options) { return weights_text(measured, options); };
    const Exit code = exit_code(report);
    return delivery.finish(std::move(report), code, forms);
}

}  // namespace sigprop::tool
