#pragma once
// A claim with its expressions bound once, so that later steps need not parse them.

#include <memory>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <sigprop/judgement/claim.hpp>
#include <span>
#include <vector>

#include "engine/binding/binder.hpp"

namespace sigprop {

struct BoundClaim {
    Claim claim;
    std::optional<BoundExpression> expression;  ///< none for an external claim
    std::optional<BoundExpression> stated;      ///< where the stated side is an expression too
    std::string internal_error = {};            ///< the fault of the library that left it unbound; or empty
};

/// Errors   InputError naming the claim when one of its expressions does not bind; a fault of the library is
///          part of the result
[[nodiscard]] BoundClaim bind_claim(Claim claim);

/// As verify_claims for unbound claims: the records, in their order.
[[nodiscard]] std::vector<Record> verify_claims(std::span<const BoundClaim> claims, const Context& context,
                                                const Executor& execute = run_in_order);

class EvidenceMemo;

/// Judges claims, one in each call, from any number of threads; an expression that several of them ask for is
/// computed once. Contexts may differ in what changes no result: threads, ranks, watch.
class ClaimVerifier {
public:
    ClaimVerifier();
    ~ClaimVerifier();
    ClaimVerifier(const ClaimVerifier&) = delete;
    ClaimVerifier& operator=(const ClaimVerifier&) = delete;

    [[nodiscard]] Record verify(const BoundClaim& claim, const Context& context);

private:
    std::unique_ptr<EvidenceMemo> memo_;
};

}  // namespace sigprop
