// sigprop selftest: does this installation prove known values, and notice wrong ones?

#include <array>
#include <sigprop/core/random/random.hpp>
#include <sigprop/engine/evaluate.hpp>
#include <sigprop/engine/verification/verify.hpp>

#include "command.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

struct Check {
    const char* name;
    bool (*holds)();
};

/// The known answers of Random123 (tests/kat_vectors): all bits 0, and all bits 1.
bool philox_answers() {
    constexpr std::uint32_t ones = 0xffffffffU;
    using Words = std::array<std::uint32_t, 4>;
    return philox4x32_10({0, 0, 0, 0}, {0, 0}) == Words{0x6627e8d5U, 0xe169c58dU, 0xbc57ac4cU, 0x9b00dbd8U} &&
           philox4x32_10({ones, ones, ones, ones}, {ones, ones}) ==
               Words{0x408f276dU, 0x41c83b0eU, 0xa20bc7c6U, 0x6d5451fdU};
}

/// E tanh(z)^2 has at least two enclosures; all of them overlap, and 0.3942944903978411 (from another
/// program) lies in their intersection.
bool proofs_overlap() {
    const Result result = evaluate("activation.second_moment(tanh)", {.digits = 40});
    std::vector<Ball> proofs;
    for (const Evidence& one : result.evidence()) {
        if (one.kind == Kind::enclosure && one.status == Status::ok) proofs.push_back(one.value);
    }
    for (const Ball& a : proofs) {
        for (const Ball& b : proofs) {
            if (!a.overlaps(b)) return false;
        }
    }
    return proofs.size() >= 2 && result.decimal().starts_with("0.3942944903978411");
}

bool has_verdict(const char* stated, Verdict verdict) {
    Claim claim;
    claim.id = "selftest.variance";
    claim.expression = "truncated_normal.variance(-2, 2)";
    claim.stated = Stated(StatedTerms{.text = stated, .convention = "truncated"});
    return verify_claim(claim, {}).verdict == verdict;
}

bool published_digits_hold() { return has_verdict("0.7737413", Verdict::confirmed); }
bool altered_digits_fail() {
    return has_verdict("0.7737414", Verdict::refuted) && has_verdict("0.7737412", Verdict::refuted);
}

/// E exp(z^2) diverges: no method may give a number.
bool no_number_for_a_divergent_mean() {
    const Result result = evaluate("activation.mean(\"exp(x^2)\")");
    for (const Evidence& one : result.evidence()) {
        if (one.status == Status::ok) return false;
    }
    return !result.evidence().empty();
}

}  // namespace

Exit run_selftest(const Invocation&) {
    constexpr std::array checks = {
        Check{"random numbers: Philox4x32-10 gives its published results", philox_answers},
        Check{"proofs: two enclosures of one integral overlap at its known value", proofs_overlap},
        Check{"verdicts: published digits are confirmed", published_digits_hold},
        Check{"verdicts: a change of one in the last digit is refuted", altered_digits_fail},
        Check{"divergence: a mean that does not exist has no value", no_number_for_a_divergent_mean},
    };
    Exit code = Exit::ok;
    for (const Check& check : checks) {
        const bool holds = check.holds();
        print(std::string(holds ? "ok      " : "FAILED  ") + check.name + "\n");
        if (!holds) code = Exit::internal;
    }
    return code;
}

}  // namespace sigprop::tool
