#pragma once
// Reproducible random balls, and points in them, for the property tests of the core.

#include <cmath>
#include <cstdint>
#include <sigprop/core/ball/ball.hpp>
#include <vector>

namespace sigprop::test {

/// SplitMix64: small, and the same on every machine.
class Dice {
public:
    explicit Dice(std::uint64_t seed) : state_(seed) {}
    std::uint64_t bits() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15U);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        return z ^ (z >> 31);
    }
    int below(int n) { return static_cast<int>(bits() % static_cast<std::uint64_t>(n)); }
    int between(int low, int high) { return low + below(high - low + 1); }
    double uniform() { return static_cast<double>(bits() >> 11) * 0x1p-53; }
    double uniform(double low, double high) { return low + (high - low) * uniform(); }

private:
    std::uint64_t state_;
};

/// A ball of any size: its centre zero, ordinary, tiny or huge, its radius none, relatively tiny, or wide.
inline Ball random_ball(Dice& dice, long bits, int max_exponent = 12) {
    const int exponent = dice.below(3) == 0 ? dice.between(-60, max_exponent) : dice.between(-2, 3);
    Ball centre =
        Ball(dice.below(8) == 0 ? 0.0 : std::ldexp(dice.uniform(-1, 1), exponent)).at_precision(bits);
    if (dice.below(3) == 0) centre = Ball(dice.between(-3, 3)).at_precision(bits);
    if (dice.below(4) == 0) centre = (centre / 3).midpoint();
    const double part = dice.uniform();  // one draw a statement: compilers choose the order of arguments
    const int down = dice.between(0, 30);
    const int width = dice.below(5);
    const double radius = width == 0   ? 0.0
                          : width == 1 ? std::ldexp(part, exponent - static_cast<int>(bits))
                          : width == 2 ? std::ldexp(part, exponent - down)
                                       : std::ldexp(part, down % 8 - 4);
    return centre.widened(Ball(radius));
}

/// Exact points of a finite ball: both ends, the centre and some between.
inline std::vector<Ball> points_of(const Ball& x, Dice& dice, int count, long bits) {
    // The exact ends: the midpoint has all the bits it needs, and the radius has 30.
    const Ball fine = x.at_precision(4 * bits + 4096);
    std::vector<Ball> points = {fine.lower(), fine.upper(), fine.midpoint()};
    for (int i = 0; i < count; ++i) {
        const Ball offset = fine.radius() * Ball(dice.uniform(-1, 1));
        points.push_back((fine.midpoint() + offset).midpoint());
    }
    for (Ball& point : points) point = point.midpoint();
    return points;
}

}  // namespace sigprop::test
