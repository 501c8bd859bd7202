#include "methods/route.hpp"

#include "methods/expectation.hpp"
#include "methods/mean/mean_support.hpp"

#include <algorithm>

#include "core/base/bits.hpp"
#include "core/base/poll.hpp"
#include "core/base/simulation.hpp"
#include "core/evidence/internal_error.hpp"

namespace sigprop {
namespace {

constexpr long second_opinion_digits = 50;
/// Beside a point at which the integrand stays bounded (erf(x)/x at 0), a proof of what is proved already
/// gets this part of the budget: where cancellation hides how the integrand behaves there, a rule would spend
/// minutes on one digit.
constexpr std::uint64_t second_opinion_share = 16;

/// Limits of the precision: for any number, and for one within 10^-digits of zero that may be zero.
struct PrecisionLimits {
    long max_bits;
    long bits_near_zero;
};

bool has_significant_digits(const Ball& value, long digits) {
    return value.is_exact() || static_cast<double>(value.accuracy_bits()) >= bits_of_digits(digits) + 2;
}

bool is_enough(const Ball& value, long digits, long bits, const PrecisionLimits& limits) {
    if (bits >= limits.max_bits) return true;
    if (!has_digits(value, digits)) return false;
    return has_significant_digits(value, digits) || (value.contains_zero() && bits >= limits.bits_near_zero);
}

/// Raises the precision until `compute` has proved enough digits; returns the last attempt.
template <class Compute>
Answer refined(long digits, const PrecisionLimits& limits, const Context& context, const Compute& compute) {
    long bits = Context::bits_for(digits);
    Answer result = compute(bits);
    while (result.status == Status::ok && !is_enough(result.value, digits, bits, limits)) {
        context.check_cancelled();
        // Adds the missing bits, and at least half of the present ones: cancellation may be worse next time.
        const long known = std::clamp(result.value.is_finite() ? result.value.accuracy_bits() : 0L, 0L, bits);
        bits = std::min(limits.max_bits,
                        std::max(bits + (Context::bits_for(digits) - known) + 16, bits * 3 / 2));
        result = compute(bits);
    }
    return result;
}

Evidence testified(RouteKind route, std::string method, Kind kind, const Answer& computed) {
    Evidence evidence;
    evidence.route = route;
    evidence.method = std::move(method);
    evidence.kind = kind;
    evidence.status = computed.status;
    evidence.value = computed.value;
    evidence.reason = computed.reason;
    evidence.degrees_of_freedom = computed.degrees_of_freedom;
    evidence.work.samples = computed.samples;
    evidence.count = computed.count;
    if (evidence.status != Status::ok) return evidence;
    if (!evidence.value.is_finite()) {
        evidence.status = Status::unable;
        if (evidence.reason.empty()) evidence.reason = "no finite enclosure was found";
    } else {
        refuse_unprintable(evidence);
    }
    return evidence;
}

Evidence computed_evidence(const DirectRoute& computation, long digits, const Context& context) {
    std::uint64_t calls = 0;
    const auto compute = [&](long bits) {
        ++calls;
        return computation.value(bits, context);
    };
    const long first = Context::bits_for(digits);
    const Answer computed = computation.kind == Kind::enclosure
                                ? refined(digits, {64 * first + 4096, first + 1024}, context, compute)
                                : compute(53);
    Evidence evidence = testified(computation.route, computation.method, computation.kind, computed);
    evidence.work.evaluations = calls;
    return evidence;
}

Evidence enclosed_expectation(const PreparedExpectation& prepared, const EnclosureMethod& method, long digits,
                              const Context& context) {
    std::uint64_t evaluations = 0;
    const long first = Context::bits_for(digits);
    std::uint64_t affordable = context.budget;
    for (const MeanProblem& problem : prepared.problems)
        affordable = std::min(affordable, affordable_evaluations(problem.integrand, context));
    Answer last = {Status::unable, "the budget of evaluations is spent"};
    const Answer computed = refined(digits, {4 * first + 1024, first}, context, [&](long bits) {
        // Once the budget is spent, the last result is final.
        if (evaluations <= affordable) last = enclose(prepared, method, bits, context, evaluations);
        return last;
    });
    Evidence evidence =
        testified(prepared.expectation->route, std::string(method.name), Kind::enclosure, computed);
    evidence.work.evaluations = evaluations;
    const Ball& value = evidence.value;
    if (evidence.status == Status::ok && !has_digits(value, digits) && value.accuracy_bits() < 1) {
        evidence.status = Status::unable;
        evidence.reason = "no digit was proved: the integrand varies too much for the budget";
    }
    return evidence;
}

class Gatherer {
public:
    Gatherer(const Context& context, bool only_first) : context_(context), only_first_(only_first) {}

