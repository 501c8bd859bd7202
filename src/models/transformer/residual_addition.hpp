#pragma once
// One residual addition of a network with stored parameters: n = input_scale Norm(x), x' = Norm(skip x + a
// F), F the branch's output after dropout and its own norm, a the branch's factor, learned or not.

#include <memory>
#include <optional>

#include "models/transformer/attention_layer.hpp"
#include "models/transformer/norm_layer.hpp"

namespace sigprop {

/// Where the masks of dropout come from: a stream for each place, an index range for each draw.
struct DropoutSource {
    NetworkNumber network;
    double rate = 0;
    std::uint64_t draw = 0;
    bool active = false;

    /// Sets entries to 0 with probability `rate` and divides the others by 1 - rate; the same again, for
    /// gradients.
    template <class Scalar>
    void apply(const std::string& place, Tokens<Scalar>& tokens, Team& team) const;
};

/// Gradients on their way through a step, in memory that all steps of a network share.
template <class Scalar>
struct StepGradients {
    Tokens<Scalar> branch_output, branch_input;
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

    void forward(const Tokens<Scalar>& x, const TokenBatch& batch, Pass pass, const DropoutSource& dropout,
                 Tokens<Scalar>& out, Team& team);
    /// From the gradient of x' to that of x.
    void backward(const DropoutSource& dropout, Tokens<Scalar>& gradient, StepGradients<Scalar>& between,
                  Team& team);

    /// A factor that is not learned is its start, plus this share of what it lacks to 1.
    void raise_factor(double share) { risen_ = share; }

    [[nodiscard]] const BranchLayer<Scalar>& branch() const { return *branch_; }
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
};

extern template class ResidualAddition<float>;
extern template class ResidualAddition<double>;

}  // namespace sigprop
