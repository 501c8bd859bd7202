// What a source says, in its own words: how it is read, and what may be judged.

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/claim.hpp>
#include <string>

#include "tests/judgement/claims_text.hpp"

using namespace sigprop;
using claims_text::base;
using claims_text::file_of;

namespace {

Claim claim_of(const std::string& members) { return read_claims(file_of(members), "c.json").at(0); }

std::string refusal(const std::string& members) {
    try {
        static_cast<void>(claim_of(members));
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

bool has(const std::string& message, const std::string& part) {
    INFO(message, " / ", part);
    return message.find(part) != std::string::npos;
}

const std::string external = R"("id": "a", "kind": "external", "statement": "s", "source": {"title": "t"})";

}  // namespace

TEST_CASE("a source that says nothing else says equals") {
    const Claim claim = claim_of(base);
    CHECK(claim.says == Says::equals);
    CHECK(claim.kind == ClaimKind::published);
    CHECK(claim.expected == Verdict::confirmed);
    CHECK(claim_of(base + R"(, "says": "equals", "expected": "refuted")").expected == Verdict::refuted);
    CHECK(claim_of(base + R"(, "expected": "confirmed")").expected == Verdict::confirmed);
    CHECK(claim_of(external + R"(, "expected": "confirmed")").expected == Verdict::confirmed);
}

TEST_CASE("about and recommends are expected to be measured and compared") {
    const Claim about = claim_of(base + R"(, "says": "about")");
    CHECK(about.says == Says::about);
    CHECK(about.expected == Verdict::measured);
    CHECK(about.stated->convention_text() == "about");
    CHECK_FALSE(about.stated->lower_text());
    const Claim recommended = claim_of(base + R"(, "says": "recommends")");
    CHECK(recommended.expected == Verdict::compared);
    CHECK(claim_of(base + R"(, "says": "about", "expected": "measured")").expected == Verdict::measured);
    CHECK(recommended.stated->convention_text() == "recommended");
    // a hedge needs no digits that say how precise a number is
    CHECK(claim_of(R"("id": "a", "statement": "s", "expression": "1", "source": {"title": "t"}, "stated": "1",
                      "says": "about")")
              .stated->is_hedged());
    // a tolerance of the source's own makes a gate of it
    const Claim gate = claim_of(base + R"(, "says": "about", "tolerance": "0.1")");
    CHECK(gate.expected == Verdict::confirmed);
    CHECK(claim_of(base + R"(, "says": "about", "tolerance": "0.1", "expected": "refuted")").expected ==
          Verdict::refuted);
    const Claim factor = claim_of(base + R"(, "says": "about", "factor": "2")");
    CHECK(factor.expected == Verdict::measured);
    CHECK(factor.stated->lower_text() == "0.25");
    CHECK(factor.stated->upper_text() == "1.00");
}

TEST_CASE("the defaults say for all claims, and a claim for itself") {
    const auto claims = read_claims(R"({"defaults": {"says": "about", "source": {"title": "t"}}, "claims": [
        {"id": "a", "statement": "s", "expression": "1/2", "stated": "0.5"},
        {"id": "b", "statement": "s", "expression": "1/2", "stated": "0.5", "says": "equals"},
        {"id": "c", "statement": "s", "expression": "1/2", "stated": "0.5", "kind": "finding"},
        {"id": "d", "statement": "s", "expression": "1/0", "stated": "none"}]})",
                                    "c.json");
    CHECK(claims[0].says == Says::about);
    CHECK(claims[1].says == Says::equals);
    CHECK(claims[1].expected == Verdict::confirmed);
    CHECK(claims[2].says == Says::equals);
    CHECK(claims[3].says == Says::equals);  // a hedge needs a number
    CHECK(claims[3].stated->is_none());
}

TEST_CASE("a quote and its translation, a finding, the reasons of external claims, and use") {
    const Claim quoted = claim_of(base + R"(, "quote": "约为一半", "quote_en": "about half")");
    CHECK(quoted.quote == "约为一半");
    CHECK(quoted.quote_en == "about half");
    CHECK(claim_of(base + R"(, "kind": "finding")").kind == ClaimKind::finding);
    const Claim outside = claim_of(external + R"(, "external": "hardware", "reason": "A speed.")");
    CHECK(outside.external_reason == ExternalReason::hardware);
    CHECK(outside.why_external == "A speed.");
    CHECK_FALSE(claim_of(external).external_reason.has_value());
    CHECK(claim_of(R"("id": "a", "statement": "s", "expression": "1", "stated": "1.0",
                      "source": {"title": "t", "use": "widely"})")
              .source.use == "widely");
}

