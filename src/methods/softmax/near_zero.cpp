#include "methods/softmax/near_zero.hpp"

#include "core/ball/error_term.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {

Ball entropy_near_zero(const Ball& s, const Ball& log_n) {
    const int k = std::max(1, static_cast<int>(std::ceil(log_n.to_double())));
    Ball log_moment = log_n;
    for (int odd = 1; odd < 4 * k; odd += 2) log_moment += log(Ball(odd).at_precision(64));
    const Ball square = s * s;
    const Ball bend = square * square * exp(log_moment / k) / 4;
    return (log_n - (1 - exp(-log_n)) * square / 2)
        .widened(error_term("softmax.chi_mean.near_zero", bend.upper()));
}

}  // namespace sigprop
