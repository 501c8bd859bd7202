#pragma once
// One residual addition of a network with stored parameters: n = input_scale Norm(x), x' = Norm(skip x + a
// F), F the branch's output after dropout and its own norm, a the branch's factor, learned or not.

#include <memory>
#include <optional>

#include "models/transformer/attention_layer.hpp"
#include "models/transformer/norm_layer.hpp"

namespace sigprop {

/// Where the masks of dropout and the noise behind norms come from: a stream for each place, an index range
/// for each draw.
struct DropoutSource {
    NetworkNumber network;
    double rate = 0;
    double norm_noise = 0;
    std::uint64_t draw = 0;
    bool active = false;

    /// Sets entries to 0 with probability `rate` and divides the others by 1 - rate; the same again, for
    /// gradients.
    template <class Scalar>
    void apply(const std::string& place, Tokens<Scalar>& tokens, Team& team) const;
    /// What Santurkar et al. 2018, arXiv:1805.11604, section 2.2 and appendix A.3, put behind BatchNorm: s y
    /// + m with m of each feature and draw uniform in [-a, a], s in [1, 1 + a/2], and of each entry another m
    /// uniform in [-a/5, a/5] and another s in the same; a = norm_noise, theirs 1/2.
    template <class Scalar>
    void disturb(const std::string& place, Tokens<Scalar>& tokens, Team& team) const {
        disturb(place, tokens, true, team);
    }
    /// Of gradients: s times them.
    template <class Scalar>
    void disturb_gradient(const std::string& place, Tokens<Scalar>& tokens, Team& team) const {
        disturb(place, tokens, false, team);
    }

private:
    template <class Scalar>
    void disturb(const std::string& place, Tokens<Scalar>& tokens, bool shifts, Team& team) const;
};

/// What happens to the gradient of what a parallel block's feed-forward network reads: it leaves that step
/// beside the stream's, and joins, in attention's step, that of the stream or of the branch's input.
enum class BesideStream : std::uint8_t { none, leaves, joins_stream, joins_input };

/// Gradients on their way through a step, in memory that all steps of a network share.
template <class Scalar>
struct StepGradients {
    Tokens<Scalar> branch_output, branch_input;
    Tokens<Scalar> beside;  ///< from a parallel feed-forward network to its block's attention
    BranchGradients<Scalar> inside;
};

template <class Scalar>
class ResidualAddition {
public:
    struct Norms {
        std::optional<TransformerNormLayer<Scalar>> input, branch, sum;
    };
    ResidualAddition(const ResidualStep<double>& step, std::string prefix, Parameters<Scalar>& parameters,
                     Norms norms, std::unique_ptr<BranchLayer<Scalar>> branch);

    /// `source`: what the branch reads, x but in parallel blocks. It must outlive the backward pass.
    void forward(const Tokens<Scalar>& x, const Tokens<Scalar>& source, const TokenBatch& batch, Pass pass,
                 const DropoutSource& dropout, Tokens<Scalar>& out, Team& team);
    /// From the gradient of x' to that of x.
    void backward(const DropoutSource& dropout, Tokens<Scalar>& gradient, StepGradients<Scalar>& between,
                  BesideStream beside, Team& team);

    /// A factor that is not learned is its start, plus this share of what it lacks to 1.
    void raise_factor(double share) { risen_ = share; }

    [[nodiscard]] const BranchLayer<Scalar>& branch() const { return *branch_; }
    /// n, which F read in the last forward pass.
    [[nodiscard]] const Tokens<Scalar>& branch_read() const { return *read_; }
    /// What F gave, and the factor of a feature.
    [[nodiscard]] const Tokens<Scalar>& branch_output() const { return branch_output_; }
    [[nodiscard]] double branch_moment() const;

private:
    [[nodiscard]] Scalar factor(std::size_t feature) const;
    void write_gain_gradient(const Tokens<Scalar>& gradient, Team& team);

    ResidualStep<double> step_;
    double risen_ = 0;
    std::string prefix_;
    Norms norms_;
    Learned<Scalar> gain_;
    std::unique_ptr<BranchLayer<Scalar>> branch_;
    Tokens<Scalar> branch_input_, branch_output_;
    const Tokens<Scalar>* read_ = nullptr;
};

extern template class ResidualAddition<float>;
extern template class ResidualAddition<double>;

}  // namespace sigprop
