// activation.correlation_iterated: the correlation map of an activation, applied once for each layer, where
// every layer has the same variance: c -> skip c + bias + (1 - skip - bias) C(c).
//
// By Mehler's series C(c) = sum a_k c^k with a_k >= 0, so that C rises on [0, 1]: an enclosure of c >= 0 is
// carried through a layer by its two ends, for any f. Below 0 the middle is taken: for a continuous f no
// slope of C is above C'(1) = std^2 E f'^2 / E f^2. So 1 - (1 - c) C'(1) <= C(c) <= 1, too, which is narrow
// next to 1, where a kink makes the series converge slowly. Reference: Daniely, Frostig and Singer 2016,
// arXiv:1602.05897, section 4; Martens et al. 2021, arXiv:2110.01765, section 4.3.

#include <algorithm>
#include <cmath>
#include <optional>

#include "catalogue/activation.hpp"
#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/extrema/proved_jump.hpp"
#include "quantities/activation/correlation.hpp"
#include "quantities/activation/correlation_depth_estimate.hpp"
#include "quantities/activation/patient_recursion.hpp"
#include "quantities/activation/variance_iteration.hpp"
#include "quantities/exact_real.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using IteratedMap = CorrelationIteratedArguments;

/// C'(1), the largest slope of C; non-finite where there is none.
Ball steepest(const IteratedMap& map, const Context& context) {
    const Formula x = Formula(map.std) * Formula::variable();
    const Formula f = map.f.formula.substitute(std::span(&x, 1));
    const Route ratio = expectation({pow(f.derivative(), 2), pow(f, 2)}, Law::normal(),
                                    Formula::variable(0) / Formula::variable(1));
    Context few = context;
    few.digits = 10;
    const Evidence found = best_enclosure(std::span(&ratio, 1), few);
    return found.status == Status::ok ? found.value.upper().at_precision(error_bits) : Ball::indeterminate();
}

class MapIteration {
public:
    MapIteration(const IteratedMap& map, long bits, const Context& context)
        : map_(map), bits_(bits + 64), context_(context) {
        if (is_continuous(map.f.formula, context)) slope_ = steepest(map, context);
    }

    Answer operator()() const {
        const long first = design("activation.correlation_iterated.bits", bits_);
        Ball c = map_.c.at(first).at_precision(bits_);
        const Ball skip = map_.skip.at(bits_);
        const Ball bias = map_.bias.at(bits_);
        for (std::int64_t l = 0; l < map_.layers; ++l) {
            context_.check_cancelled();
            const Answer next = through(c);
            if (next.status != Status::ok) return next;
            c = bounded(skip * c + bias + (1 - skip - bias) * next.value);
            if (!c.is_finite())
                return {Status::unable,
                        "the correlation after layer " + std::to_string(l + 1) + " has no enclosure"};
        }
        return c;
    }

private:
    /// A correlation is at most 1, whatever the rounding.
    static Ball bounded(const Ball& c) { return max(min(c, Ball(1)), Ball(-1)); }

    /// C over the ball c.
    Answer through(const Ball& c) const {
        if (c.is_exact()) return at(c);
        if (c.is_nonnegative()) {
            const Answer low = at(c.lower());
            if (low.status != Status::ok) return low;
            const Answer high = at(bounded(c.upper()));
            if (high.status != Status::ok) return high;
            return Ball::interval(low.value.lower(), high.value.upper()).at_precision(bits_);
        }
        if (!slope_.is_finite())
            return {Status::unable,
                    "no bound of the map's slope for negative correlations: there is no proof that f is "
                    "continuous"};
        const Ball middle = bounded(c.midpoint());
        const Answer value = at(middle);
        if (value.status != Status::ok) return value;
        return value.value.widened(
            error_term("activation.correlation_iterated.spread", slope_ * (c - middle).magnitude()));
    }

    Answer at(const Ball& c) const {
        std::optional<Ball> near;
        if (slope_.is_finite() && (c - Ball(0.75)).is_positive()) {
            near = Ball::interval((1 - (1 - c) * slope_).lower(), Ball(1)).at_precision(bits_);
            if (has_digits(*near, context_.digits + 6)) return *near;
        }
        const Answer series =
            best_value(correlation_routes(map_.f, real_of_exact(c), map_.std), bits_, context_);
        if (!near) return series;
        if (series.status == Status::domain) return series;
        return series.status == Status::ok && (near->radius() - series.value.radius()).is_positive() ? series
                                                                                                     : *near;
    }

    const IteratedMap& map_;
    long bits_;
    const Context& context_;
    Ball slope_ = Ball::indeterminate();
};

Answer estimated_iteration(const IteratedMap& map, const Context& context) {
    constexpr std::int64_t most = 100;
    const auto none = without_mean_square(std::span(&map.f.formula, 1), context);
    if (none) return *none;
    if (map.layers > most) return {Status::unable, "the estimate stops at 100 layers"};
    const double s = map.std.to_double();
    const double skip = map.skip.to_double();
    const double bias = map.bias.to_double();
    Evaluator<double> f(map.f.formula);
    DoubleMap square({map.f, 1, 0});
    const double mean = square(s * s);
    double ends[2] = {};
    for (int k = 0; k < 2; ++k) {
        double c = map.c.to_double();
        for (std::int64_t l = 0; l < map.layers; ++l) {
            context.check_cancelled();
            const double next = plane_mean(f, s, c, k == 0 ? 0.125 : 0.1875) / mean;
            c = std::clamp(skip * c + bias + (1 - skip - bias) * next, -1.0, 1.0);
        }
        ends[k] = c;
    }
    // widening: estimate
    return Ball(ends[0]).at_precision(64).widened(Ball(4 * std::fabs(ends[0] - ends[1]) + 0x1p-40));
}

std::vector<Route> correlation_iterated(const IteratedMap& given) {
    if (compare(given.skip + given.bias, 1).value_or(1) > 0)
        throw InputError::about({"skip", "bias"},
                                "skip and bias are shares of the variance: together they are at most 1");
    const PatientRecursion recursion(
        [given](long bits, const Context& context) { return MapIteration(given, bits, context)(); });
    return {
        enclosure(RouteKind::definition, "recursion", recursion),
        DirectRoute{RouteKind::definition, "trapezoid", Kind::estimate,
                    [given](long, const Context& context) { return estimated_iteration(given, context); }}};
}

}  // namespace

std::vector<Quantity> correlation_iterated_quantities() {
    return {quantity("activation.correlation_iterated", correlation_iterated)};
}

}  // namespace sigprop
