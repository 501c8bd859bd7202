// The variance map of a wide layer, V(q) = weight_variance E f(sqrt(q) z)^2 + bias_variance, takes the
// pre-activation variance q to that of the next layer. Its fixed point is solved for s = sqrt(q), where s
// V(s^2) does not fall with s.
//
// Without a bias there is no fixed point q > 0 when f is continuous, f(0) = 0, weight_variance sup f'^2 <= 1
// and f'^2 is less on an interval: then E f(s z)^2 < s^2 / weight_variance for every s.

#include "quantities/activation/variance_layer.hpp"

#include "core/ball/exact_zero.hpp"
#include "methods/extrema/proved_jump.hpp"
#include "methods/extrema/value_range.hpp"
#include "methods/mean/mean.hpp"
#include "methods/roots/scale_root.hpp"
#include "quantities/activation/homogeneous.hpp"
#include "quantities/activation/variance_beyond.hpp"
#include "quantities/support.hpp"

#include <cmath>

#include "core/base/bits.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {

Answer through_layer(Answer mean, const Layer& layer, long digits) {
    if (mean.status != Status::ok) return mean;
    const long bits = Context::bits_for(digits) + 16;
    return layer.weight_variance.at(bits) * mean.value + layer.bias_variance.at(bits);
}

std::optional<Answer> without_mean_square(std::span<const Formula> functions, const Context& context) {
    for (const Formula& f : functions) {
        // On a finite range, because whether the tails are integrable depends on s.
        MeanProblem square = examine(pow(f, 2), Law::uniform(Real(-64), Real(64)), context);
        if (square.status == Status::domain) return Answer(Status::domain, std::move(square.reason));
    }
    return std::nullopt;
}

Answer or_without_mean_square(Answer found, std::span<const Formula> functions, const Context& context) {
    if (found.status != Status::unable) return found;
    return without_mean_square(functions, context).value_or(std::move(found));
}

