// Every shipped claim has its verdict, and would lose it were its last digit another: the same claim with the
// last printed digit one up or down (the neighbouring number, for a type) is refuted.

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <set>
#include <sigprop/judgement/claim.hpp>
#include <sigprop/sigprop.hpp>

using namespace sigprop;

namespace {

// Two kinds of proof suffice here; quadrature and samples have their own tests.
Record verified(const Claim& claim, const char* methods = "closed_form,arb_*,recursion,network") {
    return verify_claim(claim, {.methods = methods});
}

Claim with(Claim claim, Stated stated) {
    claim.stated = std::move(stated);
    return claim;
}

/// Arithmetic without a quantity has one route by nature.
bool is_arithmetic(const Record& record) {
    return std::ranges::all_of(record.evidence,
                               [](const EvidenceRecord& e) { return e.method == "closed_form"; }) &&
           record.expression.find('.') == std::string::npos;
}

/// Methods with a value, of one kind.
std::size_t count_of(const Record& record, const std::string& kind) {
    std::set<std::string> methods;
    for (const EvidenceRecord& e : record.evidence) {
        if (e.kind == kind && e.status == "ok") methods.insert(e.method);
    }
    return methods.size();
}

/// Suprema and what minimises them have one proof, beside an estimate by other authors' code, as have largest
/// weights; E log S and spheres have one beside samples; a published rule is its own definition.
bool has_one_proof(const Record& record) {
    constexpr std::array<std::string_view, 8> quantities = {
        "activation.lipschitz(",    "activation.best_parameter(", "init.std(",
        "deepnorm.encoder_alpha(",  "attention.max_weight(",      "attention.fraction_above(",
        "attention.log_partition(", "attention.sphere_entropy("};
    return std::ranges::any_of(quantities,
                               [&](std::string_view name) { return record.expression.starts_with(name); });
}

/// What exists by simulation alone has a sample, and no proof.
bool is_simulated(const Claim& claim) {
    return claim.expression.find(".simulated_") != std::string::npos ||
           claim.expression.find(".median_") != std::string::npos;
}

constexpr const char* samples = "closed_form,network,monte_carlo";

}  // namespace

TEST_CASE("every shipped claim gets its expected verdict, from two routes or proofs, or more") {
    std::size_t arithmetic = 0;
    for (const Claim& claim : builtin_claims()) {
        if (claim.external) continue;
        CAPTURE(claim.id);
        const Record record = is_simulated(claim) ? verified(claim, samples) : verified(claim);
        CAPTURE(record.reason);
        CHECK(record.verdict == record.expected);
        if (is_simulated(claim)) {
            CHECK(record.strength == "sample");
            CHECK(count_of(record, "sample") == 1);
            continue;
        }
        CHECK(record.strength == (claim.stated->is_none() ? "domain" : "enclosure"));
        if (claim.stated->is_none()) continue;  // proved to have no value
        if (is_arithmetic(record)) {
            ++arithmetic;
        } else {
            CHECK(count_of(record, "enclosure") >= (has_one_proof(record) ? 1 : 2));
        }
    }
    CHECK(arithmetic <= 15);  // the sources' own
}

TEST_CASE("with its last digit changed, every claim is refuted") {
    std::size_t altered_claims = 0;
    for (const Claim& claim : builtin_claims()) {
        // A refuted number may come right by its last digit.
        if (claim.external || is_simulated(claim) || claim.expected != Outcome::confirmed) continue;
        for (const int direction : {-1, 1}) {
            const std::optional<Stated> altered = claim.stated->altered(direction);
            if (!altered) continue;
            CAPTURE(claim.id);
            CAPTURE(altered->text());
            const bool softmax = claim.expression.starts_with("attention.");  // its integrals have one rule
            const Record record =
                verified(with(claim, *altered), softmax ? "closed_form,arb_trapezoid,recursion"
                                                        : "closed_form,arb_integral,recursion");
            CHECK(record.verdict == "refuted");
            CHECK(record.strength == "enclosure");
            ++altered_claims;
        }
    }
    CHECK(altered_claims >= 60);
}

