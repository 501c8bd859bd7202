#include "judgement/reconcile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sigprop/core/base/confidence.hpp>
#include <sigprop/judgement/verdict.hpp>
#include <string_view>
#include <utility>

namespace sigprop {
bool is_enclosure(const Evidence& one) {
    return one.kind == Kind::enclosure && one.status == Status::ok && one.value.is_finite();
}

std::string name_of(const Evidence& one) {
    return one.method + " (" + std::string(to_string(one.route)) + ")";
}

std::string margin_text(const Evidence& sample) {
    return fmt::format("{:.3g} standard errors", max_standard_errors(sample.degrees_of_freedom));
}

Ball margin_of_sample(const Evidence& sample) {
    const double more = max_standard_errors(sample.degrees_of_freedom) - 1;
    // widening: sample
    return sample.value.widened(sample.value.radius() * Ball(more))
        .widened(sample.value.midpoint() * Ball::power_of_two(-40));
}

namespace {

/// Whether one piece contradicts a proved enclosure of the same number.
bool misses(const Evidence& one, const Evidence& enclosure) {
    if (one.status != Status::ok || !one.value.is_finite()) return false;
    const Ball interval = one.kind == Kind::sample ? margin_of_sample(one) : one.value;
    return !interval.overlaps(enclosure.value);
}

/// Methods that go wrong together: they see the integrand at the same kind of places, or step the same way.
std::string_view family_of(const Evidence& one) {
    if (one.kind == Kind::sample) return "samples";
    constexpr std::array<std::pair<std::string_view, std::string_view>, 5> families = {{
        {"boost_gauss_kronrod", "Gauss-Kronrod rules"},
        {"gsl_qagi", "Gauss-Kronrod rules"},
        {"gsl_qagp", "Gauss-Kronrod rules"},
        {"odeint", "Runge-Kutta steps"},
        {"gsl_odeiv2", "Runge-Kutta steps"},
    }};
    for (const auto& [method, family] : families) {
        if (one.method == method) return family;
    }
    return one.method;
}

/// Whether two witnesses tell the same, as far as the proof is away: what goes wrong by chance goes wrong
/// differently.
bool agree(const Evidence& one, const Evidence& other, const Evidence& enclosure) {
    const Ball apart = abs(one.value.midpoint() - other.value.midpoint());
    const auto from_proof = [&](const Evidence& witness) {
        return abs(witness.value.midpoint() - enclosure.value.midpoint());
    };
    return !(apart - min(from_proof(one), from_proof(other))).is_positive();
}

/// What a witness counts for against a proof of another route. One kind of method alone is sooner wrong than
/// the proof: a rule overlooks a step between its nodes, samples overlook a rare event. A simulated network,
/// though, is the thing itself.
bool is_borne_out(const Evidence& one, const Evidence& enclosure, const std::vector<Evidence>& evidence) {
    if (one.route == RouteKind::simulation || one.route == RouteKind::measurement) return true;
    return std::ranges::any_of(evidence, [&](const Evidence& other) {
        return other.route == one.route && family_of(other) != family_of(one) && misses(other, enclosure) &&
               agree(one, other, enclosure);
    });
}

/// Why the witness is wrong whatever other routes say; empty where nothing of its own route says so.
std::string fault_on_its_route(const Evidence& one, const std::vector<Evidence>& evidence) {
    for (const Evidence& other : evidence) {
        if (other.status == Status::domain) return name_of(other) + " proves that no value exists";
        if (is_enclosure(other) && other.route == one.route && misses(one, other)) {
            return "misses the enclosure of " + name_of(other);
        }
    }
    return {};
}

/// Why the witness is not believed against the proofs of other routes; empty where it is, or misses none.
std::string fault_alone(const Evidence& one, const std::vector<Evidence>& evidence) {
    const Evidence* missed = nullptr;
    for (const Evidence& other : evidence) {
        if (!is_enclosure(other) || !misses(one, other)) continue;
        if (is_borne_out(one, other, evidence)) return {};
        missed = &other;
    }
    if (missed == nullptr) return {};
    return "misses the enclosure of " + name_of(*missed) + ", and no other kind of method supports it";
}

template <class Fault>
void mark_unreliable(std::vector<Evidence>& evidence, const Fault& fault_of) {
    std::vector<std::pair<Evidence*, std::string>> faults;  // all are found before one is marked
    for (Evidence& one : evidence) {
        if (one.kind == Kind::enclosure || one.status != Status::ok) continue;
        if (std::string fault = fault_of(one, evidence); !fault.empty())
            faults.emplace_back(&one, std::move(fault));
    }
    for (auto& [one, fault] : faults) {
        one->status = Status::unreliable;
        one->reason = std::move(fault);
    }
}

std::string contradiction_between(const Evidence& one, const Evidence& enclosure) {
    if (one.status == Status::domain) {
        return name_of(one) + " proves that no value exists, but " + name_of(enclosure) + " encloses one";
    }
    if (!misses(one, enclosure)) return {};
    switch (one.kind) {
        case Kind::enclosure:
            return "the enclosures of " + name_of(one) + " and " + name_of(enclosure) + " are disjoint";
        case Kind::estimate:
            return "the estimate of " + name_of(one) + " misses the enclosure of " + name_of(enclosure);
        case Kind::sample: break;
    }
    return "the sample of " + name_of(one) + " is more than " + margin_text(one) + " from the enclosure of " +
           name_of(enclosure);
}

}  // namespace

Reconciliation reconcile(std::vector<Evidence> evidence) {
    mark_unreliable(evidence, fault_on_its_route);
    mark_unreliable(evidence, fault_alone);
    Reconciliation result{std::move(evidence), {}};
    for (const Evidence& enclosure : result.evidence) {
        if (!is_enclosure(enclosure)) continue;
        for (const Evidence& one : result.evidence) {
            result.contradiction = contradiction_between(one, enclosure);
            if (!result.contradiction.empty()) return result;
        }
    }
    return result;
}

}  // namespace sigprop
