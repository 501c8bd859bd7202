// Why these are enclosures. Let V be the integral of W A over the line and a < pi/2.
// 1. For every law |g(u + ia)| <= g(u + log cos a) and |phi_p(u + ia)| <= (cos a)^-p phi_p(u + log cos a),
//    from |exp(-e^(x + u + ia))| = exp(-e^(x + u) cos a). Moving u by log cos a turns the trapezoid's bound M
//    into (cos a)^-P V, P the power of all columns together: the outer error is relative, e =
//    trapezoid_error(a) (cos a)^-P. (Weights are sums of powers of g with positive coefficients.)
// 2. The inner errors have the size d phi_p(u + log c), and the weight falls in u, so W(u) <= W(u + log c):
//    their sum is at most d times the trapezoidal sum on a grid moved by log c, which is at most (1 + e) V;
//    for phi^2 it is (2 d + d^2) (1 + e) V, by Cauchy and Schwarz.
// 3. For the moment, V is replaced by E sum a |x| <= E max |x| <= s sqrt(2 log 2n) in the bounds.
// 4. Beyond the window, softmax/bounds.hpp and the monotone weight give a geometric series.
// log S: |h - g^n| on Im u = a is at most e^u + 2.32 n e^(u + s^2/2) (see softmax/table_grid.cpp), at most 2,
//    and exp(-e^u cos a) + g(u + log cos a); on the three pieces that end at -log n - s^2/2 and 0 the
//    integral is at most 3.32 + 2 (log n + s^2/2) + log(1 + 1/cos a) + log(1/cos a) + log 2 + E |x|, with
//    E_1(y) <= log(1 + 1/y).
// A sink, one more key whose logit is b in every row, multiplies the weight by exp(-y), y = e^(u + b), which
// falls in u and obeys 1, as the g of that key. The sink's own integrals are of y e^-y g^n and (1 - e^-y)
// g^n: |1 - e^-z| <= |z| (1 - e^(-Re z))/Re z for Re z > 0, so that both obey 1 with P = 1. Left of the
// window they are at most y, right of it at most g^n.

#include "methods/softmax/sum.hpp"

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/softmax/bounds.hpp"
#include "methods/softmax/row_weights.hpp"

#include <cmath>
#include <optional>
#include <vector>

namespace sigprop {
namespace {

constexpr long coarse = 64;  // precision of bounds

Ball ball(double x) { return Ball(x).at_precision(coarse); }
Ball upper_part(const Ball& bound) { return Ball::interval(Ball(0), bound.upper()); }

struct Window {
    std::size_t low = 0, high = 0;
};

class Sum {
public:
    Sum(const SoftmaxTable& table, const Rows& rows, const Context& context,
        std::optional<Ball> sink = std::nullopt)
        : table_(table),
          plan_(table.plan()),
          rows_(rows),
          weights_(table, rows, context),
          context_(context),
          s_(proxy(table.law()).at_precision(coarse)),
          tails_{s_, max_abs(table.law()).at_precision(coarse)},
          h_(table.step(plan_.working)),
          cut_(design("softmax.sum.ends", nats_of_bits(plan_.bits) + 12)),
          sink_(std::move(sink)) {}

    Ball weighted(SoftmaxColumn which, int keys) {
        const SoftmaxFunction& function = table_.function(which, context_);
        const Window window = where(which, function, keys);
        const std::size_t size = window.high - window.low + 1;
        ArbVector weights(size), squares(keys == 2 ? size : 0);
        for (std::size_t i = 0; i < size; ++i) {
            if (i % 64 == 0) context_.check_cancelled();
            const std::size_t place = window.low + i;
            const double size_of_term = keys * function.logs[place] + log_weight(place, keys) - most_;
            Ball weight = weights_.scaled(place, keys, bits_of(size_of_term));
            if (sink_) weight *= exp(-sink_size(place, plan_.working)).at_precision(bits_of(size_of_term));
            arb_swap(weights.at(i), raw(weight));
            if (keys == 2) arb_sqr(squares.at(i), function.column.values.at(place), plan_.working);
        }
        Ball sum = blank(plan_.working);
        dot(raw(sum), weights.at(0), keys == 2 ? squares.at(0) : function.column.values.at(window.low), 1,
            static_cast<slong>(size), plan_.working);
        const Ball left =
            error_term("softmax.sum.left_end", weights_.largest(keys) * outside(which, keys, window.low, 1));
        Ball last_weight = weights_.at(window.high, keys).upper();
        if (sink_) last_weight = last_weight * exp(-sink_size(window.high, coarse)).upper();
        const Ball right =
            error_term("softmax.sum.right_end", last_weight * outside(which, keys, window.high, -1));
        return discretised(which, keys, function.column, weights_.scale(keys) * h_ * sum,
                           h_ * (left + right));
    }

