#include "engine/composite.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sigprop/core/base/confidence.hpp>

#include "core/evidence/propagated_error.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/lowering.hpp"

namespace sigprop {
namespace {

constexpr long second_look_digits = 200;

using LeafEvidence = std::vector<std::vector<Evidence>>;  // one list for each leaf

/// The formula at the given leaf values, or why it has no value there.
Answer value_at(const Formula& formula, std::span<const Ball> values, long bits) {
    Ball value = Evaluator<Ball>(formula, bits)(values)[0];
    if (value.is_finite()) return value;
    if (auto reason = proved_undefined(formula, values, bits)) return {Status::domain, std::move(*reason)};
    return {Status::unable, "the known bounds of its parts do not bound the value"};
}

/// How the value moves with each sampled leaf alone. The slope is taken over one standard error to each side;
/// means that share a sample take theirs over 1/64 of one (methods/expectation.cpp), and the published
/// standard errors depend on these steps.
std::vector<ErrorDirection> sampled_directions(const Formula& formula, const std::vector<Ball>& centre,
                                               const std::vector<ScaledDouble>& errors) {
    const ScaledDouble base = ScaledDouble::nearest(value_at(formula, centre, 64).value);
    std::vector<ErrorDirection> directions;
    for (std::size_t i = 0; i < centre.size(); ++i) {
        if (errors[i].is_zero()) continue;
        const auto change = [&formula, &centre, base, i, error = errors[i]](double standard_errors) {
            std::vector<Ball> values = centre;
            values[i] = centre[i] + (standard_errors * error).to_ball();
            const Answer there = value_at(formula, values, 64);
            return there.status == Status::ok ? ScaledDouble::nearest(there.value) - base : HUGE_VAL;
        };
        directions.push_back({(change(1) - change(-1)) / ScaledDouble(2), change});
    }
    return directions;
}

class Composer {
public:
    Composer(const BoundExpression& bound, const LeafEvidence& leaves, long bits)
        : bound_(bound), leaves_(leaves), bits_(bits) {}

    /// Evidence for each method, in the order in which the leaves first name it.
    std::vector<Evidence> operator()() const {
        std::vector<Evidence> found;
        for (const auto& leaf : leaves_) {
            for (const Evidence& one : leaf) {
                const bool seen =
                    std::ranges::any_of(found, [&](const Evidence& e) { return e.method == one.method; });
                if (!seen) found.push_back(composed(one));
            }
        }
        return found;
    }

private:
    Evidence composed(const Evidence& first) const {
        Evidence evidence;
        evidence.route = first.route;
        evidence.method = first.method;
        evidence.kind = first.kind;
        std::vector<Ball> values;
        std::vector<ScaledDouble> errors;
        std::string counted;
        for (std::size_t i = 0; i < leaves_.size(); ++i) {
            const Evidence* part = witness(leaves_[i], first.method);
            if (part == nullptr) {
                evidence.reason = "sigprop has no proof over intervals for " + bound_.leaves[i].text;
                return evidence;
            }
            evidence.kind = std::max(evidence.kind, part->kind);
            evidence.work.evaluations += part->work.evaluations;
            evidence.work.samples += part->work.samples;
            evidence.degrees_of_freedom = fewer(evidence.degrees_of_freedom, part->degrees_of_freedom);
            if (part->status != Status::ok) {
                evidence.status = part->status;
                evidence.reason = bound_.leaves[i].text + ": " + part->reason;
                return evidence;
            }
            if (part->count) {
                const Count count = *part->count;
                counted += (counted.empty() ? "" : ", ") +
                           fmt::format("{} of {} for {}", count.hits, count.of, bound_.leaves[i].text);
            }
            const bool sampled = part->kind == Kind::sample;
            values.push_back(sampled ? part->value.midpoint().at_precision(bits_) : part->value);
            errors.push_back(sampled ? ScaledDouble::radius_of(part->value) : 0);
        }
        conclude(evidence, value_at(bound_.formula, values, bits_));
        if (evidence.kind == Kind::sample && evidence.status == Status::ok) {
            const double most = max_standard_errors(evidence.degrees_of_freedom);
            const ScaledDouble error =
                propagated_error(sampled_directions(bound_.formula, values, errors), most);
            if (error.is_finite() && (!error.is_zero() || is_constant(values, errors, most))) {
                // widening: estimate
                evidence.value = evidence.value.midpoint().widened(error.to_ball());
                if (!counted.empty())
                    evidence.reason = "computed from the middle of the interval of each count: " + counted;
            } else {
                conclude(evidence, {Status::unable, "the samples do not determine the value"});
            }
        }
        return evidence;
    }

    /// Whether the value is proved not to change while the sampled leaves are off by as many errors as they
    /// are judged by: only then may a sample have no error.
    bool is_constant(const std::vector<Ball>& values, const std::vector<ScaledDouble>& errors,
                     double max_standard_errors) const {
        std::vector<Ball> box = values;
        for (std::size_t i = 0; i < box.size(); ++i)
            // widening: sample
            box[i] = box[i].widened((max_standard_errors * errors[i]).to_ball());
        const Answer anywhere = value_at(bound_.formula, box, bits_);
        const Ball here = value_at(bound_.formula, values, bits_).value;
        return anywhere.status == Status::ok && here.contains(anywhere.value);
    }

