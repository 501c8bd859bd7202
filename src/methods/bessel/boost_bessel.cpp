#include "methods/bessel/bessel.hpp"

#include <boost/math/special_functions/bessel.hpp>
#include <cmath>
#include <exception>

namespace sigprop {
namespace {

constexpr double worst_relative_error = 0x1p-42;  // 512 units in the last place

}  // namespace

Answer boost_bessel_i_scaled(double order, double z) {
    double value = 0;
    try {
        value = boost::math::cyl_bessel_i(order, z);
    } catch (const std::exception&) {
        return {Status::unable, "Boost: I_nu(z) overflows a double, or is not implemented"};
    }
    if (!std::isfinite(value)) return {Status::unable, "Boost: I_nu(z) overflows a double"};
    if (!std::isnormal(value)) return {Status::unable, "Boost: I_nu(z) underflows a double"};
    // widening: estimate
    const Ball bessel = Ball(value).at_precision(64).widened(Ball(worst_relative_error * value));
    return bessel * exp(-Ball(z).at_precision(64));
}

}  // namespace sigprop
