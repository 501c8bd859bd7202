#pragma once
// The border to GSL's adaptive integrators: the error handler (which aborts) is switched off once, no C++
// exception crosses C frames, every status is read, workspaces free themselves.
//
// Statuses: success, and GSL_EROUND, with which GSL says that roundoff keeps it from the tolerance asked for
// but still reports a value and an error. Such a value is used with that error as long as it counts as
// converged (quadrature_pieces.hpp). Every other status is `unable`.

#include "methods/quadrature/quadrature_pieces.hpp"

#include <gsl/gsl_integration.h>
#include <cstddef>
#include <functional>

namespace sigprop {

/// Makes GSL return its errors instead of aborting; called before anything of GSL.
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

/// Runs a routine on f; when f takes both signs, again and coarsely on |f|, whose integral GSL does not
/// report. `pieces` is how many intervals it starts from.
[[nodiscard]] Integral gsl_integrate(WeightedIntegrand& f, std::size_t pieces,
                                     const std::function<int(const GslCall&)>& routine);

}  // namespace sigprop
