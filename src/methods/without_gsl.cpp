// What GSL's methods say in a library that was built without it.

#include <sigprop/methods/mean.hpp>

#if !SIGPROP_WITH_GSL

namespace sigprop {
namespace {

MeanResult absent() {
    MeanResult result;
    result.reason = "built without GSL (SIGPROP_WITH_GSL=OFF)";
    return result;
}

}  // namespace

MeanResult gsl_qagi_mean(const MeanProblem&, const Context&) { return absent(); }
MeanResult gsl_qagp_mean(const MeanProblem&, const Context&) { return absent(); }
bool gsl_is_available() { return false; }

}  // namespace sigprop

#endif
