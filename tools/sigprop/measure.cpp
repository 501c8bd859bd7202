// sigprop measure: a user's own tensors.

#include <algorithm>
#include <array>
#include <sigprop/core/errors.hpp>
#include <sigprop/core/suggest.hpp>
#include <sigprop/engine/measure.hpp>
#include <sigprop/report/weights_text.hpp>

#include "command.hpp"
#include "delivery.hpp"

namespace sigprop::tool {
namespace {

[[noreturn]] void refuse_word(const std::string& word) {
    constexpr std::array<std::string_view, 3> later = {"attention", "elementwise", "jacobian"};
    if (std::find(later.begin(), later.end(), word) != later.end()) {
        throw InputError("measure " + word + " is not there yet; measure weights is");
    }
    const std::vector<std::string> names = {"weights"};
    const bool near = nearest_name(word, names).has_value();
    throw InputError("measure knows weights, not '" + word + "'" + (near ? "; did you mean 'weights'?" : ""));
}

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

Exit exit_code(const std::vector<WeightsMeasurement>& measured) {
    Exit code = Exit::ok;
    for (const WeightsMeasurement& one : measured) {
        if (one.record.verdict == "inconsistent") code = worse(code, Exit::internal);
        if (one.record.verdict == "undecided") code = worse(code, Exit::undecided);
        if (one.record.verdict == "refuted") code = worse(code, Exit::failed);
    }
    return code;
}

}  // namespace

Exit run_measure(const Invocation& call) {
    if (call.words.front() != "weights") refuse_word(call.words.front());
    const Delivery delivery(call);
    std::vector<std::string> paths = call.options.weights;
    paths.insert(paths.end(), call.words.begin() + 1, call.words.end());
    if (paths.empty()) throw InputError("measure weights needs a file: --w FILE");
    const WeightsClaim claim = claim_of(call.options);
    std::vector<WeightsMeasurement> measured;
    measured.reserve(paths.size());
    Report report;
    for (const std::string& path : paths) {
        measured.push_back(measure_weights(path, claim, call.options.context));
        report.records.push_back(measured.back().record);
    }
    Forms forms = record_forms(verify_text);
    forms.text = [&](const Report&, const TextOptions& options) { return weights_text(measured, options); };
    return delivery.finish(std::move(report), exit_code(measured), forms);
}

}  // namespace sigprop::tool
