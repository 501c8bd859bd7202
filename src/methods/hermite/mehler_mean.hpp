#pragma once
// Mehler's series for functions that are analytic around the real axis: all coefficients from one rule.

#include "methods/hermite/mehler.hpp"

#include "methods/mean/mean.hpp"

namespace sigprop {

/// Encloses E f(u) f(v); `f` is the problem of the mean of f under the standard normal. When the budget does
/// not allow enough terms for the goal, the value is returned with `complete` false; a table of values of
/// Hermite polynomials may have 8 times as many entries as the budget.
struct MehlerResult {
    Status status = Status::unable;
    std::string reason;
    MehlerSum sum;
};
[[nodiscard]] MehlerResult arb_mehler(const MeanProblem& f, const MehlerProblem& problem,
                                      const Context& context);

}  // namespace sigprop
