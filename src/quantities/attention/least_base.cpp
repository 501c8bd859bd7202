#include "quantities/attention/least_base.hpp"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "core/base/recent.hpp"

namespace sigprop {
namespace {

/// What was searched: the distance whose sum is negative just below `log_base`, in double precision.
struct FoundBase {
    Status status = Status::ok;
    std::string reason;
    std::uint64_t distance = 0;
    double below = 0, above = 0;  ///< logs of bases; at all distances, none is negative from `above` on
};

/// A sum of cosines with its derivatives in t = log b.
struct CosineSum {
    double value = 0, slope = 0;
};

class BaseSearch {
public:
    BaseSearch(std::uint64_t length, std::int64_t dim, const Context& context)
        : length_(length), pairs_(static_cast<std::size_t>(dim / 2)), context_(context) {
        for (std::size_t i = 0; i < pairs_; ++i)
            shares_.push_back(2.0 * static_cast<double>(i) / static_cast<double>(dim));
    }

    FoundBase operator()() {
        const double top = std::log(largest_base);
        double floor = 0;  // of log b: a zero that is known
        FoundBase found;
        for (std::uint64_t m = length_; m >= 1; --m) {
            if (m % 16 == 0) context_.check_cancelled();
            const double distance = static_cast<double>(m);
            if (!(at(distance, top).value > rounding(distance)))
                return {Status::domain,
                        "no base up to 10^9 works: at distance " + std::to_string(m) + " the sum is negative",
                        m, 0, 0};
            const double start = std::min(top, safe_from(distance));
            const std::optional<std::pair<double, double>> zero = first_zero(distance, start, floor);
            if (!zero) continue;
            if (!(zero->first < zero->second))
                return {Status::unable, "a sum of cosines is too nearly 0 without a change of sign", m, 0, 0};
            floor = zero->first;
            found.distance = m;
            found.below = zero->first;
            found.above = zero->second;
        }
        return found;
    }

private:
    /// A bound of the error of a computed sum: angles up to m of which each has some units in the last place.
    [[nodiscard]] double rounding(double m) const { return (m + 4) * static_cast<double>(pairs_) * 0x1p-48; }

    [[nodiscard]] CosineSum at(double m, double t) const {
        CosineSum sum;
        for (const double share : shares_) {
            const double angle = m * std::exp(-share * t);
            sum.value += std::cos(angle);
            sum.slope += share * angle * std::sin(angle);
        }
        return sum;
    }

    /// A bound of |d^2/dt^2| at t and above it.
    [[nodiscard]] double bend(double m, double t) const {
        double sum = 0;
        for (const double share : shares_) {
            const double angle = m * std::exp(-share * t);
            sum += share * share * angle * (1 + angle);
        }
        return sum * (1 + 0x1p-40);
    }

    /// A log b from which on the sum is positive: every cosine of an angle up to pi rises with b, and the
    /// others are at least -1.
    [[nodiscard]] double safe_from(double m) const {
        const auto least = [&](double t) {
            double sum = 0;
            for (const double share : shares_) {
                const double angle = m * std::exp(-share * t);
                sum += angle < 3.14 ? std::cos(angle) : -1;
            }
            return sum;
        };
        double below = 0, above = 64;
        for (int step = 0; step < 40; ++step) {
            const double middle = (below + above) / 2;
            (least(middle) > rounding(m) + 1e-6 ? above : below) = middle;
        }
        return above;
    }

    /// From `t` down to `floor`: brackets the first place where the sum may be negative. Nothing when there
    /// is none; equal ends when its sign is not decided.
    [[nodiscard]] std::optional<std::pair<double, double>> first_zero(double m, double t,
                                                                      double floor) const {
        constexpr double window = 0.0625, near = 1e-9;
        const double error = rounding(m);
        while (t > floor) {
            const CosineSum now = at(m, t);
            const double value = now.value - error;
            if (value < near + error) {
                const double below = t - 64 * (near + error) / std::max(now.slope, 1e-3);
                if (at(m, below).value < -error) return std::pair(below, t);
                if (now.slope > 0) return std::pair(t, t);
                if (value <= 0) return std::pair(t, t);
            }
            // value - slope h - bend h^2/2 is positive for smaller h
            const double most = bend(m, t - window);
            const double slope = now.slope + error * m;
            const double step = 2 * value / (slope + std::sqrt(slope * slope + 2 * most * value));
            t -= std::min(window, step * (1 - 0x1p-20));
        }
        return std::nullopt;
    }

