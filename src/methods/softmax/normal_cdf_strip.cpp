#include "methods/softmax/normal_cdf_strip.hpp"

#include "core/ball/count.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long strip_precision = 64;
constexpr int pieces = 64;

Ball strip_ball(double x) { return Ball(x).at_precision(strip_precision); }

double normal_tail(double z) { return 0.5 * std::erfc(z * M_SQRT1_2); }

struct Strip {
    double height = 0;
    double first = 0, second = 0,
           last = 0;  ///< z_1, z_2 and the end of the last piece; equal if there are no pieces
};

double angle(double z, double y) { return z * y + std::atan2(y, z); }

double place(const Strip& strip, int piece) {
    return strip.second + (strip.last - strip.second) * piece / pieces;
}

/// Chooses z_1 and z_2 slightly smaller than necessary, so that balls can prove the conditions.
Strip strip_of(double y) {
    const double growth = std::exp(y * y / 2);
    Strip strip{y, 0, 0, 0};
    if (growth >= 2) return strip;
    double low = 0;
    double high = 40;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (growth * (1 - normal_tail(middle)) < 1 - 1e-12 ? low : high) = middle;
    }
    strip.first = strip.second = strip.last = low;
    const double half_radius = growth * normal_tail(low) / 2;
    if (angle(low, y) >= M_PI_2 || std::cos(angle(low, y)) < half_radius) return strip;
    high = M_PI_2 / y;
    for (int i = 0; i < 50; ++i) {
        const double middle = (low + high) / 2;
        (angle(middle, y) < M_PI_2 && std::cos(angle(middle, y)) > half_radius + 1e-9 ? low : high) = middle;
    }
    strip.second = low;
    strip.last = std::min(M_PI / y, low + 3);
    return strip;
}

/// The excess of step 4 in double.
double excess_of(const Strip& strip) {
    const double growth = std::exp(strip.height * strip.height / 2);
    double most = growth * normal_tail(strip.last);
    for (int i = 0; i < pieces && strip.last > strip.second; ++i) {
        const double radius = growth * normal_tail(place(strip, i));
        const double t = std::min(angle(place(strip, i + 1), strip.height), M_PI);
        const double square = radius * (2 * std::max(0.0, -std::cos(t)) + radius);
        most = std::max(most, square / (std::sqrt(1 + square) + 1));
    }
    return most;
}

/// Proves the steps of the header in balls.
class Proof {
public:
    explicit Proof(const Strip& strip)
        : strip_(strip),
          y_(strip_ball(strip.height)),
          growth_(exp(y_ * y_ / 2)),
          pi_(Ball::pi(strip_precision)) {}

    [[nodiscard]] Ball excess() const {
        if (!(1 - growth_ * normal_cdf(strip_ball(strip_.first))).is_nonnegative()) return radius(0);
        if (!clear_between()) return radius(strip_.first);
        Ball most = radius(strip_.last);
        for (int i = 0; i < pieces; ++i) {
            const Ball r = radius(place(strip_, i));
            const Ball t =
                min(max(angle(strip_ball(place(strip_, i))), angle(strip_ball(place(strip_, i + 1)))), pi_);
            const Ball square = r * (2 * max(Ball(0), -cos(t)) + r);
            most = max(most, square / (sqrt(1 + square) + 1));
        }
        return most.upper();
    }

private:
    [[nodiscard]] Ball angle(const Ball& z) const { return z * y_ + atan(y_ / z); }
    [[nodiscard]] Ball radius(double z) const { return growth_ * normal_cdf(strip_ball(-z)); }

    /// Step 3.
    [[nodiscard]] bool clear_between() const {
        if (!(strip_.second > strip_.first)) return false;
        for (const double z : {strip_.first, strip_.second}) {
            const Ball t = angle(strip_ball(z));
            if (!(2 * cos(t) - radius(strip_.first)).is_nonnegative() || !(pi_ / 2 - t).is_nonnegative())
                return false;
        }
        return true;
    }

    const Strip& strip_;
    Ball y_, growth_, pi_;
};

double log_bound(const Strip& strip, double power) {
    return strip.height * strip.height / 2 + power * std::log1p(excess_of(strip));
}

}  // namespace

Ball CdfStrip::bound(std::uint64_t power) const {
    const Ball y = strip_ball(height);
    return exp(y * y / 2 + count_ball(power, strip_precision) * log1p(excess));
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
    return {best.height, Proof(best).excess()};
}

}  // namespace sigprop
