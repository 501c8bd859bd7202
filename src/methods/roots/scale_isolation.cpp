#include "methods/roots/scale_isolation.hpp"

#include "core/ball/error_term.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long sign_digits = ScaleResidual::sign_digits;

Ball exact(double x) { return x; }

class Isolation {
public:
    Isolation(const ScaleEquation& equation, const ScaleResidual& R, long digits)
        : equation_(equation), R_(R), digits_(digits) {}

    IsolatedScaleRoot operator()(double low, double high) const {
        const double near = approximate(low, high);
        const Ball slope = R_.slope(exact(near), sign_digits).at_precision(64);
        if (slope.contains_zero()) give_up("no proof that the slope at the root is nonzero");
        const Ball s = refined(exact(near), slope);
        const Ball width = exact(near / 16);
        const Ball own = equation_.power == 2 ? 2 : 0;
        const Ball max_bend =
            equation_.curvature((s - width).lower(), (s + width).upper()).at_precision(64) + own;
        if (!max_bend.is_finite()) give_up("no bound on the second derivative at the root");
        const Ball steep = abs(R_.slope(s, sign_digits)).lower();
        const Ball radius =
            min(width, steep / (2 * max_bend + exact(1e-300))).lower().at_precision(64).lower();
        // Within `radius` the slope keeps its sign and at least half its size.
        const Ball off = R_.residual(s, digits_ + 4);
        const Ball first = (2 * abs(off) / steep).upper();
        if (!(radius - first).is_positive()) give_up("the root could not be isolated");
        const Ball local =
            R_.slope(s, sign_digits).widened(error_term("roots.scale_root.bend", max_bend * first));
        return {(s - off / local).at_precision(Context::bits_for(digits_) + 32), s, radius};
    }

private:
    /// Bisection to a few bits, then regula falsi, with the signs of the residuals' midpoints.
    double approximate(double low, double high) const {
        double at_low = R_.residual(exact(low), sign_digits).to_double();
        double at_high = R_.residual(exact(high), sign_digits).to_double();
        double middle = (low + high) / 2;
        for (int step = 0; step < 100 && high - low > 1e-9 * high; ++step) {
            const bool bisect = step % 3 == 0 || at_high == at_low;
            middle = bisect ? (low + high) / 2 : low - at_low * (high - low) / (at_high - at_low);
            if (!(middle > low && middle < high)) break;
            const double here = R_.residual(exact(middle), sign_digits).to_double();
            if (std::fabs(here) < 1e-11 * (std::fabs(R_.target(middle).to_double()) + 1)) break;
            const bool left = (here > 0) == (at_low > 0);
            (left ? low : high) = middle;
            (left ? at_low : at_high) = here;
        }
        return middle;
    }

    Ball refined(Ball s, const Ball& slope) const {
        const long most = Context::bits_for(digits_);
        for (long digits = 16; digits < design("roots.scale_root.digits", 2 * digits_); digits *= 2) {
            const long working = std::min(digits, digits_) + 4;
            const bool precise = digits > 32;
            for (int step = 0; step < 2; ++step) {
                const Ball by = precise ? R_.slope(s, working / 2 + 4) : slope;
                s = (s - R_.residual(s, working) / by.midpoint()).at_precision(most + 32).midpoint();
                if (!s.is_positive()) give_up("the iteration for the root left the positive numbers");
            }
        }
        return s;
    }

    const ScaleEquation& equation_;
    const ScaleResidual& R_;
    long digits_;
};

}  // namespace

IsolatedScaleRoot isolated_scale_root(const ScaleEquation& equation, const ScaleResidual& R, double low,
                                      double high, long digits) {
    return Isolation(equation, R, digits)(low, high);
}

}  // namespace sigprop