    Ball logarithm() {
        const ArbVector& rises = table_.rise_sums(context_);
        Window window = where_log();
        if (weights_.powers() != nullptr) window.low = std::max(window.low, weights_.powers()->first);
        Ball rise = rises.get(static_cast<slong>(window.high), plan_.working);
        if (window.low > 0) rise -= rises.get(static_cast<slong>(window.low) - 1, plan_.working);
        if (rows_.mask == RowMask::causal) rise = rise - rise / count_ball(rows_.n);
        const Ball sum = (weights_.powers() != nullptr ? risen_by_powers(window) : risen(window)) - rise;
        return (h_ * sum)
            .widened(h_ * outside_log(window))  // widening: of terms
            .widened(error_term("softmax.sum.log_discretisation", log_discretisation()));
    }

    /// The integral of y e^-y g^n, or of (1 - e^-y) g^n.
    Ball of_sink(SinkMean what) {
        const auto survival = [&](std::size_t i) { return static_cast<double>(rows_.n) * weights_.log_g(i); };
        std::vector<double> logs(plan_.size());
        most_ = -INFINITY;
        const double cut_left = design("softmax.sum.sink_left_cut", cut_);
        const double cut_right = design("softmax.sum.sink_right_cut", cut_);
        for (std::size_t i = 0; i < plan_.size(); ++i) {
            const double y = std::exp(sink_log(i));
            const double own = what == SinkMean::weight ? sink_log(i) - y : std::log(-std::expm1(-y));
            logs[i] = own + survival(i);
            most_ = std::max(most_, logs[i]);
        }
        Window window{0, plan_.size() - 1};
        narrow(window.high, window.low, [&](std::size_t i) {
            const double theta = falling(i);
            return weights_.log_survival_factor(i) + log_power_bound(0, theta, u(i), tails_).to_double() -
                       std::log(-theta * plan_.step()) <
                   most_ - cut_right;
        });
        narrow(window.low, window.high,
               [&](std::size_t i) { return sink_log(i) - std::log(plan_.step()) < most_ - cut_left; });
        Ball sum = blank(plan_.working);
        for (std::size_t i = window.low; i <= window.high; ++i) {
            if (i % 64 == 0) context_.check_cancelled();
            const long bits = bits_of(logs[i] - most_);
            const Ball y = sink_size(i, plan_.working);
            const Ball own = what == SinkMean::weight ? y * exp(-y) : -expm1(-y);
            const Ball term = own.at_precision(bits) * weights_.survival(i, bits);
            arb_add(raw(sum), raw(sum), raw(term), plan_.working);
        }
        const Ball h = h_.at_precision(coarse);
        const Ball left =
            error_term("softmax.sum.sink_left_end", beyond(sink_size(window.low, coarse), 1, 1, h).upper());
        const double theta = falling(window.high);
        const Ball right = error_term(
            "softmax.sum.sink_right_end",
            weights_.survival_factor(window.high).magnitude() *
                beyond(exp(log_power_bound(0, theta, u(window.high), tails_)), 1, theta, h).upper());
        const Ball e = trapezoid_error(ball(best_strip(1, plan_.step())), h, 1);
        // widening: of terms
        return (h_ * sum + upper_part(h * (left + right))) / Ball(1).at_precision(plan_.working).widened(e);
    }

private:
    /// log y, and y = e^(u + b) itself.
    [[nodiscard]] double sink_log(std::size_t place) const { return u_double(place) + sink_->to_double(); }
    [[nodiscard]] Ball sink_size(std::size_t place, long bits) const {
        return exp(table_.point(plan_.first + static_cast<long>(place), bits) + sink_->at_precision(bits));
    }
    /// log of the weight of a term, with the sink.
    [[nodiscard]] double log_weight(std::size_t place, int keys) const {
        return weights_.log_at(place, keys) - (sink_ ? std::exp(sink_log(place)) : 0);
    }
    /// An exponent below 0 for the bound of g to the right of a place.
    [[nodiscard]] double falling(std::size_t place) const {
        return std::min(best_exponent(0, u_double(place), plan_.tails).theta,
                        -1 / (2 + std::fabs(u_double(place))));
    }

