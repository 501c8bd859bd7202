#pragma once
// Points of scrambled Sobol' nets as samples of a law, by inversion. The 64 bits of a coordinate stand for a
// number v in (0, 1) (methods/sampling/sobol_coordinates.hpp); the sample is the law's quantile at u =
// phi(v).
//
// Under a law with bounded support phi(v) = v. On an infinite side, nearly all the error for a growing
// integrand would come from a net's outermost points, fall only like 1/n and be so skewed that 32 scramblings
// do not show it. There phi(v) = v^2 (3 - 2 v), which visits the tails more often, and each point has the
// weight phi'(v) = 6 v (1 - v) (the product over the variables): the mean of weight times f is E f, and
// phi'(v) f is bounded, zero at the ends, whenever E f^2 is finite, so that errors fall like n^-3/2 and are
// nearly normal. The price is a factor E phi'^2 = 1.2 per variable; above four variables phi(v) = v again.
// Source   importance sampling restores the rate: Z. He, Z. Zheng and X. Wang, "On the error rate of
//          importance sampling with randomized quasi-Monte Carlo", SIAM J. Numer. Anal. 61, 2023; the map:
//          Sidi, "A new variable transformation for numerical integration", 1993

#include <cstdint>
#include <sigprop/core/formula/law.hpp>

#include "methods/sampling/sample_source.hpp"
#include "methods/sampling/scrambled_sobol_net.hpp"

namespace sigprop {

class SobolSource final : public SampleSource {
public:
    /// `sampler` is that of `law`; `net` has the same number of variables.
    SobolSource(LawSampler sampler, const Law& law, ScrambledSobolNet net);
    /// Whether points have weights, which are then an additional last variable.
    [[nodiscard]] bool has_weights() const noexcept { return weighted_; }
    [[nodiscard]] int dimension() const noexcept override {
        return sampler_.dimension() + (weighted_ ? 1 : 0);
    }
    /// All samples of a call belong to one net.
    void fill(std::uint64_t first, std::span<double> out, int variable) const override;
    void fill_all(std::uint64_t first, std::span<const std::span<double>> out) const override;

private:
    void place(std::span<const std::uint64_t> words, std::span<double> out) const;

    LawSampler sampler_;
    ScrambledSobolNet net_;
    bool normal_;
    bool weighted_;
};

}  // namespace sigprop
