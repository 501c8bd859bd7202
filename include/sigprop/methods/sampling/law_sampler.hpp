#pragma once
// Samples of a Law from a RandomStream: sample `index` is a function of (law, seed, stream, index) alone, the
// same bits on every machine, in blocks of any length, at any place. A truncated normal with a narrow or
// far interval is no slower than a wide one.
//
//     normal                 Box-Muller, see core/random/random.hpp
//     uniform                lower + u (upper - lower)
//     truncated_exponential  inversion: -log(1 - u P), P the mass of [0, upper]
//     truncated_normal       rejection as the sources describe it where at least half of N(0, 1) lies inside:
//                            the normals of (index, draw) for draw = 0, 1, … until one does (after 65,536
//                            misses, of probability below 2^-65536, the last is clamped); elsewhere, and in
//                            more than 1,024 variables, which share the draws, inversion of one uniform
//     complex normal         the law of z is named by that of |z|^2, a truncated_exponential: sqrt(|z|^2) by
//                            inversion of draw 0, the angle from draw 1; without a limit the normals 2 index
//                            and 2 index + 1, over sqrt 2
//
// Samples of a truncated normal are those of X - law.origin, so that far ones keep their digits. Uniforms
// stop at 2^-53, and so do the tails of what is inverted; Box-Muller's at 9.41.

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
    /// What sampling this law needs, computed once; cheap to copy.
    /// Accuracy nullopt when the mass of the interval cannot be enclosed (its ends coincide to thousands of
    ///          digits)
    /// Errors   InputError when no double lies within the limits, when a uniform law is wider than a double
    ///          can hold, or when it has more than 65,536 variables
    [[nodiscard]] static std::optional<LawSampler> prepare(const Law& law);

    /// out[k] = that variable of sample first + k.
    /// Shapes   variable < dimension(); variable i of d takes the draws i, i + d, i + 2d, …
    /// Units    X - law.origin for a truncated normal
    /// Accuracy within the law's limits, which are rounded inwards. Sampled probabilities are right to 2e-13
    ///          (1e-15 in far tails, see uses_series()), floats beside that to their own rounding: what is
    ///          inverted is computed in double and rounded once, what is rejected begins as floats
    /// Errors   std::logic_error for a variable that the law does not have; for floats InputError when none
    ///          lies within the limits
    void fill(const RandomStream& stream, std::uint64_t first, std::span<double> out, int variable = 0) const;
    void fill(const RandomStream& stream, std::uint64_t first, std::span<float> out, int variable = 0) const;

    /// The complex normal whose |z|^2 has this law, a truncated_exponential.
    /// Shapes   as above; variable i of d takes the draws i and i + d; without a limit first + k < 2^63
    /// Units    E|z|^2 = 1 before truncation: each part has the variance 1/2; a limit of the modulus is the
    ///          square root of the law's upper limit
    /// Accuracy |z|^2 <= upper, exactly; the modulus and the angle to 5 * 2^-53, floats beside that to their
    ///          own rounding
    /// Errors   InputError for another law; std::logic_error as above
    void fill(const RandomStream& stream, std::uint64_t first, std::span<std::complex<double>> out,
              int variable = 0) const;
    void fill(const RandomStream& stream, std::uint64_t first, std::span<std::complex<float>> out,
              int variable = 0) const;

    /// Replaces uniforms 0 < u < 1 by the samples that they stand for by inversion, whatever fill() does.
    void invert(std::span<double> uniforms) const;
    [[nodiscard]] double invert(double u) const;

    [[nodiscard]] int dimension() const noexcept;
    [[nodiscard]] bool uses_rejection() const noexcept;
    /// Whether inversion is a power series around the end nearest zero: it never cancels.
    [[nodiscard]] bool uses_series() const noexcept;

private:
    struct State;
    explicit LawSampler(std::shared_ptr<const State> state) : state_(std::move(state)) {}

    std::shared_ptr<const State> state_;
};

}  // namespace sigprop
