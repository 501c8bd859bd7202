#pragma once
// Uniform random numbers turned into samples by inversion, whole arrays at a time: a number gives the same
// bits with vectors of every width and at every place in an array.

#include <cstdint>
#include <span>
#include <vector>

namespace sigprop {

/// out[k] = the standard normal quantile, given the probabilities below and above it and below - 1/2, of
/// which the most accurate one is used. Meant for min(below, above) >= 1e-300.
/// Shapes   spans of one length; `out` may be one of the arguments
/// Accuracy relative error <= 2e-15
/// Source   M. Wichura, "Algorithm AS 241: the percentage points of the normal distribution", Applied
///          Statistics 37 (1988), PPND16
void normal_quantiles(std::span<const double> below, std::span<const double> above,
                      std::span<const double> below_minus_half, std::span<double> out);

/// How u becomes a sample x; x is then clamped to [lower, upper].
struct Inversion {
    enum class Way : std::uint8_t {
        stretch,   ///< start + u mass
        quantile,  ///< the x with normal mass start + u mass between 0 and x, minus origin
        series,    ///< y = -log(1 - u mass); sign y (series[0] + series[1] y + …)
    };
    Way way = Way::quantile;
    double lower = 0, upper = 0;
    double mass = 1;
    double start = -0.5;
    double below = 0, above = 0;  ///< normal mass below the interval and above it
    double origin = 0;
    double sign = 1;
    std::vector<double> series = {};
};

/// Replaces each uniform by its sample.
void invert_uniforms(const Inversion& inversion, std::span<double> uniforms);

/// re[k] + i im[k] has the modulus sqrt(squares[k]), at most the limit, and the angle 2 pi (turns[k] - 1/8).
/// Shapes   spans of one length; 0 < turns[k] < 1; re and im replace squares and turns
/// Accuracy modulus and angle to 5 * 2^-53; |re + i im|^2 <= limit^2, exactly and as computed
void place_on_circles(std::span<double> squares, std::span<double> turns, double limit);

}  // namespace sigprop
