#include "methods/quadrature/rectangle.hpp"

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/mean/mean_support.hpp"
#include "methods/quadrature/ball_grid.hpp"
#include "methods/quadrature/rectangle_bound.hpp"
#include "methods/quadrature/widest_step.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

namespace sigprop {
namespace {

constexpr long sum_guard_bits = 24;  // of the sum, for the rounding of its terms

class Search {
public:
    Search(const RectangleProblem& problem, RectangleBound& bound, long bits)
        : problem_(problem), bound_(bound), goal_(nats_of_bits(bits) - std::log(problem.scale)) {}

    ProvedStrip operator()() {
        if (problem_.known_strip > 0) {
            // Close to the singularity the bound grows like a power of the distance: the best height is about
            // one part in goal_ below it, unless the function grows fast inside the strip.
            const double margin = 3 / std::max(goal_, 6.0);
            const double height = std::min(problem_.widest_strip, problem_.known_strip * (1 - margin));
            constexpr double close_to_the_singularity = 2048;
            // For an entire function of moderate growth, the best strip is the one in which the Gaussian's
            // own growth, e^(height^2/2), uses up the goal.
            const double acceptable = height < problem_.widest_strip ? 0.5 * goal_ : 1.3 * goal_;
            constexpr int patient = 3000;
            if (try_height(height, patient, close_to_the_singularity) && best_.log_bound < acceptable)
                return best_;
        }
        for (const int budget : {200, 4'000}) {
            search(budget);
            if (best_.step > 0) break;
        }
        return best_;
    }

private:
    /// Tries heights widest_strip 0.8^i. All above the nearest singularity fail; bisection finds the highest
    /// that does not. From there down the step first grows while the bound falls, then shrinks.
    void search(int budget) {
        constexpr int lowest = 47;
        const auto height = [this](int i) { return problem_.widest_strip * std::pow(0.8, i); };
        const auto works = [&](int i) { return try_height(height(i), budget); };
        int failing = -1;
        int working = 0;
        if (!works(0)) {
            failing = 0;
            working = 8;
            while (working < lowest && !works(working)) {
                failing = working;
                working = std::min(lowest, working * 2);
            }
            if (best_.step <= 0) return;
            while (working - failing > 1) {
                const int middle = (working + failing) / 2;
                (works(middle) ? working : failing) = middle;
            }
        }
        for (int stride : {4, 1}) {
            double before = 0;
            int i = working;
            do {
                before = best_.step;
                i += stride;
                (void)works(std::min(i, lowest));
            } while (best_.step > before && i < lowest);
            if (stride > 1) working = std::max(working, i - 2 * stride);
        }
    }

    /// Whether the strip is proved free of singularities; keeps the strip that allows the longest step. A box
    /// much smaller than the strip that is still not finite lies on a singularity: unless one is known to be
    /// near, the covering gives up early.
    bool try_height(double height, int budget, double finest = 32) {
        const double log_bound = bound_.log_horizontal(height, budget, std::max(15.0, 0.06 * goal_), finest);
        if (!std::isfinite(log_bound)) return false;
        const double step = widest_step(height, log_bound, goal_ + 2);
        if (step > best_.step) best_ = {height, log_bound, step};
        return true;
    }

    const RectangleProblem& problem_;
    RectangleBound& bound_;
    double goal_;
    ProvedStrip best_;
};

/// Sums G over the grid k h, |k| <= N, in groups of points from the middle outwards.
class Summation {
public:
    Summation(const RectangleProblem& problem, long bits, double h, std::size_t N)
        : problem_(problem),
          bits_(bits),
          h_(h),
          f_(problem.f, bits + sum_guard_bits, N),
          factor_(problem.factor, bits + sum_guard_bits, N),
          estimate_(problem.f),
          spare_(std::log2(h) + static_cast<double>(bits) + 12) {}

    Ball operator()(std::size_t N) {
        Ball centre = Ball().at_precision(bits_ + sum_guard_bits), sides = centre;
        add_tile(centre, 0, 1, false);
        for (std::size_t first = 1; first <= N; first += GridEvaluator::tile_size) {
            add_tile(sides, first, std::min(GridEvaluator::tile_size, N + 1 - first), !problem_.even);
        }
        return centre + (problem_.even ? 2 * sides : sides);
    }

private:
    /// Adds the points (first + k) h for k < size, and the mirrored ones.
    void add_tile(Ball& sum, std::size_t first, std::size_t size, bool both) {
        const Ball start = Ball(static_cast<std::int64_t>(first)) * Ball(h_);
        choose_precisions(first, size, both);
        f_(start, Ball(h_), precisions_);
        factor_(start, Ball(h_), precisions_);
        add_products(sum, size);
        if (!both) return;
        f_.mirror();
        if (!problem_.even_factor) factor_.mirror();
        add_products(sum, size);
    }

