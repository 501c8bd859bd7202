#include "methods/mean/gsl.hpp"

namespace sigprop {

bool gsl_is_available() { return SIGPROP_WITH_GSL; }

}  // namespace sigprop
