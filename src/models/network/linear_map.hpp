#pragma once
// A layer without bias, out = W in, whose weights are regenerated from their counters tile by tile whenever
// they are needed, forward and backward; those of a small network are stored when they are first read, since
// drawing them again would take longer than all products with few tokens. It can also be evaluated after one
// step of an optimiser: the step is computed from the kept inputs and output gradients of a batch, not from a
// stored gradient matrix.

#include <map>
#include <sigprop/models/network/weight_matrix.hpp>
#include <utility>
#include <vector>

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

/// Room for the weights of a network's layers, given to the matrices that ask first.
template <class Scalar>
class WeightStore {
public:
    /// What the room of one store takes at most.
    static constexpr std::size_t max_bytes = std::size_t{64} << 20;

    /// The place of that matrix, empty until it is read; none when there is no room for it.
    [[nodiscard]] std::vector<Scalar>* place(std::size_t layer, std::size_t matrix, MatrixShape shape);

private:
    std::size_t free_bytes_ = max_bytes;
    std::map<std::pair<std::size_t, std::size_t>, std::vector<Scalar>> places_;
};

/// The place of that matrix; none without a store.
template <class Scalar>
[[nodiscard]] std::vector<Scalar>* place_in(WeightStore<Scalar>* store, std::size_t layer, std::size_t matrix,
                                            MatrixShape shape) {
    return store == nullptr ? nullptr : store->place(layer, matrix, shape);
}

template <class Scalar>
class LinearMap {
public:
    /// `weights` is W = m V; V is what an optimiser sees. Weights are stored in `place` if there is one; it
    /// must outlive the map.
    explicit LinearMap(WeightMatrix weights, double multiplier = 1, std::vector<Scalar>* place = nullptr)
        : weights_(std::move(weights)), multiplier_(multiplier), place_(place) {}

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
    std::vector<Scalar>* place_ = nullptr;
};

extern template class WeightStore<float>;
extern template class WeightStore<double>;
extern template class LinearMap<float>;
extern template class LinearMap<double>;

}  // namespace sigprop
