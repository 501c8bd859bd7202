// sigprop measure elementwise: what could replace the normalisation of a user's activations.

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/elementwise/elementwise.hpp>

#include "report/measured.hpp"

#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

struct ElementwiseOptions {
    std::string x;  ///< path, as is the weight
    std::optional<std::string> weight;
    ElementwiseQuestion question;
};

ElementwiseOptions read_elementwise_options(const GivenFlags& flags) {
    return {.x = flags.needed("x", "measure elementwise needs the activations: --x FILE"),
            .weight = flags.one("weight"),
            .question = {.layer = flags.one("layer").value_or("rms_norm"),
                         .epsilon = flags.one("eps"),
                         .rms = flags.one("rms"),
                         .bfloat16 = flags.has("bfloat16")}};
}

}  // namespace

Exit measure_elementwise(const Invocation& call) {
    check_words(call, "--x FILE");
    const ElementwiseOptions options = read_elementwise_options(call.flags);
    const Delivery delivery(call);
    const Context context = proved_context(call.options);
    const ElementwiseMeasurement measured = sigprop::measure_elementwise(
        options.x, options.weight, options.question, context, on_threads(context));
    Report report;
    report.records = measured.records;
    return delivery.finish(std::move(report), measured.bad_reason.empty() ? Exit::ok : Exit::undecided,
                           document_forms(document_of(measured)));
}

}  // namespace sigprop::tool
