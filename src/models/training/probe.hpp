#pragma once
// What is measured of a network in training by passes of its own, beside what the run shows (training.hpp). A
// probe changes neither parameters nor batch statistics: a run with it takes the same steps, to the bit.
//
// Sublayer l is the blocks of parameters "layer l …". Of B batches that the run has not seen, with gradients
// g_1, …, g_B of mean m and s = sum |g_b - m|^2 / (B - 1), which estimates the trace of their covariance
// without bias:
//
// signal [L], signal all [1]: (|m|^2 - s/B) / s, the squared mean gradient, without bias, over the noise of
// one batch; of each sublayer and of all parameters. The inverse, times the sequences of a batch, is the
// noise scale of McCandlish et al. 2018, arXiv:1812.06162, appendix A.1, in sequences.
//
// update [L], update all [1]: |w_{t+1} - w_t| / |w_t| of step t.
//
// shift [L], shift cosine [L]: of step t as Santurkar et al. 2018, arXiv:1805.11604, definition 2.1, have it.
// G is the gradient of sublayer l, G' that of the same batch after all parameters below it have taken the
// step; |G - G'| / |G|, and the cosine of G and G'.
//
// sharpness [1], sharpness residual [1]: the largest eigenvalue of the Hessian of the first validation
// batch's loss (hessian.hpp).
//
// smoothness [1], loss change [1]: |g(w - e g) - g(w)| / (e |g|) and L(w - e g) - L(w), g the gradient of the
// first validation batch and e the distance.
//
// largest score [L/2], and "probe" views as "end" has them: of attention sublayers, the largest |q . k| times
// its scale, before a cap.
//
// drift mean [L + 1], drift variance [L + 1]: of the streams x_0, ..., x_L on the first validation batch,
// from then to the end of training. With means m_j and variances v_j of the features then and m'_j, v'_j at
// the end, the mean of (m'_j - m_j)^2 over the mean of v_j, and the mean of (log v'_j - log v_j)^2.
//
// fluctuation [L + 1]: of the streams on B batches of n tokens, the variance of a feature's mean between
// batches, averaged over features, over the averaged variance within batches, times n: about 1 for
// independent tokens.
//
// rows [1], row share [1]: of the embedding's gradient of one unseen batch, with squared norms q_r of its V
// rows, the share of rows that are not zero, and (sum q_r)^2 / (V sum q_r^2), the share of rows that carry
// it.

#include <cstdint>
#include <vector>

#include "models/training/training.hpp"
#include "models/transformer/transformer.hpp"

namespace sigprop {

class TrainingProbe {
public:
    TrainingProbe(const TrainingPlan& plan, NetworkNumber network, const Task& task, Team& team);

    /// Before and after each step; `steps_done` of them are taken.
    void before_step(std::uint64_t steps_done, Transformer<float>& network);
    void after_step(std::uint64_t steps_done, Transformer<float>& network, TrainingRun& run);
    /// Of the network as it is after so many steps; `branches` of the way have risen
    /// (TrainingPlan::branch_steps).
    void look(std::uint64_t steps_done, Transformer<float>& network, double branches, TrainingRun& run);
    /// Once, after the last step of the first task and a forward pass of the first validation batch.
    void at_end(const Transformer<float>& network, TrainingRun& run) const;

private:
    [[nodiscard]] TokenBatch unseen_batch(std::uint64_t number) const;
    void signal(Transformer<float>& network, TrainingRun& run) const;
    void surface(Transformer<float>& network, double branches, TrainingRun& run) const;
    void update(Transformer<float>& network, TrainingRun& run) const;
    void fluctuation(Transformer<float>& network, TrainingRun& run) const;
    void rows(Transformer<float>& network, TrainingRun& run) const;
    void shift(std::uint64_t step, Transformer<float>& network, TrainingRun& run) const;

    const TrainingPlan& plan_;
    NetworkNumber number_;
    const Task& task_;
    Team& team_;
    std::vector<float> before_;  ///< parameters before the step that is looked at
};

}  // namespace sigprop
