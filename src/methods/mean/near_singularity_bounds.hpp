#pragma once
// Bounds of formulas beside a point by powers of the distance from it: which singularities are integrable,
// and which signs hold up to the point.

#include "methods/mean/near_singularity.hpp"
#include "methods/mean/power_bound.hpp"

namespace sigprop {

/// Bounds of formulas beside a point, for 0 < u <= start.
class NearSingularityBounds {
public:
    NearSingularityBounds(NearSingularity& beside, const Ball& start);
    [[nodiscard]] Behaviour operator()(const Formula& f);

private:
    [[nodiscard]] Behaviour found(const Formula& f);
    [[nodiscard]] Behaviour of_operation(const Formula& f);
    [[nodiscard]] Behaviour of_function(const Formula& f, const Behaviour& a);

    NearSingularity& beside_;
    BehaviourRules rules_;
    Ball near_;  ///< all x
    std::map<const Formula::Node*, Behaviour> known_;
    std::vector<Formula> kept_;
};

}  // namespace sigprop
