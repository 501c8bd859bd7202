#pragma once
// Optimisers as PyTorch has them, schedules of their rate, and clipping, over the parameters of a
// Transformer. Source: torch.optim.SGD, Adam, AdamW (formulas of their documentation, without amsgrad and
// nesterov) and Muon; Lion: Chen et al. 2023, arXiv:2302.06675, algorithm 2.

#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel/team.hpp"
#include "models/transformer/transformer.hpp"

namespace sigprop {

enum class OptimizerKind : std::uint8_t { sgd, momentum, adam, adamw, muon, lion };
/// wsd: warm-up, stable, decay; the rate falls in the last steps only.
enum class RateDecay : std::uint8_t { constant, linear, cosine, inverse_sqrt, wsd };
/// How the rate falls in wsd's decay, of which p is done: 1 - p, 1 - sqrt(p).
enum class DecayForm : std::uint8_t { linear, sqrt };
/// The factor of Muon's update of a matrix [m x n]: sqrt(max(1, m/n)), 0.2 sqrt(max(m, n)), sqrt(m/n).
enum class MuonScale : std::uint8_t { original, match_rms_adamw, spectral_unclamped };

struct OptimizerDesign {
    OptimizerKind kind = OptimizerKind::adam;
    double rate = 1e-3;
    double momentum = 0.9;  ///< of OptimizerKind::momentum and muon
    double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
    bool bias_correction = true;
    double weight_decay = 0;   ///< of matrices only; adamw, muon, lion: decoupled; else added to the gradient
    double clip = 0;           ///< largest norm of the whole gradient; 0: none
    std::uint64_t warmup = 0;  ///< steps of a linear rise: step s (from 0) has the rate (s + 1)/warmup
    RateDecay decay = RateDecay::constant;
    double final_rate = 0;    ///< share of the rate at the end of linear, cosine and wsd decay
    std::uint64_t steps = 1;  ///< of the whole run

    double decay_share = 0.2;  ///< of wsd: the share of the steps in which the rate falls
    DecayForm decay_form = DecayForm::linear;

    /// Of muon, which moves the matrices of layers; all else, embedding and head too, moves as by adamw.
    MuonScale muon_scale = MuonScale::original;
    bool nesterov = true;
    std::uint64_t newton_schulz_steps = 5;
    double adam_rate = 3e-4;  ///< the rate of what adamw moves; it rises and falls as `rate` does

    /// The steps of wsd's decay: the nearest whole number, at least 1.
    [[nodiscard]] std::uint64_t decay_steps() const;
};

/// Errors   InputError that names the number: a rate that is not positive and finite, a beta outside [0, 1),
///          …
void check_optimizer(const OptimizerDesign& design);

/// The learning rate of step 0, 1, …, before the factors of parameter blocks.
[[nodiscard]] double rate_at(const OptimizerDesign& design, std::uint64_t step);

/// Whether Muon orthogonalises the update of a block: the matrices of layers, not embedding, positions, head.
[[nodiscard]] bool is_muons(const ParameterBlock& block);

/// The update of adam and adamw is rate m^ / (sqrt(v^) + epsilon). State is in float32 (double for double).
template <class Scalar>
class OptimizerState {
public:
    OptimizerState(const OptimizerDesign& design, const std::vector<ParameterBlock>& blocks,
                   std::size_t parameters);
    /// Returns the norm of the gradient before clipping; where it is not finite nothing moves.
    double step(std::uint64_t number, std::span<const Scalar> gradient, std::span<Scalar> parameters,
                Team& team);
    /// For another task: only the rate, its schedule and those of the blocks may change. `forget` what was
    /// seen.
    void go_on(const OptimizerDesign& design, const std::vector<ParameterBlock>& blocks, bool forget);
    /// Both moments (momentum, lion: one; sgd: none; muon: one of its matrices, the second is 0), for
    /// checkpoints.
    [[nodiscard]] std::span<Scalar> state() { return state_; }

private:
    void step_by_muon(double rate, Scalar clip, std::span<const Scalar> gradient,
                      std::span<Scalar> parameters, Team& team);

    OptimizerDesign design_;
    std::vector<ParameterBlock> blocks_;
    std::vector<Scalar> state_;
};

extern template class OptimizerState<float>;
extern template class OptimizerState<double>;

}  // namespace sigprop
