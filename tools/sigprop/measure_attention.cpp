// sigprop measure attention: what softmax does with a user's queries and keys.

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/attention/attention.hpp>

#include "report/measured.hpp"

#include "delivery.hpp"
#include "measure.hpp"

namespace sigprop::tool {
namespace {

struct AttentionOptions {
    std::string q, k;  ///< paths
    AttentionQuestion question;
};

AttentionOptions read_attention_options(const GivenFlags& flags) {
    return {.q = flags.needed("q", "measure attention needs the queries: --q FILE"),
            .k = flags.needed("k", "measure attention needs the keys: --k FILE"),
            .question = {.scale = flags.one("scale"),
                         .softcap = flags.one("softcap"),
                         .causal = flags.has("causal"),
                         .bfloat16 = flags.has("bfloat16")}};
}

}  // namespace

Exit measure_attention(const Invocation& call) {
    check_words(call, "--q FILE --k FILE");
    const AttentionOptions options = read_attention_options(call.flags);
    const Delivery delivery(call);
    const Context context = proved_context(call.options);
    const AttentionMeasurement measured =
        sigprop::measure_attention(options.q, options.k, options.question, context, on_threads(context));
    Report report;
    Exit code = Exit::ok;
    for (const HeadMeasurement& one : measured.heads) {
        report.records.push_back(one.record);
        if (one.statistics.bad_rows > 0) code = Exit::undecided;
    }
    return delivery.finish(std::move(report), code, document_forms(document_of(measured)));
}

}  // namespace sigprop::tool
