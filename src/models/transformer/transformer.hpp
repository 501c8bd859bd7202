#pragma once
// A Transformer with stored parameters: loss and gradient of a batch, exact backward passes of all its layers
// (models/transformer/architecture.hpp says which). Every sum has a fixed order and every function one set of
// bits, so that losses and gradients depend neither on the number of threads nor on the machine.
//
//     Team team(threads);
//     Transformer<float> network(design, {seed, 0}, team);
//     const double loss = network.forward(batch);     // mean cross-entropy over the scored positions, in
//     nats network.backward();                             // fills network.gradient()

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/parallel/team.hpp"
#include "models/network/network_streams.hpp"
#include "models/transformer/architecture.hpp"

namespace sigprop {

/// Sequences of equal length, one after another.
struct TokenBatch {
    std::uint64_t sequences = 0, length = 0;
    std::vector<std::uint32_t> tokens;  ///< [sequences × length], below the vocabulary
    std::vector<std::int32_t> targets;  ///< the right output at each position; -1: not scored
    /// The type of each token, below Architecture::token_types; empty: by runs of equal length.
    std::vector<std::uint32_t> types{};
};

/// A range of the parameters that belong together: a matrix [rows × columns], row-major, or a vector (columns
/// 1).
struct ParameterBlock {
    std::string
        name;  ///< "layer 3 query", "layer 3 norm gain", "final norm gain", "head", …; layers are steps
    std::size_t offset = 0, rows = 0, columns = 0;
    double multiplier = 1;
    double rate = 1;      ///< factor of the learning rate
    bool decays = false;  ///< matrices decay; gains, biases and scalars do not
    [[nodiscard]] std::size_t size() const { return rows * columns; }
};

enum class Pass : std::uint8_t { training, evaluation };  ///< dropout and batch statistics, or neither

/// What one forward pass, and the backward pass after it, show. Positions 0 to L of a network of L steps.
struct TransformerView {
    std::vector<double> second_moment;        ///< |x_l|^2 / width, mean over tokens
    std::vector<double> branch_moment;        ///< of what is added to the stream by step l; 0 to L - 1
    std::vector<double> cosine;               ///< of x_l and x_{l+1}, mean over tokens; 0 to L - 1
    std::vector<double> token_similarity;     ///< cosine of different tokens of a sequence, mean over pairs
    std::vector<double> attention_entropy;    ///< nats, mean over queries and heads; NaN for odd steps
    std::vector<double> score_second_moment;  ///< of the softmax's logits that are seen; NaN for odd steps
    /// The sum of the squares of a token's weights of experts, mean over tokens; NaN for even steps, and
    /// without experts.
    std::vector<double> gate_square;
    std::vector<double> gradient_square;  ///< |dL/dx_l|^2 / |dL/dx_L|^2
    double logit_second_moment = 0;       ///< of the head's outputs at scored positions
};

template <class Scalar>
class Transformer {
public:
    /// Parameters start from the streams "transformer N layer L query" and so on: a pure function of (design,
    /// seed, number).
    Transformer(const Architecture& design, NetworkNumber network, Team& team);
    ~Transformer();
    Transformer(const Transformer&) = delete;
    Transformer& operator=(const Transformer&) = delete;

    [[nodiscard]] const Architecture& design() const;
    [[nodiscard]] const std::vector<ParameterBlock>& blocks() const;
    [[nodiscard]] std::span<Scalar> parameters();
    [[nodiscard]] std::span<const Scalar> gradient() const;
    /// Running means and variances of batch_norm, which are not learned: twice its features for each norm.
    [[nodiscard]] std::span<Scalar> running();

    /// Factors of branches that are not learned become their start plus `share` of what they lack to 1; 0 at
    /// first.
    void raise_branches(double share);

    /// Called before every layer of a pass; what it throws ends the pass, and only batch statistics have
    /// changed.
    void poll_with(std::function<void()> poll);

    /// The mean of -log p(target) over scored positions, in nats; not finite where the network diverges.
    /// `draw` numbers the masks of dropout: the step of training.
    double forward(const TokenBatch& batch, Pass pass = Pass::evaluation, std::uint64_t draw = 0);
    /// The gradient of the last forward pass's loss, which must have been one of Pass::training.
    void backward();
    /// The share of scored positions of the last forward pass whose largest output is the target's.
    [[nodiscard]] double accuracy() const;
    /// The outputs before the softmax at scored positions [vocabulary × scored], of the last forward pass.
    [[nodiscard]] std::span<const Scalar> logits() const;
    /// What the last forward pass shows, and the last backward pass if it came after it.
    [[nodiscard]] TransformerView look() const;
    /// Of each attention sublayer, in the last forward pass: the largest |q . k| times its scale among the
    /// keys that are seen, before a cap.
    [[nodiscard]] std::vector<double> largest_scores() const;
    /// Activations of the last forward pass by name, [features × tokens]: "embedding", "layer 0 query", "…
    /// key", "… value", "… scores" (0 where the mask hides them), "… mixed", "layer 1 hidden", "layer l
    /// branch", "layer l stream", "logits". For the coordinate check.
    struct Activation {
        std::string name;
        std::span<const Scalar> entries;
    };
    [[nodiscard]] std::vector<Activation> activations() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

extern template class Transformer<float>;
extern template class Transformer<double>;

}  // namespace sigprop