    /// 0 stands for infinitely many.
    static int fewer(int a, int b) { return a == 0 || b == 0 ? std::max(a, b) : std::min(a, b); }

    static const Evidence* witness(const std::vector<Evidence>& leaf, const std::string& method) {
        for (const Evidence& one : leaf) {
            if (one.method == method) return &one;
        }
        return narrowest_enclosure(leaf);
    }

    const BoundExpression& bound_;
    const LeafEvidence& leaves_;
    long bits_;
};

/// Arithmetic without quantities: one enclosure.
std::vector<Evidence> arithmetic(const BoundExpression& bound, const Context& context) {
    DirectRoute form;
    form.value = [&bound](long bits, const Context&) { return value_at(bound.formula, {}, bits); };
    const Route plan = form;
    return gather_evidence(std::span(&plan, 1), context);
}

/// Whether enough significant digits are proved. A value that may be zero must be enclosed near zero, twice
/// where that is cheap: the second attempt shows the leading digits of a small difference.
bool proves_digits(const std::vector<Evidence>& evidence, long digits, int attempt) {
    const Evidence* best = narrowest_enclosure(evidence);
    if (best == nullptr || !has_digits(best->value, digits)) return false;
    if (best->value.is_exact()) return true;
    if (best->value.contains_zero()) return attempt > 0 || digits > second_look_digits;
    return has_digits(best->value / best->value.midpoint(), digits);
}

/// Whether more digits of the leaves help: each is enclosed and nothing proves that there is no value.
/// Example: 1/(x - y) has no finite enclosure until x and y are told apart.
bool can_improve(const std::vector<Evidence>& evidence, const LeafEvidence& leaves) {
    return std::ranges::none_of(evidence, [](const Evidence& e) { return e.status == Status::domain; }) &&
           std::ranges::all_of(leaves, [](const auto& leaf) { return narrowest_enclosure(leaf) != nullptr; });
}

/// Gathers evidence about a leaf again, from those methods whose evidence was of the wanted kind.
std::vector<Evidence> gather_again(const std::vector<Evidence>& leaf, std::span<const Route> routes,
                                   Context context, Kind wanted) {
    for (const Evidence& one : leaf) {
        if (one.kind != wanted) context.methods = context.methods.without(one.method);
    }
    return gather_evidence(routes, context);
}

/// Repeats the proofs to more digits; estimates and samples do not depend on the digits and stay.
void refine(std::vector<Evidence>& leaf, std::span<const Route> routes, const Context& context) {
    for (Evidence& finer : gather_again(leaf, routes, context, Kind::enclosure)) {
        for (Evidence& one : leaf) {
            if (one.method != finer.method || one.kind != Kind::enclosure) continue;
            // What the time was too short for takes nothing away from what is known.
            if (one.status != Status::ok || finer.status != Status::unable || !context.is_late()) one = finer;
        }
    }
}

/// Repeats the samples; the same methods in the same order.
void sample_again(std::vector<Evidence>& leaf, std::span<const Route> routes, const Context& context) {
    const auto is_sample = [](const Evidence& one) { return one.kind == Kind::sample; };
    if (std::ranges::none_of(leaf, is_sample)) return;
    const std::vector<Evidence> fresh = gather_again(leaf, routes, context, Kind::sample);
    std::size_t next = 0;
    for (Evidence& one : leaf) {
        if (is_sample(one) && next < fresh.size()) one = fresh[next++];
    }
}

bool is_leaf(const BoundExpression& bound) {
    return !bound.leaves.empty() && bound.formula.operation() == Operation::variable;
}

}  // namespace

std::vector<Evidence> evidence_of(const BoundExpression& bound, const Context& context) {
    return findings_of(bound, context).evidence;
}

Findings findings_of(const BoundExpression& bound, const Context& context) {
    Findings found;
    if (bound.leaves.empty()) {
        found.evidence = arithmetic(bound, context);
        return found;
    }
    for (const Leaf& leaf : bound.leaves) found.leaves.push_back(gather_evidence(leaf.routes, context));
    if (is_leaf(bound)) {
        found.evidence = found.leaves[0];
        return found;
    }
    // Cancellation between leaves costs digits: compute the leaves to more digits until the whole has enough.
    const int max_attempts = context.digits <= second_look_digits ? 4 : 2;
    Context finer = context;
    for (int attempt = 0;; ++attempt) {
        found.bits = finer.bits() + 32;
        found.evidence = Composer(bound, found.leaves, found.bits)();
        const bool enough = proves_digits(found.evidence, context.digits, attempt) || attempt == max_attempts;
        if (enough || !can_improve(found.evidence, found.leaves) || context.is_late()) return found;
        finer.digits = finer.digits * 2 + 10;
        for (std::size_t i = 0; i < found.leaves.size(); ++i)
            refine(found.leaves[i], bound.leaves[i].routes, finer);
    }
}

std::vector<Evidence> sampled_again(const Findings& findings, const BoundExpression& bound,
                                    const Context& context) {
    LeafEvidence leaves = findings.leaves;
    for (std::size_t i = 0; i < leaves.size(); ++i) sample_again(leaves[i], bound.leaves[i].routes, context);
    if (leaves.empty()) return findings.evidence;
    if (is_leaf(bound)) return std::move(leaves[0]);
    return Composer(bound, leaves, findings.bits)();
}

}  // namespace sigprop
