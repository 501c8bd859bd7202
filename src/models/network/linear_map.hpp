#pragma once
// A layer without bias, out = W in, whose weights are regenerated from their counters tile by tile whenever
// they are needed, forward and backward, and never stored. It can also be evaluated after one step of an
// optimiser: the step is computed from the kept inputs and output gradients of a batch, not from a stored
// gradient matrix.

#include <sigprop/models/network/weight_matrix.hpp>

#include "models/network/tokens.hpp"

namespace sigprop {

/// What an optimiser's first step does with a gradient: sgd subtracts it times the rate, adam its sign times
/// the rate (m/sqrt(v) of the first step with bias correction and epsilon 0; a zero gradient moves nothing).
enum class Optimizer : std::uint8_t { sgd, adam };

/// Replaces W = m V by m (V - rate u(m G X^T)), m the map's multiplier.
template <class Scalar>
struct WeightStep {
    const Tokens<Scalar>* inputs = nullptr;            ///< X, [columns of W × tokens]
    const Tokens<Scalar>* output_gradients = nullptr;  ///< G, [rows of W × tokens]
    Optimizer optimizer = Optimizer::sgd;
    double rate = 0;
};

template <class Scalar>
class LinearMap {
public:
    /// `weights` is W = m V; V is what an optimiser sees.
    explicit LinearMap(WeightMatrix weights, double multiplier = 1)
        : weights_(std::move(weights)), multiplier_(multiplier) {}

    /// out = W in, after the step if there is one.
    void forward(const Tokens<Scalar>& in, Tokens<Scalar>& out,
                 const WeightStep<Scalar>* step = nullptr) const;
    /// in_gradient = W^T out_gradient; with Into::sum it is added to what is there.
    void backward(const Tokens<Scalar>& out_gradient, Tokens<Scalar>& in_gradient,
                  Into into = Into::zero) const;
    /// The squared Frobenius norm of dL/dV = m G X^T, by whichever of the two products is cheaper.
    [[nodiscard]] double weight_gradient_square(const Tokens<Scalar>& in,
                                                const Tokens<Scalar>& out_gradient) const;

private:
    WeightMatrix weights_;
    double multiplier_ = 1;
};

extern template class LinearMap<float>;
extern template class LinearMap<double>;

}  // namespace sigprop
