#pragma once
// The constants that a LawSampler computes about its law.
//
// The inversion of a truncated normal: let c >= 0 be the end nearest zero (mirrored when it is negative; 0
// when zero lies inside), Q the normal tail and t = |X| - c. Then Q(c + t) = Q(c) (1 - u P), and as a
// function of y = -log(1 - u P)
//     t' = H,  H' = H ((c + t) H - 1),  H(0) = Q(c) / pdf(c).
// That Taylor series converges for |y| < -log Q(c), since t is singular only where Q = 1. Where y stays below
// 0.3 of that (every far tail, every narrow interval away from zero) the sampler uses the series, its
// coefficients computed in balls: nothing cancels, and sampled probabilities are right to 1e-15. Elsewhere
// (zero lies inside, or c < 16 and the interval is wide) it uses Wichura's quantile, right to 2e-13.

#include <sigprop/methods/sampling/law_sampler.hpp>
#include <string>

#include "methods/sampling/inversion.hpp"

namespace sigprop {

struct LawSampler::State {
    enum class Way : std::uint8_t { normal, reject, invert };

    Way way = Way::normal;
    int dimension = 1;
    Inversion inversion;  ///< prepared for every law; its limits are those of the samples
    bool is_squared_modulus = false;
    double max_modulus = 0;  ///< the largest |z| of a complex sample
    std::string text;        ///< names the law in messages

    [[nodiscard]] bool prepare_truncated_normal(const Law& law);
    [[nodiscard]] bool prepare_series(const Real& start, const Real& width);
    [[nodiscard]] bool prepare_quantile(const Real& lower, const Real& upper);
    [[nodiscard]] bool prepare_exponential(const Law& law);
    void prepare_uniform(const Law& law);
    void set_limits(const Law& law);

    /// The first draw of a complex variable. Errors as LawSampler::fill
    [[nodiscard]] std::uint16_t complex_draw(int variable) const;
    /// Draws at most one chunk of real and imaginary parts.
    void draw_complex(const RandomStream& stream, std::uint64_t first, std::span<double> re,
                      std::span<double> im, std::uint16_t own) const;
};

}  // namespace sigprop
