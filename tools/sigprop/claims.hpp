#pragma once
// Which claims a command works on: the shipped ones, or those of the files it was given.

#include <sigprop/judgement/claim.hpp>
#include <string>
#include <vector>

#include "engine/verification/bound_claim.hpp"
#include "flags.hpp"

namespace sigprop::tool {

/// Claims as read from files: shipped claims are bound when they are selected, a user's file as a whole.
struct ClaimFiles {
    std::vector<Claim> shipped;
    std::vector<BoundClaim> own;

    /// All claims, in this order.
    [[nodiscard]] std::vector<Claim> claims() const;
};

/// Reads the claims of --claims and --builtin; without either, the built-in ones. Every expression of a
/// user's file is bound, selected or not: a file with a mistake in it is refused as a whole.
/// Errors   InputError naming the claim, also for an id that two files use; IoError
[[nodiscard]] ClaimFiles read_selected_files(const GivenFlags& flags);

/// Which of the claims are judged. Experiments take minutes: an id that is written out selects one, or the
/// flag
/// --experiments, which leaves out all others; a glob with wildcards does not.
struct Selection {
    std::vector<std::string> globs;
    bool experiments = false;

    [[nodiscard]] bool takes(const Claim& claim) const;
};

/// The claims that are selected, bound.
[[nodiscard]] std::vector<BoundClaim> bound_selection(ClaimFiles files, const Selection& selection);

/// Whether one of the globs matches the id; without globs, everything matches.
[[nodiscard]] bool matches_any(const std::vector<std::string>& globs, const std::string& id);

}  // namespace sigprop::tool
