#pragma once
// A plan by which another program can prove a root anew (docs/explanation/certificates.md, T11): a narrow
// bracket with signs at its ends, and cells from where the equation has no other root up to the root. On each
// cell but one the equation has a sign; on that one, around the bracket, its slope has. Roots are positive.
// What a cell shows is tried here by sums over points, which prove nothing; the plan is proved by whoever
// follows it.

#include <array>
#include <string>
#include <vector>

#include "engine/certificate/panel_plan.hpp"
#include "methods/route_root.hpp"

namespace sigprop {

using PanelPlans = std::vector<std::vector<CertifiedPanel>>;  ///< one for each mean; none for a constant

struct CertifiedCell {
    Ball lower, upper;  ///< exact
    /// It shows the slope's sign; then there is a plan for the slope of each integrand, too.
    bool slope = false;
    PanelPlans plans = {};
};

struct RootPlan {
    Ball lower, upper;  ///< the bracket, exact
    std::array<PanelPlans, 2> ends;
    std::vector<CertifiedCell> cells;  ///< ascending, adjacent
    long sign_bits = 0;                ///< to which the signs at the ends need integrals
    long resolution = 0;
    std::string refusal = {};  ///< why there is no plan; empty when there is one
};

/// A bracket of width 2^-bits around the root.
[[nodiscard]] RootPlan plan_root(const EquationOfMeans& equation, const Ball& root, long bits,
                                 const Context& context);

}  // namespace sigprop