TEST_CASE("kinds of claims and reasons of external ones are shown as they are written") {
    CHECK(to_string(ClaimKind::published) == "published");  // which a claim is that has no kind
    CHECK(claim_of(base).kind == ClaimKind::published);
    for (const ClaimKind kind : {ClaimKind::finding, ClaimKind::external, ClaimKind::experiment}) {
        const std::string word(to_string(kind));
        const std::string members =
            kind == ClaimKind::external ? external : base + R"(, "kind": ")" + word + "\"";
        CHECK(claim_of(members).kind == kind);
        CHECK(members.find(R"("kind": ")" + word + "\"") != std::string::npos);
    }
    for (const char* word : {"needs_training", "literature", "wording", "hardware"}) {
        const Claim claim = claim_of(external + R"(, "external": ")" + word + "\"");
        CHECK(to_string(claim.external_reason.value()) == word);
    }
}

TEST_CASE("an experiment has an expression and a number, and says what its source says") {
    const Claim plain = claim_of(base + R"(, "kind": "experiment")");
    CHECK(plain.is_experiment());
    CHECK_FALSE(plain.is_external());
    CHECK(plain.expression == "1/2");
    CHECK(plain.expected == Verdict::confirmed);
    const Claim hedged = claim_of(base + R"(, "kind": "experiment", "says": "about")");
    CHECK(hedged.says == Says::about);
    CHECK(hedged.expected == Verdict::measured);
    CHECK_FALSE(claim_of(base).is_experiment());
    CHECK(
        has(refusal(base + R"(, "kind": "experiment", "reason": "x")"), R"(belongs to "kind": "external")"));
    CHECK(has(refusal(R"("id": "a", "kind": "experiment", "source": {"title": "t"}, "stated": "1.0")"),
              "'expression' is missing"));
    CHECK(has(refusal(base + R"(, "kind": "experience")"), "use finding, external, experiment"));
}

TEST_CASE("what cannot be meant is refused, with the way out") {
    CHECK(has(refusal(base + R"(, "says": "roughly")"), "use equals, about, recommends"));
    CHECK(has(refusal(base + R"(, "says": "about", "dtype": "float32")"),
              "except a tolerance that the source gives"));
    CHECK(has(refusal(base + R"(, "says": "about", "convention": "exact")"), "cannot have convention"));
    CHECK(has(refusal(base + R"(, "says": "recommends", "bound": "upper")"), "cannot have bound"));
    CHECK(has(refusal(base + R"(, "says": "about", "expected": "refuted")"), "use measured, or remove it"));
    CHECK(has(refusal(base + R"(, "says": "about", "expected": "confirmed")"), "use measured"));
    CHECK(has(refusal(base + R"(, "factor": "2")"), R"(belongs to "says": "about")"));
    CHECK(has(refusal(base + R"(, "says": "about", "factor": "1")"), "is not above 1"));
    CHECK(
        has(refusal(base + R"(, "says": "about", "factor": "2", "tolerance": "0.1")"), "exclude each other"));
    CHECK(has(refusal(base + R"(, "kind": "finding", "says": "about")"), "no source makes it"));
    CHECK(
        has(refusal(external + R"(, "says": "about")"), "a claim of kind external cannot have the key says"));
    CHECK(has(refusal(base + R"(, "quote_en": "half")"), "quote_en is the translation of a quote"));
    CHECK(has(refusal(base + R"(, "external": "wording")"), R"(belongs to "kind": "external")"));
    CHECK(has(refusal(base + R"(, "reason": "x")"), R"(belongs to "kind": "external")"));
    CHECK(has(refusal(external + R"(, "external": "training")"), "use needs_training, literature"));
    CHECK(has(refusal(R"("id": "a", "statement": "s", "expression": "1", "stated": "none", "says": "about",
                         "source": {"title": "t"})"),
              "needs a number"));
    CHECK(has(refusal(R"("id": "a", "statement": "s", "expression": "1", "stated": "1.0",
                         "source": {"title": "t", "use": "often"})"),
              "use widely, used or rarely"));
}
