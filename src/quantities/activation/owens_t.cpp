#include "quantities/activation/owens_t.hpp"

#include "core/ball/error_term.hpp"

#include <cmath>

namespace sigprop {

// With L = h^2/2, expand e^(-L x^2) and integrate x^2k/(1 + x^2) term by term: T = (atan a - S)/(2 pi) with
// S = sum over j >= 0 of (-1)^j a^(2j+1)/(2j+1) Q_j, Q_j = 1 - e^-L sum_{i <= j} L^i/i!. Q_j is the chance
// that a Poisson variable with mean L exceeds j, so it falls with j; the terms alternate and fall, and the
// remainder is at most the first term left out, which is at most L^(j+1)/(j+1)! for every j.
Ball owens_t(const Ball& h, const Ball& a, long bits) {
    const Ball L = (pow(h.at_precision(bits), 2) / 2).at_precision(bits);
    const double most = L.upper_double();
    if (!(most < 5'000)) return Ball::indeterminate();
    const Ball floor = exp(-L);
    const Ball square = pow(a.at_precision(bits), 2);
    const Ball accuracy = Ball::power_of_two(-design("activation.owens_t.bits", bits));
    Ball sum = Ball().at_precision(bits);
    Ball power = a;    // a^(2j+1)
    Ball step = 1;     // L^j/j!
    Ball partial = 1;  // sum of L^i/i! up to j
    for (std::int64_t j = 0;; ++j) {
        const Ball next = step * L / Ball(j + 1);
        const bool falling = static_cast<double>(j) > 2 * most;
        if (falling && (accuracy - next).is_nonnegative()) {
            sum = sum.widened(error_term("activation.owens_t.rest", next.magnitude()));
            break;
        }
        const Ball term = power / Ball(2 * j + 1) * (1 - floor * partial);
        sum = j % 2 == 0 ? sum + term : sum - term;
        power = power * square;
        step = next;
        partial = partial + next;
    }
    return (atan(a.at_precision(bits)) - sum) / (2 * Ball::pi(bits));
}

}  // namespace sigprop
