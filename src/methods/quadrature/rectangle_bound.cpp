#include "methods/quadrature/rectangle_bound.hpp"

#include "core/ball/error_term.hpp"

#include <cmath>
#include <limits>
#include <queue>

namespace sigprop {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

Ball interval(double a, double b) { return Ball::interval(Ball(a), Ball(b)).at_precision(64); }

}  // namespace

ComplexBall RectangleBound::value(double left, double right, double bottom, double top) {
    ++evaluations_;
    return evaluate_(ComplexBall(interval(left, right), interval(bottom, top)));
}

// The lower half follows by symmetry.
bool RectangleBound::is_analytic(double height, int& budget, double smallest) {
    struct Box {
        double left, right, bottom, top;
    };
    std::vector<Box> stack = {{-length_, length_, 0, height}};
    while (!stack.empty()) {
        if (--budget < 0) return false;
        const Box box = stack.back();
        stack.pop_back();
        if (value(box.left, box.right, box.bottom, box.top).is_finite()) continue;
        if (box.right - box.left < smallest) return false;
        const double x = (box.left + box.right) / 2;
        const double y = (box.bottom + box.top) / 2;
        if (box.right - box.left > 2 * (box.top - box.bottom)) {
            stack.push_back({box.left, x, box.bottom, box.top});
            stack.push_back({x, box.right, box.bottom, box.top});
        } else {
            stack.push_back({box.left, box.right, box.bottom, y});
            stack.push_back({box.left, box.right, y, box.top});
        }
    }
    return true;
}

double RectangleBound::log_horizontal(double height, int budget, double good_enough, double finest) {
    if (!is_analytic(height, budget, height / finest)) return infinity;
    struct Segment {
        double left, right;
        Ball share;  // bound of the integral of |G| over the segment
        bool operator<(const Segment& other) const { return (other.share - share).is_positive(); }
    };
    std::priority_queue<Segment> segments;
    const auto push = [&](double left, double right) {
        --budget;
        const ComplexBall g = value(left, right, height, height);
        // A box that is not finite sorts first and is split next.
        segments.push({left, right, g.is_finite() ? g.magnitude() * Ball(right - left) : Ball::infinity()});
    };
    push(-length_, length_);
    // The worst segment is split until that no longer pays: a bound too large by a factor e costs one part
    // in (bits log 2) of the nodes.
    double best = infinity;
    const auto total = [&] {
        Ball sum = 0;
        auto copy = segments;
        for (; !copy.empty(); copy.pop()) sum += copy.top().share;
        if (!sum.is_finite()) return infinity;
        // If the bound is zero, it has no logarithm; any tiny bound will do.
        constexpr double tiny = -1e4;
        return sum.is_positive() ? std::max(tiny, log(sum.at_precision(64)).upper_double()) : tiny;
    };
    for (int rounds = 0; budget > 0; ++rounds) {
        const int splits = static_cast<int>(segments.size());
        const double now = total();
        if (std::isfinite(now) && best - now < 0.7 && std::isfinite(best)) {
            best = std::min(best, now);
            break;
        }
        best = std::min(best, now);
        if (now < good_enough) break;
        for (int i = 0; i < splits && budget > 0; ++i) {
            const Segment worst = segments.top();
            if (i > 0 && worst.share.is_finite() && splits > 4 && i > splits / 4) break;
            segments.pop();
            const double middle = (worst.left + worst.right) / 2;
            push(worst.left, middle);
            push(middle, worst.right);
        }
    }
    return std::min(best, total());
}

Ball RectangleBound::vertical(const Ball& X, double height, const Ball& h, const Ball& goal) {
    const Ball rate = 2 * Ball::pi(64) / h;
    const double low = X.lower_double();
    const double high = X.upper_double();
    Ball best = Ball::infinity();
    const long most = design("quadrature.rectangle.boxes", 16L);
    for (long boxes = 1; boxes <= most; boxes *= 4) {
        Ball sum = Ball().at_precision(64);
        for (long i = 0; i < boxes; ++i) {
            const double bottom = height * static_cast<double>(i) / static_cast<double>(boxes);
            const double top =
                i + 1 == boxes ? height : height * static_cast<double>(i + 1) / static_cast<double>(boxes);
            const Ball sides =
                value(low, high, bottom, top).magnitude() + value(-high, -low, bottom, top).magnitude();
            sum += sides * Ball(top - bottom) * exp(-rate * Ball(bottom));
        }
        if (sum.is_finite()) best = min(best, sum.upper());
        if (best.is_finite() && (goal - best).is_nonnegative()) break;
    }
    return best;
}

Ball RectangleBound::rule_error(const ProvedStrip& strip, const Ball& X, const Ball& h, const Ball& goal) {
    const Ball horizontal =
        error_term("quadrature.rectangle.long_sides", horizontal_error(strip.height, strip.log_bound, h));
    const Ball sides = error_term("quadrature.rectangle.short_sides", 2 * vertical(X, strip.height, h, goal));
    return (horizontal + sides).upper();
}

}  // namespace sigprop
