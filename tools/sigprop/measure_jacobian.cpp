// sigprop measure jacobian: is a user's backward pass of a normalisation layer or an activation right?

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/gradient/jacobian.hpp>

#include "report/measured.hpp"

#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

constexpr std::int64_t max_groups = 1'000'000;

struct JacobianOptions {
    JacobianFiles files;
    JacobianQuestion question;
};

std::optional<std::size_t> read_groups(const GivenFlags& flags) {
    const std::optional<std::int64_t> groups = flags.count("groups", max_groups);
    return groups ? std::optional(static_cast<std::size_t>(*groups)) : std::nullopt;
}

JacobianOptions read_jacobian_options(const GivenFlags& flags) {
    std::string layer = flags.needed("layer", "measure jacobian needs the layer: --layer rms_norm");
    return {.files = {.x = flags.needed("x", "measure jacobian needs the layer's input: --x FILE"),
                      .dy = flags.needed(
                          "dy", "measure jacobian needs the gradient of the layer's output: --dy FILE"),
                      .dskip = flags.one("dskip"),
                      .dx = flags.one("dx"),
                      .weight = flags.one("weight"),
                      .dweight = flags.one("dweight"),
                      .bias = flags.one("bias"),
                      .dbias = flags.one("dbias"),
                      .y = flags.one("y")},
            .question = {.layer = std::move(layer),
                         .epsilon = flags.one("eps").value_or(""),
                         .weight_offset = flags.one("weight-offset"),
                         .dtype = read_dtype(flags),
                         .groups = read_groups(flags),
                         .bfloat16 = flags.has("bfloat16")}};
}

}  // namespace

std::optional<Dtype> read_dtype(const GivenFlags& flags) {
    const std::optional<std::string> text = flags.one("dtype");
    if (!text) return std::nullopt;
    for (const Dtype one : {Dtype::float16, Dtype::bfloat16, Dtype::float32, Dtype::float64}) {
        if (*text == to_string(one)) return one;
    }
    refuse_value("dtype", *text, "float16, bfloat16, float32 or float64");
}

Exit measure_jacobian(const Invocation& call) {
    check_words(call, "--x FILE --dy FILE --dx FILE");
    const JacobianOptions options = read_jacobian_options(call.flags);
    const Delivery delivery(call);
    const Context context = measured_context(call.options);
    const JacobianMeasurement measured = sigprop::measure_jacobian(options.files, options.question, context);
    Report report;
    for (const OutputMeasurement& one : measured.outputs) report.records.push_back(one.record);
    const Exit code = exit_code(report);
    return delivery.finish(std::move(report), code, document_forms(document_of(measured)));
}

}  // namespace sigprop::tool
