#pragma once
// Shipped claims, verified by the methods that their tests rely on.

#include <sigprop/judgement/claim.hpp>
#include <sigprop/sigprop.hpp>

namespace sigprop {

// Two kinds of proof suffice here; quadrature and samples have their own tests.
inline Record verified(
    const Claim& claim,
    const char* methods = "closed_form,arb_*,recursion,rotations,dual,interval_newton,network,monte_carlo") {
    return verify_claim(claim, {.methods = methods});
}

/// A number that exists by simulation alone has a sample and no proof.
inline bool is_simulated(const Claim& claim) {
    return claim.expression.find(".simulated_") != std::string::npos ||
           claim.expression.find("attention.median_") != std::string::npos;
}

}  // namespace sigprop
