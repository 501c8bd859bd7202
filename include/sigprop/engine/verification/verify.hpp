#pragma once
// From a claim to its record: the verdict is reached by raising the precision until an enclosure decides.
// Nothing that could be seen is kept between calls (values that refuted numbers are compared with are computed
// once a process).

#include <sigprop/core/base/context.hpp>
#include <sigprop/core/base/executor.hpp>
#include <sigprop/engine/record.hpp>
#include <sigprop/judgement/claim.hpp>
#include <span>
#include <vector>

namespace sigprop {

/// Holds a claim against the evidence. External claims give a record without evidence or verdict.
/// Errors   InputError naming the claim when its expression does not bind
[[nodiscard]] Record verify_claim(const Claim& claim, const Context& context);

/// The records of all claims, in their order; an expression that several of them ask for is computed once.
/// Errors   as verify_claim, of the first claim in order when the executor says so
[[nodiscard]] std::vector<Record> verify_claims(std::span<const Claim> claims, const Context& context,
                                                const Executor& execute = run_in_order);

/// Checks that the claim's expression binds, without computing; throws as verify_claim would.
void check_claim(const Claim& claim);

}  // namespace sigprop
