#pragma once
// A smooth formula beside a point where one of its functions has a singularity, sqrt, log or a division, say,
// of something with a zero there. It is written in the distance u from the point, such that what vanishes at
// the point is computed without cancellation: x^2 - 2 at sqrt(2) becomes u (2 sqrt(2) + u), which can be
// evaluated at u = 2^-1000. near_singularity_bounds.hpp bounds it by powers of u.

#include <map>
#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <vector>

#include "core/formula/isolated_zero.hpp"

namespace sigprop {

/// A point at which some formulas are zero.
struct SingularPoint {
    Real place = 0;
    std::vector<Formula> zeros = {};        ///< formulas in x0 whose zero `place` is by definition
    std::optional<IsolatedZero> zero = {};  ///< the place, for proofs that other formulas vanish there, too
};

/// Formulas in x0 at x = place + side u, u > 0. They must be free of switches (pieces.hpp).
class NearSingularity {
public:
    NearSingularity(SingularPoint point, int side);

    /// The formula in u = x0: the same function for u > 0, wherever it has a value.
    [[nodiscard]] Formula in_distance(const Formula& f);
    /// Whether the structure shows that f is analytic at the point.
    [[nodiscard]] bool is_regular(const Formula& f);
    /// Whether f is proved to be regular and exactly zero at the point.
    [[nodiscard]] bool is_zero(const Formula& f);

    [[nodiscard]] const SingularPoint& point() const { return point_; }
    [[nodiscard]] int side() const { return side_; }

private:
    [[nodiscard]] const Ball& at_place(const Formula& f);
    [[nodiscard]] bool decide_regular(const Formula& f);
    [[nodiscard]] bool decide_zero(const Formula& f);
    [[nodiscard]] bool vanishes_by_structure(const Formula& f);
    /// The value of a regular f at the point.
    [[nodiscard]] Formula limit(const Formula& f);
    /// f minus its value at the point, for a regular f; nothing where that is zero.
    [[nodiscard]] std::optional<Formula> change(const Formula& f);
    [[nodiscard]] std::optional<Formula> change_of_function(const Formula& f, const Formula& by);
    [[nodiscard]] std::optional<Formula> change_of_power(const Formula& f, const Formula& by);
    [[nodiscard]] Formula operation_in_distance(const Formula& f);
    /// A polynomial with a multiple zero at the point as a power of u times the rest of its Taylor series.
    [[nodiscard]] std::optional<Formula> multiple_zero(const Formula& f);

    SingularPoint point_;
    int side_;
    Formula step_;  ///< side u
    std::map<const Formula::Node*, Ball> values_;
    std::map<const Formula::Node*, bool> regular_, zero_;
    std::map<const Formula::Node*, Formula> in_distance_;
    std::vector<Formula> kept_;  ///< the nodes that the maps know by their addresses
};

}  // namespace sigprop
