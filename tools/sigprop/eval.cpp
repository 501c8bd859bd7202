// sigprop eval: computes expressions to proved digits.

#include <algorithm>
#include <atomic>
#include <sigprop/core/base/errors.hpp>

#include "certificates.hpp"
#include "command.hpp"
#include "core/evidence/internal_error.hpp"
#include "delivery.hpp"
#include "engine/binding/cost_hint.hpp"
#include "engine/records.hpp"
#include "record_text.hpp"
#include "simulations.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

/// Whether the question is answered: by a proof, by a sample where that is all there can be, or by what was
/// asked for where --methods leaves the proofs out. An estimate is no answer beside proofs that gave up.
bool is_answered(const Record& record, bool methods_chosen) {
    if (record.status == Status::ok) return true;
    return methods_chosen && std::ranges::any_of(record.evidence, [](const EvidenceRecord& one) {
               return one.status == Status::ok;
           });
}

Exit eval_exit(const std::vector<Record>& records, bool methods_chosen) {
    Exit code = Exit::ok;
    for (const Record& record : records) {
        const bool failed = find_internal_error(record) != nullptr;
        if (record.verdict == Verdict::inconsistent || failed) code = worse(code, Exit::internal);
        if (!is_answered(record, methods_chosen)) code = worse(code, Exit::undecided);
    }
    return code;
}

/// How records are shown: the numbers, the evidence where it was asked for, or else a sentence about it.
auto form_of(const Options& options) {
    if (options.plain) return plain_text;
    return options.evidence || options.own_methods ? evidence_text : eval_text;
}

/// An expression, or its record where a fault of the library left it unbound.
struct Bound {
    std::optional<BoundExpression> expression;
    Record instead = {};
};

Bound bound(const std::string& text, const Context& context) {
    return or_internal_error(
        context, [&] { return Bound{bind_expression(text)}; },
        [&](std::string message) {
            return Bound{std::nullopt, record_of_internal_error(text, std::move(message), context)};
        });
}

Pieces pieces_of(const std::vector<Bound>& all, const Context& context, std::vector<Record>& records) {
    return {
        .count = all.size(),
        .is_long =
            [&](std::size_t i) {
                return all[i].expression && simulates_networks(*all[i].expression, context);
            },
        .cost = [&](std::size_t i) { return all[i].expression ? cost_hint(*all[i].expression, context) : 0; },
        .compute =
            [&](std::size_t i, const Context& own) {
                records[i] = all[i].expression ? record_of(*all[i].expression, own) : all[i].instead;
            },
        .text = [&](std::size_t i) { return record_text(records[i]); },
        .take = [&](std::size_t i, std::string_view text) { records[i] = record_from_text(text); }};
}

}  // namespace

Exit run_eval(const Invocation& call) {
    const Delivery delivery(call);
    const Options& options = call.options;
    check_certificate(call);
    if (options.plain && options.prints_a_format())
        throw InputError(
            "--plain and another format both go to standard output: give the other format a file");
    // Bind all expressions before computing the first.
    std::vector<Bound> all;
    std::vector<std::string> subjects;
    for (const std::string& text : call.words) {
        const Bound& one = all.emplace_back(bound(text, call.options.context));
        subjects.push_back(one.expression ? one.expression->text : text);
    }
    Simulations simulations(call, "eval", std::move(subjects));
    Report report;
    report.records.resize(all.size());
    const Progress progress(all.size(), "expressions", !options.quiet);
    std::atomic<std::size_t> done{0};
    simulations.run([&] {
        simulations.compute(options.context, pieces_of(all, options.context, report.records),
                            [&] { progress.show(++done); });
    });
    Exit code = eval_exit(report.records, call.options.own_methods);
    if (all.front().expression)
        code = worse(code, write_certificate(call, *all.front().expression, report.records.front()));
    if (options.quiet && !options.plain && options.outputs.empty() && !options.baseline)
        complain("--quiet leaves out the answer: to print the numbers alone, write --plain");
    return delivery.finish(std::move(report), code, record_forms(form_of(call.options)));
}

}  // namespace sigprop::tool
