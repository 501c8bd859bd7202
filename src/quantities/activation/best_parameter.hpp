#pragma once
// The common part of the two meanings of activation.best_parameter. The search in double precision proves
// nothing; it tells the proofs where to begin.

#include <array>
#include <cmath>
#include <functional>

#include "core/formula/evaluator.hpp"

#include "quantities/support.hpp"

namespace sigprop {

// The interval in which t is searched for.
inline constexpr double min_t = 0x1p-6;
inline constexpr double max_t = 0x1p6;

struct BestParameter {
    Formula h = 0;  ///< h = f - g in x and t
    Real lower = 0, upper = 0;
};

/// h with t replaced.
[[nodiscard]] Formula with_t(const Formula& f, const Formula& t);

/// |h| on a grid of x, in double precision.
class ErrorGrid {
public:
    ErrorGrid(const Formula& h, double lower, double upper)
        : h_(h), lower_(lower), step_((upper - lower) / count) {}

    double value(double x, double t) {
        const std::array variables = {x, t};
        return h_(variables)[0];
    }
    double place(int i) const { return lower_ + (i + 0.5) * step_; }
    double largest(double t) {
        double most = 0;
        for (int i = 0; i < count; ++i) most = std::fmax(most, std::fabs(value(place(i), t)));
        return most;
    }
    double mean_square(double t) {
        double sum = 0;
        for (int i = 0; i < count; ++i) sum += std::pow(value(place(i), t), 2);
        return sum / count;
    }

    static constexpr int count = 2048;

private:
    Evaluator<double> h_;
    double lower_, step_;
};

/// The best cell of a geometric grid over the search interval, refined by Brent's method; NaN if at an end.
[[nodiscard]] double roughly_best(const std::function<double(double)>& error, const Context& context);

[[nodiscard]] Answer no_best_parameter();

/// The t that minimises sup_x |h|.
[[nodiscard]] Answer best_for_the_largest_error(const BestParameter& problem, long bits,
                                                const Context& context);
/// The t that minimises the mean of h^2 over [lower, upper], among those near it.
[[nodiscard]] Answer best_for_the_mean_square(const BestParameter& problem, long bits,
                                              const Context& context);

}  // namespace sigprop