    /// The sum of 1 - g^n, or for causal rows of RowWeights::risen, over a window.
    [[nodiscard]] Ball risen(const Window& window) const {
        const SoftmaxFunction& deficits = table_.function(SoftmaxColumn::deficit, context_);
        const double log_n = std::log(static_cast<double>(rows_.n));
        Ball sum = blank(plan_.working);
        for (std::size_t i = window.low; i <= window.high; ++i) {
            if (i % 64 == 0) context_.check_cancelled();
            const Ball term = weights_.risen(i, bits_of(std::min(deficits.logs[i] + log_n, 0.0)));
            arb_add(raw(sum), raw(sum), raw(term), plan_.working);
        }
        return sum;
    }

    [[nodiscard]] Ball risen_by_powers(const Window& window) const {
        const RowPowers& powers = *weights_.powers();
        const std::size_t beyond_split = std::clamp(powers.split, window.low, window.high + 1);
        const std::size_t beyond_end = std::clamp(powers.end, beyond_split, window.high + 1);
        Ball sum = count_ball(window.high + 1 - beyond_split).at_precision(plan_.working);
        for (std::size_t i = window.low; i < beyond_split; ++i)
            arb_add(raw(sum), raw(sum), powers.at(i), plan_.working);
        for (std::size_t i = beyond_split; i < beyond_end; ++i)
            arb_sub(raw(sum), raw(sum), powers.at(i), plan_.working);
        return sum.widened(error_term("softmax.sum.vanished_powers",
                                      count_ball(window.high + 1 - beyond_end) * powers.rest));
    }

    [[nodiscard]] Ball u(std::size_t place) const {
        return table_.point(plan_.first + static_cast<long>(place), coarse);
    }
    /// The precision for a term e^log_size times the largest.
    [[nodiscard]] long bits_of(double log_size) const {
        return std::clamp(plan_.working + static_cast<long>(log_size / log_2), 24L, plan_.working);
    }
    [[nodiscard]] double u_double(std::size_t place) const {
        return static_cast<double>(plan_.first + static_cast<long>(place)) * plan_.step();
    }

    /// The window outside which the terms are negligible.
    [[nodiscard]] Window where(SoftmaxColumn which, const SoftmaxFunction& function, int keys) {
        most_ = -INFINITY;
        for (std::size_t i = 0; i < plan_.size(); ++i)
            most_ = std::max(most_, keys * function.logs[i] + log_weight(i, keys));
        Window window{0, plan_.size() - 1};
        // The omitted terms must be small by their bounds, with the largest weight on the left and on the
        // right the one at the end.
        const double step = plan_.step();
        const double largest = std::log(weights_.largest(keys).to_double());
        const auto rest = [&](std::size_t i, int side, double log_weight) {
            const Exponent bound = exponent(which, i, side);
            return log_weight + keys * bound.log_bound - std::log(std::fabs(bound.theta) * step) <
                   most_ - cut_;
        };
        narrow(window.high, window.low, [&](std::size_t i) { return rest(i, -1, log_weight(i, keys)); });
        narrow(window.low, window.high, [&](std::size_t i) { return rest(i, 1, largest); });
        return window;
    }

    /// Moves an end towards the other one as long as `is_out` holds, by bisection.
    template <class Predicate>
    static void narrow(std::size_t& end, std::size_t other, const Predicate& is_out) {
        while (end + 1 < other || other + 1 < end) {
            const std::size_t middle =
                std::min(end, other) + (std::max(end, other) - std::min(end, other)) / 2;
            (is_out(middle) ? end : other) = middle;
        }
    }

    /// The exponent that bounds phi beyond a place; side 1 is the left, -1 the right.
    [[nodiscard]] Exponent exponent(SoftmaxColumn which, std::size_t place, int side) const {
        const int p = power_of(which);
        const double at = u_double(place);
        Exponent best = best_exponent(p, at, plan_.tails);
        const double least = 1 / (2 + std::fabs(at));
        if (best.theta * side >= least) return best;
        best.theta = side * least;
        best.log_bound = log_power_bound(p, best.theta, ball(at), tails_).to_double();
        return best;
    }

    /// The sum of bounds of phi^keys beyond a place; side 1 is the left, -1 the right.
    [[nodiscard]] Ball outside(SoftmaxColumn which, int keys, std::size_t place, int side) const {
        const int p = power_of(which);
        const double theta = exponent(which, place, side).theta;
        const bool is_moment = which == SoftmaxColumn::moment;
        const Ball bound = is_moment ? moment_bound(theta, u(place), tails_)
                                     : exp(log_power_bound(p, theta, u(place), tails_));
        return beyond(bound, keys, theta, h_.at_precision(coarse)).upper();
    }

