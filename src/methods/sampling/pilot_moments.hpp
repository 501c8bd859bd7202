#pragma once
// Sums of powers of an integrand's values, for its skewness and for the share of its largest deviation. Eight
// lanes are added in a fixed order, so that vectors of any width give the same doubles.

#include <cstddef>
#include <span>

namespace sigprop {

/// Sums of powers of the deviations from the first batch's mean, in units of its largest deviation, which
/// keeps cubes from overflowing.
class PilotMoments {
public:
    static constexpr std::size_t lanes = 8;
    struct alignas(64) Sums {
        double sums[lanes] = {}, squares[lanes] = {}, cubes[lanes] = {}, largest[lanes] = {};
    };

    /// Shapes   values.size() a multiple of 8; what is beyond is left out
    void add(std::span<const double> values);
    /// The third central moment in units of the standard deviation; 0 when it is not a number.
    [[nodiscard]] double skewness() const;
    /// The largest square's share of the sum of squares.
    [[nodiscard]] double largest_share() const;

private:
    void start(std::span<const double> values);

    double shift_ = 0;
    double inverse_ = 1;
    std::size_t count_ = 0;
    Sums sums_;
};

}  // namespace sigprop
