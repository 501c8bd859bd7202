#include "methods/mean/singular_mean.hpp"

#include <algorithm>
#include <cmath>

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/mean/power_form.hpp"

namespace sigprop {
namespace {

constexpr long bound_bits = 128;
constexpr long guard_bits = 8;

}  // namespace

double sliver_depth(const SingularSide& side, double scale, long bits) {
    const double goal = std::log(scale) - design("mean.singular.sliver_nats", nats_of_bits(bits));
    const auto log_bound = [&](double depth) {
        const Ball bound = integral_to(side.weighted, exp(-Ball(depth).at_precision(bound_bits)));
        return bound.is_positive() ? log(bound.at_precision(error_bits)).upper_double() : -1e300;
    };
    const double rate = side.weighted.power.lower_double() + 1;
    double depth = std::log(1 / side.start);
    for (double excess = log_bound(depth) - goal; excess > 0; excess = log_bound(depth) - goal)
        depth += excess / rate + 0.125;  // logarithms of u make a few steps more
    return depth;
}

Ball sliver_beside(const SingularSide& side, const Ball& end) {
    if (!(Ball(side.start) - end).is_nonnegative()) return Ball::infinity();
    return error_term("mean.singular.sliver", integral_to(side.weighted, end));
}

Real log_length(const SingularSide& side) {
    return Real("log(" + side.length.text() + ")",
                [length = side.length](long bits) { return log(length.at(bits + guard_bits)); });
}

SideInLogarithm in_logarithm(const SingularSide& side, double scale, long bits) {
    const double depth = sliver_depth(side, scale, bits);
    // Beyond a few hundred bits rules of high degree do for longer pieces.
    const double length_of_piece = bits > 420 ? 32 : 8;
    const double end = length_of_piece *
                       std::ceil(std::max(depth + std::log(side.length.to_double()), 1.0) / length_of_piece);
    const Formula log_u = Formula(log_length(side)) - Formula::variable();
    PowerForms forms(exp(log_u), log_u);
    const Formula in_t = forms.value(forms(side.integrand * side.weight() * Formula::variable()));
    SideInLogarithm result;
    for (double t = 0; t < end; t += length_of_piece)
        result.pieces.push_back({Ball(t), Ball(t + length_of_piece), in_t});
    result.sliver =
        sliver_beside(side, side.length.at(bound_bits) * exp(-Ball(end).at_precision(bound_bits)));
    return result;
}

}  // namespace sigprop
