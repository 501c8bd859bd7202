#pragma once
// Optimisers as PyTorch has them, schedules of their rate, and clipping, over the parameters of a
// Transformer. Source: torch.optim.SGD, Adam, AdamW (formulas of their documentation, without amsgrad and
// nesterov).

#include <cstdint>
#include <span>
#include <vector>

#include "core/parallel/team.hpp"
#include "models/transformer/transformer.hpp"

namespace sigprop {

enum class OptimizerKind : std::uint8_t { sgd, momentum, adam, adamw };
enum class RateDecay : std::uint8_t { constant, linear, cosine, inverse_sqrt };

struct OptimizerDesign {
    OptimizerKind kind = OptimizerKind::adam;
    double rate = 1e-3;
    double momentum = 0.9;  ///< of OptimizerKind::momentum
    double beta1 = 0.9, beta2 = 0.999, epsilon = 1e-8;
    bool bias_correction = true;
    double weight_decay = 0;   ///< of matrices only; adam: added to the gradient; adamw: decoupled
    double clip = 0;           ///< largest norm of the whole gradient; 0: none
    std::uint64_t warmup = 0;  ///< steps of a linear rise: step s (from 0) has the rate (s + 1)/warmup
    RateDecay decay = RateDecay::constant;
    double final_rate = 0;    ///< share of the rate at the end of linear and cosine decay
    std::uint64_t steps = 1;  ///< of the whole run
};

/// Errors   InputError that names the number: a rate that is not positive and finite, a beta outside [0, 1),
///          …
void check_optimizer(const OptimizerDesign& design);

/// The learning rate of step 0, 1, …, before the factors of parameter blocks.
[[nodiscard]] double rate_at(const OptimizerDesign& design, std::uint64_t step);

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
    /// Both moments (momentum: one; sgd: none), for checkpoints.
    [[nodiscard]] std::span<Scalar> state() { return state_; }

private:
    OptimizerDesign design_;
    std::vector<ParameterBlock> blocks_;
    std::vector<Scalar> state_;
};

extern template class OptimizerState<float>;
extern template class OptimizerState<double>;

}  // namespace sigprop
