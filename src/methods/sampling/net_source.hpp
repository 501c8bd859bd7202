#pragma once
// Points of scrambled nets as samples of a law, by inversion. The 64 bits of a coordinate stand for a number
// v in (0, 1) (methods/sampling/net.hpp); the law's quantile is taken at u = phi(v).
//
// Under a law with bounded support phi(v) = v. On an infinite side an integrand that grows would put nearly
// all of a net's error into its outermost points, where that error falls like 1/n only and is so skewed that
// 32 scramblings do not tell it. There phi(v) = v^2 (3 - 2 v), which visits the tails more often, and each
// point has the weight phi'(v) = 6 v (1 - v) (the product over the variables): the mean of weight times f is
// E f, and phi'(v) f is bounded, zero at the ends, whenever E f^2 is finite, so that errors fall like n^-3/2
// and are near normal. The price is E phi'^2 = 1.2 a variable; above four variables phi(v) = v again.
// Source   importance sampling restores the rate: Z. He, Z. Zheng and X. Wang, "On the error rate of
//          importance sampling with randomized quasi-Monte Carlo", SIAM J. Numer. Anal. 61, 2023; the map:
//          Sidi, "A new variable transformation for numerical integration", 1993

#include <cstdint>
#include <sigprop/core/formula/law.hpp>

#include "methods/sampling/sample_source.hpp"
#include "methods/sampling/scrambled_net.hpp"

namespace sigprop {

class NetSource final : public SampleSource {
public:
    /// The sampler of that law, and a net of as many variables.
    NetSource(LawSampler sampler, const Law& law, ScrambledNet net);
    /// Whether points have weights: they are then one more variable, the last.
    [[nodiscard]] bool has_weights() const noexcept { return weighted_; }
    [[nodiscard]] int dimension() const noexcept override {
        return sampler_.dimension() + (weighted_ ? 1 : 0);
    }
    /// Of one net.
    void fill(std::uint64_t first, std::span<double> out, int variable) const override;
    void fill_all(std::uint64_t first, std::span<const std::span<double>> out) const override;

private:
    void place(std::span<const std::uint64_t> words, std::span<double> out) const;

    LawSampler sampler_;
    ScrambledNet net_;
    bool normal_;
    bool weighted_;
};

}  // namespace sigprop
