// Every shipped claim depends on its last digit: the same claim with the last printed digit one up or down
// (the neighbouring number, for a type) is refuted.

#include <doctest/doctest.h>

#include <algorithm>

#include "tests/claims/verified.hpp"
#include "tests/support/share.hpp"

using namespace sigprop;

namespace {

Claim with(Claim claim, Stated stated) {
    claim.stated = std::move(stated);
    return claim;
}

}  // namespace

TEST_CASE("with its last digit changed, every claim is refuted") {
    std::size_t altered_claims = 0;
    for (const Claim& claim : test::share_of(builtin_claims())) {
        // Changing the last digit may make a refuted number right.
        if (claim.is_external() || claim.is_experiment() || is_simulated(claim) ||
            claim.expected != Verdict::confirmed)
            continue;
        for (const int direction : {-1, 1}) {
            const std::optional<Stated> altered = claim.stated->altered(direction);
            if (!altered) continue;
            CAPTURE(claim.id);
            CAPTURE(altered->text());
            // One quadrature is enough; softmax rows have only one.
            const bool rows = claim.expression.find("attention.") != std::string::npos;
            const char* methods = rows ? "closed_form,arb_trapezoid" : "closed_form,arb_integral,recursion";
            const Record record = verified(with(claim, *altered), methods);
            CHECK(record.verdict == Verdict::refuted);
            CHECK(record.strength == Strength::enclosure);
            ++altered_claims;
        }
    }
    CHECK(altered_claims * test::parts_of_work() >= 60);
}

TEST_CASE("a simulated claim falls with its bound turned around, or its number one larger") {
    std::size_t altered_claims = 0;
    std::vector<Claim> simulated = builtin_claims();
    std::erase_if(simulated, [](const Claim& claim) {
        return claim.is_external() || claim.is_experiment() || !is_simulated(claim);
    });
    for (const Claim& claim : test::share_of(simulated)) {
        CAPTURE(claim.id);
        StatedTerms terms{.text = claim.stated->text()};
        const Convention convention = claim.stated->convention();
        if (convention == Convention::tolerance) {
            terms.text = "1 + " + terms.text;
            terms.tolerance = "0.1";
        } else {
            terms.bound = convention == Convention::upper_bound ? "lower" : "upper";
        }
        CHECK(verified(with(claim, Stated(terms)), "closed_form,network,monte_carlo").verdict ==
              (claim.expected == Verdict::confirmed ? Verdict::refuted : Verdict::confirmed));
        ++altered_claims;
    }
    CHECK(altered_claims * test::parts_of_work() >= 8);
}

TEST_CASE("the corrected JAX constant stands where the printed one falls") {
    const std::vector<Claim> claims = builtin_claims();
    const auto named = [&](const std::string& id) {
        const auto found = std::ranges::find_if(claims, [&](const Claim& c) { return c.id == id; });
        REQUIRE(found != claims.end());
        return *found;
    };
    CHECK(verified(named("jax.complex_truncated_normal.std")).verdict == Verdict::refuted);
    CHECK(verified(named("jax.complex_truncated_normal.std.corrected")).verdict == Verdict::confirmed);
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
    CHECK(record({.text = digits, .convention = "truncated"}).verdict == Verdict::confirmed);
    CHECK(record({.text = digits + "8", .convention = "truncated"}).verdict == Verdict::refuted);
    CHECK(record({.text = digits + "7", .convention = "exact"}).reason.find("to within 10^-30") !=
          std::string::npos);
    CHECK(record({.text = "truncated_normal.variance(-2, 2)", .bound = "upper"}).verdict ==
          Verdict::undecided);
}

TEST_CASE("a bound, a tolerance and an expression fall too once they are wrong") {
    Claim claim;
    claim.id = "test";
    claim.expression = "selu.alpha()";
    const auto verdict = [&](StatedTerms terms) {
        return verified(with(claim, Stated(std::move(terms))), "closed_form,arb_integral").verdict;
    };
    CHECK(verdict({.text = "1.68", .bound = "upper"}) == Verdict::confirmed);
    CHECK(verdict({.text = "1.67", .bound = "upper"}) == Verdict::refuted);
    CHECK(verdict({.text = "1.67", .bound = "lower"}) == Verdict::confirmed);
    CHECK(verdict({.text = "1.68", .bound = "lower"}) == Verdict::refuted);
    CHECK(verdict({.text = "1.6", .tolerance = "0.1"}) == Verdict::confirmed);
    CHECK(verdict({.text = "1.6", .tolerance = "0.05"}) == Verdict::refuted);
    CHECK(verdict({.text = "1.6732632423543772848170429916717", .dtype = "float64"}) == Verdict::confirmed);
    CHECK(verdict({.text = "1.6732632423543774", .dtype = "float64"}) == Verdict::refuted);
    CHECK(verdict({.text = "selu.alpha(mean=1e-40)", .convention = "exact"}) == Verdict::confirmed);
    CHECK(verdict({.text = "selu.alpha(mean=1e-20)", .convention = "exact"}) == Verdict::refuted);
    CHECK(verdict({.text = "none"}) == Verdict::refuted);
    claim.expression = "selu.alpha(mean=1)";
    CHECK(verified(with(claim, Stated("none"))).verdict == Verdict::confirmed);
    CHECK(verified(with(claim, Stated("1.5"))).verdict == Verdict::refuted);
    claim.expression = "activation.mean(\"1/x\")";
    CHECK(verified(with(claim, Stated("none"))).verdict == Verdict::confirmed);
    CHECK(verified(with(claim, Stated("0.0"))).verdict == Verdict::refuted);
    claim.expression = "activation.mean(\"log(abs(sin(x^2)))\")";
    CHECK(verified(with(claim, Stated("none"))).verdict == Verdict::undecided);
    CHECK(verified(with(claim, Stated("0.0"))).verdict == Verdict::undecided);
}
