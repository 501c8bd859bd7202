// sigprop measure elementwise: what could replace the normalisation of somebody's activations.

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/elementwise/elementwise.hpp>

#include "report/elementwise_text.hpp"

#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

void check_files(const Invocation& call) {
    check_words(call, "--x FILE");
    if (!call.options.x) throw InputError("measure elementwise needs the activations: --x FILE");
}

}  // namespace

Exit measure_elementwise(const Invocation& call) {
    check_files(call);
    const Delivery delivery(call);
    const Options& options = call.options;
    const Context context = proved_context(options);
    const ElementwiseMeasurement measured =
        sigprop::measure_elementwise(*options.x, options.weight,
                                     {.layer = options.layer.value_or("rms_norm"),
                                      .epsilon = options.eps,
                                      .rms = options.rms,
                                      .bfloat16 = options.bfloat16},
                                     context, on_threads(context));
    Report report;
    report.records = measured.records;
    const Forms forms = {
        [&](const Report&, const TextOptions& text) { return elementwise_text(measured, text); },
        [&](const Report&) { return elementwise_csv(measured); },
        [&](const Report&) { return elementwise_markdown(measured); }};
    return delivery.finish(std::move(report), measured.bad_reason.empty() ? Exit::ok : Exit::undecided,
                           forms);
}

}  // namespace sigprop::tool
