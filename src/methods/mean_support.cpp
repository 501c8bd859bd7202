#include "methods/mean_support.hpp"

#include <cmath>
#include <sigprop/core/evaluator.hpp>
#include <sigprop/core/growth.hpp>

namespace sigprop {
namespace {

/// Extends the reach until the tail is small enough; nullopt when no bound is found.
std::optional<std::pair<double, Ball>> cut_tail(const Formula& weighted, double target_log) {
    double R = std::max(4.0, std::sqrt(std::max(0.0, -2 * target_log)));
    for (int attempt = 0; attempt < 60; ++attempt, R = std::ceil(R * 1.15 * 8) / 8) {
        const TailBehaviour tail = tail_behaviour(weighted, R);
        if (!tail.upper) continue;
        const std::optional<Ball> bound = tail_integral_bound(*tail.upper, R);
        if (!bound) continue;
        if ((log(*bound) - Ball(target_log)).is_nonpositive() || !bound->is_positive()) {
            return std::pair{R, *bound};
        }
    }
    return std::nullopt;
}

}  // namespace

Truncation truncate(const Formula& integrand, const Law& law, long bits, double scale) {
    Truncation cut;
    const Formula weighted = integrand * law.weight();
    const double target = -static_cast<double>(bits) * 0.6931471805599453 + std::log(scale);
    const auto end = [&](const Real& limit, int side, Ball& place) {
        if (limit.infinite_sign() != 0) {
            const auto tail = cut_tail(mirrored(weighted, side), target);
            if (!tail) return false;
            place = Ball(side * tail->first);
            cut.outside += tail->second;
            return true;
        }
        const Ball enclosed = limit.at(bits + 16);
        place = side > 0 ? enclosed.lower() : enclosed.upper();
        if (enclosed.is_exact()) return true;
        // The true end lies within the ball; what lies between is bounded by width times height.
        const Ball height = Evaluator<Ball>(weighted, bits)(enclosed).magnitude();
        cut.outside += 2 * enclosed.radius() * height;
        return height.is_finite();
    };
    cut.proved = end(law.lower, -1, cut.lower) && end(law.upper, 1, cut.upper);
    cut.outside = cut.outside.upper();
    return cut;
}

bool has_known_mass(const Law& law) { return law.sampler == Sampler::normal; }

Ball known_mass(const Law& law, long bits) {
    (void)law;
    return sqrt(2 * Ball::pi(bits));
}

Ball gap_contribution(const Formula& f, const Ball& lower, const Ball& upper, long bits) {
    const Ball width = upper - lower;
    if (!width.is_positive()) return 0;
    const Ball range = Ball::interval(lower, upper).at_precision(bits);
    return Evaluator<Ball>(f, bits)(range) * width.at_precision(bits);
}

MeanResult normalised(const MeanProblem& problem, long bits, const Context& context, Integrator integrate) {
    const Law& law = problem.law;
    MeanResult top = integrate(problem.integrand, law, problem.scale, bits, context);
    if (top.status != Status::ok) return top;
    if (has_known_mass(law)) {
        top.value = top.value / known_mass(law, bits + 20);
        return top;
    }
    const MeanResult bottom = integrate(Formula(1), law, problem.mass, bits, context);
    top.evaluations += bottom.evaluations;
    if (bottom.status != Status::ok || !bottom.value.is_positive()) {
        top.status = Status::unable;
        top.reason = "the mass of the law could not be enclosed";
        return top;
    }
    top.value = top.value / bottom.value;
    return top;
}

}  // namespace sigprop