    [[nodiscard]] Ball discretised(SoftmaxColumn which, int keys, const ColumnValues& column, const Ball& sum,
                                   const Ball& rest) const {
        const int power = power_of(which) * keys;
        const Ball a = ball(best_strip(power, plan_.step()));
        const Ball e = trapezoid_error(a, h_.at_precision(coarse), power);
        const Ball& d = column.relative;  // a term of the column
        if (which == SoftmaxColumn::moment) {
            const Ball M = s_ * sqrt(2 * log(2 * count_ball(rows_.n).at_precision(coarse)));
            return sum.widened(rest).widened(e * M +
                                             d * (1 + e) * (M + column.offset));  // widening: of terms
        }
        const Ball spread = e + (keys == 1 ? d : 2 * d + d * d) * (1 + e);
        // widening: of terms
        return (sum + upper_part(rest)) / Ball(1).at_precision(plan_.working).widened(spread);
    }

    [[nodiscard]] Window where_log() const {
        Window window{0, plan_.size() - 1};
        const double log_n = std::log(static_cast<double>(rows_.n));
        const auto is_before = [&](std::size_t i) { return is_before_row(u_double(i), log_n, plan_); };
        const auto is_over = [&](std::size_t i) {
            return std::exp(u_double(i)) > cut_ &&
                   weights_.log_survival_factor(i) + best_exponent(0, u_double(i), plan_.tails).log_bound <
                       -cut_;
        };
        narrow(window.high, window.low, is_over);
        narrow(window.low, window.high, is_before);
        return window;
    }

    [[nodiscard]] Ball outside_log(const Window& window) const {
        const Ball h = h_.at_precision(coarse);
        const Ball n = count_ball(rows_.n).at_precision(coarse);
        const Ball left = u(window.low), right = u(window.high);
        const double theta = best_deficit_exponent(u_double(window.low), plan_.tails).theta;
        const double limit_theta = -std::exp(std::clamp(u_double(window.high), 0.0, 10.0));
        const double theta_right = std::min(best_exponent(0, u_double(window.high), plan_.tails).theta,
                                            -1 / (2 + std::fabs(right.to_double())));
        const Ball rises = beyond(exp(left), 1, 1, h);
        const Ball deficits = n * beyond(exp(log_deficit_bound(theta, left, tails_)), 1, theta, h);
        const Ball falls =
            beyond(exp(log_power_bound(0, limit_theta, right, {ball(0), ball(0)})), 1, limit_theta, h);
        const Ball survivals = weights_.survival_factor(window.high).magnitude() *
                               beyond(exp(log_power_bound(0, theta_right, right, tails_)), 1, theta_right, h);
        return error_term("softmax.sum.log_left_end", rises + deficits) +
               error_term("softmax.sum.log_right_end", falls + survivals);
    }

    [[nodiscard]] Ball log_discretisation() const {
        const Ball a = ball(best_strip(1, plan_.step()));
        const Ball n = count_ball(rows_.n).at_precision(coarse);
        const Ball M = Ball(3.32) + 2 * log(n) + s_ * s_ + log(1 + 1 / cos(a)) - log(cos(a)) + 1 + s_;
        return trapezoid_error(a, h_.at_precision(coarse), 0) * M;
    }

    const SoftmaxTable& table_;
    const SoftmaxPlan& plan_;
    Rows rows_;
    RowWeights weights_;
    const Context& context_;
    Ball s_;
    ProvedTails tails_;
    Ball h_;
    double cut_;
    std::optional<Ball> sink_;
    double most_ = 0;  ///< log of the largest term
};

}  // namespace

Ball weighted_integral(const SoftmaxTable& table, SoftmaxColumn column, int keys, const Rows& rows,
                       const Context& context) {
    return Sum(table, rows, context).weighted(column, keys);
}

Ball weighted_integral(const SoftmaxTable& table, SoftmaxColumn column, std::uint64_t n, const Ball& sink,
                       const Context& context) {
    return Sum(table, {n, RowMask::full}, context, sink).weighted(column, 1);
}

Ball sink_integral(SinkMean what, const SoftmaxTable& table, std::uint64_t n, const Ball& sink,
                   const Context& context) {
    return Sum(table, {n, RowMask::full}, context, sink).of_sink(what);
}

Ball log_integral(const SoftmaxTable& table, const Rows& rows, const Context& context) {
    return Sum(table, rows, context).logarithm();
}

}  // namespace sigprop
