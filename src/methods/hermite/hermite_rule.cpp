#include "methods/hermite/hermite_rule.hpp"

#include "methods/hermite/hermite_kernel.hpp"
#include "methods/mean/strip.hpp"
#include "methods/quadrature/rectangle_bound.hpp"

#include <cmath>

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "core/formula/pieces.hpp"
#include "methods/quadrature/widest_step.hpp"

namespace sigprop {
namespace {

struct StripChoice {
    HermiteKernel kernel{1, 1};
    double log_bound = 0;  ///< of the integral of |f exp(-q z^2)| along the strip's edge
    double step = 0;
    double half_length = 0;
    Ball tail;  ///< bounds the integral of |f| exp(-q x^2) beyond half_length
};

class Search {
public:
    Search(const MeanProblem& problem, std::int64_t order, double goal)
        : problem_(problem), order_(order), goal_(goal) {}

    StripChoice operator()() {
        const Strip strip = strip_of_analyticity(problem_.integrand);
        const double widest = std::sqrt(2 * std::max(goal_, 1.0));
        if (strip.known && strip.at_most < widest) {
            // Close to the singularity the bound grows like a power of the distance.
            try_height(strip.at_most * (1 - std::min(0.5, 3 / std::max(goal_, 6.0))), 3000, 2048);
            if (best_.step > 0) return best_;
        }
        for (const int budget : {200, 4'000}) {
            scan(std::min(widest, 0.97 * strip.at_most), budget);
            if (best_.step > 0) break;
        }
        return best_;
    }

    [[nodiscard]] std::uint64_t evaluations() const { return evaluations_; }

private:
    /// Tries strips from the widest down: the first ones contain singularities, then steps grow, then shrink.
    void scan(double widest, int budget) {
        int worse = 0;
        for (int i = 0; i < 48 && worse < 2; ++i) {
            const double before = best_.step;
            try_height(widest * std::pow(0.8, i), budget, 32);
            if (before > 0) worse = best_.step > before ? 0 : worse + 1;
        }
    }

    void try_height(double height, int budget, double finest) {
        const HermiteKernel kernel(height, order_);
        const auto cut = cut_tails(problem_, kernel, goal_);
        if (!cut) return;
        RectangleBound bound(kernel.weighted(problem_.integrand), cut->first + 1);
        const double log_bound = bound.log_horizontal(
            height, budget, design("hermite.rule.covering", std::max(15.0, 0.06 * goal_)), finest);
        evaluations_ += bound.evaluations();
        if (!std::isfinite(log_bound)) return;
        const double step = std::min(widest_step(height, log_bound, goal_ + kernel.log_factor() + 2), 1.0);
        if (step > best_.step) best_ = {kernel, log_bound, step, cut->first, cut->second};
    }

    const MeanProblem& problem_;
    std::int64_t order_;
    double goal_;
    StripChoice best_;
    std::uint64_t evaluations_ = 0;
};

/// Nodes j h, j = 0 … N; each also represents its mirror image, since he_k(-x) = (-1)^k he_k(x).
void fill_nodes(HermiteRule& rule, const Formula& f, double h, std::int64_t N, long bits) {
    Evaluator<Ball> evaluate(f, bits);
    for (std::int64_t j = 0; j <= N; ++j) {
        const Ball x = (Ball(j) * Ball(h)).at_precision(bits);
        const Ball weight = Ball(h) * normal_pdf(x);
        const Ball right = evaluate(x);
        const Ball left = j > 0 ? evaluate(-x) : Ball(0);
        rule.points.push_back(x);
        rule.even.push_back(weight * (right + left));
        rule.odd.push_back(weight * (right - left));
    }
    rule.evaluations += 2 * static_cast<std::uint64_t>(N) + 1;
}

Ball error_bound(const StripChoice& strip, RectangleBound& bound, double h, std::int64_t N, double goal) {
    const Ball step = Ball(h).at_precision(64);
    const double height = strip.kernel.height;
    const Ball X = (Ball(N) + Ball(0.5)) * step;
    const Ball enough = exp(Ball(-goal - strip.kernel.log_factor()).at_precision(64));
    const Ball sides = bound.rule_error({height, strip.log_bound, h}, X, step, enough);
    const Ball factor = strip.kernel.factor();
    return (error_term("hermite.rule.sides", factor * sides) +
            error_term("hermite.rule.tail", factor * strip.tail))
        .upper();
}

/// f as a smooth formula on [-half_length, half_length], if it has no switches there.
std::optional<Formula> smooth_on(const Formula& f, double half_length, long bits) {
    const Partition parts = partition(f, Ball(-half_length), Ball(half_length), bits);
    const bool smooth = parts.complete && parts.pieces.size() == 1 && parts.kinks.empty();
    return smooth ? std::optional(parts.pieces[0].smooth) : std::nullopt;
}

}  // namespace

HermiteRule hermite_rule(const MeanProblem& problem, std::int64_t max_order, double scale, long bits,
                         const Context& context) {
    HermiteRule rule;
    if (!problem.singular_sides.empty()) {
        rule.reason = reason_singular;
        return rule;
    }
    const double goal = nats_of_bits(bits) - std::log(scale);
    const double checked = std::max(64.0, 4 * std::sqrt(2 * std::max(goal, 0.0)));
    const auto smooth = smooth_on(problem.integrand, checked, bits + 16);
    if (!smooth) return hermite_rule_on_pieces(problem, max_order, goal, bits, context);
    MeanProblem analytic = problem;
    analytic.integrand = *smooth;
    Search search(analytic, max_order, goal);
    const StripChoice strip = search();
    rule.evaluations = search.evaluations();
    if (strip.step <= 0) {
        rule.reason = "no strip around the real axis could be proved free of singularities";
        return rule;
    }
    if (strip.half_length + 1 > checked) {
        rule.reason = "the function grows too fast for the range on which it is proved to be smooth";
        return rule;
    }
    const double h = short_double(std::min(design("hermite.rule.step", strip.step), 1.0));
    const double count = std::max(std::ceil(strip.half_length / h - 0.5), 1.0);
    if (count > static_cast<double>(context.budget)) {
        rule.reason = "the proved strip is so narrow that the budget of evaluations is exceeded";
        return rule;
    }
    context.check_cancelled();
    const auto N = static_cast<std::int64_t>(count);
    fill_nodes(rule, analytic.integrand, h, N, bits + 40);
    RectangleBound bound(strip.kernel.weighted(analytic.integrand), strip.half_length + 1);
    rule.error = error_bound(strip, bound, h, N, goal);
    rule.evaluations += bound.evaluations();
    rule.proved = rule.error.is_finite();
    if (!rule.proved) rule.reason = "the sides of the rectangle could not be bounded";
    return rule;
}

}  // namespace sigprop