TEST_CASE("a simulated claim falls with its bound turned around, or its number one larger") {
    std::size_t altered_claims = 0;
    for (const Claim& claim : builtin_claims()) {
        if (claim.external || !is_simulated(claim)) continue;
        CAPTURE(claim.id);
        StatedTerms terms{.text = claim.stated->text()};
        const Convention convention = claim.stated->convention();
        if (convention == Convention::tolerance) {
            terms.text = "1 + " + terms.text;
            terms.tolerance = "0.1";
        } else {
            terms.bound = convention == Convention::upper_bound ? "lower" : "upper";
        }
        CHECK(verified(with(claim, Stated(terms)), samples).verdict ==
              (claim.expected == Outcome::confirmed ? "refuted" : "confirmed"));
        ++altered_claims;
    }
    CHECK(altered_claims >= 8);
}

TEST_CASE("the corrected JAX constant stands where the printed one falls") {
    const std::vector<Claim> claims = builtin_claims();
    const auto named = [&](const std::string& id) {
        const auto found = std::ranges::find_if(claims, [&](const Claim& c) { return c.id == id; });
        REQUIRE(found != claims.end());
        return *found;
    };
    CHECK(verified(named("jax.complex_truncated_normal.std")).verdict == "refuted");
    CHECK(verified(named("jax.complex_truncated_normal.std.corrected")).verdict == "confirmed");
}

TEST_CASE("digits are raised until a claim with more of them is decided") {
    // mpmath 1.2.1: 0.77374130354992324717991367367689066997075144054027
    Claim claim;
    claim.id = "test";
    claim.expression = "truncated_normal.variance(-2, 2)";
    const auto record = [&](StatedTerms terms) {
        return verified(with(claim, Stated(std::move(terms))), "closed_form");
    };
    const std::string digits = "0.7737413035499232471799136736768906699707514405402";
    CHECK(record({.text = digits, .convention = "truncated"}).verdict == "confirmed");
    CHECK(record({.text = digits + "8", .convention = "truncated"}).verdict == "refuted");
    CHECK(record({.text = digits + "7", .convention = "exact"}).reason.find("to within 10^-30") !=
          std::string::npos);
    CHECK(record({.text = "truncated_normal.variance(-2, 2)", .bound = "upper"}).verdict == "undecided");
}

TEST_CASE("a bound, a tolerance and an expression fall too once they are wrong") {
    Claim claim;
    claim.id = "test";
    claim.expression = "selu.alpha()";
    const auto verdict = [&](StatedTerms terms) {
        return verified(with(claim, Stated(std::move(terms))), "closed_form,arb_integral").verdict;
    };
    CHECK(verdict({.text = "1.68", .bound = "upper"}) == "confirmed");
    CHECK(verdict({.text = "1.67", .bound = "upper"}) == "refuted");
    CHECK(verdict({.text = "1.67", .bound = "lower"}) == "confirmed");
    CHECK(verdict({.text = "1.68", .bound = "lower"}) == "refuted");
    CHECK(verdict({.text = "1.6", .tolerance = "0.1"}) == "confirmed");
    CHECK(verdict({.text = "1.6", .tolerance = "0.05"}) == "refuted");
    CHECK(verdict({.text = "1.6732632423543772848170429916717", .dtype = "float64"}) == "confirmed");
    CHECK(verdict({.text = "1.6732632423543774", .dtype = "float64"}) == "refuted");
    CHECK(verdict({.text = "selu.alpha(mean=1e-40)", .convention = "exact"}) == "confirmed");
    CHECK(verdict({.text = "selu.alpha(mean=1e-20)", .convention = "exact"}) == "refuted");
    CHECK(verdict({.text = "none"}) == "refuted");
    claim.expression = "selu.alpha(mean=1)";
    CHECK(verified(with(claim, Stated("none"))).verdict == "confirmed");
    CHECK(verified(with(claim, Stated("1.5"))).verdict == "refuted");
    claim.expression = "activation.mean(\"1/x\")";
    CHECK(verified(with(claim, Stated("none"))).verdict == "undecided");
    CHECK(verified(with(claim, Stated("0.0"))).verdict == "undecided");
}
