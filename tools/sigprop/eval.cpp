// sigprop eval: computes expressions to proved digits.

#include <algorithm>

#include "command.hpp"
#include "core/parallel/workers.hpp"
#include "delivery.hpp"
#include "engine/records.hpp"
#include "simulations.hpp"

namespace sigprop::tool {
namespace {

Exit exit_code(const std::vector<Record>& records) {
    Exit code = Exit::ok;
    for (const Record& record : records) {
        const bool has_value =
            std::any_of(record.evidence.begin(), record.evidence.end(),
                        [](const EvidenceRecord& one) { return one.status == Status::ok; });
        if (record.verdict == Verdict::inconsistent) code = worse(code, Exit::internal);
        if (!has_value) code = worse(code, Exit::undecided);
    }
    return code;
}

}  // namespace

Exit run_eval(const Invocation& call) {
    const Delivery delivery(call);
    // Bind all expressions before computing the first.
    std::vector<BoundExpression> all;
    std::vector<std::string> subjects;
    bool of_networks = false;
    for (const std::string& text : call.words) {
        const BoundExpression& bound = all.emplace_back(bind_expression(text));
        of_networks = of_networks || samples_networks(bound, call.options.context);
        subjects.push_back(bound.text);
    }
    Simulations simulations(call, "eval", std::move(subjects));
    const std::size_t count = all.size();
    const Simulations::Share share = simulations.share(call.options.context, count, of_networks);
    Report report;
    report.records.resize(count);
    simulations.run([&] {
        for_each_index(count, share.threads, [&](std::size_t i) {
            share.context.check_interrupted();
            report.records[i] = record_of(all[i], share.context);
        });
    });
    const Exit code = exit_code(report.records);
    return delivery.finish(std::move(report), code, record_forms(eval_text));
}

}  // namespace sigprop::tool
