#include "engine/records.hpp"
#include "engine/verification/evidence_memo.hpp"

#include <algorithm>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/verification/verify.hpp>

#include "engine/identify/identify.hpp"
#include "judgement/first_wrong_digit.hpp"

namespace sigprop {
namespace {

/// Errors of binding name the claim whose expression it is.
template <class Bind>
BoundExpression bound_for(const Claim& claim, const Bind& bind_text) {
    try {
        return bind_text();
    } catch (const InputError& error) {
        const std::string place =
            claim.file.empty() ? "" : claim.file + ":" + std::to_string(claim.line) + ": ";
        throw InputError(place + "claim '" + claim.id + "': " + error.what(), error.place());
    }
}

BoundExpression bound_claim(const Claim& claim) {
    return bound_for(claim, [&] { return bind_expression(claim.expression); });
}

std::optional<BoundExpression> bound_stated(const Claim& claim) {
    if (!claim.stated || !claim.stated->is_expression()) return std::nullopt;
    return bound_for(claim, [&] { return bind_expression(claim.stated->text()); });
}

Record record_for(const Claim& claim) {
    Record record;
    record.id = claim.id;
    record.statement = claim.statement;
    record.source = claim.source;
    record.read_from = claim.read_from;
    record.note = claim.note;
    if (claim.stated) {
        record.stated = StatedRecord{claim.stated->text(), claim.stated->convention_text(),
                                     claim.stated->lower_text(), claim.stated->upper_text()};
    }
    return record;
}

struct Decision {
    std::vector<Evidence> evidence;
    Judgement judgement;
};

/// Raises the digits until an enclosure decides or the budget (16 times the digits asked for) is spent.
Decision decide(const Claim& claim, const BoundExpression& bound, bool by_simulation, EvidenceMemo& memo,
                const Context& context) {
    const std::optional<BoundExpression> stated = bound_stated(claim);
    Context finer = context;
    for (;;) {
        Reconciliation reconciled = reconcile(memo.evidence_of(bound, finer));
        if (!reconciled.contradiction.empty()) {
            Judgement judgement;
            judgement.verdict = Verdict::inconsistent;
            judgement.reason = reconciled.contradiction;
            return {std::move(reconciled.evidence), std::move(judgement)};
        }
        JudgeOptions options;
        options.digits = context.digits;
        options.only_by_simulation = by_simulation;
        if (stated) {
            const std::vector<Evidence>& other = memo.evidence_of(*stated, finer);
            if (const Evidence* best = narrowest_enclosure(other)) options.stated_value = best->value;
        }
        options.out_of_budget = finer.digits >= 16 * context.digits;
        if (auto judgement = judge(reconciled.evidence, *claim.stated, options)) {
            return {std::move(reconciled.evidence), std::move(*judgement)};
        }
        finer.digits *= 2;
    }
}

/// Those asked for, and more where the number is wrong only after them.
long digits_shown(const Judgement& judgement, const Context& context) {
    constexpr long past_the_error = 3;
    if (judgement.verdict != Verdict::refuted) return context.digits;
    const auto agreeing = static_cast<long>(judgement.agreeing_digits.value_or(0));
    return std::max(context.digits, agreeing + past_the_error);
}

/// What is wrong with a refuted number, and what it is instead.
void diagnose(Record& record, const Claim& claim, const std::vector<Evidence>& evidence,
              const Context& context) {
    if (const Evidence* best = narrowest_enclosure(evidence)) {
        record.relative_error = relative_error(*claim.stated, best->value);
        record.first_wrong_digit = first_wrong_digit(*claim.stated, best->value);
    }
    record.identified = identify(claim.expression, *claim.stated, context);
}

Record verified(const Claim& claim, EvidenceMemo& memo, const Context& context) {
    Record record = record_for(claim);
    if (claim.external) {
        record.verdict = Verdict::undecided;
        record.reason = "needs a trained model: nothing here can decide it";
        return record;
    }
    record.expected = claim.expected;
    const BoundExpression bound = bound_claim(claim);
    record.expression = bound.text;
    const bool by_simulation = exists_by_simulation_alone(bound);
    const Decision decision = decide(claim, bound, by_simulation, memo, context);
    describe(record, decision.evidence, digits_shown(decision.judgement, context), context.confidence,
             by_simulation);
    record.verdict = decision.judgement.verdict;
    record.strength = decision.judgement.strength;
    record.agreeing_digits = decision.judgement.agreeing_digits;
    if (!decision.judgement.reason.empty()) record.reason = decision.judgement.reason;
    if (decision.judgement.verdict == Verdict::refuted) diagnose(record, claim, decision.evidence, context);
    return record;
}

}  // namespace

void check_claim(const Claim& claim) {
    if (claim.external) return;
    (void)bound_claim(claim);
    (void)bound_stated(claim);
}

Record verify_claim(const Claim& claim, const Context& context) {
    EvidenceMemo memo;
    return verified(claim, memo, context);
}

std::vector<Record> verify_claims(std::span<const Claim> claims, const Context& context,
                                  const Executor& execute) {
    EvidenceMemo memo;
    std::vector<Record> records(claims.size());
    execute(claims.size(), [&](std::size_t i) {
        context.check_interrupted();
        records[i] = verified(claims[i], memo, context);
    });
    return records;
}

}  // namespace sigprop
