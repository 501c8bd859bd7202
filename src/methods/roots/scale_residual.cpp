#include "methods/roots/scale_residual.hpp"

namespace sigprop {
namespace {

constexpr long max_sign_digits = 80;

Ball known(Answer computed) {
    if (computed.status != Status::ok) throw ScaleFailure{std::move(computed)};
    return computed.value;
}

}  // namespace

void give_up(std::string reason) { throw ScaleFailure{{Status::unable, std::move(reason)}}; }

Ball ScaleResidual::value(const Ball& s, long digits) const {
    context_.check_cancelled();
    return known(equation_.value(s, digits));
}

Ball ScaleResidual::residual(const Ball& s, long digits) const {
    const Ball at = s.at_precision(Context::bits_for(digits) + 32);
    return value(s, digits) - target(at);
}

Ball ScaleResidual::slope(const Ball& s, long digits) const {
    const Ball own = equation_.power == 0 ? Ball(0) : equation_.power * pow(s, equation_.power - 1);
    return known(equation_.slope(s, digits)) - own;
}

Ball ScaleResidual::bend(const Ball& lower, const Ball& upper) const {
    if (!equation_.bend || !equation_.third) return Ball::indeterminate();
    context_.check_cancelled();
    const Ball middle = ((lower + upper) / 2).at_precision(64).midpoint();
    const Ball third = equation_.third(lower, upper);
    if (!third.is_finite()) return Ball::indeterminate();
    const Ball half = max(upper - middle, middle - lower).at_precision(64);
    const Ball reach = (third * half).magnitude().at_precision(64);
    const Ball own = equation_.power == 2 ? 2 : 0;
    return known(equation_.bend(middle, sign_digits)) - own + Ball::interval(-reach, reach).at_precision(64);
}

int ScaleResidual::sign_at(const Ball& s) const {
    for (long digits = sign_digits; digits <= max_sign_digits; digits *= 2) {
        const Ball at = residual(s, digits);
        if (at.is_positive()) return 1;
        if (at.is_negative()) return -1;
    }
    return 0;
}

}  // namespace sigprop
