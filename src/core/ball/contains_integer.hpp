#pragma once
// Whether a ball may contain an integer: at integers a power of a negative number has a value.

#include <cmath>
#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

[[nodiscard]] inline bool contains_integer(const Ball& x) {
    const double low = x.lower_double();
    const double high = x.upper_double();
    return !(std::isfinite(low) && std::isfinite(high)) || std::ceil(low) <= high;
}

}  // namespace sigprop
