// sigprop measure jacobian: is somebody's backward pass of a normalisation layer right?

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/gradient/jacobian.hpp>

#include "report/jacobian_text.hpp"

#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

void check_given(const Invocation& call) {
    const Options& options = call.options;
    check_words(call, "--x FILE --dy FILE --dx FILE");
    if (!options.layer) throw InputError("measure jacobian needs the layer: --layer rms_norm");
    if (!options.x) throw InputError("measure jacobian needs the layer's input: --x FILE");
    if (!options.dy) throw InputError("measure jacobian needs the gradient of the layer's output: --dy FILE");
    if (!options.eps) throw InputError("measure jacobian needs the epsilon of the layer: --eps 1e-6");
}

}  // namespace

Exit measure_jacobian(const Invocation& call) {
    check_given(call);
    const Delivery delivery(call);
    const Options& options = call.options;
    const Context context = measured_context(options);
    const JacobianMeasurement measured = sigprop::measure_jacobian({.x = *options.x,
                                                                    .dy = *options.dy,
                                                                    .dx = options.dx,
                                                                    .weight = options.weight,
                                                                    .dweight = options.dweight,
                                                                    .bias = options.bias,
                                                                    .dbias = options.dbias,
                                                                    .y = options.y},
                                                                   {.layer = *options.layer,
                                                                    .epsilon = *options.eps,
                                                                    .weight_offset = options.weight_offset,
                                                                    .dtype = options.dtype,
                                                                    .groups = options.groups,
                                                                    .bfloat16 = options.bfloat16},
                                                                   context);
    Report report;
    for (const OutputMeasurement& one : measured.outputs) report.records.push_back(one.record);
    const Exit code = exit_code(report);
    const Forms forms = {
        [&](const Report&, const TextOptions& text) { return jacobian_text(measured, text); },
        [&](const Report&) { return jacobian_csv(measured); },
        [&](const Report&) { return jacobian_markdown(measured); }};
    return delivery.finish(std::move(report), code, forms);
}

}  // namespace sigprop::tool
