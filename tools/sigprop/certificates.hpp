#pragma once
// Certificates as files (engine/certificate): one of the expression that eval computes, and one of each claim
// that verify judges.

#include <sigprop/engine/record.hpp>
#include <span>

#include "command.hpp"
#include "engine/verification/bound_claim.hpp"

namespace sigprop::tool {

/// Refuses a certificate of several expressions, and a file that is no certificate; before anything is
/// computed.
/// Errors   InputError, IoError
void check_certificate(const Invocation& call);

/// The certificate of --certificate; says why there is none.
[[nodiscard]] Exit write_certificate(const Invocation& call, const BoundExpression& bound,
                                     const Record& record);

/// Makes the folder of --certificates; refuses one that holds something, without --force.
/// Errors   InputError, IoError
void prepare_certificates(const Invocation& call);

/// Writes ID.json for each claim that has a certificate, and none.txt with the reasons of the others.
void write_certificates(const Invocation& call, std::span<const BoundClaim> claims,
                        const std::vector<Record>& records);

}  // namespace sigprop::tool