namespace {

/// V(q) = w c q^d + b with c = E f(z)^2; in closed form for d = 1.
Answer linear_fixed_point(const Layer& layer, const Homogeneous& form, long bits) {
    const Real rate = layer.weight_variance * form.square_mean;
    const std::optional<int> against_one = compare(rate, 1);
    const bool no_bias = compare(layer.bias_variance, 0) == 0;
    if (!against_one) return {Status::unable, "no proof that weight_variance E f(z)^2 differs from 1"};
    if (no_bias && *against_one == 0)
        return {Status::domain, "V(q) = q for every q: no fixed point is the smallest"};
    if (no_bias) {
        return {Status::domain,
                *against_one > 0
                    ? "V(q) is a multiple of q, and the factor is above 1: the variance explodes "
                      "with depth at every start"
                    : "V(q) is a multiple of q, and the factor is below 1: the signal decays to 0 "
                      "with depth from every start"};
    }
    if (*against_one >= 0) {
        return {Status::domain, "V(q) > q for every q: the variance grows without bound with depth"};
    }
    return layer.bias_variance.at(bits + 16) / (1 - rate.at(bits + 16));
}

/// Without bias, for d > 1: w c q^(d-1) = 1.
Answer power_fixed_point(const Layer& layer, const Homogeneous& form, long bits) {
    const Ball rate = (layer.weight_variance * form.square_mean).at(bits + 16);
    if (compare(form.square_mean, 0) == 0) return {Status::domain, "f is zero"};
    return exp(-log(rate) / (form.degree - 1));
}

/// Whether the proof at the head of this file shows V(q) < q for every q > 0.
bool always_shrinks(const Layer& layer, const Context& context) {
    const Formula& f = layer.f.formula;
    if (compare(layer.bias_variance, 0) != 0) return false;
    if (!is_exact_zero(Evaluator<Ball>(f, 128)(Ball(0))) || !is_continuous(f, context)) return false;
    const Formula slope = f.derivative();
    const double bound = (1 / sqrt(layer.weight_variance.at(64))).lower_double();
    if (!is_bounded_by(slope, bound, context)) return false;
    Evaluator<Ball> evaluate(slope, 64);
    for (const double x : {0.25, -0.25, 1.5, -1.5, 5.0, -5.0}) {
        const Ball value = evaluate(Ball::interval(Ball(x), Ball(x + 0x1p-10)).at_precision(64));
        if (value.is_finite() && (Ball(bound) - value.magnitude()).is_positive()) return true;
    }
    return false;
}

int sign_near_zero(const Layer& layer, const MomentCurve& curve, const Ball& b, const Context& context) {
    const Ball bias = layer.bias_variance.at(64);
    if ((bias - pow(b, 2)).is_positive()) return 1;  // V(q) >= bias_variance > q
    const Ball weight = layer.weight_variance.at(64);
    const NearZero bounds = curve.near_zero(b, context);
    if ((weight * bounds.least - pow(b, 2)).is_positive()) return 1;
    if ((weight * bounds.min_ratio - 1).is_positive()) return 1;
    const bool no_bias = compare(layer.bias_variance, 0) == 0;
    return no_bias && (weight * bounds.max_ratio - 1).is_negative() ? -1 : 0;
}

Answer no_fixed_point(int sign) {
    return {Status::domain, sign > 0 ? "V(q) > q for every q > 0: the variance grows without bound with depth"
                                     : "V(q) < q for every q > 0: the signal decays to 0 with depth"};
}

/// sqrt(q*), the std at the fixed point.
Answer fixed_std(const Layer& layer, RouteKind route, long digits, const Context& context) {
    const MomentCurve curve(layer.f, route);
    ScaleEquation equation;
    equation.power = 2;
    equation.value = [&](const Ball& s, long wanted) {
        return through_layer(curve.value(s, wanted, context), layer, wanted);
    };
    equation.slope = [&](const Ball& s, long wanted) {
        Answer slope = curve.slope(s, wanted, context);
        if (slope.status != Status::ok) return slope;
        return Answer(layer.weight_variance.at(Context::bits_for(wanted) + 16) * slope.value);
    };
    const auto weight = [&layer](long wanted) {
        return layer.weight_variance.at(Context::bits_for(wanted) + 16);
    };
    equation.bend = [&, weight](const Ball& s, long wanted) {
        Answer bend = curve.bend(s, wanted, context);
        if (bend.status == Status::ok) bend.value = weight(wanted) * bend.value;
        return bend;
    };
    equation.curvature = [&, weight](const Ball& lower, const Ball& upper) {
        return weight(16) * curve.curvature(lower, upper, context);
    };
    equation.third = [&, weight](const Ball& lower, const Ball& upper) {
        return weight(16) * curve.third(lower, upper, context);
    };
    equation.sign_beyond = [&](const Ball& b) { return sign_beyond(layer, b); };
    equation.sign_near_zero = [&](const Ball& b) { return sign_near_zero(layer, curve, b, context); };
    const bool no_bias = compare(layer.bias_variance, 0) == 0;
    equation.at_most_one = [&](const Ball& b) {
        // V(q) / q has the part bias_variance / q, which falls.
        const int direction = curve.ratio_direction(b, context);
        return direction < 0 || (direction > 0 && no_bias);
    };
    ScaleRoot found = smallest_scale_root(equation, digits, context);
    return found.sign == 0 ? found.root : no_fixed_point(found.sign);
}

}  // namespace

Answer smallest_fixed_point(const Layer& layer, RouteKind route, long bits, const Context& context) {
    if (const auto form = homogeneous_form(layer.f.formula)) {
        if (form->degree == 1) return linear_fixed_point(layer, *form, bits);
        const bool power = form->degree > 1 && compare(layer.bias_variance, 0) == 0;
        if (power && route == RouteKind::closed_form) return power_fixed_point(layer, *form, bits);
    }
    if (always_shrinks(layer, context)) {
        return {Status::domain,
                "the signal decays to 0 with depth: weight_variance f'^2 <= 1 everywhere, and less on an "
                "interval, so V(q) < q for every q > 0, here and at every smaller weight_variance. The edge "
                "of chaos is above it"};
    }
    Answer std = or_without_mean_square(fixed_std(layer, route, digits_of_bits(bits), context),
                                        std::span(&layer.f.formula, 1), context);
    if (std.status != Status::ok) return std;
    return pow(std.value, 2);
}

bool has_closed_fixed_point(const Layer& layer) {
    if (const auto form = homogeneous_form(layer.f.formula)) {
        return form->degree == 1 || (form->degree > 1 && compare(layer.bias_variance, 0) == 0);
    }
    return MomentCurve(layer.f, RouteKind::closed_form).exists();
}

}  // namespace sigprop
