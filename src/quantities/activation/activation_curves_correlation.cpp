// activation.correlation over intervals of c. By Mehler's series it is r(c) = sum p_k c^k with p_k >= 0 and
// sum p_k = 1: on [0, 1] it rises, and strictly unless p_0 = 1, and it is convex. So are its even and its odd
// part, of which r(-c) is the difference. Values at points thus bound the values between, and secants on both
// sides the slopes.

#include <algorithm>

#include "catalogue/activation.hpp"
#include "methods/roots/monotone_function.hpp"
#include "quantities/activation/activation_curves.hpp"
#include "quantities/activation/correlation.hpp"
#include "quantities/activation/normal_integral.hpp"
#include "quantities/exact_real.hpp"

#include "core/base/bits.hpp"

namespace sigprop {
namespace {

/// A function on [0, 1] that rises and is convex, by values at points.
class ConvexPart {
public:
    explicit ConvexPart(PointValue value) : value_(std::move(value)) {}

    Ball value(const Ball& lower, const Ball& upper, long bits) const {
        return Ball::interval(value_(lower, bits), value_(upper, bits)).at_precision(bits);
    }

    /// Over [lower, upper]: at least the secant to the left, at most that to the right.
    Ball slope(const Ball& lower, const Ball& upper, long bits) const {
        const Ball reach = max((upper - lower).at_precision(bits), Ball::power_of_two(-bits / 2));
        const Ball before = max(Ball(0), (lower - reach).at_precision(bits)).lower();
        const Ball after = min(Ball(1), (upper + reach).at_precision(bits)).upper();
        if (!(Ball(1) - after).is_nonnegative() || !(after - upper).is_positive())
            return Ball::indeterminate();
        const Ball most = secant(upper, after, bits);
        const bool has_room = before.is_nonnegative() && (lower - before).is_positive();
        const Ball least = has_room ? secant(before, lower, bits) : Ball(0);
        return Ball::interval(least, most).at_precision(bits);
    }

private:
    Ball secant(const Ball& from, const Ball& to, long bits) const {
        return (value_(to, bits) - value_(from, bits)) / (to - from);
    }

    PointValue value_;
};

class CorrelationCurve {
public:
    explicit CorrelationCurve(const PointValue& at)
        : at_(at),
          whole_(at),
          even_([at](const Ball& t, long bits) { return (at(t, bits) + at(-t, bits)) / 2; }),
          odd_([at](const Ball& t, long bits) { return (at(t, bits) - at(-t, bits)) / 2; }) {}

    Ball value(const Ball& c, long bits) const {
        const auto [lower, upper] = ends(c);
        if (c.is_exact()) return at_(lower, bits);
        if (lower.is_nonnegative()) return whole_.value(lower, upper, bits);
        if (upper.is_nonpositive())
            return even_.value(-upper, -lower, bits) - odd_.value(-upper, -lower, bits);
        const Ball most = max(-lower, upper);
        return even_.value(0, most, bits) +
               Ball::interval(-odd_.value(0, -lower, bits), odd_.value(0, upper, bits)).at_precision(bits);
    }

    Ball slope(const Ball& c, long bits) const {
        const auto [lower, upper] = ends(c);
        if (lower.is_nonnegative()) return whole_.slope(lower, upper, bits);
        if (upper.is_nonpositive())
            return odd_.slope(-upper, -lower, bits) - even_.slope(-upper, -lower, bits);
        const Ball most = max(-lower, upper);
        const Ball even = even_.slope(0, most, bits);
        return odd_.slope(0, most, bits) + Ball::interval(-even, even).at_precision(bits);
    }

    int direction(const Ball& c, long bits) const {
        if (!ends(c).first.is_nonnegative()) return 0;
        return (1 - at_(0, bits)).is_positive() ? 1 : 0;
    }

private:
    /// Those within [-1, 1], for no others are meant.
    static std::pair<Ball, Ball> ends(const Ball& c) {
        const auto within = [](const Ball& x) {
            if ((x + 1).is_negative()) return Ball(-1);
            return (x - 1).is_positive() ? Ball(1) : x;
        };
        return {within(c.lower()), within(c.upper())};
    }

    PointValue at_;
    ConvexPart whole_, even_, odd_;
};

}  // namespace

ParameterCurve correlation_curve(const ActivationCorrelationArguments& given) {
    return [given](const Context& context) -> SearchedFunction {
        const auto at = [given, &context](const Ball& c, long bits) {
            const Answer value = proved_value(correlation_routes(given.f, real_of_exact(c), given.std),
                                              std::max(digits_of_bits(bits), 8L), context);
            return value.status == Status::ok ? value.value : Ball::indeterminate();
        };
        const auto curve = std::make_shared<const CorrelationCurve>(remembered(at));
        return {[curve](const Ball& c, long bits) {
                    return c.is_finite() ? curve->value(c, bits) : Ball::indeterminate();
                },
                [curve](const Ball& c, long bits) {
                    return c.is_finite() ? curve->slope(c, bits) : Ball::indeterminate();
                },
                {},
                [curve](const Ball& c, long bits) { return c.is_finite() ? curve->direction(c, bits) : 0; },
                [](const Ball& c, long) { return NumberRange("[-1, 1]").admits(c); }};
    };
}

}  // namespace sigprop
