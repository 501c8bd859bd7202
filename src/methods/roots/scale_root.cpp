#include "methods/roots/scale_root.hpp"

#include "methods/roots/convex_stretch.hpp"
#include "methods/roots/one_crossing.hpp"
#include "methods/roots/scale_isolation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sigprop {
namespace {

constexpr long root_sign_digits = ScaleResidual::sign_digits;
constexpr int max_walk_steps = 2000;  // of a walk
constexpr int max_restarts = 8;
constexpr double farthest = 0x1p14;
constexpr double min_end = 4;          // from which on it is asked whether there are roots beyond
constexpr double short_step = 0x1p-8;  // of a walk, below which roots that nearly merge are looked for

Ball exact_ball(double x) { return x; }

/// Where the sign of R changes exactly once.
struct Bracket {
    double low, high;
};

/// How a walk ended: at a place with the other sign, or at a bracket, or where it should.
struct Walked {
    std::optional<double> other = std::nullopt;
    std::optional<Bracket> bracket = std::nullopt;
    [[nodiscard]] bool found() const { return other || bracket; }
};

class Search {
public:
    Search(const ScaleEquation& equation, long digits, const Context& context)
        : equation_(equation), R_(equation, context), digits_(digits), context_(context) {}

    ScaleRoot operator()() {
        double start = decided_near_zero();
        if (const auto only = only_root_near_zero(start)) return {*only};
        double low = start;
        Walked high = crossing_above(start, low);
        for (int attempt = 0; attempt < max_restarts; ++attempt) {
            if (!high.found()) return {{Status::domain, "there is no root"}, sign_};
            // A walk up has seen all that lies below a bracket.
            const bool is_seen = high.bracket && sign_ > 0;
            const auto [root, end] = root_in(low, high);
            const Walked smaller = is_seen     ? Walked{}
                                   : sign_ < 0 ? walk_down(end, start)
                                               : walk_up(start, end);
            if (!smaller.found()) return {root};
            low = start;
            high = smaller;
        }
        give_up("the roots are too close together to find the smallest one");
    }

private:
    int sign_at(double s) const { return R_.sign_at(exact_ball(s)); }

    /// A root, and a point up to which there is no other below it.
    std::pair<Ball, double> root_in(double low, const Walked& high) const {
        if (high.bracket) return {in_bracket(*high.bracket), high.bracket->low};
        try {
            const IsolatedScaleRoot found = isolated_scale_root(equation_, R_, low, *high.other, digits_);
            return {found.root, (found.centre - found.radius).upper_double()};
        } catch (const ScaleFailure& failure) {
            const auto bracket = bracket_below(*high.other);
            if (failure.why.status != Status::unable || !bracket) throw;
            return {in_bracket(*bracket), bracket->low};
        }
    }

    /// Where sign R is convex up to a point with the other sign, and has its first sign at the lower end, it
    /// has one root.
    std::optional<Bracket> bracket_below(double other) const {
        for (const double share : {0x1p-3, 0x1p-5, 0x1p-7, 0x1p-9, 0x1p-12}) {
            const double low = other * (1 - share);
            if (sign_at(low) == sign_ && (sign_ * R_.bend(exact_ball(low), exact_ball(other))).is_positive())
                return Bracket{low, other};
        }
        return std::nullopt;
    }

    double decided_near_zero() {
        for (int k = 0; k <= 40; k += 2) {
            const double b = std::ldexp(1.0, -k);
            sign_ = equation_.sign_near_zero(exact_ball(b));
            if (sign_ != 0) return b;
        }
        give_up("the behaviour near zero is undecided, so no root is proved to be the smallest");
    }

    /// The root in (0, b] where there is at most one; or else `start` becomes a b below which there is none.
    std::optional<Ball> only_root_near_zero(double& start) const {
        if (!equation_.at_most_one) return std::nullopt;
        double b = 0.5;
        while (b > start && !equation_.at_most_one(exact_ball(b))) b /= std::sqrt(2.0);
        if (!(b > start)) return std::nullopt;
        const int sign = sign_at(b);
        if (sign == sign_) start = b;
        if (sign != -sign_) return std::nullopt;
        return in_bracket({start, b});
    }

    /// The root by signs alone, of the ratio to s^p, which keeps its digits as s goes to 0.
    Ball in_bracket(const Bracket& bracket) const {
        const auto ratio = [this](const Ball& s, long digits) -> Answer {
            const auto zeros = static_cast<long>(-equation_.power * std::log10(s.to_double()));
            return R_.residual(s, digits + std::max(0L, zeros)) /
                   R_.target(s.at_precision(Context::bits_for(digits) + 64));
        };
        const int at_low = sign_at(bracket.low);
        const Answer found = one_crossing({ratio, bracket.low, bracket.high, at_low}, digits_, context_);
        if (found.status != Status::ok) throw ScaleFailure{found};
        return found.value;
    }

