// sigprop verify: judges published numbers by evidence.

#include <algorithm>
#include <atomic>
#include <map>
#include <set>
#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"

#include "certificates.hpp"
#include "claims.hpp"
#include "command.hpp"
#include "delivery.hpp"
#include "engine/binding/cost_hint.hpp"
#include "record_text.hpp"
#include "report/outcome.hpp"
#include "simulations.hpp"
#include "terminal.hpp"

namespace sigprop::tool {
namespace {

/// A glob that no longer matches anything must not pass silently.
bool every_glob_selects(const std::vector<std::string>& globs, const std::vector<Claim>& claims,
                        const char* noun) {
    bool all = true;
    for (const std::string& glob : globs) {
        const bool selects = std::any_of(claims.begin(), claims.end(),
                                         [&](const Claim& claim) { return glob_match(glob, claim.id); });
        if (selects) continue;
        all = false;
        std::vector<std::string> ids;
        ids.reserve(claims.size());
        for (const Claim& claim : claims) ids.push_back(claim.id);
        const std::optional<std::string> nearest = nearest_name(glob, ids);
        complain(std::string("no ") + noun + " matches '" + glob + "'" +
                 (nearest                   ? "; did you mean '" + *nearest + "'?"
                  : glob.ends_with(".json") ? "; to read a file, write --claims " + glob
                                            : "; sigprop list " + std::string(noun) + "s lists them all"));
    }
    return all;
}

Exit verify_exit(const std::vector<Record>& records) {
    Exit code = Exit::ok;
    for (const Record& record : records) {
        if (!record.expected) continue;  // external: never a pass, never a failure
        if (record.verdict == Verdict::inconsistent || find_internal_error(record) != nullptr) {
            code = worse(code, Exit::internal);
        } else if (record.verdict == Verdict::undecided) {
            code = worse(code, Exit::undecided);
        } else if (record.verdict != record.expected) {
            code = worse(code, Exit::failed);
        }
    }
    return code;
}

/// Why nothing is left to judge although the files have claims; it is told, and the code is that of nothing.
Exit nothing_selected(const Selection& selection) {
    complain(
        selection.experiments
            ? "none of the claims is an experiment: remove --experiments"
            : "all claims are experiments, which take minutes: run them with sigprop verify --experiments");
    return Exit::nothing;
}

std::vector<std::string> subjects_of(const std::vector<BoundClaim>& claims) {
    std::vector<std::string> subjects;
    for (const BoundClaim& one : claims) {
        if (!one.claim.is_external()) subjects.push_back(one.claim.id + ": " + one.claim.expression);
    }
    return subjects;
}

/// So many claims for each worker keep all of them busy; then networks need not be shared out.
constexpr std::size_t many_claims = 8;

/// The expressions of a claim: an external one has none, and the stated side may be one.
std::vector<const BoundExpression*> expressions_of(const BoundClaim& claim) {
    std::vector<const BoundExpression*> all;
    if (claim.expression) all.push_back(&*claim.expression);
    if (claim.stated) all.push_back(&*claim.stated);
    return all;
}

/// For each claim the first one with its expression, whose evidence it shares.
std::vector<std::size_t> first_alike(const std::vector<BoundClaim>& claims) {
    std::map<std::string_view, std::size_t> first;
    std::vector<std::size_t> alike(claims.size());
    for (std::size_t i = 0; i < claims.size(); ++i) {
        const std::string_view text =
            claims[i].expression ? std::string_view(claims[i].expression->text) : claims[i].claim.id;
        alike[i] = first.emplace(text, i).first->second;
    }
    return alike;
}

std::vector<Record> verify_all(const std::vector<BoundClaim>& claims, const Invocation& call) {
    Simulations simulations(call, "verify", subjects_of(claims));
    const Context& wanted = call.options.context;
    const bool few = claims.size() < many_claims * simulations.workers(wanted);
    const std::vector<std::size_t> alike = first_alike(claims);
    const Progress progress(claims.size(), "claims", !call.options.quiet);
    std::atomic<std::size_t> done{0};
    std::vector<Record> records(claims.size());
    ClaimVerifier verifier;
    const Pieces pieces = {
        .count = claims.size(),
        .is_long =
            [&](std::size_t i) {
                return few && std::ranges::any_of(expressions_of(claims[i]), [&](const BoundExpression* one) {
                           return simulates_networks(*one, wanted);
                       });
            },
        .cost =
            [&](std::size_t i) {
                std::uint64_t cost = 0;
                for (const BoundExpression* one : expressions_of(claims[i]))
                    cost = std::max(cost, cost_hint(*one, wanted));
                return cost;
            },
        .compute = [&](std::size_t i, const Context& own) { records[i] = verifier.verify(claims[i], own); },
        .text = [&](std::size_t i) { return record_text(records[i]); },
        .take = [&](std::size_t i, std::string_view text) { records[i] = record_from_text(text); },
        .group = [&](std::size_t i) { return alike[i]; }};
    simulations.run([&] { simulations.compute(wanted, pieces, [&] { progress.show(++done); }); });
    return records;
}

}  // namespace

Exit run_verify(const Invocation& call) {
    Delivery delivery(call);
    const Selection selection = {call.words, call.flags.has("experiments")};
    if (call.options.update_baseline && (!selection.globs.empty() || selection.experiments)) {
        throw InputError(
            "--update-baseline writes a whole report: remove names and --experiments, or the other claims "
            "would be lost");
    }
    ClaimFiles files = read_selected_files(call.flags);
    std::vector<Claim> offered = files.claims();
    if (selection.experiments)
        std::erase_if(offered, [](const Claim& claim) { return !claim.is_experiment(); });
    const char* noun = selection.experiments ? "experiment" : "claim";
    if (!every_glob_selects(selection.globs, offered, noun)) return Exit::nothing;
    std::set<std::string> left_out;
    std::size_t experiments_not_run = 0;
    for (const Claim& claim : files.claims()) {
        if (selection.takes(claim)) continue;
        left_out.insert(claim.id);
        if (claim.is_experiment() && matches_any(selection.globs, claim.id)) ++experiments_not_run;
    }
    const std::vector<BoundClaim> claims = bound_selection(std::move(files), selection);
    if (claims.empty()) return nothing_selected(selection);
    delivery.keep_of_baseline(
        [&](const std::string& id) { return matches_any(selection.globs, id) && !left_out.contains(id); });
    Report report;
    prepare_certificates(call);
    report.records = verify_all(claims, call);
    write_certificates(call, claims, report.records);
    Exit code = verify_exit(report.records);
    if (std::ranges::all_of(claims, [](const BoundClaim& one) { return one.claim.is_external(); })) {
        for (const Record& record : report.records) complain(record.id + " is " + external_text(record));
        code = Exit::nothing;
    }
    Forms forms = record_forms(verify_text);
    forms.text = whole([&](const Report& all, TextOptions options) {
        options.experiments_not_run = experiments_not_run;
        return verify_text(all.records, options);
    });
    return delivery.finish(std::move(report), code, forms);
}

}  // namespace sigprop::tool
