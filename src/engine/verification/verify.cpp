#include <sigprop/engine/verification/verify.hpp>

#include <algorithm>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "core/evidence/internal_error.hpp"
#include "engine/binding/binder.hpp"
#include "engine/composite.hpp"
#include "engine/identify/identify.hpp"
#include "engine/records.hpp"
#include "engine/value_range.hpp"
#include "engine/verification/bound_claim.hpp"
#include "judgement/first_wrong_digit.hpp"

namespace sigprop {

/// Evidence already gathered: a hundred claims ask for a dozen expressions, and each expression is computed
/// once. Threads may share it; a thread that asks second waits for the first.
class EvidenceMemo {
public:
    /// Everything in the context that changes results, except the digits, must be the same from call to call.
    [[nodiscard]] const std::vector<Evidence>& evidence_of(const BoundExpression& bound,
                                                           const Context& context);

private:
    struct Entry {
        std::once_flag made;
        std::vector<Evidence> evidence;
    };

    std::mutex mutex_;
    std::map<std::pair<std::string, long>, std::shared_ptr<Entry>> entries_;  ///< indexed by text and digits
};

const std::vector<Evidence>& EvidenceMemo::evidence_of(const BoundExpression& bound, const Context& context) {
    std::shared_ptr<Entry> entry;
    {
        const std::lock_guard lock(mutex_);
        std::shared_ptr<Entry>& known = entries_[{bound.text, context.digits}];
        if (known == nullptr) known = std::make_shared<Entry>();
        entry = known;
    }
    // An interrupted computation throws, and the entry remains to be made.
    std::call_once(entry->made, [&] { entry->evidence = sigprop::evidence_of(bound, context); });
    return entry->evidence;
}

namespace {

Record record_for(const Claim& claim) {
    Record record;
    record.id = claim.id;
    record.statement = claim.statement;
    record.source = claim.source;
    record.read_from = claim.read_from;
    record.note = claim.note;
    record.quote = claim.quote;
    record.quote_en = claim.quote_en;
    record.kind = claim.kind;
    record.external_reason = claim.external_reason;
    if (!claim.is_external()) record.says = claim.says;
    if (claim.stated) {
        record.stated = StatedRecord{claim.stated->text(), claim.stated->convention_text(),
                                     claim.stated->lower_text(), claim.stated->upper_text()};
    }
    return record;
}

struct Decision {
    std::vector<Evidence> evidence;
    Judgement judgement;
    std::optional<Ball> stated_value = {};  ///< of a stated expression
};

/// Why an external claim has no verdict.
std::string why_external(const Claim& claim) {
    if (!claim.why_external.empty()) return claim.why_external;
    switch (claim.external_reason.value_or(ExternalReason::needs_training)) {
        case ExternalReason::needs_training: return "needs a trained model: sigprop cannot decide it";
        case ExternalReason::literature: return "reports what others wrote: sigprop computes nothing";
        case ExternalReason::wording: return "is a matter of words: it has no number to compute";
        case ExternalReason::hardware: return "needs a measurement on a machine";
    }
    return {};
}

/// After a fault of the library nothing is decided, whatever the other methods say.
Judgement lost_to(const Evidence& fault) {
    Judgement judgement;
    judgement.verdict = Verdict::undecided;
    judgement.reason = internal_error_text(fault);
    return judgement;
}

/// Raises the digits until an enclosure decides or the budget (16 times the requested digits) is spent.
Decision decide(const BoundClaim& bound, bool by_simulation, EvidenceMemo& memo, const Context& context) {
    Context finer = context;
    JudgeOptions options;
    options.digits = context.digits;
    options.only_by_simulation = by_simulation;
    options.exact = fraction_of(*bound.expression);
    if (bound.stated) options.stated_exact = fraction_of(*bound.stated);
    for (;;) {
        Reconciliation reconciled =
            reconcile_within(range_of(*bound.expression), memo.evidence_of(*bound.expression, finer));
        if (!reconciled.contradiction.empty()) {
            Judgement judgement;
            judgement.verdict = Verdict::inconsistent;
            judgement.reason = reconciled.contradiction;
            return {std::move(reconciled.evidence), std::move(judgement)};
        }
        if (const Evidence* fault = find_internal_error(reconciled.evidence)) {
            Judgement judgement = lost_to(*fault);
            return {std::move(reconciled.evidence), std::move(judgement)};
        }
        if (bound.stated) {
            const std::vector<Evidence>& other = memo.evidence_of(*bound.stated, finer);
            if (const Evidence* fault = find_internal_error(other)) {
                reconciled.evidence.push_back(*fault);
                reconciled.evidence.back().reason = "the stated expression: " + fault->reason;
                Judgement judgement = lost_to(reconciled.evidence.back());
                return {std::move(reconciled.evidence), std::move(judgement)};
            }
            if (const Evidence* best = narrowest_enclosure(other)) options.stated_value = best->value;
        }
        options.out_of_budget = finer.digits >= 16 * context.digits || context.is_late();
        if (auto judgement = judge(reconciled.evidence, *bound.claim.stated, options)) {
            return {std::move(reconciled.evidence), std::move(*judgement), std::move(options.stated_value)};
        }
        finer.digits *= 2;
    }
}

/// The requested digits, or more where the first wrong digit lies beyond them.
long digits_shown(const Judgement& judgement, const Context& context) {
    constexpr long past_the_error = 3;
    if (judgement.verdict != Verdict::refuted) return context.digits;
    const auto agreeing = static_cast<long>(judgement.agreeing_digits.value_or(0));
    return std::max(context.digits, agreeing + past_the_error);
}

/// Records how far the stated number is from the value; for a refuted one, what is wrong with it and what it
/// is instead.
void diagnose(Record& record, const BoundClaim& bound, const Decision& decision, const Context& context) {
    const Verdict verdict = decision.judgement.verdict;
    const bool refuted = verdict == Verdict::refuted;
    if (!refuted && verdict != Verdict::measured && verdict != Verdict::compared) return;
    const Stated& stated = *bound.claim.stated;
    if (const Evidence* best = narrowest_enclosure(decision.evidence)) {
        record.relative_error = relative_error(stated, best->value, decision.stated_value);
        if (refuted) record.first_wrong_digit = first_wrong_digit(stated, best->value);
    }
    if (refuted) record.identified = identify(*bound.expression, stated, context);
}

Record judged(const BoundClaim& bound, EvidenceMemo& memo, const Context& context) {
    const Claim& claim = bound.claim;
    Record record = record_for(claim);
    if (claim.is_external()) {
        record.verdict = Verdict::undecided;
        record.reason = why_external(claim);
        return record;
    }
    record.expected = claim.expected;
    record.expression = bound.expression->text;
    record.limit = limits_of(*bound.expression);
    record.warnings = warnings_of(*bound.expression);
    const bool by_simulation = exists_by_simulation_alone(*bound.expression);
    const Decision decision = decide(bound, by_simulation, memo, context);
    describe(record, decision.evidence, digits_shown(decision.judgement, context), context.confidence,
             by_simulation, range_of(*bound.expression));
    record.verdict = decision.judgement.verdict;
    record.strength = decision.judgement.strength;
    record.agreeing_digits = decision.judgement.agreeing_digits;
    if (!decision.judgement.reason.empty()) record.reason = decision.judgement.reason;
    diagnose(record, bound, decision, context);
    return record;
}

/// The record of a claim that is lost to a fault of the library outside of all methods.
Record lost_record(const BoundClaim& bound, std::string message, const Context& context) {
    Record record = record_for(bound.claim);
    record.expected = bound.claim.expected;
    record.expression = bound.expression ? bound.expression->text : bound.claim.expression;
    record.verdict = Verdict::undecided;
    describe(record, internal_error_evidence(std::move(message)), context.digits, context.confidence);
    return record;
}

Record verified(const BoundClaim& bound, EvidenceMemo& memo, const Context& context) {
    if (!bound.internal_error.empty()) return lost_record(bound, bound.internal_error, context);
    return or_internal_error(
        context, [&] { return judged(bound, memo, context); },
        [&](std::string message) { return lost_record(bound, std::move(message), context); });
}

}  // namespace

void check_claim(const Claim& claim) { static_cast<void>(bind_claim(claim)); }

Record verify_claim(const Claim& claim, const Context& context) {
    EvidenceMemo memo;
    return verified(bind_claim(claim), memo, context);
}

ClaimVerifier::ClaimVerifier() : memo_(std::make_unique<EvidenceMemo>()) {}
ClaimVerifier::~ClaimVerifier() = default;

Record ClaimVerifier::verify(const BoundClaim& claim, const Context& context) {
    return verified(claim, *memo_, context);
}

namespace {

/// The record of each claim; `bound(i)` is the i-th bound claim.
template <class Bound>
std::vector<Record> records_of(std::size_t count, const Bound& bound, const Context& context,
                               const Executor& execute) {
    EvidenceMemo memo;
    std::vector<Record> records(count);
    execute(count, [&](std::size_t i) {
        context.check_interrupted();
        records[i] = verified(bound(i), memo, context);
    });
    return records;
}

}  // namespace

std::vector<Record> verify_claims(std::span<const Claim> claims, const Context& context,
                                  const Executor& execute) {
    const auto bound = [&](std::size_t i) { return bind_claim(claims[i]); };
    return records_of(claims.size(), bound, context, execute);
}

std::vector<Record> verify_claims(std::span<const BoundClaim> claims, const Context& context,
                                  const Executor& execute) {
    const auto bound = [&](std::size_t i) -> const BoundClaim& { return claims[i]; };
    return records_of(claims.size(), bound, context, execute);
}

}  // namespace sigprop
