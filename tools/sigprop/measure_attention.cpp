// sigprop measure attention: what softmax does with a user's queries and keys.

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/attention/attention.hpp>

#include "report/attention_text.hpp"

#include "core/parallel/workers.hpp"
#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

/// The expectation beside a measurement is shown to fewer digits, and a table for each head costs much time.
constexpr long default_digits = 12;

void check_files(const Invocation& call) {
    if (call.words.size() > 1) {
        throw InputError("measure attention takes its files by name: --q FILE --k FILE, not '" +
                         call.words[1] + "'");
    }
    if (!call.options.q) throw InputError("measure attention needs the queries: --q FILE");
    if (!call.options.k) throw InputError("measure attention needs the keys: --k FILE");
}

Context context_of(const Options& options) {
    Context context = options.context;
    if (!options.own_digits) context.digits = default_digits;
    context.methods = "!monte_carlo";  // only proofs, by two routes
    return context;
}

}  // namespace

Exit measure_attention(const Invocation& call) {
    check_files(call);
    const Delivery delivery(call);
    const Options& options = call.options;
    const Context context = context_of(options);
    const AttentionMeasurement measured = sigprop::measure_attention(
        *options.q, *options.k,
        {.scale = options.scale,
         .softcap = options.softcap,
         .causal = options.causal,
         .bfloat16 = options.bfloat16},
        context, [&](std::size_t count, const std::function<void(std::size_t)>& work) {
            for_each_index(count, context.threads, work);
        });
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
