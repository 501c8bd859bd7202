#include "judgement/reconcile.hpp"

#include <fmt/format.h>

#include <sigprop/core/base/confidence.hpp>
#include <sigprop/judgement/verdict.hpp>
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

std::string contradiction_between(const Evidence& one, const Evidence& enclosure) {
    if (one.status == Status::domain) {
        return name_of(one) + " proves that there is no value, " + name_of(enclosure) + " encloses one";
    }
    if (!misses(one, enclosure)) return {};
    switch (one.kind) {
        case Kind::enclosure:
            return "the enclosures of " + name_of(one) + " and " + name_of(enclosure) + " are disjoint";
        case Kind::estimate:
            return "the estimate of " + name_of(one) + " misses the enclosure of " + name_of(enclosure);
        case Kind::sample:
            return "the sample of " + name_of(one) + " lies more than " + margin_text(one) +
                   " from the enclosure of " + name_of(enclosure);
    }
    return {};
}

void mark_unreliable(std::vector<Evidence>& evidence) {
    for (Evidence& one : evidence) {
        if (one.kind != Kind::estimate || one.status != Status::ok) continue;
        for (const Evidence& other : evidence) {
            if (other.status == Status::domain) {
                one.status = Status::unreliable;
                one.reason = name_of(other) + " proves that there is no value";
                break;
            }
            if (is_enclosure(other) && other.route == one.route && misses(one, other)) {
                one.status = Status::unreliable;
                one.reason = "misses the enclosure of " + name_of(other);
                break;
            }
        }
    }
}

}  // namespace

Reconciliation reconcile(std::vector<Evidence> evidence) {
    mark_unreliable(evidence);
    Reconciliation result{std::move(evidence), {}};
    for (const Evidence& enclosure : result.evidence) {
        if (!is_enclosure(enclosure)) continue;
        for (const Evidence& one : result.evidence) {
            if (&one == &enclosure) continue;
            result.contradiction = contradiction_between(one, enclosure);
            if (!result.contradiction.empty()) return result;
        }
    }
    return result;
}

}  // namespace sigprop
