#pragma once
// Samples of a Law from a RandomStream: sample `index` is a function of (seed, stream, index) alone.
//
//     normal                 Box-Muller, see core/random.hpp
//     truncated_exponential  inversion: -log(1 - u P), P the mass of [0, upper] (in 64 bits of proof)
//     truncated_normal       where at least half of N(0, 1) lies inside: rejection as the sources describe it, the
//                            normal of (index, draw) for draw = 0, 1, … until one falls inside (the limits
//                            included; after 65,536 misses, of probability 2^-65536, the last one is clamped)
//                            elsewhere: inversion, one uniform a sample, below
//
// Inversion of a truncated normal starts from c, the end nearest zero (c = 0 when zero lies inside), mirrored so
// that c >= 0. With Q the normal tail, t = X - c obeys Q(c + t) = Q(c) (1 - u P), that is y = -log(1 - u P)
// where y(t) is minus the log of Q(c + t) / Q(c). As a function of y, t' = H, H' = H ((c + t) H - 1),
// H(0) = Q(c) / pdf(c): a Taylor series that converges for |y| < -log Q(c), because t becomes singular only where
// Q = 1. Where y stays below 0.3 of that (all far tails, all narrow intervals away from zero) the series, with
// coefficients computed in balls, is the sampler: no cancellation however far or narrow. Elsewhere c < 16 and the interval is
// wide, or zero lies inside, and Wichura's AS 241 quantile does. A uniform stops at 2^-53: so does the tail.

#include <cstdint>
#include <sigprop/core/law.hpp>
#include <sigprop/core/random.hpp>
#include <span>
#include <vector>

namespace sigprop {

/// The standard normal quantile by AS 241, from the probability below x, the one above, and below - 1/2: each is
/// used where it is the accurate one.
/// Accuracy relative error of x <= 1e-15
[[nodiscard]] double normal_quantile(double below, double above, double below_minus_half);

class LawSampler {
public:
    /// Errors   std::runtime_error when a mass cannot be enclosed (limits that differ by less than 2^-10000)
    explicit LawSampler(const Law& law);

    /// out[k] = sample first + k. Thread-safe.
    void fill(const RandomStream& stream, std::uint64_t first, std::span<double> out) const;
    /// The sample that the uniform u stands for, by inversion (not for the normal law, and whatever fill() does).
    [[nodiscard]] double invert(double u) const;
    [[nodiscard]] bool uses_rejection() const noexcept { return way_ == Way::reject; }

private:
    enum class Way : std::uint8_t { normal, exponential, reject, invert };

    void prepare_truncated_normal(const Law& law);
    void prepare_series(const Real& start, const Real& width);
    void fill_by_rejection(const RandomStream& stream, std::uint64_t first, std::span<double> out) const;

    Way way_ = Way::normal;
    double lower_ = 0;       // of the samples, that is shifted by the origin
    double upper_ = 0;
    double origin_ = 0;
    double mass_ = 1;        // of the interval; relative to the tail beyond its start for series and exponential
    double below_ = 0;       // normal mass below and above the interval
    double above_ = 0;
    double start_ = 0;       // normal mass below it, minus 1/2
    double sign_ = 1;        // -1: the series runs towards minus infinity
    std::vector<double> series_;  // t = y (series[0] + series[1] y + …); empty: quantile
};

}  // namespace sigprop
