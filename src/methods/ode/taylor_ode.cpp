#include "methods/ode/taylor_ode.hpp"

#include "core/ball/error_term.hpp"

#include "methods/quadrature/arb_vector.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sigprop {
namespace {

class TaylorIntegrator {
public:
    TaylorIntegrator(const CubicOde& ode, const Ball& from, const Ball& value, long bits)
        : bits_(bits + 64),
          order_(bits / 3 + 8),
          x_(from.at_precision(bits_)),
          y_(value.at_precision(bits_)) {
        ode_ = ode;
        for (Ball* constant : {&ode_.a, &ode_.b, &ode_.p[0], &ode_.p[1], &ode_.p[2], &ode_.p[3]}) {
            *constant = constant->at_precision(bits_);
        }
    }

    Answer to(const Ball& goal, const Context& context) {
        const std::uint64_t affordable = 1 + context.budget / static_cast<std::uint64_t>(order_);
        double trial = (goal - x_).to_double();
        const double way = std::fabs(trial);
        for (std::uint64_t step = 0; step < affordable; ++step) {
            context.check_cancelled();
            const Ball left = (goal - x_).at_precision(bits_);
            const bool is_last =
                (left.magnitude() - abs(Ball(trial))).is_nonpositive() || left.contains_zero();
            const Ball h = is_last ? left : Ball(trial).at_precision(bits_);
            const std::optional<double> factor = advance(h);
            if (factor && is_last) return y_;
            trial = factor ? h.to_double() * *factor : h.to_double() / 2;
            const double least = std::ldexp(std::fmin(way, 1 + std::fabs(x_.to_double())), -40);
            if (trial == 0 || std::fabs(trial) < least) {
                return {Status::unable,
                        "no enclosure of the solution was found: it may be infinite near x = " +
                            std::to_string(x_.to_double())};
            }
        }
        return {Status::unable, "the budget of steps is spent at x = " + std::to_string(x_.to_double())};
    }

private:
    [[nodiscard]] Ball cubic(const Ball& y) const {
        const auto& p = ode_.p;
        return p[0] + y * (p[1] + y * (p[2] + y * p[3]));
    }
    [[nodiscard]] Ball rate(const Ball& x, const Ball& y) const { return (ode_.a + ode_.b * x) * cubic(y); }
    [[nodiscard]] Ball rate_slope(const Ball& x, const Ball& y) const {
        const auto& p = ode_.p;
        return (ode_.a + ode_.b * x) * (p[1] + y * (2 * p[2] + y * (3 * p[3])));
    }

    /// A ball that contains every solution from y_ between x_ and x_ + h.
    [[nodiscard]] std::optional<Ball> held(const Ball& span, const Ball& times) const {
        Ball guess = y_;
        for (int attempt = 0; attempt < 8; ++attempt) {
            const Ball image = y_ + times * rate(span, guess);
            if (!image.is_finite()) return std::nullopt;
            if (guess.contains(image)) return image;
            const Ball hull = Ball::interval(guess, image);
            // widening: region
            guess = hull.widened(hull.radius() * Ball(0.25) + abs(y_) * Ball::power_of_two(-bits_));
        }
        return std::nullopt;
    }

    /// The Taylor coefficients, up to t^order, of the solution through (x, y).
    [[nodiscard]] ArbVector coefficients(const Ball& x, const Ball& y) const {
        const auto size = static_cast<std::size_t>(order_) + 1;
        ArbVector c(size), square(size), cube(size), right(size);
        const Ball start = ode_.a + ode_.b * x;
        c.set(0, y);
        for (slong k = 0; k < order_; ++k) {
            dot(square[k], c[0], c[k], -1, k + 1, bits_);
            dot(cube[k], square[0], c[k], -1, k + 1, bits_);
            arb_mul(right[k], raw(ode_.p[1]), c[k], bits_);
            arb_addmul(right[k], raw(ode_.p[2]), square[k], bits_);
            arb_addmul(right[k], raw(ode_.p[3]), cube[k], bits_);
            if (k == 0) arb_add(right[k], right[k], raw(ode_.p[0]), bits_);
            arb_mul(c[k + 1], raw(start), right[k], bits_);
            if (k > 0) arb_addmul(c[k + 1], raw(ode_.b), right[k - 1], bits_);
            arb_div_si(c[k + 1], c[k + 1], k + 1, bits_);
        }
        return c;
    }

    /// Takes one step if its remainder is small enough; returns the factor for the length of the next step.
    std::optional<double> advance(const Ball& h) {
        const Ball span = Ball::interval(x_, x_ + h).at_precision(bits_);
        const Ball times = Ball::interval(Ball(0), h).at_precision(bits_);
        const std::optional<Ball> hold = held(span, times);
        if (!hold) return std::nullopt;
        const Ball middle = y_.midpoint().at_precision(bits_);
        const Ball rest = signed_error_term("ode.taylor.remainder",
                                            coefficients(span, *hold).get(order_, bits_) * pow(h, order_));
        if (!rest.is_finite()) return std::nullopt;
        const Ball tolerated = hold->magnitude() * Ball::power_of_two(-bits_ + 40);
        const long excess = rest.contains_zero() && rest.is_exact()
                                ? -bits_
                                : rest.magnitude_exponent() - tolerated.magnitude_exponent();
        // The remainder is proportional to h^order: this factor of h makes it tolerable.
        const double factor = std::exp2(-static_cast<double>(excess + 2) / static_cast<double>(order_));
        if (excess > 0 && factor < 0.9) return std::nullopt;
        const ArbVector c = coefficients(x_, middle);
        Ball sum = c.get(order_ - 1, bits_);
        for (slong k = order_ - 2; k >= 0; --k) sum = sum * h + c.get(k, bits_);
        const Ball spread = exp((h * rate_slope(span, *hold)).upper().at_precision(bits_));
        y_ = (sum + rest).widened(error_term("ode.taylor.inherited", (y_.radius() * spread).upper()));
        x_ = x_ + h;
        return std::clamp(factor, 0.5, 2.0);
    }

    CubicOde ode_;
    long bits_, order_;
    Ball x_, y_;
};

}  // namespace

Answer taylor_solution(const CubicOde& ode, const Ball& from, const Ball& value, const Ball& x, long bits,
                       const Context& context) {
    const Ball way = x - from;
    if (way.is_exact() && way.contains_zero()) return value;
    return TaylorIntegrator(ode, from, value, bits).to(x, context);
}

}  // namespace sigprop
