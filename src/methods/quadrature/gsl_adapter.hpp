#pragma once
// The interface to GSL's adaptive integrators: the error handler (which aborts) is switched off once, no C++
// exception crosses C frames, every status is checked, workspaces free themselves.
//
// Two statuses are accepted: success, and GSL_EROUND, by which GSL reports a value and an error although
// roundoff prevents the tolerance asked for. Such a value is used with that error if it counts as converged
// (quadrature_pieces.hpp). Every other status is `unable`.

#include "methods/quadrature/quadrature_pieces.hpp"

#include <gsl/gsl_integration.h>
#include <cstddef>
#include <functional>

namespace sigprop {

/// Makes GSL return its errors instead of aborting; must precede every other call of GSL.
void switch_gsl_handler_off();

/// The arguments that all of GSL's adaptive routines share, in their order.
struct GslCall {
    gsl_function* function;
    double absolute, relative;
    std::size_t limit;
    gsl_integration_workspace* workspace;
    double* value;
    double* error;
};

/// Runs a routine on f; when f takes both signs, runs it again with a coarse tolerance on |f|, whose integral
/// GSL does not report. `pieces` is the number of intervals that the routine starts from.
[[nodiscard]] Integral gsl_integrate(WeightedIntegrand& f, std::size_t pieces,
                                     const std::function<int(const GslCall&)>& routine);

}  // namespace sigprop
