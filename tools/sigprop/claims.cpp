#include "claims.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <sigprop/core/base/errors.hpp>
#include <utility>

#include "core/base/input_errors.hpp"
#include "judgement/claims_read.hpp"

#include "first_tries.hpp"
#include "reading.hpp"

namespace sigprop::tool {
namespace {

std::string where(const Claim& claim) { return claim.file + ":" + std::to_string(claim.line); }

std::vector<BoundClaim> read_one_file(const std::string& path, StatedFromPaths paths) {
    refuse_code_as_claims(path);
    const bool input = path == "-";
    const std::string name = input ? "standard input" : path;
    const std::string folder = input ? "" : std::filesystem::path(path).parent_path().string();
    if (const std::string meant = file_meant(path); !meant.empty())
        throw InputError(path + " is no file of claims, which is JSON; an array or a checkpoint is for " +
                         meant);
    ClaimsRead read = read_claims_and_errors(read_named("the claims", path), name, folder, paths);
    std::vector<BoundClaim> bound;
    for (Claim& claim : read.claims) {
        try {
            bound.push_back(bind_claim(std::move(claim)));
        } catch (const InputError& error) {
            read.errors.push_back(error);
        }
    }
    if (!read.errors.empty()) throw InputErrors(std::move(read.errors));
    return bound;
}

void check_unique_claims(const std::vector<Claim>& claims) {
    std::map<std::string_view, const Claim*> seen;
    for (const Claim& claim : claims) {
        const auto [before, fresh] = seen.emplace(claim.id, &claim);
        if (fresh) continue;
        throw InputError(where(claim) + ": the id '" + claim.id + "' is already the id of the claim in " +
                         where(*before->second) + ": rename one of them");
    }
}

}  // namespace

std::vector<Claim> ClaimFiles::claims() const {
    std::vector<Claim> all = shipped;
    for (const BoundClaim& one : own) all.push_back(one.claim);
    return all;
}

ClaimFiles read_selected_files(const GivenFlags& flags) {
    ClaimFiles files;
    const std::vector<std::string> paths = flags.all("claims");
    const StatedFromPaths paths_allowed =
        flags.has("allow-outside") ? StatedFromPaths::anywhere : StatedFromPaths::inside;
    if (paths.empty() || flags.has("builtin")) files.shipped = builtin_claims();
    for (const std::string& path : paths) {
        std::vector<BoundClaim> more = read_one_file(path, paths_allowed);
        std::move(more.begin(), more.end(), std::back_inserter(files.own));
    }
    check_unique_claims(files.claims());
    return files;
}

bool Selection::takes(const Claim& claim) const {
    if (!matches_any(globs, claim.id)) return false;
    if (!claim.is_experiment()) return !experiments;
    return experiments || std::ranges::find(globs, claim.id) != globs.end();
}

std::vector<BoundClaim> bound_selection(ClaimFiles files, const Selection& selection) {
    std::vector<BoundClaim> selected;
    for (Claim& claim : files.shipped) {
        if (selection.takes(claim)) selected.push_back(bind_claim(std::move(claim)));
    }
    for (BoundClaim& one : files.own) {
        if (selection.takes(one.claim)) selected.push_back(std::move(one));
    }
    return selected;
}

bool matches_any(const std::vector<std::string>& globs, const std::string& id) {
    return globs.empty() || std::any_of(globs.begin(), globs.end(),
                                        [&](const std::string& glob) { return glob_match(glob, id); });
}

}  // namespace sigprop::tool
