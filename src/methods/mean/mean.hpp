#pragma once
// The mean of a formula under a law: the one question every quadrature and sampling method answers. The
// problem is examined once (does the mean exist, where are the kinks), and only then handed to the
// methods; a method never sees an integrand that was proved to diverge or has a pole nobody integrated.

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

namespace sigprop {

/// E f(X) for X of the law, of one variable: (integral of f w) / (integral of w) over
/// [law.lower, law.upper].
struct MeanProblem {
    Formula integrand = Formula(0);
    Law law;
    /// ok: the integrand is finite on every piece and its mean exists. domain: proved that there is no such
    /// mean. unable: neither could be shown. Methods are called only when ok.
    Status status = Status::ok;
    std::string reason;
    /// Where the integrand (or one of its switches) is not analytic, strictly inside the limits, ascending,
    /// rounded to double: quadrature rules are split there.
    std::vector<double> kinks;
    /// The integrals of |f| w and of w, roughly: scales for tolerances, from which nothing is proved.
    double scale = 1;
    double mass = 1;
    /// Proved bounds of the weighted integrand |f w| beyond `reach` on the infinite sides of the law: the
    /// left one is in -x.
    double reach = 0;
    std::optional<LogBound> left_tail, right_tail;
};

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
