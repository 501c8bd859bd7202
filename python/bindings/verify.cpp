// Claims held against proofs.

#include <pybind11/stl.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/judgement/claim.hpp>

#include "core/base/input_errors.hpp"
#include "core/base/suggest.hpp"
#include "engine/verification/bound_claim.hpp"
#include "judgement/claims_read.hpp"
#include "report/table.hpp"

#include "reports.hpp"
#include "running.hpp"

namespace sigprop::python {
namespace {

/// Claims with their expressions bound, in the order of the file.
struct HeldClaims {
    std::vector<BoundClaim> claims;
};

std::shared_ptr<HeldClaims> claims_of(const std::string& json, const std::string& name,
                                      const std::optional<std::string>& folder) {
    ClaimsRead read = read_claims_and_errors(json, name, folder, StatedFromPaths::inside);
    auto held = std::make_shared<HeldClaims>();
    for (Claim& claim : read.claims) {
        try {
            held->claims.push_back(bind_claim(std::move(claim)));
        } catch (const InputError& error) {
            read.errors.push_back(error);
        }
    }
    if (!read.errors.empty()) throw InputErrors(std::move(read.errors));
    return held;
}

std::shared_ptr<HeldClaims> shipped() {
    auto held = std::make_shared<HeldClaims>();
    for (Claim& claim : builtin_claims()) held->claims.push_back(bind_claim(std::move(claim)));
    return held;
}

std::shared_ptr<HeldClaims> selected(const HeldClaims& all, const std::vector<std::string>& globs) {
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
        throw InputError("no claim is selected by '" + glob + "'" +
                         (nearest ? "; did you mean '" + *nearest + "'?" : ""));
    }
    return held;
}

std::shared_ptr<HeldClaims> without_experiments(const HeldClaims& all) {
    auto held = std::make_shared<HeldClaims>();
    for (const BoundClaim& one : all.claims) {
        if (!one.claim.is_experiment()) held->claims.push_back(one);
    }
    return held;
}

std::shared_ptr<HeldReport> verified(const HeldClaims& held, py::dict options) {
    // A verdict weighs all the evidence, as the tool's does.
    if (!options.contains("methods") && !options.contains("evidence")) options["evidence"] = true;
    return run(context_of(options), [&](const Context& context, Progress& progress) {
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
    });
}

}  // namespace

void bind_verify(py::module_& module) {
    py::class_<HeldClaims, std::shared_ptr<HeldClaims>>(module, "Claims")
        .def("select", &selected, py::arg("globs"))
        .def("without_experiments", &without_experiments)
        .def_property_readonly("ids",
                               [](const HeldClaims& held) {
                                   std::vector<std::string> ids;
                                   for (const BoundClaim& one : held.claims) ids.push_back(one.claim.id);
                                   return ids;
                               })
        .def_property_readonly("lines", [](const HeldClaims& held) {
            std::vector<std::size_t> lines;
            for (const BoundClaim& one : held.claims) lines.push_back(one.claim.line);
            return lines;
        });
    module.def("read_claims", &claims_of, py::arg("json"), py::arg("name"), py::arg("folder"));
    module.def("shipped_claims", &shipped);
    module.def("verify", &verified, py::arg("claims"), py::arg("options"));
}

}  // namespace sigprop::python
