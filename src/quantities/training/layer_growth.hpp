#pragma once
// How sizes and changes grow with the width, or the depth, through one layer of a Transformer: the exponents
// that expected_slope.hpp puts together for whole stacks.
//
// Every matrix W = m V of n_in inputs adds the exponents of three terms. At the start, W x is a sum of
// independent terms: size(W) + n_in/2. By its own update, W's change meets the inputs that it was made from:
// they align, and Adam's and Lion's entries, all of the size of the rate, add up to rate + n_in; Muon's
// update has its factor for spectral norm; those of sgd are m^2 (gradient of y) |x|^2. By the change of its
// inputs, W sees a direction that its own gradient has made: of n_out outputs, that is sqrt(n_out) less than
// n_in, and at least the n_in/2 of independent terms. Norms divide by the size of what they see. Sources:
// Yang and Hu 2021, arXiv:2011.14522 (alignment, muP); Yang et al. 2022, arXiv:2203.03466, appendix J;
// Everett et al. 2024, arXiv:2407.05872, section 3 (alignment exponents, Adam); Yang, Simon and Bernstein
// 2023, arXiv:2310.17813 (spectral norms: Muon).

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "quantities/training/expected_slope.hpp"

namespace sigprop {

/// The exponent of what is 0 at every size.
inline constexpr double no_growth = -std::numeric_limits<double>::infinity();

/// Size at the start and change, as exponents.
struct Growth {
    double size = 0, change = 0;
};

/// A design has no rule: thrown with the reason.
struct NoScalingRule {
    std::string reason;
};

/// What is a power of the width or the depth in a design, from two of it.
class ScalingPowers {
public:
    explicit ScalingPowers(const ScalingQuestion& question);

    /// Of a number of the design; no_growth of 0.
    template <class Read>
    double operator()(const Read& read) const {
        const double a = std::fabs(static_cast<double>(read(small_.architecture)));
        const double b = std::fabs(static_cast<double>(read(large_.architecture)));
        if (a == 0 && b == 0) return no_growth;
        return exponent(a, b);
    }
    [[nodiscard]] double of_plan(double OptimizerDesign::*number) const {
        return exponent(small_.optimizer.*number, large_.optimizer.*number);
    }

private:
    [[nodiscard]] double exponent(double a, double b) const;
    const TrainingPlan &small_, &large_;
    double base_;  ///< the logarithm of how much larger the large one is
};

/// Factors of a residual step, as exponents.
struct StepGrowth {
    double input = 0, skip = 0, branch = 0;
};

/// What a sublayer makes of what it reads; of attention or of a feed-forward network, whichever it is.
struct BranchGrowth {
    Growth query, key, value, scores, mixed, hidden, output;
    Growth added;  ///< the output with its factor, as the stream gets it
};

class LayerGrowth {
public:
    /// Errors   NoScalingRule for a design without a rule
    explicit LayerGrowth(const ScalingQuestion& question);

    [[nodiscard]] const ScalingPowers& powers() const { return powers_; }
    /// sgd and momentum; every other update has a size of its own, whatever the gradient's is.
    [[nodiscard]] bool by_gradient() const {
        return optimizer_.kind == OptimizerKind::sgd || optimizer_.kind == OptimizerKind::momentum;
    }
    /// Of gains, biases and factors of branches, entry by entry.
    [[nodiscard]] double change_of_entry(double gradient) const;
    /// What the head hands back to its input.
    [[nodiscard]] double gradient_of_head() const;

    /// `gradient` is that of the result, which only sgd's changes depend on.
    [[nodiscard]] Growth embedded(double gradient) const;
    [[nodiscard]] Growth normalised(const Growth& x, double gradient) const;
    [[nodiscard]] Growth logits(const Growth& last, double gradient) const;
    /// Without what a learned factor of the branch changes. `reads_norm` is whether it reads a norm.
    [[nodiscard]] BranchGrowth branch(std::size_t sublayer, bool reads_norm, const Growth& x, double gradient,
                                      const StepGrowth& step) const;

private:
    struct Matrix;
    [[nodiscard]] Matrix matrix(WeightRole role, double inputs, double outputs) const;
    [[nodiscard]] bool is_outer(WeightRole role) const;
    [[nodiscard]] double rate_of(WeightRole role) const;
    [[nodiscard]] double own_change(WeightRole role, const Matrix& w, double size, double gradient) const;
    [[nodiscard]] double change_of_vector(double gradient) const;
    [[nodiscard]] Growth linear(WeightRole role, double inputs, double outputs, const Growth& x,
                                double gradient) const;
    [[nodiscard]] Growth activated(const Growth& z) const;
    [[nodiscard]] double through(WeightRole role, double inputs, double outputs, double gradient) const;
    [[nodiscard]] BranchGrowth attention(const Growth& x, double gradient) const;
    [[nodiscard]] BranchGrowth feed_forward(const Growth& x, double gradient) const;

    const ScalingQuestion& question_;
    const Architecture& design_;
    const OptimizerDesign& optimizer_;
    ScalingPowers powers_;
    double width_, hidden_width_, head_width_, heads_width_, keys_width_;
};

}  // namespace sigprop
