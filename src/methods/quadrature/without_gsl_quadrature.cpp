// GSL's quadrature in a library that was built without it.

#include "methods/mean/gsl.hpp"
#include "methods/quadrature/quadrature.hpp"

namespace sigprop {
namespace {

MeanResult absent() {
    MeanResult result;
    result.reason = reason_without_gsl;
    return result;
}

}  // namespace

MeanResult gsl_qagi_mean(const MeanProblem&, const Context&) { return absent(); }
MeanResult gsl_qagp_mean(const MeanProblem&, const Context&) { return absent(); }

}  // namespace sigprop
