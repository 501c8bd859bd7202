#include "methods/roots/scale_root.hpp"

#include "core/ball/error_term.hpp"
#include "methods/roots/one_crossing.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long sign_digits = 10;  // at first; more where they do not determine a sign
constexpr long max_sign_digits = 80;
constexpr int max_steps = 2000;  // of a walk
constexpr int max_restarts = 8;
constexpr double farthest = 0x1p14;

/// Thrown to end the search from any depth; says why there is no proved root.
struct Failure {
    Answer why;
};

[[noreturn]] void give_up(std::string reason) { throw Failure{{Status::unable, std::move(reason)}}; }

Ball exact(double x) { return x; }

int sign_of(const Ball& x) { return x.is_positive() ? 1 : x.is_negative() ? -1 : 0; }

/// A root and the distance from `centre` within which it is the only one.
struct Isolated {
    Ball root;
    Ball centre;
    Ball radius;
};

class Search {
public:
    Search(const ScaleEquation& equation, long digits, const Context& context)
        : equation_(equation), digits_(digits), context_(context) {}

    Ball operator()() {
        double start = decided_near_zero();
        if (const auto only = only_root_near_zero(start)) return *only;
        double low = start;
        double high = crossing_above(low);
        for (int attempt = 0; attempt < max_restarts; ++attempt) {
            const Isolated found = isolated(low, high);
            const double end = (found.centre - found.radius).upper_double();
            const auto smaller = sign_ < 0 ? walk_down(end, start) : walk_up(start, end);
            if (!smaller) return found.root;
            low = start;
            high = *smaller;
        }
        give_up("the roots lie too close together to tell the smallest");
    }

private:
    Ball value(const Ball& s, long digits) const {
        context_.check_cancelled();
        Answer computed = equation_.value(s, digits);
        if (computed.status != Status::ok) throw Failure{std::move(computed)};
        return computed.value;
    }

    Ball target(const Ball& s) const { return pow(s, equation_.power); }
    Ball residual(const Ball& s, long digits) const {
        const Ball at = s.at_precision(Context::bits_for(digits) + 32);
        return value(s, digits) - target(at);
    }

    /// The sign of the residual; 0 when max_sign_digits do not determine it.
    int sign_at(double s) const {
        for (long digits = sign_digits; digits <= max_sign_digits; digits *= 2) {
            if (const int sign = sign_of(residual(exact(s), digits)); sign != 0) return sign;
        }
        return 0;
    }

    double decided_near_zero() {
        for (int k = 0; k <= 40; k += 2) {
            const double b = std::ldexp(1.0, -k);
            sign_ = equation_.sign_near_zero(exact(b));
            if (sign_ != 0) return b;
        }
        give_up("the behaviour near zero is not settled, so that no root is shown to be the smallest");
    }

    /// The root in (0, b] where there is at most one; or else `start` becomes a b below which there is none.
    std::optional<Ball> only_root_near_zero(double& start) const {
        if (!equation_.at_most_one) return std::nullopt;
        double b = 0.5;
        while (b > start && !equation_.at_most_one(exact(b))) b /= std::sqrt(2.0);
        if (!(b > start)) return std::nullopt;
        const int sign = sign_at(b);
        if (sign == sign_) start = b;
        if (sign != -sign_) return std::nullopt;
        const auto ratio = [this](const Ball& s, long digits) -> Answer {
            const auto zeros = static_cast<long>(-equation_.power * std::log10(s.to_double()));
            return residual(s, digits + std::max(0L, zeros)) /
                   target(s.at_precision(Context::bits_for(digits) + 64));
        };
        const Answer found = one_crossing({ratio, start, b, sign_}, digits_, context_);
        if (found.status != Status::ok) throw Failure{found};
        return found.value;
    }

    /// The first point of a geometric grid where the sign has changed; `low` becomes the point before it.
    double crossing_above(double& low) const {
        for (double s = low; s <= farthest; s *= s < 16 ? std::sqrt(2.0) : 2.0) {
            const double aside = s * 1.015625;  // a root may lie on the grid
            const int here = sign_at(s);
            const int sign = here != 0 ? here : sign_at(aside);
            if (sign == 0)
                give_up("beyond " + std::to_string(low) +
                        " the difference of the two sides is not shown to differ from 0");
            if (sign == -sign_) return here != 0 ? s : aside;
            low = s;
        }
        give_up("no root was found up to 2^14, and it was not shown that there is none");
    }

    /// Bisection to a few bits, then regula falsi, with the signs of the residuals' midpoints.
    double approximate(double low, double high) const {
        double at_low = residual(exact(low), sign_digits).to_double();
        double at_high = residual(exact(high), sign_digits).to_double();
        double middle = (low + high) / 2;
        for (int step = 0; step < 100 && high - low > 1e-9 * high; ++step) {
            const bool bisect = step % 3 == 0 || at_high == at_low;
            middle = bisect ? (low + high) / 2 : low - at_low * (high - low) / (at_high - at_low);
            if (!(middle > low && middle < high)) break;
            const double here = residual(exact(middle), sign_digits).to_double();
            if (std::fabs(here) < 1e-11 * (std::fabs(target(middle).to_double()) + 1)) break;
            const bool left = (here > 0) == (at_low > 0);
            (left ? low : high) = middle;
            (left ? at_low : at_high) = here;
        }
        return middle;
    }

