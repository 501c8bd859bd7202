// Variances through the layers of a wide network, q_(l+1) = V(q_l). Every step of the recursion takes a ball
// to a ball, by the mean value theorem for V.

#include "catalogue/activation.hpp"
#include "core/ball/error_term.hpp"
#include "quantities/activation/homogeneous.hpp"
#include "quantities/activation/moment_range.hpp"
#include "quantities/activation/variance_iteration.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/bits.hpp"

namespace sigprop {
namespace {

constexpr std::int64_t max_integrals = 10'000;  // layers of a recursion whose steps are integrals

struct Start {
    Layer layer;
    Real q;
    std::int64_t layers;
};

/// V(q) = a q + b in closed form: a^L q + b (1 + a + … + a^(L-1)).
Answer linear_at_depth(const Start& start, const Homogeneous& form, long bits) {
    const Real rate = start.layer.weight_variance * form.square_mean;
    const Ball a = rate.at(bits + 64);
    const Ball b = start.layer.bias_variance.at(bits + 64);
    const Ball power = pow(a, start.layers);
    const bool is_one = compare(rate, 1) == 0;
    const Ball sum = is_one ? Ball(start.layers) : (power - 1) / (a - 1);
    return power * start.q.at(bits + 64) + b * sum;
}

/// V over balls.
struct BallMap {
    const MomentCurve& curve;
    Ball weight, bias;
    long working;

    Ball operator()(const Ball& q, const Context& context) const {
        if (!q.is_positive()) return Ball::indeterminate();
        return (weight * moment_range(curve, sqrt(q), working, context).value + bias).at_precision(working);
    }
};

bool lies_in(const Ball& inner, const Ball& outer) {
    return inner.is_finite() && (inner.lower() - outer.lower()).is_nonnegative() &&
           (outer.upper() - inner.upper()).is_nonnegative();
}

/// Looks for a ball that V takes into itself, so that all later variances lie in it.
class Settling {
public:
    explicit Settling(const BallMap& map) : map_(map) {}

    /// That ball, 2^-bits of the variance wide, once there is one; `last` became `next` in layer l.
    std::optional<Ball> operator()(const Ball& last, const Ball& next, std::int64_t l, long bits,
                                   const Context& context) {
        const double step = (next - last).magnitude().upper_double();
        const double shrinks = before_ > 0 ? step / before_ : 1;
        before_ = step;
        if (!(shrinks < 1) || l < next_try_) return std::nullopt;
        // What is left to go is the step times shrinks + shrinks^2 + …; twice that leaves room.
        const double wide = design("activation.depth.settled", 2.0) * step / (1 - shrinks);
        if (!((Ball(wide) - next * Ball::power_of_two(-bits)).is_negative())) return std::nullopt;
        const Ball ball = next.widened(Ball(wide));  // widening: region
        if (lies_in(map_(ball, context), ball)) return ball;
        next_try_ = 2 * l;  // tries must not cost more than layers
        return std::nullopt;
    }

private:
    const BallMap& map_;
    double before_ = 0;  ///< the step of the layer before
    std::int64_t next_try_ = 0;
};

/// The recursion, with V in closed form for f(c x) = c f(x) and over a moment curve otherwise.
Answer answer_at_depth(const Start& start, RouteKind route, long bits, const Context& context) {
    const long working = bits + 64;
    const Ball weight = start.layer.weight_variance.at(working);
    const Ball bias = start.layer.bias_variance.at(working);
    Ball q = start.q.at(working);
    const auto form = homogeneous_form(start.layer.f.formula);
    const bool is_linear = form && form->degree == 1;
    if (!is_linear && start.layers > max_integrals)
        return {Status::unable, "more than 10000 layers, each with its own integrals"};
    const MomentCurve curve(start.layer.f, route);
    const BallMap map{curve, weight, bias, working};
    Settling settling(map);
    for (std::int64_t l = 0; l < start.layers; ++l) {
        context.check_cancelled();
        const Ball next = is_linear
                              ? (weight * q * form->square_mean.at(working) + bias).at_precision(working)
                              : map(q, context);
        if (!next.is_finite() || !next.is_positive()) {
            return or_without_mean_square(
                {Status::unable, "the variance after layer " + std::to_string(l + 1) + " has no enclosure"},
                std::span(&start.layer.f.formula, 1), context);
        }
        if (!is_linear && l + 2 < start.layers) {
            if (const auto forever = settling(q, next, l, bits, context)) return *forever;
        }
        q = next;
    }
    return q;
}

Answer estimated_at_depth(const Start& start, const Context& context) {
    if (start.layers > 0) {
        const auto none = without_mean_square(std::span(&start.layer.f.formula, 1), context);
        if (none) return *none;
    }
    DoubleMap map(start.layer);
    double q = start.q.to_double();
    double error = 0;
    for (std::int64_t l = 0; l < std::min(start.layers, max_integrals); ++l) {
        context.check_cancelled();
        const double next = map(q);
        error = std::fabs(map.slope(q)) * error + 4 * std::fabs(map(q, 0x1p-6) - next) + 0x1p-44 * next;
        q = next;
    }
    if (start.layers > max_integrals || !std::isfinite(q)) return {Status::unable, "too many layers"};
    // widening: estimate
    return Ball(q).at_precision(64).widened(Ball(error));
}

std::vector<Route> variance_routes(const VarianceAtDepthArguments& given) {
    const Start start{layer_of(given), given.q, given.layers};
    const auto form = homogeneous_form(start.layer.f.formula);
    const bool is_linear = form && form->degree == 1;
    std::vector<Route> plans;
    const auto by = [&](RouteKind route, const char* method) {
        plans.push_back(enclosure(route, method, [start, route](long bits, const Context& context) {
            return answer_at_depth(start, route, bits, context);
        }));
    };
    if (is_linear) {
        plans.push_back(
            closed_form([start, form = *form](long bits) { return linear_at_depth(start, form, bits); }));
    } else if (MomentCurve(start.layer.f, RouteKind::closed_form).exists()) {
        by(RouteKind::closed_form, "closed_form");
    }
    by(RouteKind::definition, is_linear ? "recursion" : "arb_integral");
    if (!is_linear) {
        plans.push_back(DirectRoute{
            RouteKind::definition, "recursion", Kind::estimate,
            [start](long, const Context& context) { return estimated_at_depth(start, context); }});
    }
    return plans;
}

}  // namespace

std::vector<Quantity> signal_depth_quantities() {
    return {quantity("activation.variance_at_depth", variance_routes)};
}

}  // namespace sigprop