    std::uint64_t length_;
    std::size_t pairs_;
    std::vector<double> shares_;
    const Context& context_;
};

/// Sum and slope in t over a ball.
std::pair<Ball, Ball> ball_sum(std::uint64_t m, std::int64_t dim, const Ball& t) {
    Ball value = 0, slope = 0;
    for (std::int64_t i = 0; i < dim / 2; ++i) {
        const Ball share = Ball(2 * i).at_precision(t.precision()) / dim;
        const Ball angle = static_cast<std::int64_t>(m) * exp(-share * t);
        value += cos(angle);
        slope += share * angle * sin(angle);
    }
    return {value, slope};
}

/// The zero of a sum between two logs of bases, where its slope has one sign.
Answer enclosed_base(const FoundBase& found, std::int64_t dim, long bits, const Context& context) {
    const long working = bits + 64;
    const auto value = [&](const Ball& t) {
        return ball_sum(found.distance, dim, t.at_precision(working)).first;
    };
    Ball low = Ball(found.below), high = Ball(found.above);
    if (!value(low).is_negative() || !value(high).is_positive())
        return {Status::unable, "the signs around the zero are not those of a zero"};
    if (!ball_sum(found.distance, dim, Ball::interval(low, high).at_precision(working)).second.is_positive())
        return {Status::unable, "the slope beside the zero is not shown to be positive"};
    // Newton's steps from the middle, each inside the bracket, as the interval is convex for the zero.
    Ball range = Ball::interval(low, high).at_precision(working);
    for (int step = 0; step < 64; ++step) {
        context.check_cancelled();
        const Ball middle = range.midpoint().at_precision(working);
        const auto [ignored, slope] = ball_sum(found.distance, dim, range);
        const Ball next = middle - value(middle) / slope;
        const Ball lower = max(next.lower(), range.lower()), upper = min(next.upper(), range.upper());
        const Ball narrowed = Ball::interval(lower, upper).at_precision(working);
        const bool stays = !(narrowed.radius() - range.radius() / 2).is_negative();
        range = narrowed;
        if (stays) break;
    }
    return exp(range);
}

}  // namespace

Answer least_base(std::uint64_t length, std::int64_t dim, long bits, const Context& context) {
    if (length == 1) return Ball(1);  // cos of at most 1 is positive
    if (length > longest_proved_context)
        return {Status::unable, "lengths above " + std::to_string(longest_proved_context) + " take too long"};
    static Recent<std::pair<std::uint64_t, std::int64_t>, const FoundBase> known(16);
    const auto found = known.find({length, dim}, [&] { return BaseSearch(length, dim, context)(); });
    if (found->status != Status::ok) return {found->status, found->reason};
    return enclosed_base(*found, dim, bits, context);
}

/// A log b from which on the sum is proved positive: every cosine of an angle up to pi rises with b, and the
/// others are at least -1. Found by halving; the largest where no smaller one is.
Ball positive_from(std::uint64_t m, std::int64_t dim, const Ball& largest) {
    const auto is_positive = [&](double t) {
        Ball sum = 0;
        for (std::int64_t i = 0; i < dim / 2; ++i) {
            const Ball share = Ball(2 * i).at_precision(largest.precision()) / dim;
            const Ball angle = static_cast<std::int64_t>(m) * exp(-share * Ball(t));
            sum += (angle - 3).is_negative() ? cos(angle) : Ball(-1);
        }
        return sum.is_positive();
    };
    double below = 0, above = largest.to_double();
    if (!is_positive(above)) return largest;
    for (int step = 0; step < 24; ++step) {
        const double middle = (below + above) / 2;
        (is_positive(middle) ? above : below) = middle;
    }
    return Ball(above).at_precision(largest.precision());
}

/// A bound of |d^2/dt^2| of the sum at t and above it.
Ball largest_bend(std::uint64_t m, std::int64_t dim, const Ball& t) {
    Ball sum = 0;
    for (std::int64_t i = 0; i < dim / 2; ++i) {
        const Ball share = Ball(2 * i).at_precision(t.precision()) / dim;
        const Ball angle = static_cast<std::int64_t>(m) * exp(-share * t);
        sum += share * share * angle * (1 + angle);
    }
    return sum;
}

Answer least_base_by_balls(std::uint64_t length, std::int64_t dim, long bits, const Context& context) {
    if (length == 1) return Ball(1);
    if (length > longest_context_by_balls)
        return {Status::unable,
                "balls alone take too long above a length of " + std::to_string(longest_context_by_balls)};
    constexpr long working = 96;
    Ball floor = 0;
    FoundBase found;
    for (std::uint64_t m = length; m >= 1; --m) {
        context.check_cancelled();
        const Ball top = log(Ball(largest_base).at_precision(working)).upper();
        if (!ball_sum(m, dim, top.at_precision(working)).first.is_positive())
            return {Status::domain, "no base up to 10^9 works"};
        Ball t = positive_from(m, dim, top.at_precision(working));
        while ((t - floor).is_positive()) {
            const auto [sum, rise] = ball_sum(m, dim, t.at_precision(working));
            const Ball value = sum.lower().at_precision(working);
            if (!value.is_positive()) return {Status::unable, "a sum of cosines is not shown to be positive"};
            // value - slope h - bend h^2/2 is positive for smaller h
            const Ball slope = rise.upper().at_precision(working);
            const Ball bend = largest_bend(m, dim, (t - Ball(0.125)).at_precision(working));
            const Ball most = 2 * value / (slope + sqrt(slope * slope + 2 * bend * value));
            const Ball step = min(most, Ball(0.125)).lower();
            constexpr double near = 1e-7;
            if (step.to_double() < near) {
                const Ball below = (t - Ball(64 * near)).midpoint();
                if (!ball_sum(m, dim, below.at_precision(working)).first.is_negative())
                    return {Status::unable, "a sum of cosines is too nearly 0 without a change of sign"};
                floor = below;
                found.distance = m;
                found.below = below.to_double();
                found.above = t.to_double();
                break;
            }
            t = (t - step).upper();
        }
    }
    return enclosed_base(found, dim, bits, context);
}

}  // namespace sigprop
