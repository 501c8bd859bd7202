#pragma once
// Mehler's series for functions that are analytic around the real axis: all coefficients from one rule.

#include "methods/hermite/mehler.hpp"

#include "methods/mean/mean.hpp"

namespace sigprop {

/// Encloses E f(u) f(v); `f` is the problem of the mean of f under the standard normal. A value short of the
/// goal because the budget does not allow more terms is returned as it is, `complete` false; a table of
/// values of Hermite polynomials may hold 8 times the budget.
struct MehlerResult {
    Status status = Status::unable;
    std::string reason;
    MehlerSum sum;
};
[[nodiscard]] MehlerResult arb_mehler(const MeanProblem& f, const MehlerProblem& problem,
                                      const Context& context);

}  // namespace sigprop
