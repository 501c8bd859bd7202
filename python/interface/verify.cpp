// Claims held against proofs.

#include <array>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/claim.hpp>

#include "core/base/input_errors.hpp"
#include "core/base/suggest.hpp"
#include "engine/verification/bound_claim.hpp"
#include "judgement/claims_read.hpp"
#include "report/table.hpp"

#include "functions.hpp"
#include "reports.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

/// Claims with their expressions bound, in the order of the file.
struct HeldClaims {
    std::vector<BoundClaim> claims;
};

/// The claims kept: their number, ids and lines.
Value value_of(std::shared_ptr<HeldClaims> held) {
    Value ids = Value::array();
    Value lines = Value::array();
    for (const BoundClaim& one : held->claims) {
        ids.push_back(one.claim.id);
        lines.push_back(one.claim.line);
    }
    return {{"object", keep(std::move(held))}, {"ids", ids}, {"lines", lines}};
}

/// {json, name, folder}
Value claims_of(const Request& request) {
    ClaimsRead read = read_claims_and_errors(request.text("json"), request.text("name"),
                                             request.optional_path("folder"), StatedFromPaths::inside);
    auto held = std::make_shared<HeldClaims>();
    for (Claim& claim : read.claims) {
        try {
            held->claims.push_back(bind_claim(std::move(claim)));
        } catch (const InputError& error) {
            read.errors.push_back(error);
        }
    }
    if (!read.errors.empty()) throw InputErrors(std::move(read.errors));
    return value_of(std::move(held));
}

Value shipped(const Request&) {
    auto held = std::make_shared<HeldClaims>();
    for (Claim& claim : builtin_claims()) held->claims.push_back(bind_claim(std::move(claim)));
    return value_of(std::move(held));
}

/// {claims, globs}
Value selected(const Request& request) {
    const auto from = request.object<HeldClaims>("claims");
    const HeldClaims& all = *from;
    const auto globs = request["globs"].get<std::vector<std::string>>();
    auto held = std::make_shared<HeldClaims>();
    for (const BoundClaim& one : all.claims) {
        if (std::ranges::any_of(globs,
                                [&](const std::string& glob) { return glob_match(glob, one.claim.id); }))
            held->claims.push_back(one);
    }
    for (const std::string& glob : globs) {
        if (std::ranges::any_of(all.claims,
                                [&](const BoundClaim& one) { return glob_match(glob, one.claim.id); }))
            continue;
        std::vector<std::string> ids;
        for (const BoundClaim& one : all.claims) ids.push_back(one.claim.id);
        const std::optional<std::string> nearest = nearest_name(glob, ids);
        throw InputError("no claim matches '" + glob + "'" +
                         (nearest ? "; did you mean '" + *nearest + "'?" : ""));
    }
    return value_of(std::move(held));
}

/// {claims}
Value without_experiments(const Request& request) {
    auto held = std::make_shared<HeldClaims>();
    for (const BoundClaim& one : request.object<HeldClaims>("claims")->claims) {
        if (!one.claim.is_experiment()) held->claims.push_back(one);
    }
    return value_of(std::move(held));
}

/// {claims, options}: the number of the report
Value verified(const Request& request) {
    const auto claims = request.object<HeldClaims>("claims");
    const HeldClaims& held = *claims;
    Value options = request.options();
    // A verdict weighs all the evidence, as the tool's does.
    if (!options.contains("methods") && !options.contains("evidence")) options["evidence"] = true;
    return keep(
        run(context_of(options, request.spent()), request, [&](const Context& context, Progress& progress) {
            HeldReport report;
            Context one_thread = context;
            one_thread.threads = 1;
            const bool alone = held.claims.size() == 1;
            report.report.records =
                verify_claims(held.claims, alone ? context : one_thread,
                              [&](std::size_t count, const std::function<void(std::size_t)>& work) {
                                  for_each(count, "claims", context, progress, work);
                              });
            report.text = verify_text(report.report.records);
            return std::make_shared<HeldReport>(std::move(report));
        }));
}

}  // namespace

std::span<const Function> verify_functions() {
    static constexpr std::array all = {
        Function{"read_claims", &claims_of}, Function{"shipped_claims", &shipped},
        Function{"claims.select", &selected}, Function{"claims.without_experiments", &without_experiments},
        Function{"verify", &verified}};
    return all;
}

}  // namespace sigprop::python