    std::vector<Evidence> operator()(std::span<const Route> routes) {
        for (const Route& route : routes) {
            if (const auto* direct = std::get_if<DirectRoute>(&route)) {
                const bool needed = !only_first_ || direct->kind == Kind::enclosure;
                if (!needed || !direct->is_selected(context_)) continue;
                add_evidence(direct->route, direct->method, direct->kind,
                             [&] { return computed_evidence(*direct, digits(), context_); });
            } else {
                expectation(std::get<Expectation>(route));
            }
            if (only_first_ && proved_) break;
        }
        return std::move(found_);
    }

private:
    bool wanted(std::string_view method) const { return context_.selects(method); }
    long digits() const {
        return proved_ ? std::min(context_.digits, second_opinion_digits) : context_.digits;
    }
    Context affordable(const PreparedExpectation& prepared) const {
        Context context = context_;
        const auto is_bounded = [](const SingularSide& side) {
            return side.growth.logs == 0 && side.growth.power.is_nonnegative();
        };
        const bool cancels = std::ranges::any_of(prepared.problems, [&](const MeanProblem& one) {
            return !one.singular_sides.empty() && std::ranges::all_of(one.singular_sides, is_bounded);
        });
        if (proved_ && cancels) context.budget /= second_opinion_share;
        return context;
    }

    /// Adds the evidence of `find`, or the information that there was no time for it or that it failed.
    template <class Find>
    void add_evidence(RouteKind route, std::string_view method, Kind kind, const Find& find) {
        const auto without_value = [&](Status status, std::string reason) {
            return testified(route, std::string(method), kind, {status, std::move(reason)});
        };
        Evidence evidence;
        try {
            const PollScope polls(context_);
            context_.check_cancelled();
            if (context_.watch != nullptr) context_.watch->begins(method);
            evidence = or_internal_error(context_, find, [&](std::string message) {
                return without_value(Status::internal, std::move(message));
            });
        } catch (const TimeSpent& spent) {
            evidence = without_value(Status::unable, spent.what());
        }
        add(std::move(evidence));
    }

    void add(Evidence evidence) {
        // A proof that there is no value is final, too; after an enclosure with too few digits, the next
        // method is asked for all digits.
        const bool decided = evidence.status == Status::domain ||
                             (evidence.status == Status::ok && has_digits(evidence.value, context_.digits));
        if (evidence.kind == Kind::enclosure && decided) proved_ = true;
        found_.push_back(std::move(evidence));
    }

    void expectation(const Expectation& expectation) {
        const PreparedExpectation prepared = prepare(expectation, context_);
        for (const EnclosureMethod& method : enclosure_methods(prepared)) {
            if (!wanted(method.name)) continue;
            if (prepared.status != Status::ok) {
                add(testified(expectation.route, std::string(method.name), Kind::enclosure,
                              {prepared.status, prepared.reason}));
            } else {
                add_evidence(expectation.route, method.name, Kind::enclosure, [&] {
                    return enclosed_expectation(prepared, method, digits(), affordable(prepared));
                });
            }
            if (only_first_ && proved_) return;
        }
        if (only_first_) return;
        for (Evidence& evidence : estimate_and_sample(prepared, context_)) add(std::move(evidence));
    }

    const Context& context_;
    bool only_first_;
    bool proved_ = false;
    std::vector<Evidence> found_;
};

}  // namespace

bool has_digits(const Ball& value, long digits) {
    if (!value.is_finite()) return false;
    return has_significant_digits(value, digits) ||
           static_cast<double>(value.magnitude_exponent()) < -bits_of_digits(digits);
}

bool can_only_be_simulated(std::span<const Route> routes) {
    return std::ranges::all_of(routes, [](const Route& route) {
        const auto* direct = std::get_if<DirectRoute>(&route);
        return direct != nullptr && direct->kind == Kind::sample;
    });
}

std::vector<Evidence> gather_evidence(std::span<const Route> routes, const Context& context) {
    if (context.proofs_only) {
        // Where no method of proof applies, an estimate or a sample is better than nothing.
        if (std::vector<Evidence> proofs = Gatherer(context, true)(routes); !proofs.empty()) return proofs;
    }
    return Gatherer(context, false)(routes);
}

Evidence best_enclosure(std::span<const Route> routes, const Context& context) {
    Context all = context;
    all.methods = "*";
    const std::vector<Evidence> found = Gatherer(all, true)(routes);
    for (const Evidence& evidence : found) {
        if (evidence.status == Status::domain) return evidence;
    }
    if (const Evidence* narrowest = narrowest_enclosure(found)) return *narrowest;
    if (const Evidence* fault = find_internal_error(found)) return *fault;
    if (!found.empty()) return found.front();
    Evidence none;
    none.reason = "no method with a proof applies";
    return none;
}

}  // namespace sigprop
