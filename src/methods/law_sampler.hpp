#pragma once
// Samples of a Law from a RandomStream: sample `index` is a function of (law, seed, stream, index) alone.
//
//     normal                 Box-Muller, see sigprop/core/random.hpp
//     uniform                lower + u (upper - lower)
//     truncated_exponential  inversion: -log(1 - u P), P the mass of [0, upper]
//     truncated_normal       rejection as the sources describe it where at least half of N(0, 1) lies inside:
//     the
//                            normals of (index, draw) for draw = 0, 1, … until one does (after 65,536 misses,
//                            of probability below 2^-65536, the last is clamped); elsewhere inversion of one
//                            uniform
//
// The inversion: let c >= 0 be the end nearest zero (mirrored when it is negative; 0 when zero lies inside),
// Q the normal tail and t = |X| - c. Then Q(c + t) = Q(c) (1 - u P), and as a function of y = -log(1 - u P)
//     t' = H,  H' = H ((c + t) H - 1),  H(0) = Q(c) / pdf(c).
// That Taylor series converges for |y| < -log Q(c), since t is singular only where Q = 1. Where y stays below
// 0.3 of that (every far tail, every narrow interval away from zero) the series, with coefficients computed
// in balls, is the sampler: nothing cancels, however far or narrow; sampled probabilities are right to 1e-15.
// Elsewhere zero lies inside, or c < 16 and the interval is wide: Wichura's quantile, right to 2e-13.
// Uniforms stop at 2^-53, and so do tails.

#include <cstdint>
#include <optional>
#include <sigprop/core/law.hpp>
#include <sigprop/core/random.hpp>
#include <span>
#include <vector>

namespace sigprop {

/// The standard normal quantile from the probability below x, the one above, and below - 1/2, of which it
/// uses the most accurate one. Meant for min(below, above) >= 1e-300. Accuracy relative error of x <= 2e-15
/// Source   M. Wichura, "Algorithm AS 241: the percentage points of the normal distribution", 1988 (PPND16)
[[nodiscard]] double normal_quantile(double below, double above, double below_minus_half);

class LawSampler {
public:
    /// nullopt when the mass of the interval cannot be enclosed (its ends coincide to thousands of digits).
    [[nodiscard]] static std::optional<LawSampler> prepare(const Law& law);

    /// out[k] = sample first + k of that variable (shifted by the law's origin), within the law's limits.
    /// Variable i of d takes the draws i, i + d, i + 2d, ….
    void fill(const RandomStream& stream, std::uint64_t first, std::span<double> out, int variable = 0) const;
    [[nodiscard]] int dimension() const noexcept { return dimension_; }
    /// The sample of a truncated law that the uniform u stands for by inversion, whatever fill() does.
    [[nodiscard]] double invert(double u) const;
    [[nodiscard]] bool uses_rejection() const noexcept { return way_ == Way::reject; }
    [[nodiscard]] bool uses_series() const noexcept { return !series_.empty(); }

private:
    enum class Way : std::uint8_t { normal, reject, invert, uniform };

    LawSampler() = default;
    [[nodiscard]] bool prepare_truncated_normal(const Law& law);
    [[nodiscard]] bool prepare_series(const Real& start, const Real& width);
    [[nodiscard]] bool prepare_quantile(const Real& lower, const Real& upper);

    Way way_ = Way::normal;
    int dimension_ = 1;
    double lower_ = 0;  // limits of the samples
    double upper_ = 0;
    double origin_ = 0;
    double sign_ = 1;   // -1: the series runs towards minus infinity
    double mass_ = 1;   // of the interval; for a series a fraction of the tail beyond its start
    double below_ = 0;  // for the quantile: normal mass below the interval, above it,
    double above_ = 0;
    double start_ = 0;            // and below it minus 1/2
    std::vector<double> series_;  // t = y (series[0] + series[1] y + …); empty: quantile
};

}  // namespace sigprop
