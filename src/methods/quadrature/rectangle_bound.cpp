#include "methods/quadrature/rectangle_bound.hpp"

#include "core/ball/error_term.hpp"
#include "core/base/doubles.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sigprop {
// The lower half follows by symmetry.
bool RectangleBound::is_analytic(double height, int& budget, double smallest) {
    std::vector<PlaneBox> stack = {{-length_, length_, 0, height}};
    while (!stack.empty()) {
        if (--budget < 0) return false;
        const PlaneBox box = stack.back();
        stack.pop_back();
        std::optional<Ball> exact;
        if (supremum_({box.left, box.right}, {box.bottom, box.top}, &exact) < infinity || exact) continue;
        if (box.right - box.left < smallest) return false;
        const bool is_wide = box.width() > 2 * box.height();
        const auto halves = is_wide ? box.left_and_right() : box.lower_and_upper();
        stack.insert(stack.end(), halves.begin(), halves.end());
    }
    return true;
}

namespace {

/// log of an upper bound as BoxSupremum gives it: a double, or else a ball. Of zero it is -1e4: any tiny
/// bound does.
double log_bound(double bound, const std::optional<Ball>& beyond_doubles) {
    constexpr double tiny = -1e4;
    if (!beyond_doubles) return bound < infinity ? log(RealInterval{bound, bound}).upper : infinity;
    if (!beyond_doubles->is_positive()) return tiny;
    return std::max(tiny, log(beyond_doubles->at_precision(error_bits)).upper_double());
}

struct Segment {
    double left, right;
    double log_share;  ///< of a bound of the integral of |G| over the segment
    bool operator<(const Segment& other) const { return log_share < other.log_share; }
};

/// log of an upper bound of the sum of the shares; the first segment of the heap has the largest.
double log_total(const std::vector<Segment>& heap) {
    const double largest = heap.front().log_share;
    if (!(largest < infinity)) return infinity;
    double sum = 0;
    for (const Segment& segment : heap) {
        const double below_it = above(segment.log_share - largest);
        sum = above(sum + exp(RealInterval{below_it, below_it}).upper);
    }
    return above(largest + log(RealInterval{sum, sum}).upper);
}

}  // namespace

double RectangleBound::log_horizontal(double height, int budget, double good_enough, double finest) {
    if (!is_analytic(height, budget, height / finest)) return infinity;
    std::vector<Segment> segments;  // a heap: a box that is not finite comes first and is split next
    const auto push = [&](double left, double right) {
        --budget;
        std::optional<Ball> exact;
        const double most = supremum_({left, right}, {height, height}, &exact);
        const double length = above(right - left);
        segments.push_back(
            {left, right, above(log_bound(most, exact) + log(RealInterval{length, length}).upper)});
        std::push_heap(segments.begin(), segments.end());
    };
    push(-length_, length_);
    // The worst segment is split until that no longer pays: a bound too large by a factor e costs one part
    // in (bits log 2) of the nodes.
    double best = infinity;
    while (budget > 0) {
        const int splits = static_cast<int>(segments.size());
        const double now = log_total(segments);
        const double before = std::exchange(best, std::min(best, now));
        if (before - now < 0.7 || now < good_enough) break;
        for (int i = 0; i < splits && budget > 0; ++i) {
            const Segment worst = segments.front();
            if (i > 0 && worst.log_share < infinity && splits > 4 && i > splits / 4) break;
            std::pop_heap(segments.begin(), segments.end());
            segments.pop_back();
            const double middle = (worst.left + worst.right) / 2;
            push(worst.left, middle);
            push(middle, worst.right);
        }
    }
    return std::min(best, log_total(segments));
}

Ball RectangleBound::vertical(const Ball& X, double height, const Ball& h, const Ball& goal) {
    const double low = X.lower_double();
    const double high = X.upper_double();
    const double rate = below(6.28318530717958 * below(1 / h.upper_double()));  // 2 pi / h
    Ball best = Ball::infinity();
    const long most = design("quadrature.rectangle.boxes", 16L);
    for (long boxes = 1; boxes <= most;
         boxes *= 4) {  // powers of 2, so that the last top is the height itself
        double sum = 0;
        Ball rest = 0;  // of boxes whose suprema no double holds
        for (long i = 0; i < boxes; ++i) {
            const double bottom = height * static_cast<double>(i) / static_cast<double>(boxes);
            const double top = height * static_cast<double>(i + 1) / static_cast<double>(boxes);
            const double exponent = -below(rate * bottom);
            // The integral of e^(-rate y) over the box is below that of its first value, and of the whole
            // ray.
            const double length = std::min(above(top - bottom), above(1 / rate));
            constexpr double smallest_exponent = -600;  // below it doubles end
            const bool in_doubles = exponent > smallest_exponent;
            const double weight = above(length * exp(RealInterval{exponent, exponent}).upper);
            const Ball exact_weight =
                in_doubles ? Ball() : Ball(length) * exp(Ball(exponent).at_precision(error_bits));
            for (const RealInterval& side : {RealInterval{low, high}, RealInterval{-high, -low}}) {
                std::optional<Ball> exact;
                const double supremum = supremum_(side, {bottom, top}, &exact);
                if (!exact && in_doubles) {
                    sum = above(sum + above(supremum * weight));
                } else {
                    rest += (exact ? *exact : Ball(supremum)) * (in_doubles ? Ball(weight) : exact_weight);
                }
            }
        }
        const Ball bound = (Ball(sum).at_precision(error_bits) + rest).upper();
        if (bound.is_finite()) best = min(best, bound);
        if ((goal - best).is_nonnegative()) break;
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
