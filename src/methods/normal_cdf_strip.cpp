#include "methods/normal_cdf_strip.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long precision = 64;

Ball ball(double x) { return Ball(x).at_precision(precision); }

double upper_tail(double z) { return 0.5 * std::erfc(z * M_SQRT1_2); }

struct Strip {
    double height = 0;
    double first = 0, second = 0;  ///< z_1, z_2; equal where step 3 gives nothing
};

double angle(double z, double y) { return z * y + std::atan2(y, z); }

/// z_1 a little smaller and z_2 a little smaller than they could be: what balls will be able to prove.
Strip strip_of(double y) {
    const double growth = std::exp(y * y / 2);
    Strip strip{y, 0, 0};
    if (growth >= 2) return strip;
    double low = 0;
    double high = 40;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (growth * (1 - upper_tail(middle)) < 1 - 1e-12 ? low : high) = middle;
    }
    strip.first = strip.second = low;
    const double half_radius = growth * upper_tail(low) / 2;
    if (angle(low, y) >= M_PI_2 || std::cos(angle(low, y)) < half_radius) return strip;
    high = M_PI_2 / y;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (angle(middle, y) < M_PI_2 && std::cos(angle(middle, y)) > half_radius + 1e-9 ? low : high) = middle;
    }
    strip.second = low;
    return strip;
}

Ball angle(const Ball& z, const Ball& y) { return z * y + atan(y / z); }

/// The steps of the header in balls.
CdfStrip proved(const Strip& strip) {
    const Ball y = ball(strip.height);
    const Ball growth = exp(y * y / 2);
    const auto tail = [](double z) { return normal_cdf(ball(-z)); };
    const Ball first = ball(strip.first);
    const Ball second = ball(strip.second);
    const bool below = (1 - growth * normal_cdf(first)).is_nonnegative();
    bool between =
        below && strip.second > strip.first && (Ball::pi(precision) / 2 - second * y).is_positive();
    if (between) {
        const Ball radius = growth * tail(strip.first);
        for (const Ball& z : {first, second})
            between = between && (2 * cos(angle(z, y)) - radius).is_nonnegative() &&
                      (Ball::pi(precision) - angle(z, y)).is_positive();
    }
    const double clear = between ? strip.second : below ? strip.first : 0;
    return {strip.height, growth * tail(clear)};
}

double log_bound(const Strip& strip, double power) {
    const double square = strip.height * strip.height / 2;
    return square + power * std::log1p(std::exp(square) * upper_tail(strip.second));
}

}  // namespace

Ball CdfStrip::bound(std::uint64_t power) const {
    const Ball y = ball(height);
    const Ball count =
        pow(Ball(2).at_precision(precision), 32) * Ball(static_cast<std::int64_t>(power >> 32)) +
        Ball(static_cast<std::int64_t>(power & 0xffffffff));
    return exp(y * y / 2 + count * log1p(excess));
}

CdfStrip best_cdf_strip(std::uint64_t power, double goal) {
    Strip best;
    double widest = 0;
    for (double y = 0.02; y < 40; y *= 1.02) {
        const Strip strip = strip_of(y);
        const double step = y / (goal + log_bound(strip, static_cast<double>(power)));
        if (step > widest) {
            widest = step;
            best = strip;
        }
    }
    return proved(best);
}

}  // namespace sigprop