    void add_products(Ball& sum, std::size_t size) {
        for (std::size_t k = 0; k < size; ++k) {
            arb_addmul(raw(sum), f_.output(0, k), factor_.output(0, k), bits_ + sum_guard_bits);
        }
    }

    /// A few neighbouring points share a precision such that their rounding is below 2^-bits of the integral.
    void choose_precisions(std::size_t first, std::size_t size, bool both) {
        constexpr std::size_t group = 8;
        precisions_.assign(size, 0);
        for (std::size_t k = 0; k < size; k += group) {
            const std::size_t last = std::min(k + group, size) - 1;
            const double x = static_cast<double>(first + k) * h_;
            const double end = static_cast<double>(first + last) * h_;
            double wanted = excess(x) + std::max(problem_.log2_factor(x), problem_.log2_factor(end));
            if (both) {
                const double factor = std::max(problem_.log2_factor(-x), problem_.log2_factor(-end));
                wanted = std::max(wanted, excess(-x) + factor);
            }
            const long bits =
                std::clamp(static_cast<long>(spare_ + wanted), sum_guard_bits, bits_ + sum_guard_bits);
            std::fill(precisions_.begin() + static_cast<std::ptrdiff_t>(k),
                      precisions_.begin() + static_cast<std::ptrdiff_t>(last) + 1, bits);
        }
    }

    /// log2 of |f| relative to its mean, but at least 0: a small factor saves bits, whereas a small f may be
    /// the result of a cancellation inside f.
    double excess(double x) {
        const double value = std::fabs(estimate_(x)) / problem_.scale;
        return std::isfinite(value) && value > 1 ? std::log2(value) : 0;
    }

    const RectangleProblem& problem_;
    long bits_;
    double h_;
    GridEvaluator f_;
    GridEvaluator factor_;
    Evaluator<double> estimate_;
    double spare_;
    std::vector<long> precisions_;
};

}  // namespace

RectangleResult rectangle_trapezoid(const RectangleProblem& problem, long bits, const Context& context) {
    RectangleResult result;
    // X = (N + 1/2) h exceeds half_length by less than one step, and steps are kept below 1.
    RectangleBound bound(problem.f * problem.factor, problem.half_length + 1);
    const ProvedStrip strip = Search(problem, bound, bits)();
    result.evaluations = bound.evaluations();
    if (strip.step <= 0) {
        result.reason = "no strip around the real axis could be proved free of singularities";
        return result;
    }
    const double h = short_double(std::min(design("quadrature.rectangle.step", strip.step), 1.0));
    const double count = std::ceil(problem.half_length / h - 0.5);
    if (count > static_cast<double>(affordable_evaluations(problem.f * problem.factor, context))) {
        result.reason = "the proved strip is so narrow that the budget of evaluations is exceeded";
        return result;
    }
    const auto N = static_cast<std::size_t>(std::max(count, 1.0));
    result.covered_length = (static_cast<double>(N) + 0.5) * h;
    if (result.covered_length > problem.half_length + 1)
        throw std::logic_error("the rectangle is larger than its covering");
    context.check_cancelled();

    const Ball step = Ball(h).at_precision(error_bits);
    const Ball scale = Ball(problem.scale).at_precision(error_bits);
    const Ball X = (Ball(static_cast<std::int64_t>(N)) + Ball(0.5)) * step;
    const Ball error = bound.rule_error(strip, X, step, scale * Ball::power_of_two(-bits));
    // Checked before the sum is taken, which would be useless with a bound far above the integral itself.
    constexpr long far_above = 64;
    if (!(error - scale * Ball::power_of_two(far_above)).is_negative()) {
        result.reason = "the error of the rule could not be bounded usefully on the sides of the rectangle";
        return result;
    }
    const Ball sum = Summation(problem, bits, h, N)(N);
    result.evaluations += 2 * N + 1;
    result.integral = (sum * Ball(h)).widened(error);  // widening: of terms
    result.proved = result.integral.is_finite();
    if (!result.proved) result.reason = "the sum has no finite enclosure";
    return result;
}

}  // namespace sigprop
