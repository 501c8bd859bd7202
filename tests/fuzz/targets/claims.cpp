#include <sigprop/judgement/claim.hpp>

#include "core/expression/expression.hpp"
#include "judgement/claims_read.hpp"
#include "tests/fuzz/targets.hpp"

namespace sigprop::fuzz {
namespace {

void require_readable(const Claim& claim) {
    require(!claim.id.empty() && claim.file == "claims.json" && claim.line > 0,
            "a claim has an id and a place");
    require(claim.is_external() == claim.expression.empty(), "external claims alone have no expression");
    require(claim.is_external() || claim.stated, "a claim that is not external states something");
    if (!claim.is_external()) static_cast<void>(canonical_text(parse_expression(claim.expression)));
}

}  // namespace

/// A file is read, or refused as a whole with a place; a claim of it likewise.
void run_claims(std::string_view bytes) {
    const auto refused = [&](const InputError& error) { require_placed(error, bytes, "claims.json"); };
    ClaimsRead read;
    const bool is_file = accepts(
        [&] { read = read_claims_and_errors(bytes, "claims.json", std::nullopt, StatedFromPaths::inside); },
        refused);
    if (!is_file) return;  // the other way to read begins with the same step
    for (const InputError& error : read.errors) refused(error);
    for (const Claim& claim : read.claims) require_readable(claim);
    std::size_t count = 0;
    const bool accepted = accepts([&] { count = read_claims(bytes, "claims.json").size(); }, refused);
    require(accepted == read.errors.empty(), "both ways to read a file accept the same");
    require(!accepted || count == read.claims.size(), "both ways to read a file find the same claims");
}

}  // namespace sigprop::fuzz
