#pragma once
// Samples of a Law from a RandomStream: sample `index` is a function of (law, seed, stream, index) alone. It
// has the same bits on every machine, however the samples are divided among calls. A truncated normal with a
// narrow or distant interval is no slower than one with a wide interval.
//
//     normal                 Box-Muller, see core/random/random.hpp
//     uniform                lower + u (upper - lower)
//     truncated_exponential  inversion: -log(1 - u P), P the mass of [0, upper]
//     truncated_normal       rejection where at least half of N(0, 1) lies inside the interval: the normals
//                            of (index, draw) for draw = 0, 1, … until one lies inside (after 65,536 misses,
//                            which have a probability below 2^-65536, the last is clamped); elsewhere, and
//                            for more than 1,024 variables, which share the draws, inversion of one uniform
//     complex normal         the law of z is given by that of |z|^2, a truncated_exponential: sqrt(|z|^2) by
//                            inversion of draw 0, the angle from draw 1; without a limit, the normals
//                            2 index and 2 index + 1, divided by sqrt 2
//
// Samples of a truncated normal are those of X - law.origin, so that distant ones keep their digits. Uniforms
// stop at 2^-53, and so do the tail probabilities of inverted laws; Box-Muller's normals stop at 9.41.

#include <complex>
#include <cstdint>
#include <memory>
#include <optional>
#include <sigprop/core/formula/law.hpp>
#include <sigprop/core/random/random.hpp>
#include <span>

namespace sigprop {

class LawSampler {
public:
    /// Computes once what sampling this law needs; the result is cheap to copy.
    /// Accuracy nullopt when the mass of the interval cannot be enclosed (its ends coincide to thousands of
    ///          digits)
    /// Errors   InputError when no double lies within the limits, when a uniform law is wider than a double
    ///          can hold, or when a law has more than 65,536 variables
    [[nodiscard]] static std::optional<LawSampler> prepare(const Law& law);

    /// out[k] = the given variable of sample first + k.
    /// Shapes   variable < dimension(); variable i of d takes the draws i, i + d, i + 2d, …
    /// Units    X - law.origin for a truncated normal
    /// Accuracy samples lie within the law's limits, rounded inwards. Sampled probabilities are right to
    ///          2e-13 (1e-15 in far tails, see uses_series()); floats add their own rounding: inversion is
    ///          computed in double and rounded once, rejection draws floats from the start
    /// Errors   std::logic_error for a variable that the law does not have; for floats InputError when none
    ///          lies within the limits
    void fill(const RandomStream& stream, std::uint64_t first, std::span<double> out, int variable = 0) const;
    void fill(const RandomStream& stream, std::uint64_t first, std::span<float> out, int variable = 0) const;

    /// The complex normal whose |z|^2 has this law, a truncated_exponential.
    /// Shapes   as above; variable i of d takes the draws i and i + d; without a limit first + k < 2^63
    /// Units    E|z|^2 = 1 before truncation: each part has the variance 1/2; the limit of the modulus is the
    ///          square root of the law's upper limit
    /// Accuracy |z|^2 <= upper, exactly; the modulus and the angle to 5 * 2^-53, to which floats add their
    ///          own rounding
    /// Errors   InputError for another law; std::logic_error as above
    void fill(const RandomStream& stream, std::uint64_t first, std::span<std::complex<double>> out,
              int variable = 0) const;
    void fill(const RandomStream& stream, std::uint64_t first, std::span<std::complex<float>> out,
              int variable = 0) const;

    /// Replaces uniforms 0 < u < 1 by their samples by inversion, even where fill() uses another method.
    void invert(std::span<double> uniforms) const;
    [[nodiscard]] double invert(double u) const;

    [[nodiscard]] int dimension() const noexcept;
    [[nodiscard]] bool uses_rejection() const noexcept;
    /// Whether inversion is a power series around the end nearest zero, which suffers no cancellation.
    [[nodiscard]] bool uses_series() const noexcept;

private:
    struct State;
    explicit LawSampler(std::shared_ptr<const State> state) : state_(std::move(state)) {}

    std::shared_ptr<const State> state_;
};

}  // namespace sigprop