    /// The first point of a geometric grid where the sign has changed; `low` becomes the point before it.
    /// Where there is none up to a point beyond which there is no root, what a walk finds.
    Walked crossing_above(double start, double& low) const {
        for (double s = low; s <= farthest; s *= s < 16 ? std::sqrt(2.0) : 2.0) {
            if (s >= min_end && equation_.sign_beyond && equation_.sign_beyond(exact_ball(s)) == sign_) {
                low = start;
                return sign_ < 0 ? walk_down(s, start) : walk_up(start, s);
            }
            const double aside = s * 1.015625;  // a root may lie on the grid
            const auto here = s > start ? sign_with_value(s) : sign_at(s);
            if (!here) return up_to_divergence(start, s, low);
            const auto sign = *here != 0 ? here : sign_with_value(aside);
            if (!sign) return up_to_divergence(start, aside, low);
            if (*sign == 0)
                give_up("beyond " + std::to_string(low) +
                        " there is no proof that the difference of the two sides is nonzero");
            if (*sign == -sign_) return {*here != 0 ? s : aside};
            low = s;
        }
        give_up("no root was found up to 2^14, but there is no proof that none exists");
    }

    /// nullopt where F is proved to have no value.
    std::optional<int> sign_with_value(double s) const {
        try {
            return sign_at(s);
        } catch (const ScaleFailure& failure) {
            if (failure.why.status != Status::domain) throw;
            return std::nullopt;
        }
    }

    /// F has no value from some place at or below s on; s F(s) grows up to there.
    Walked up_to_divergence(double start, double s, double& low) const {
        low = start;
        if (sign_ < 0) give_up("F has no value at " + std::to_string(s) + ", and no root was found below");
        return walk_up(start, s);
    }

    /// Walks from b, where F < s^p, down to below `end`, or to where the sign differs.
    Walked walk_down(double b, double end) const {
        int limits = 0;
        for (int step = 0; b > end; ++step) {
            const int sign = step < max_walk_steps ? sign_at(b) : 0;
            if (sign > 0) return {b};
            if (sign == 0) give_up("no proof that no smaller root exists");
            const Ball product = b * R_.value(exact_ball(b), root_sign_digits).upper().at_precision(64);
            const double limit = std::pow(std::max(0.0, product.upper_double()), 1.0 / (equation_.power + 1));
            const double next = std::max(limit + (b - limit) / 1024, end / 2);
            const bool covered =
                (pow(exact_ball(next).at_precision(64), equation_.power + 1) - product).is_positive();
            if (!covered || b - next < short_step * b) {
                if (const auto stretch = stretch_at(b, end, limits)) {
                    if (stretch->other) return beyond(*stretch);
                    b = stretch->lower;
                    continue;
                }
            }
            if (!covered || !(b - next > 1e-9 * b)) return beside(b, -1);
            b = next;
        }
        return {};
    }

    /// Roots that nearly merge, or their absence, beside a point where steps are short; seldom, where that is
    /// of no use.
    std::optional<ConvexStretch> stretch_at(double s, double end, int& limits) const {
        if (!equation_.bend || --limits > 0) return std::nullopt;
        auto stretch = convex_stretch(R_, s, end, sign_);
        limits = stretch ? 0 : 16;
        return stretch;
    }

    /// What is known of a stretch with a point of the other sign: one root between it and each end with the
    /// first sign.
    Walked beyond(const ConvexStretch& stretch) const {
        if (sign_at(stretch.lower) != sign_) return {stretch.lower};
        return {.other = std::nullopt, .bracket = Bracket{stretch.lower, *stretch.other}};
    }

    /// When steps become too short, another root is near: finds a point beyond it, where the sign differs.
    Walked beside(double s, int direction) const {
        for (double share = 0x1p-24; share < 0.25; share *= 2) {
            const double there = s * (1 + direction * share);
            if (sign_at(there) == -sign_) return {there};
        }
        give_up("no proof that no smaller root exists: the steps become too short");
    }

    /// Walks from a, where F > s^p, up to `end`; returns as walk_down does.
    Walked walk_up(double a, double end) const {
        int limits = 0;
        for (int step = 0; a < end; ++step) {
            const auto sign = step < max_walk_steps ? sign_with_value(a) : 0;
            if (!sign) return {};  // nor has F a value above
            if (*sign < 0) return {a};
            if (*sign == 0) give_up("no proof that no smaller root exists");
            const Ball product = a * R_.value(exact_ball(a), root_sign_digits).lower().at_precision(64);
            const double limit = std::pow(product.lower_double(), 1.0 / (equation_.power + 1));
            const double next = limit - (limit - a) / 1024;
            const bool covered =
                (product - pow(exact_ball(next).at_precision(64), equation_.power + 1)).is_positive();
            if (!covered || next - a < short_step * a) {
                if (const auto stretch = stretch_at(a, end, limits)) {
                    if (stretch->other) return beyond(*stretch);
                    a = stretch->upper;
                    continue;
                }
            }
            if (!covered || !(next - a > 1e-9 * a)) return beside(a, 1);
            a = next;
        }
        return {};
    }

    const ScaleEquation& equation_;
    ScaleResidual R_;
    long digits_;
    const Context& context_;
    int sign_ = 0;  ///< the sign of F(s) - s^p near zero
};

}  // namespace

ScaleRoot smallest_scale_root(const ScaleEquation& equation, long digits, const Context& context) {
    try {
        return Search(equation, digits, context)();
    } catch (const ScaleFailure& failure) {
        return {failure.why};
    }
}

}  // namespace sigprop
