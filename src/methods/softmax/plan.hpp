#pragma once
// The grid of a softmax table. It is chosen in doubles: the choice decides the accuracy and the cost of the
// table, never whether its enclosures hold.

#include <cstddef>
#include <cstdint>

#include "core/base/bits.hpp"
#include "methods/softmax/bounds.hpp"
#include "methods/softmax/logit_law.hpp"

namespace sigprop {

/// The lengths of rows that a table is to serve.
struct RowLengths {
    std::uint64_t least = 2, most = std::uint64_t{1} << 63;
};

/// u_k = k log 2 / steps, k = first … last: e^u doubles exactly every `steps` points, so that exp(-e^u)
/// follows by squaring. The inner grid, over the logit, is `refinement` times as fine.
struct SoftmaxPlan {
    long bits = 0;     ///< intended relative accuracy of the columns and of the integrals over them
    long working = 0;  ///< precision of the balls
    long steps = 1;
    long refinement = 1;
    long first = 0, last = 0;
    bool by_nodes = false;   ///< uses nodes of the law (logit_nodes.hpp), not an inner grid
    bool convolves = false;  ///< computes the inner sums of all points at once (core/ball/convolution.hpp)
    RowLengths lengths = {};
    LogitTails tails;
    double work = 0;  ///< of one column, in products of 128 bits

    [[nodiscard]] double step() const { return log_2 / static_cast<double>(steps); }
    [[nodiscard]] double inner_step() const { return step() / static_cast<double>(refinement); }
    [[nodiscard]] std::size_t size() const { return static_cast<std::size_t>(last - first + 1); }
    /// How many nats of a column's relative accuracy at u_k no row of these lengths can see, because all of
    /// its integrals weigh the column too little there.
    [[nodiscard]] double unseen(long k) const;
};

/// A bound of log g(u)^(n - 1), n the least length: log g by its exponential bound, or that of g <= P(x + u <
/// c)
/// + exp(-e^c), for e^-goal.
[[nodiscard]] double log_of_rest(double u, const LogitTails& tails, double goal, const RowLengths& lengths);

/// The point where f falls to zero, starting at `inside` in the given direction.
template <class F>
[[nodiscard]] double falls_to_zero(const F& f, double inside, double direction) {
    double width = 1;
    while (f(inside + direction * width) > 0 && width < 1e9) width *= 2;
    double low = 0, high = width;
    for (int i = 0; i < 40; ++i) {
        const double middle = (low + high) / 2;
        (f(inside + direction * middle) > 0 ? low : high) = middle;
    }
    return inside + direction * high;
}

/// The plan for a law with these tails and these lengths, without the inner grid.
[[nodiscard]] SoftmaxPlan outer_plan(const LogitTails& tails, long bits, const RowLengths& lengths = {});

/// The same with the inner grid of a normal law of std s.
[[nodiscard]] SoftmaxPlan normal_plan(double s, long bits, const RowLengths& lengths = {});

/// The same for any law, by its nodes.
[[nodiscard]] SoftmaxPlan node_plan(const LogitLaw& law, long bits, const RowLengths& lengths = {});
/// The one of normal_plan and node_plan that suits the law.
[[nodiscard]] SoftmaxPlan softmax_plan(const LogitLaw& law, long bits, const RowLengths& lengths = {});

/// The strip |Im| < a of the inner trapezoidal rule over a normal law with the smallest error for
/// e^(a^2 / (2 s^2)) (cos a)^-p, and the exponent of that error.
struct InnerStrip {
    double a = 0, exponent = 0;
};
[[nodiscard]] InnerStrip inner_strip(int p, double s, double inner_step);

}  // namespace sigprop
