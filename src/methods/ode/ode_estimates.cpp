#include "methods/ode/ode_estimates.hpp"

#include <cmath>

namespace sigprop {

Answer ode_estimate(const OdeRun& coarse, const OdeRun& fine) {
    const double error = 4 * std::fabs(coarse.y - fine.y) + 0x1p-40 * fine.largest;
    // widening: estimate
    return Ball(fine.y).at_precision(64).widened(Ball(error));
}

}  // namespace sigprop
