// activation.correlation_at_depth: what becomes of the correlation of two inputs in a wide network.
//
// One layer takes (s, c) with s = sqrt(q) to w C(s, c) + b over V(q), where C(s, c) = E f(s u) f(s v) for
// normals of correlation c. C is computed at one point of the ball (s, c); by Mehler's series dC/dc <= s^2 E
// f'(s z)^2, and by Cauchy and Schwarz |dC/ds| <= 2 sqrt(E (z f'(s z))^2 E f(s z)^2), for a continuous f. A
// mean at s is at most hi/s times that at hi >= s, because the density of N(0, s^2) times s grows with s.

#include "catalogue/activation.hpp"
#include "core/ball/error_term.hpp"
#include "methods/extrema/proved_jump.hpp"
#include "quantities/activation/correlation.hpp"
#include "quantities/activation/correlation_depth_estimate.hpp"
#include "quantities/activation/moment_range.hpp"
#include "quantities/activation/patient_recursion.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>

#include "core/base/bits.hpp"
#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

class Recursion {
public:
    Recursion(const CorrelatedStart& start, long bits, const Context& context)
        : start_(start),
          bits_(bits + 64),
          context_(context),
          square_(start.layer.f, RouteKind::definition),
          slope_square_({"the slope of " + start.layer.f.text, slope()}, RouteKind::definition),
          moved_square_({"x times the slope of " + start.layer.f.text, Formula::variable() * slope()},
                        RouteKind::definition) {}

    Answer operator()() const {
        const long first = design("activation.correlation_at_depth.bits", bits_);
        Ball q = start_.q.at(first).at_precision(bits_);
        Ball c = start_.correlation.at(first).at_precision(bits_);
        const Ball weight = start_.layer.weight_variance.at(bits_);
        const Ball bias = start_.layer.bias_variance.at(bits_);
        for (std::int64_t l = 0; l < start_.layers; ++l) {
            context_.check_cancelled();
            const Ball s = sqrt(q);
            const Answer product = product_mean(s, c);
            if (product.status != Status::ok) return product;
            q = (weight * moment_range(square_, s, bits_, context_).value + bias).at_precision(bits_);
            c = within_one((weight * product.value + bias) / q);
            if (!c.is_finite()) {
                return {Status::unable,
                        "the correlation after layer " + std::to_string(l + 1) + " has no enclosure"};
            }
        }
        return c;
    }

private:
    Formula slope() const { return start_.layer.f.formula.derivative(); }

    /// A correlation is at most 1, whatever the rounding.
    static Ball within_one(const Ball& c) { return max(min(c, Ball(1)), Ball(-1)); }

    /// C over the balls s and c.
    Answer product_mean(const Ball& s, const Ball& c) const {
        const Ball at_s = s.midpoint();
        const Ball at_c = within_one(c.midpoint());
        const Answer mean = square_.value(at_s, digits_of_bits(bits_), context_);
        if (mean.status != Status::ok) return mean;
        const Answer product = product_at(at_s, at_c, mean.value);
        if (product.status != Status::ok) return product;
        const Answer spread = spread_of(s, c, at_s, at_c);
        if (spread.status != Status::ok) return spread;
        return product.value.widened(error_term("activation.correlation_at_depth.spread", spread.value));
    }

    /// C at a point. Next to c = 1 the bound of dC/dc gives g - (1 - c) s^2 E f'(s z)^2 <= C <= g for g = E
    /// f(s z)^2, where a kink of f makes Mehler's series converge slowly.
    Answer product_at(const Ball& s, const Ball& c, const Ball& mean) const {
        Answer near = Ball::indeterminate();
        if ((c - Ball(0.75)).is_positive()) {
            const Answer slope = slope_square_.value(s, 8, context_);
            if (slope.status == Status::ok)
                near = Ball::interval(mean - (1 - c) * pow(s, 2) * slope.value, mean).at_precision(bits_);
        }
        if (near.value.is_finite() && has_digits(near.value, context_.digits + 6)) return near;
        const Answer ratio = correlation_at(s, c);
        if (ratio.status != Status::ok) return near.value.is_finite() ? near : ratio;
        const Ball series = ratio.value * mean;
        const bool is_narrower =
            near.value.is_finite() && (series.radius() - near.value.radius()).is_positive();
        return is_narrower ? near : Answer(series);
    }

    Answer correlation_at(const Ball& s, const Ball& c) const {
        return best_value(correlation_routes(start_.layer.f, real_of_exact(c), real_of_exact(s)), bits_,
                          context_);
    }

    /// How far C over the balls can be from C at their middle.
    Answer spread_of(const Ball& s, const Ball& c, const Ball& at_s, const Ball& at_c) const {
        constexpr long few = 8;
        const Ball high = s.upper();
        const Ball ratio = high.at_precision(64) / s.lower();
        std::array<Ball, 3> means;  // at `high`; times the ratio they bound those for every s of the ball
        const std::array curves = {&square_, &slope_square_, &moved_square_};
        for (std::size_t i = 0; i < means.size(); ++i) {
            const Answer mean = curves[i]->value(high, few, context_);
            if (mean.status != Status::ok) return mean;
            means[i] = mean.value * ratio;
        }
        const Ball by_c = pow(high.at_precision(64), 2) * means[1];
        // E (z f'(s z))^2 = E (s z f'(s z))^2 / s^2
        const Ball by_s = 2 * sqrt(means[0] * means[2]) / s.lower();
        return (by_c * (c - at_c).magnitude() + by_s * (s - at_s).magnitude()).upper();
    }

    const CorrelatedStart& start_;
    long bits_;
    const Context& context_;
    MomentCurve square_, slope_square_, moved_square_;
};

Answer at_depth(const PatientRecursion& recursion, const CorrelatedStart& start, long bits,
                const Context& context) {
    if (!is_continuous(start.layer.f.formula, context))
        return {Status::unable, "no proof that f is continuous: jumps reduce correlations near 1"};
    return or_without_mean_square(recursion(bits, context), std::span(&start.layer.f.formula, 1), context);
}

std::vector<Route> correlation_depth_routes(const CorrelationAtDepthArguments& given) {
    const CorrelatedStart start{layer_of(given), given.q, given.correlation, given.layers};
    const PatientRecursion recursion(
        [start](long bits, const Context& context) { return Recursion(start, bits, context)(); });
    return {enclosure(RouteKind::definition, "recursion",
                      [start, recursion](long bits, const Context& context) {
                          return at_depth(recursion, start, bits, context);
                      }),
            DirectRoute{RouteKind::definition, "trapezoid", Kind::estimate,
                        [start](long, const Context& context) {
                            return estimated_correlation_at_depth(start, context);
                        }}};
}

}  // namespace

std::vector<Quantity> correlation_depth_quantities() {
    return {quantity("activation.correlation_at_depth", correlation_depth_routes)};
}

}  // namespace sigprop
