#pragma once
// Which claims a command is about: ours, or those of the files it was given.

#include <sigprop/judgement/claim.hpp>
#include <string>
#include <vector>

#include "engine/verification/bound_claim.hpp"
#include "flags.hpp"

namespace sigprop::tool {

/// Claims as they are read: ours are bound when they are selected, those of a file as a whole.
struct ClaimFiles {
    std::vector<Claim> shipped;
    std::vector<BoundClaim> own;

    /// All of them, in this order.
    [[nodiscard]] std::vector<Claim> claims() const;
};

/// The claims of --claims and --builtin; without either, the built-in ones. Every expression of a file is
/// bound, selected or not: a file with a mistake in it is refused as a whole.
/// Errors   InputError naming the claim, also for an id that two files use; IoError
[[nodiscard]] ClaimFiles read_selected_files(const GivenFlags& flags);

/// Those whose ids match, bound.
[[nodiscard]] std::vector<BoundClaim> bound_selection(ClaimFiles files,
                                                      const std::vector<std::string>& globs);

/// Whether one of the globs matches the id; without any, everything does.
[[nodiscard]] bool matches_any(const std::vector<std::string>& globs, const std::string& id);

}  // namespace sigprop::tool
