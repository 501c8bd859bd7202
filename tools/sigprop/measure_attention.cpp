// sigprop measure attention: what softmax does with somebody's queries and keys.

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/attention/attention.hpp>

#include "report/attention_text.hpp"

#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

void check_files(const Invocation& call) {
    check_words(call, "--q FILE --k FILE");
    if (!call.options.q) throw InputError("measure attention needs the queries: --q FILE");
    if (!call.options.k) throw InputError("measure attention needs the keys: --k FILE");
}

}  // namespace

Exit measure_attention(const Invocation& call) {
    check_files(call);
    const Delivery delivery(call);
    const Options& options = call.options;
    const Context context = proved_context(options);
    const AttentionMeasurement measured = sigprop::measure_attention(*options.q, *options.k,
                                                                     {.scale = options.scale,
                                                                      .softcap = options.softcap,
                                                                      .causal = options.causal,
                                                                      .bfloat16 = options.bfloat16},
                                                                     context, on_threads(context));
    Report report;
    Exit code = Exit::ok;
    for (const HeadMeasurement& one : measured.heads) {
        report.records.push_back(one.record);
        if (one.statistics.bad_rows > 0) code = Exit::undecided;
    }
    const Forms forms = {
        [&](const Report&, const TextOptions& text) { return attention_text(measured, text); },
        [&](const Report&) { return attention_csv(measured); },
        [&](const Report&) { return attention_markdown(measured); }};
    return delivery.finish(std::move(report), code, forms);
}

}  // namespace sigprop::tool
