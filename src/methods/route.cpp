#include <sigprop/methods/route.hpp>

#include "methods/expectation.hpp"

#include <algorithm>
#include <sigprop/core/evaluator.hpp>
#include <sigprop/core/lowering.hpp>

namespace sigprop {
namespace {

constexpr long second_opinion_digits = 50;

/// Raises the precision until `compute` has proved enough digits; the last attempt stands.
template <class Compute>
Computed refined(long digits, long most_bits, const Context& context, const Compute& compute) {
    long bits = Context::bits_for(digits);
    Computed result = compute(bits);
    while (result.status == Status::ok && !has_digits(result.value, digits) && bits < most_bits) {
        context.check_cancelled();
        // What is missing to the goal, and at least half again: cancellation may be worse next time.
        const long known = std::clamp(result.value.is_finite() ? result.value.accuracy_bits() : 0L, 0L, bits);
        bits = std::min(most_bits, std::max(bits + (Context::bits_for(digits) - known) + 16, bits * 3 / 2));
        result = compute(bits);
    }
    return result;
}

Evidence testified(Route route, std::string method, Kind kind, const Computed& computed) {
    Evidence evidence;
    evidence.route = route;
    evidence.method = std::move(method);
    evidence.kind = kind;
    evidence.status = computed.status;
    evidence.value = computed.value;
    evidence.reason = computed.reason;
    if (evidence.status == Status::ok && !evidence.value.is_finite()) {
        evidence.status = Status::unable;
        evidence.reason = "no finite enclosure was found";
    }
    return evidence;
}

Evidence closed_form_evidence(const ClosedForm& form, long digits, const Context& context) {
    std::uint64_t calls = 0;
    const Computed computed = refined(digits, 64 * Context::bits_for(digits) + 4096, context, [&](long bits) {
        ++calls;
        return form.value(bits);
    });
    Evidence evidence = testified(form.route, form.method, Kind::enclosure, computed);
    evidence.work.evaluations = calls;
    return evidence;
}

Evidence enclosed_expectation(const PreparedExpectation& prepared, const EnclosureMethod& method, long digits,
                              const Context& context) {
    std::uint64_t evaluations = 0;
    const Computed computed = refined(digits, 8 * Context::bits_for(digits) + 2048, context, [&](long bits) {
        return enclose(prepared, method, bits, context, evaluations);
    });
    Evidence evidence =
        testified(prepared.expectation->route, std::string(method.name), Kind::enclosure, computed);
    evidence.work.evaluations = evaluations;
    return evidence;
}

class Gatherer {
public:
    Gatherer(const Context& context, bool only_first) : context_(context), only_first_(only_first) {}

    std::vector<Evidence> operator()(std::span<const RoutePlan> routes) {
        for (const RoutePlan& route : routes) {
            if (const auto* form = std::get_if<ClosedForm>(&route)) {
                if (wanted(form->method)) add(closed_form_evidence(*form, digits(), context_));
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

    void add(Evidence evidence) {
        // A proved absence of a value needs no second opinion at more digits either.
        if (evidence.kind == Kind::enclosure && evidence.status != Status::unable) proved_ = true;
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
                add(enclosed_expectation(prepared, method, digits(), context_));
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
    if (value.is_exact()) return true;
    const auto bits = static_cast<double>(digits) * 3.3219280948873623;
    if (static_cast<double>(value.accuracy_bits()) >= bits + 2) return true;
    return static_cast<double>(value.magnitude_exponent()) < -bits;
}

std::function<Computed(std::span<const Ball>)> combination(const Formula& formula) {
    return [formula](std::span<const Ball> means) -> Computed {
        long bits = 64;
        for (const Ball& mean : means) bits = std::max(bits, mean.precision());
        Evaluator<Ball> evaluate(formula, bits);
        Ball value = evaluate(means)[0];
        if (!value.is_finite()) {
            if (auto reason = proved_undefined(formula, means, bits)) return {Status::domain, std::move(*reason)};
        }
        return value;
    };
}

std::vector<Evidence> gather_evidence(std::span<const RoutePlan> routes, const Context& context) {
    return Gatherer(context, false)(routes);
}

Evidence best_enclosure(std::span<const RoutePlan> routes, const Context& context) {
    Context all = context;
    all.methods = "*";
    const std::vector<Evidence> found = Gatherer(all, true)(routes);
    for (const Evidence& evidence : found) {
        if (evidence.status == Status::ok || evidence.status == Status::domain) return evidence;
    }
    if (!found.empty()) return found.front();
    Evidence none;
    none.reason = "no method that proves applies";
    return none;
}

}  // namespace sigprop
