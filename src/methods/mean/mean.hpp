#pragma once
// The mean of a formula under a law: the one problem that every quadrature and sampling method solves. It is
// examined once (does the mean exist, where are the kinks) and only then given to the methods: a method
// never gets an integrand with a divergent integral or a pole.

#include <cstdint>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/core/evidence/evidence.hpp>
#include <sigprop/core/formula/formula.hpp>
#include <sigprop/core/formula/law.hpp>
#include <span>
#include <string>
#include <vector>

#include "core/formula/growth.hpp"
#include "core/formula/pieces.hpp"
#include "methods/mean/singular_side.hpp"

namespace sigprop {

/// E f(X) for X of the law, of one variable: (integral of f w) / (integral of w) over
/// [law.lower, law.upper].
struct MeanProblem {
    Formula integrand = Formula(0);
    Law law;
    /// ok: the mean exists, and the integrand is finite on every piece or integrable at its singular points.
    /// domain: it is proved that there is no mean. unable: neither could be shown. Methods are called only
    /// when ok.
    Status status = Status::ok;
    std::string reason;
    /// Where the integrand (or one of its switches) is not analytic, strictly inside the limits, ascending,
    /// rounded to double: quadrature rules are split there.
    std::vector<double> kinks;
    /// What lies between the kinks, as far out as rules in double precision look.
    std::vector<Piece> pieces;
    /// Where rules in double precision split the range besides (estimate_panels.hpp), and whether they then
    /// see all that there is.
    std::vector<double> panel_ends;
    bool is_seen_by_estimates = true;
    /// Rough values of the integrals of |f| w and of w: scales for tolerances; no proof rests on them.
    double scale = 1;
    double mass = 1;
    /// Proved bounds of the weighted integrand |f w| for |x| >= `tail_start` on the infinite sides of the
    /// law; the left one is a function of -x. With singular sides they bound its integrals over [X,
    /// infinity), X >= tail_start.
    double tail_start = 0;
    std::optional<LogBound> left_tail, right_tail;
    /// Both sides of each point at which the integrand is singular though integrable, from left to right;
    /// they are among the kinks, too. A method that does not know of them must refuse the problem.
    std::vector<SingularSide> singular_sides;
};

/// Why methods without a rule for singular points refuse them.
inline constexpr const char* reason_singular =
    "the integrand has an integrable singularity, which this method cannot handle";

/// Proves or refutes that the mean exists, and finds the kinks. `integrand` is a formula in x0.
[[nodiscard]] MeanProblem examine(const Formula& integrand, const Law& law, const Context& context);

/// What one method found. For an estimate the radius of `value` is max(reported error, 2^-46 L1) where L1
/// is the mean of |f|; for an enclosure it is proved.
struct MeanResult {
    Status status = Status::unable;
    Ball value;
    std::string reason;
    std::uint64_t evaluations = 0;
};

}  // namespace sigprop
