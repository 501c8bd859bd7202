// sigprop eval: expressions to proved digits.

#include <algorithm>
#include <sigprop/engine/engine.hpp>

#include "command.hpp"
#include "delivery.hpp"
#include "engine/binder.hpp"
#include "pool.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

Exit exit_code(const std::vector<Record>& records) {
    Exit code = Exit::ok;
    for (const Record& record : records) {
        const bool has_value = std::any_of(record.evidence.begin(), record.evidence.end(),
                                           [](const EvidenceRecord& one) { return one.status == "ok"; });
        if (record.verdict == "inconsistent") code = worse(code, Exit::internal);
        if (!has_value) code = worse(code, Exit::undecided);
    }
    return code;
}

}  // namespace

Exit run_eval(const Invocation& call) {
    const Delivery delivery(call);
    // All are understood before the first is computed.
    for (const std::string& text : call.words) static_cast<void>(bind_expression(text));
    const std::size_t count = call.words.size();
    Context context = call.options.context;
    context.threads = count > 1 ? 1 : context.threads;
    Report report;
    report.records.resize(count);
    for_each_index(count, call.options.context.threads, [&](std::size_t i) {
        context.check_interrupted();
        report.records[i] = evaluate_record(call.words[i], context);
    });
    const Exit code = exit_code(report.records);
    return delivery.finish(std::move(report), code, record_forms(eval_text));
}

}  // namespace sigprop::tool
