#include "methods/softmax/laplace_power.hpp"

#include "core/ball/error_term.hpp"
#include "methods/softmax/bounds.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long bound_bits = 64;

}  // namespace

LaplacePower::LaplacePower(const NormalRow& row, const ContourPlan& plan, const Context& context)
    : plan_(plan),
      others_(row.n - 1),
      std_(row.std.at(plan.table_bits)),
      step_(Ball(plan.step).at_precision(plan.table_bits)),
      start_(step_ * Ball(static_cast<std::int64_t>(plan.first_u))),
      values_(static_cast<std::size_t>(plan.last_u - plan.first_u + 1)) {
    fill(one_minus_g(context));
}

ArbVector LaplacePower::one_minus_g(const Context& context) const {
    const long bits = plan_.table_bits;
    const slong columns = plan_.last_v - plan_.first_v + 1;
    ArbVector density(static_cast<std::size_t>(columns));  // h e^v exp(-e^v)
    for (slong i = 0; i < columns; ++i) {
        const Ball v = exp(step_ * Ball(static_cast<std::int64_t>(plan_.first_v + i)));
        density.set(i, step_ * v * exp(-v));
    }
    context.check_cancelled();
    const slong lowest = plan_.first_u - plan_.last_v;
    const slong size = plan_.last_u - plan_.first_v - lowest + 1;
    ArbVector normal(static_cast<std::size_t>(size));
    const Ball scaled = step_ / std_;
    for (slong d = 0; d < size; ++d) {
        if (d % 1024 == 0) context.check_cancelled();
        normal.set(d, normal_cdf(scaled * Ball(static_cast<std::int64_t>(lowest + d))));
    }
    // Over v, and the ends: e^v_first on the left, exp(-e^(v_last)) on the right.
    const Ball a = Ball(plan_.strip_v).at_precision(bound_bits);
    Ball error = normal_trapezoid_error(a, step_.at_precision(bound_bits), 1, std_.at_precision(bound_bits));
    error += error_term("softmax.laplace_power.inner_left_end",
                        exp(step_ * Ball(static_cast<std::int64_t>(plan_.first_v))));
    error += error_term("softmax.laplace_power.inner_right_end",
                        exp(-exp(step_ * Ball(static_cast<std::int64_t>(plan_.last_v)))));
    ArbVector result(static_cast<std::size_t>(values_.size()));
    for (slong j = 0; j < values_.size(); ++j) {
        dot(result[j], density[0], normal[j + columns - 1], -1, columns, bits);
        arb_add_error(result[j], raw(error));  // widening: of terms
    }
    return result;
}

void LaplacePower::fill(const ArbVector& one_minus_g) {
    const long bits = plan_.bits;
    const Ball growth = exp(Ball(plan_.c) * step_);
    Ball weight = Ball(1).at_precision(plan_.table_bits);
    for (slong j = 0; j < values_.size(); ++j) {
        arb_sub_ui(values_[j], one_minus_g[j], 1, plan_.table_bits);
        arb_neg(values_[j], values_[j]);
        arb_pow_ui(values_[j], values_[j], others_, bits);
        arb_mul(values_[j], values_[j], raw(weight), bits);
        weight *= growth;
    }
}

Ball LaplacePower::discretisation(double r) const {
    return trapezoid_error(Ball(plan_.strip_u).at_precision(bound_bits), step_.at_precision(bound_bits), r);
}

/// A bound of what the sum at Re z = r omits at both ends, divided by e^(r u_first).
Ball LaplacePower::outside(double r) const {
    const Ball h = step_.at_precision(bound_bits);
    const Ball std = std_.at_precision(bound_bits);
    const Ball u = start_.at_precision(bound_bits);
    const double q = std::clamp(-u.to_double() / (plan_.std * plan_.std), 0.0, 1.0);
    const Ball rate = Ball(r) + Ball(q);
    const Ball left = count_ball(others_, bound_bits) * h *
                      exp(Ball(q) * u + Ball(q) * Ball(q) * std * std / 2) / expm1(rate * h);
    const slong last = values_.size() - 1;
    const Ball tilt = (Ball(r) - Ball(plan_.c)) * h;
    const Ball value = values_.get(last, bound_bits) * exp(tilt * Ball(static_cast<std::int64_t>(last)));
    const Ball ratio = exp(tilt) * values_.get(last, bound_bits) / values_.get(last - 1, bound_bits);
    if (!(1 - ratio).is_positive()) return Ball::indeterminate();
    const Ball right = h * value * ratio / (1 - ratio);
    return error_term("softmax.laplace_power.left_end", left) +
           error_term("softmax.laplace_power.right_end", right);
}

Ball LaplacePower::bound(double r) const {
    const Ball h = step_.at_precision(bound_bits);
    const Ball tilt = exp((Ball(r) - Ball(plan_.c)) * h);
    Ball sum = blank(bound_bits);
    for (slong j = values_.size() - 1; j >= 0; --j) {  // Horner
        sum *= tilt;
        sum += values_.get(j, bound_bits);
    }
    sum = h * (sum + 1 / expm1(Ball(r) * h)) + outside(r);
    const Ball relative = discretisation(r);
    if (!(Ball(0.5) - relative).is_positive()) return Ball::indeterminate();
    return (sum / (1 - relative)).upper();
}

/// The sum of values_[j] e^(i j turn), in short runs: the rectangles of a long Horner scheme would wrap.
ComplexBall LaplacePower::polynomial(const Ball& turn, long bits) const {
    constexpr slong block = 64;
    ArbVector cosines(block);
    ArbVector sines(block);
    for (slong k = 0; k < block; ++k)
        arb_sin_cos(sines[k], cosines[k], raw(turn * Ball(static_cast<std::int64_t>(k))), bits);
    ComplexBall sum = blank_complex(bits);
    for (slong from = 0; from < values_.size(); from += block) {
        const slong size = std::min(block, values_.size() - from);
        Ball real = blank(bits);
        Ball imaginary = blank(bits);
        dot(raw(real), values_[from], cosines[0], 1, size, bits);
        dot(raw(imaginary), values_[from], sines[0], 1, size, bits);
        const Ball angle = turn * Ball(static_cast<std::int64_t>(from));
        sum = sum + ComplexBall(real, imaginary) * ComplexBall(cos(angle), sin(angle));
    }
    return sum;
}

ComplexBall LaplacePower::at(const Ball& w, const Ball& bound_at_c) const {
    const long bits = plan_.bits;
    const Ball turn = w * step_.at_precision(bits);
    ComplexBall sum = polynomial(turn, bits);
    // At the points left of the grid g is taken as 1, which gives a geometric series.
    const ComplexBall decay = exp(ComplexBall(Ball(plan_.c) * step_.at_precision(bits), turn));
    sum = ComplexBall(step_.at_precision(bits)) * (sum + ComplexBall(1) / (decay - ComplexBall(1)));
    const Ball lean = w.at_precision(bound_bits) * Ball(plan_.strip_u);
    const Ball error = cosh(lean) * discretisation(plan_.c) * bound_at_c + outside(plan_.c);
    sum = ComplexBall(sum.real().widened(error), sum.imaginary().widened(error));  // widening: of terms
    const Ball phase = w * start_.at_precision(bits);
    return sum * ComplexBall(cos(phase), sin(phase));
}

}  // namespace sigprop
