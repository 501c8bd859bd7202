// sigprop measure kernel: are the results of a kernel within what rounding may do?

#include <charconv>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/kernel/kernel.hpp>

#include "report/measured.hpp"

#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

/// "any", "lanes:64", "blocks:128".
SumOrder read_order(const std::string& text) {
    if (text == "any") return {};
    const std::size_t colon = text.find(':');
    const std::string kind = text.substr(0, colon);
    SumOrder order{.kind = kind == "lanes" ? SumOrder::Kind::lanes : SumOrder::Kind::blocks};
    const bool is_known = kind == "lanes" || kind == "blocks";
    const char* const end = text.data() + text.size();
    const char* const digits = colon == text.npos ? end : text.data() + colon + 1;
    const auto [rest, error] = std::from_chars(digits, end, order.size);
    if (!is_known || error != std::errc() || rest != end || order.size == 0)
        refuse_value("order", text, "any, lanes:N or blocks:N, such as lanes:64");
    return order;
}

}  // namespace

Exit measure_kernel(const Invocation& call) {
    if (call.words.size() != 2)
        throw InputError(
            "measure kernel takes one operation: sigprop measure kernel softmax --x x.npy --y y.npy; " +
            kernel_operations_text());
    KernelFiles files;
    for (const char* role :
         {"x",  "y",      "dy",   "dx", "weight", "bias", "a",    "b",    "q",       "k",
          "v",  "target", "dq",   "dk", "dv",     "mask", "mean", "rstd", "dweight", "dbias",
          "da", "db",     "gate", "up", "dgate",  "dup",  "cos",  "sin",  "index",   "source"}) {
        if (const std::optional<std::string> path = call.flags.one(role)) files.emplace(role, *path);
    }
    const std::optional<std::string> order = call.flags.one("order");
    const KernelQuestion question = {.operation = call.words[1],
                                     .contract = call.flags.one("contract").value_or("strict"),
                                     .dtype = read_dtype(call.flags),
                                     .epsilon = call.flags.one("eps").value_or(""),
                                     .weight_offset = call.flags.one("weight-offset").value_or(""),
                                     .scale = call.flags.one("scale").value_or(""),
                                     .softcap = call.flags.one("softcap").value_or(""),
                                     .causal = call.flags.has("causal"),
                                     .window = call.flags.one("window").value_or(""),
                                     .smoothing = call.flags.one("smoothing").value_or(""),
                                     .z_loss = call.flags.one("z-loss").value_or(""),
                                     .ignored = call.flags.one("ignored").value_or(""),
                                     .order = order ? std::optional(read_order(*order)) : std::nullopt,
                                     .bfloat16 = call.flags.has("bfloat16")};
    const Delivery delivery(call);
    const KernelMeasurement measured =
        sigprop::measure_kernel(files, question, measured_context(call.options));
    Report report;
    for (const KernelOutput& one : measured.outputs) report.records.push_back(one.record);
    const Exit code = exit_code(report);
    return delivery.finish(std::move(report), code, document_forms(document_of(measured)));
}

}  // namespace sigprop::tool
