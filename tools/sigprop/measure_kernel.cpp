// sigprop measure kernel: are the results of a kernel within what rounding may do?

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/kernel/kernel.hpp>

#include "formats/files.hpp"
#include "report/measured.hpp"

#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

SumOrder read_order(const std::string& text) {
    const std::optional<SumOrder> order = sum_order(text);
    if (!order) refuse_value("order", text, "any, lanes:N or blocks:N, such as lanes:64");
    return *order;
}

/// A contract of one's own: the file that --contract names, rather than a shipped contract.
std::optional<ContractFile> own_contract(const std::string& name) {
    if (!name.ends_with(".json")) return std::nullopt;
    return ContractFile{read_file(name), name};
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
    const std::string contract = call.flags.one("contract").value_or("strict");
    const KernelQuestion question = {.operation = call.words[1],
                                     .contract = contract,
                                     .own_contract = own_contract(contract),
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
