#include <cmath>
#include <sigprop/models/normalization/normalization.hpp>

#include "core/base/two_doubles.hpp"

namespace sigprop {

// The dot product of T. Ogita, S. M. Rump and S. Oishi, SIAM J. Sci. Comput. 26(6), 2005, algorithm 5.3.
void NormParameterSums::add(std::size_t parameter, double dy, double normalised) {
    const auto add_to = [](Sum& sum, double term, double lost) {
        const TwoDoubles next = TwoDoubles::sum(sum.high, term);
        sum = {next.high, sum.low + (next.low + lost)};
    };
    const TwoDoubles product = TwoDoubles::product(dy, normalised);
    add_to(gain_[parameter], product.high, product.low);
    add_to(bias_[parameter], dy, 0);
}

std::vector<double> NormParameterSums::rounded(const std::vector<Sum>& sums) {
    std::vector<double> result;
    result.reserve(sums.size());
    // Once a sum overflows, its lost part is not a number.
    for (const Sum& one : sums) result.push_back(std::isfinite(one.high) ? one.high + one.low : one.high);
    return result;
}

}  // namespace sigprop
