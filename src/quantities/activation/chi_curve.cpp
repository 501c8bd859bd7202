#include "quantities/activation/chi_curve.hpp"

#include "core/base/recent.hpp"
#include "quantities/activation/moment_range.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <memory>
#include <optional>

namespace sigprop {
namespace {

constexpr long wide_bits = 50;  // for the fixed points at the ends of an interval
constexpr double widest = 2;    // ratio of stds over which no bound of the slope is of use

class Curve {
public:
    Curve(LayerCurve which, const Activation& f, const Real& bias_variance, const Context& context)
        : which_(which),
          f_(f),
          bias_variance_(bias_variance),
          square_(f, RouteKind::definition),
          slope_square_({"the slope of " + f.text, f.formula.derivative()}, RouteKind::definition),
          context_(context) {}

    Ball value(const Ball& weight, long bits) const {
        const std::optional<Ball> q = fixed_variance(weight, bits);
        if (!q) return Ball::indeterminate();
        if (which_ == LayerCurve::q_fixed_point) return *q;
        return weight * moment_range(slope_square_, sqrt(*q), bits, context_).value;
    }

    Ball slope(const Ball& weight, long bits) const {
        const std::optional<Ball> q = fixed_variance(weight, bits);
        if (!q) return Ball::indeterminate();
        const Ball s = sqrt(*q);
        if ((s.upper() - Ball(widest) * s.lower()).is_positive()) return Ball::indeterminate();
        const MomentRange g = moment_range(square_, s, bits, context_);
        const Ball steepness = 2 * s - weight * g.slope;
        if (!steepness.is_finite() || !steepness.is_positive()) return Ball::indeterminate();
        const Ball std_slope = g.value / steepness;
        if (which_ == LayerCurve::q_fixed_point) return 2 * s * std_slope;
        const MomentRange h = moment_range(slope_square_, s, bits, context_);
        return h.value + weight * h.slope * std_slope;
    }

    /// No fixed point at the lower end: none above it either.
    bool excluded(const Ball& weight) const {
        if (!weight.is_finite()) return false;
        if (weight.upper().is_nonpositive()) return true;
        return weight.is_positive() && fixed_point(weight.lower(), wide_bits).status == Status::domain;
    }

private:
    /// A search asks for both ends of a box several times, and each is a search of its own.
    Answer fixed_point(const Ball& weight, long bits) const {
        return *fixed_points_.find(std::to_string(bits) + " " + weight.exact_text(), [&] {
            return smallest_fixed_point({f_, real_of_exact(weight), bias_variance_}, RouteKind::definition,
                                        bits, context_);
        });
    }

    /// A search asks for four times the bits of its boxes where it looks whether a function vanishes; no more
    /// than a little above what is wanted in the end is computed.
    std::optional<Ball> fixed_variance(const Ball& weight, long asked) const {
        const long bits = std::min(asked, context_.bits() + 64);
        if (!weight.is_finite() || !weight.is_positive()) return std::nullopt;
        const bool is_point = weight.is_exact();
        const Answer low = fixed_point(weight.lower(), is_point ? bits : wide_bits);
        if (low.status != Status::ok) return std::nullopt;
        if (is_point) return low.value;
        const Answer high = fixed_point(weight.upper(), wide_bits);
        if (high.status != Status::ok) return std::nullopt;
        return Ball::interval(low.value, high.value).at_precision(bits);
    }

    LayerCurve which_;
    Activation f_;
    Real bias_variance_;
    MomentCurve square_, slope_square_;
    const Context& context_;
    mutable Recent<std::string, const Answer> fixed_points_{256};
};

}  // namespace

SearchedFunction curve_in_weight_variance(LayerCurve which, const Activation& f, const Real& bias_variance,
                                          const Context& context) {
    require_positive(bias_variance,
                     "bias_variance");  // without a bias q* may be 0, and does not come from sqrt(b)
    const auto curve = std::make_shared<const Curve>(which, f, bias_variance, context);
    return {[curve](const Ball& weight, long bits) { return curve->value(weight, bits); },
            [curve](const Ball& weight, long bits) { return curve->slope(weight, bits); },
            [curve](const Ball& weight, long) { return curve->excluded(weight); }};
}

}  // namespace sigprop
