// Every shipped claim gets its verdict, from two routes or two proofs.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <regex>
#include <set>
#include <string_view>

#include "tests/claims/verified.hpp"
#include "tests/support/share.hpp"

using namespace sigprop;

namespace {

/// Arithmetic without a quantity (no letter, point, letter) has only one route; roots of equations are
/// solved.
bool is_arithmetic(const Record& record) {
    static const std::regex quantity("[a-z][.][a-z]|root[(]");
    return !std::regex_search(record.expression, quantity);
}

/// The methods of one kind that have a value.
std::size_t count_of(const Record& record, Kind kind) {
    std::set<std::string> methods;
    for (const EvidenceRecord& e : record.evidence) {
        if (e.kind == kind && e.status == Status::ok) methods.insert(e.method);
    }
    return methods.size();
}

/// Suprema, their minimisers and roots have one proof beside an estimate by other authors' code, some numbers
/// of softmax rows one proof beside samples; a published rule is its own definition, and so is what a sampler
/// draws. After 20 steps Muon's second proof is too coarse.
bool has_one_proof(const Record& record) {
    constexpr std::array<std::string_view, 12> quantities = {"activation.lipschitz(",
                                                             "activation.distance(",
                                                             "activation.best_parameter(",
                                                             "init.std(",
                                                             "deepnorm.encoder_alpha(",
                                                             "attention.max_weight(",
                                                             "attention.log_partition(",
                                                             "attention.fraction_above(",
                                                             "attention.sphere_entropy(",
                                                             "sampler.mass_at(",
                                                             "1 - muon.smallest_singular_value(20",
                                                             "root("};
    return std::ranges::any_of(quantities,
                               [&](std::string_view name) { return record.expression.starts_with(name); });
}

}  // namespace

TEST_CASE("every shipped claim gets its expected verdict, from two routes or proofs, or more") {
    std::size_t arithmetic = 0;
    for (const Claim& claim : test::share_of(builtin_claims())) {
        if (claim.is_external() || claim.is_experiment()) continue;  // claim.shipped.* of the slow tier
        CAPTURE(claim.id);
        const Record record = verified(claim);
        CAPTURE(record.reason);
        CHECK(record.verdict == record.expected);
        if (is_simulated(claim)) {
            CHECK(record.strength == Strength::sample);
            CHECK(count_of(record, Kind::sample) == 1);
            continue;
        }
        CHECK(record.strength == (claim.stated->is_none() ? Strength::domain : Strength::enclosure));
        if (claim.stated->is_none()) continue;  // proved to have no value
        if (is_arithmetic(record)) {
            ++arithmetic;
        } else {
            CHECK(count_of(record, Kind::enclosure) >= (has_one_proof(record) ? 1 : 2));
        }
    }
    CHECK(arithmetic <= 16);
}
