#pragma once
// A claim whose expressions have their meaning: bound once, and handed on from there.

#include <optional>
#include <sigprop/core/base/executor.hpp>
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
};

/// Errors   InputError naming the claim when one of its expressions does not bind
[[nodiscard]] BoundClaim bind_claim(Claim claim);

/// As of claims that are not bound yet: the records, in their order.
[[nodiscard]] std::vector<Record> verify_claims(std::span<const BoundClaim> claims, const Context& context,
                                                const Executor& execute = run_in_order);

}  // namespace sigprop
