// sigprop measure elementwise: what could replace the normalisation of a user's activations.

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/elementwise/elementwise.hpp>

#include "report/elementwise_text.hpp"

#include "core/parallel/workers.hpp"
#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

/// The digits of the optimum beside a measurement.
constexpr long default_digits = 12;

void check_files(const Invocation& call) {
    if (call.words.size() > 1) {
        throw InputError("measure elementwise takes its file by name: --x FILE, not '" + call.words[1] + "'");
    }
    if (!call.options.x) throw InputError("measure elementwise needs the activations: --x FILE");
}

Context context_of(const Options& options) {
    Context context = options.context;
    if (!options.own_digits) context.digits = default_digits;
    context.methods = "!monte_carlo";  // only proofs, by two routes
    return context;
}

}  // namespace

Exit measure_elementwise(const Invocation& call) {
    check_files(call);
    const Delivery delivery(call);
    const Options& options = call.options;
    const Context context = context_of(options);
    const ElementwiseMeasurement measured = sigprop::measure_elementwise(
        *options.x, options.weight,
        {.layer = options.layer.value_or("rms_norm"),
         .epsilon = options.eps,
         .rms = options.rms,
         .bfloat16 = options.bfloat16},
        context, [&](std::size_t count, const std::function<void(std::size_t)>& work) {
            for_each_index(count, context.threads, work);
        });
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
