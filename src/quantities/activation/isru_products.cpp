#include "quantities/activation/isru_products.hpp"

namespace sigprop {

bool has_isru_mean(Moment moment) {
    return moment == Moment::mean || moment == Moment::second_moment ||
           moment == Moment::derivative_second_moment;
}

Ball isru_mean(Moment moment, const Ball& c, const Ball& s, long bits) {
    if (moment == Moment::mean) return Ball(0).at_precision(bits);  // f is odd
    const Ball variance = pow(s, 2);
    const Ball q = c / (2 * variance);
    // For larger q, erfc is only bounded, and its product with e^q says nothing.
    if (q.magnitude_exponent() > 40) return Ball::indeterminate();
    const Ball k1 = sqrt(Ball::pi(bits) / (2 * c)) / s * exp(q) * erfc(sqrt(q));
    if (moment == Moment::second_moment) return 1 - c * k1;
    const Ball k2 = (1 - (c - variance) * k1) / (2 * c * variance);
    const Ball k3 = (k1 - (c - 3 * variance) * k2) / (4 * c * variance);
    return pow(c, 2) * k3;
}

}  // namespace sigprop
