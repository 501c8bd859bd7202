#include "claims.hpp"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/engine/record.hpp>
#include <sigprop/engine/verification/verify.hpp>

#include "formats/files.hpp"

namespace sigprop::tool {
namespace {

std::string where(const Claim& claim) { return claim.file + ":" + std::to_string(claim.line); }

std::vector<Claim> read_one_file(const std::string& path) {
    const bool input = path == "-";
    const std::string name = input ? "standard input" : path;
    const std::string folder = input ? "" : std::filesystem::path(path).parent_path().string();
    std::vector<Claim> claims = read_claims(read_file(path), name, folder);
    std::for_each(claims.begin(), claims.end(), check_claim);
    return claims;
}

void check_unique(const std::vector<Claim>& claims) {
    std::map<std::string_view, const Claim*> seen;
    for (const Claim& claim : claims) {
        const auto [before, fresh] = seen.emplace(claim.id, &claim);
        if (fresh) continue;
        throw InputError(where(claim) + ": the id '" + claim.id + "' is taken by the claim in " +
                         where(*before->second) + ": rename one");
    }
}

}  // namespace

std::vector<Claim> read_selected_files(const Options& options) {
    std::vector<Claim> claims;
    const auto append = [&](std::vector<Claim> more) {
        std::move(more.begin(), more.end(), std::back_inserter(claims));
    };
    if (options.claims.empty() || options.builtin) append(builtin_claims());
    for (const std::string& path : options.claims) append(read_one_file(path));
    check_unique(claims);
    return claims;
}

bool matches_any(const std::vector<std::string>& globs, const std::string& id) {
    return globs.empty() || std::any_of(globs.begin(), globs.end(),
                                        [&](const std::string& glob) { return glob_match(glob, id); });
}

}  // namespace sigprop::tool
