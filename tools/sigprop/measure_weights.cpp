// sigprop measure weights: was the initial law applied?

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/weights/weights.hpp>

#include "formats/tensor_files.hpp"
#include "measure/weights/claim.hpp"
#include "report/measured.hpp"

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
        throw InputError("--limits is for a truncated normal only: a uniform law ends at ±sqrt(3) std");
    }
    if (flags.has("limits") && !claim.lower && !claim.upper) {
        throw InputError("--limits sets the unit of --lower and --upper: give at least one of them, too");
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
                             " is part of a claim, which also needs its std: --std EXPR, such as --std 0.02");
        }
    }
    claim.std = flags.one("std").value_or("");
    return options;
}

/// One array, or all tensors of a checkpoint that are floating-point numbers.
void measure_file(const std::string& path, const WeightsOptions& options, const Context& context,
                  std::vector<WeightsMeasurement>& measured, std::vector<ElementType>& types) {
    const WeightsClaim& claim = options.claim;
    const auto add = [&](const TensorView& view, const std::string& name,
                         const std::function<void(std::size_t)>& done) {
        types.push_back(view.type());
        const bool has_none = name != path && view.shape().size() < 2 && has_fans(claim);  // a bias of it
        measured.push_back(options.claimed && !has_none
                               ? sigprop::measure_weights(view, name, claim, context, done)
                               : describe_weights(view, name, claim.layout, context, done));
    };
    if (!names_tensors(path)) {
        const NpyFile file(path, {.bfloat16 = claim.bfloat16});
        return add(file.view(), path, [&](std::size_t numbers) { file.done_with(numbers); });
    }
    const TensorFiles files(path, {.bfloat16 = claim.bfloat16});
    const std::size_t before = measured.size();
    for (std::size_t i = 0; i < files.tensors().size(); ++i) {
        const StoredTensor& tensor = files.tensors()[i];
        if (!tensor.type || tensor.size() == 0) continue;
        const OpenTensor open = files.open(i);
        add(open.view(), tensor.name, [&](std::size_t numbers) { open.done_with(numbers); });
        files.check_whole();
    }
    if (measured.size() == before) throw InputError(path + ": it has no floating-point weights");
}

}  // namespace

Exit measure_weights(const Invocation& call) {
    const WeightsOptions options = read_weights_options(call);
    const Delivery delivery(call);
    std::vector<WeightsMeasurement> measured;
    measured.reserve(options.paths.size());
    Report report;
    std::vector<ElementType> types;
    for (const std::string& path : options.paths)
        measure_file(path, options, call.options.context, measured, types);
    if (options.claim.bfloat16) check_read_as_bfloat16(types);
    for (const WeightsMeasurement& one : measured) report.records.push_back(one.record);
    Forms forms = document_forms(document_of(measured));
    const Forms of_records = record_forms(verify_text);
    forms.csv = of_records.csv;
    if (options.claimed) forms.markdown = of_records.markdown;
    Exit code = exit_code(report);
    for (const WeightsMeasurement& one : measured) {
        if (!one.record.verdict && one.statistics.first_bad) code = worse(code, Exit::undecided);
    }
    return delivery.finish(std::move(report), code, forms);
}

}  // namespace sigprop::tool