    Ball residual_slope(const Ball& s, long digits) const {
        Answer slope = equation_.slope(s, digits);
        if (slope.status != Status::ok) throw Failure{std::move(slope)};
        const Ball own = equation_.power == 0 ? Ball(0) : equation_.power * pow(s, equation_.power - 1);
        return slope.value - own;
    }

    Ball refined(Ball s, const Ball& slope) const {
        const long most = Context::bits_for(digits_);
        for (long digits = 16; digits < design("roots.scale_root.digits", 2 * digits_); digits *= 2) {
            const long working = std::min(digits, digits_) + 4;
            const bool precise = digits > 32;
            for (int step = 0; step < 2; ++step) {
                const Ball by = precise ? residual_slope(s, working / 2 + 4) : slope;
                s = (s - residual(s, working) / by.midpoint()).at_precision(most + 32).midpoint();
                if (!s.is_positive()) give_up("the iteration for the root left the positive numbers");
            }
        }
        return s;
    }

    Isolated isolated(double low, double high) const {
        const double near = approximate(low, high);
        const Ball slope = residual_slope(exact(near), sign_digits).at_precision(64);
        if (slope.contains_zero()) give_up("the slope at the root is not shown to differ from 0");
        const Ball s = refined(exact(near), slope);
        const Ball width = exact(near / 16);
        const Ball own = equation_.power == 2 ? 2 : 0;
        const Ball max_bend =
            equation_.curvature((s - width).lower(), (s + width).upper()).at_precision(64) + own;
        if (!max_bend.is_finite()) give_up("the second derivative at the root is not bounded");
        const Ball steep = abs(residual_slope(s, sign_digits)).lower();
        const Ball radius =
            min(width, steep / (2 * max_bend + exact(1e-300))).lower().at_precision(64).lower();
        // Within `radius` the slope keeps its sign and at least half its size.
        const Ball off = residual(s, digits_ + 4);
        const Ball first = (2 * abs(off) / steep).upper();
        if (!(radius - first).is_positive()) give_up("the root could not be isolated");
        const Ball local =
            residual_slope(s, sign_digits).widened(error_term("roots.scale_root.bend", max_bend * first));
        return {(s - off / local).at_precision(Context::bits_for(digits_) + 32), s, radius};
    }

    /// Walks from b, where F < s^p, down to below `end`; returns a point where the sign differs, if any.
    std::optional<double> walk_down(double b, double end) const {
        for (int step = 0; b > end; ++step) {
            const int sign = step < max_steps ? sign_at(b) : 0;
            if (sign > 0) return b;
            if (sign == 0) give_up("it could not be shown that there is no smaller root");
            const Ball product = b * value(exact(b), sign_digits).upper().at_precision(64);
            const double limit = std::pow(std::max(0.0, product.upper_double()), 1.0 / (equation_.power + 1));
            const double next = std::max(limit + (b - limit) / 1024, end / 2);
            const bool covered =
                (pow(exact(next).at_precision(64), equation_.power + 1) - product).is_positive();
            if (!covered || !(b - next > 1e-9 * b)) return beside(b, -1);
            b = next;
        }
        return std::nullopt;
    }

    /// When steps become too short, another root is near: finds a point beyond it, where the sign differs.
    std::optional<double> beside(double s, int direction) const {
        for (double share = 0x1p-24; share < 0.25; share *= 2) {
            const double there = s * (1 + direction * share);
            if (sign_at(there) == -sign_) return there;
        }
        give_up("it could not be shown that there is no smaller root: the steps become too short");
    }

    /// Walks from a, where F > s^p, up to `end`; returns as walk_down does.
    std::optional<double> walk_up(double a, double end) const {
        for (int step = 0; a < end; ++step) {
            const int sign = step < max_steps ? sign_at(a) : 0;
            if (sign < 0) return a;
            if (sign == 0) give_up("it could not be shown that there is no smaller root");
            const Ball product = a * value(exact(a), sign_digits).lower().at_precision(64);
            const double limit = std::pow(product.lower_double(), 1.0 / (equation_.power + 1));
            const double next = limit - (limit - a) / 1024;
            const bool covered =
                (product - pow(exact(next).at_precision(64), equation_.power + 1)).is_positive();
            if (!covered || !(next - a > 1e-9 * a)) return beside(a, 1);
            a = next;
        }
        return std::nullopt;
    }

    const ScaleEquation& equation_;
    long digits_;
    const Context& context_;
    int sign_ = 0;  ///< the sign of F(s) - s^p near zero
};

}  // namespace

Answer smallest_scale_root(const ScaleEquation& equation, long digits, const Context& context) {
    try {
        return Search(equation, digits, context)();
    } catch (const Failure& failure) {
        return failure.why;
    }
}

}  // namespace sigprop
