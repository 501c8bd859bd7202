#include "quantities/activation/chi_curve.hpp"

#include "quantities/activation/moment_range.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace sigprop {
namespace {

constexpr long wide_bits = 50;  // for the fixed points at the ends of an interval

class Curve {
public:
    Curve(LayerCurve which, const Activation& f, const Real& bias_variance, const Context& context)
        : which_(which),
          f_(f),
          bias_variance_(bias_variance),
          square_(f, RouteKind::definition),
          slope_square_({"the slope of " + f.text, f.formula.derivative()}, RouteKind::definition),
          context_(context) {}

    struct Point {
        Ball value, slope;
    };

    Point at(const Ball& weight, long bits) const {
        const Point unknown{Ball::indeterminate(), Ball::indeterminate()};
        if (!weight.is_finite() || !weight.is_positive()) return unknown;
        const std::optional<Ball> s = fixed_std(weight, bits);
        if (!s) return unknown;
        const MomentRange g = moment_range(square_, *s, bits, context_);
        const Ball steepness = 2 * *s - weight * g.slope;
        const bool is_smooth = steepness.is_finite() && steepness.is_positive();
        const Ball std_slope = is_smooth ? g.value / steepness : Ball::indeterminate();
        if (which_ == LayerCurve::q_fixed_point) return {pow(*s, 2), 2 * *s * std_slope};
        const MomentRange h = moment_range(slope_square_, *s, bits, context_);
        return {weight * h.value, h.value + weight * h.slope * std_slope};
    }

    /// No fixed point at the lower end: none above it either.
    bool excluded(const Ball& weight) const {
        if (!weight.is_finite()) return false;
        if (weight.upper().is_nonpositive()) return true;
        return weight.is_positive() && fixed_point(weight.lower(), wide_bits).status == Status::domain;
    }

private:
    Answer fixed_point(const Ball& weight, long bits) const {
        return smallest_fixed_point({f_, real_of_exact(weight), bias_variance_}, RouteKind::definition, bits,
                                    context_);
    }

    std::optional<Ball> fixed_std(const Ball& weight, long bits) const {
        const bool is_point = weight.is_exact();
        const Answer low = fixed_point(weight.lower(), is_point ? bits : wide_bits);
        if (low.status != Status::ok) return std::nullopt;
        if (is_point) return sqrt(low.value);
        const Answer high = fixed_point(weight.upper(), wide_bits);
        if (high.status != Status::ok) return std::nullopt;
        return sqrt(Ball::interval(low.value, high.value).at_precision(bits));
    }

    LayerCurve which_;
    Activation f_;
    Real bias_variance_;
    MomentCurve square_, slope_square_;
    const Context& context_;
};

}  // namespace

SearchedFunction curve_in_weight_variance(LayerCurve which, const Activation& f, const Real& bias_variance,
                                          const Context& context) {
    require_positive(bias_variance, "bias_variance");
    const auto curve = std::make_shared<const Curve>(which, f, bias_variance, context);
    return {[curve](const Ball& weight, long bits) { return curve->at(weight, bits).value; },
            [curve](const Ball& weight, long bits) { return curve->at(weight, bits).slope; },
            [curve](const Ball& weight, long) { return curve->excluded(weight); }};
}

}  // namespace sigprop
