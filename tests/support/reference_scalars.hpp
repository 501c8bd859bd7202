#pragma once
// A second, deliberately naive implementation of the Transformers in models/transformer/architecture.hpp, for
// tests: its numbers, vectors and linear maps. Plain loops over one token at a time, for double, float and
// dual numbers, and the C library's functions; no code is shared with the fast network. A Fault spoils one
// term, either of the values or only of the derivative: a comparison with such a network must notice.

#include <cmath>
#include <cstdint>
#include <functional>
#include <sigprop/core/ball/dual.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace reference_transformer {

using sigprop::Dual;

template <class Scalar>
using Vector = std::vector<Scalar>;
template <class Scalar>
using Tokens = std::vector<Vector<Scalar>>;  ///< one vector of features for each token

enum class Fault : std::uint8_t {
    none,
    // values
    head_root,           ///< scores are not divided by sqrt(head width)
    norm_centre,         ///< centred norms are not centred
    epsilon_place,       ///< epsilon stands at the other place
    batch_sequence,      ///< batch_norm forgets the last token
    group_all,           ///< group_norm takes all features as one group
    mask_future,         ///< queries see one key after themselves
    window_edge,         ///< a window is one key wider
    rotary_neighbours,   ///< the rotation pairs features 2 i and 2 i + 1
    rotary_before_norm,  ///< the rotation comes before the norm of queries and keys
    position_shift,      ///< positions count from 1
    key_head_order,      ///< query head h takes key head h mod key heads
    log_all_keys,        ///< log_n counts the keys that the mask hides
    cap_slope,           ///< the cap is not multiplied back
    score_forgotten,     ///< RealFormer adds nothing
    unscored,            ///< the loss is divided by all positions
    output_multiplier,   ///< the multiplier of the outputs is forgotten
    weight_multiplier,   ///< the multipliers of the weights are forgotten
    embedding_scale,     ///< the factor of the embedding is forgotten
    input_scale,         ///< the factor after the input's norm is forgotten
    gate_swap,           ///< a gated unit applies f to the other product
    hidden_place,        ///< the norm of hidden features stands on the other side of the activation
    hidden_product,      ///< the norm behind the activation is of a gated unit's product
    head_activation,     ///< the transformation before the head has no activation
    norm_root,           ///< the root of a substitute's features is forgotten
    query_centre,        ///< layer_norm of queries and keys does not centre
    query_width,         ///< a norm over the width of all heads is over each head
    rotary_all,          ///< all features of a head turn
    rotary_last,         ///< the last features turn in place of the first
    pattern_next,        ///< a block has the window and the rotary base of the next
    slope_powers,        ///< ALiBi's slopes of a number of heads that is no power of two are 2^(-8 k / heads)
    slope_sign,          ///< ALiBi adds the distance
    parallel_serial,     ///< a parallel feed-forward network reads the stream behind attention
    parallel_bare,       ///< a parallel feed-forward network that shares attention's norm reads the stream
    gate_other,          ///< the gate of experts is the other one
    gate_least,          ///< a token takes the experts of the smallest outputs
    shared_forgotten,    ///< shared experts add nothing
    types_zero,          ///< every token has type 0
    bias_forgotten,      ///< biases that are not everywhere are nowhere
    // derivatives only
    norm_spread,     ///< the spread of a norm counts as a constant
    norm_mean,       ///< the mean of a norm counts as a constant
    softmax_sum,     ///< the sum in a softmax counts as a constant
    score_chain,     ///< RealFormer: the scores that are added count as constants
    key_path,        ///< keys count as constants
    up_path,         ///< the linear part of a gated unit counts as constant
    tied_head,       ///< a tied head's matrix counts as a constant
    hidden_spread,   ///< the spread of the norm of hidden features counts as a constant
    hidden_mean,     ///< its mean counts as a constant
    head_path,       ///< the transformation before the head counts as a constant
    branch_gain,     ///< the learned factor of a branch counts as a constant
    gate_path,       ///< the weights of experts count as constants
    beside_path,     ///< what a parallel feed-forward network reads counts as a constant
    skip_path,       ///< the stream beside a branch counts as a constant
    loss_normaliser  ///< the softmax of the loss counts as a constant
};

[[nodiscard]] inline double value_of(double x) { return x; }
[[nodiscard]] inline double value_of(float x) { return static_cast<double>(x); }
[[nodiscard]] inline double value_of(const Dual& x) { return x.value; }

/// The value without its derivative.
template <class Scalar>
[[nodiscard]] Scalar frozen(const Scalar& x) {
    return Scalar(value_of(x));
}
template <class Scalar>
[[nodiscard]] Vector<Scalar> frozen(Vector<Scalar> x) {
    for (Scalar& one : x) one = Scalar(value_of(one));
    return x;
}

template <class Scalar>
[[nodiscard]] Scalar dot(const Vector<Scalar>& a, const Vector<Scalar>& b) {
    Scalar sum(0);
    for (std::size_t i = 0; i < a.size(); ++i) sum = sum + a[i] * b[i];
    return sum;
}

/// multiplier M x + bias; M is row-major, with x.size() columns. No bias: nullptr.
template <class Scalar>
[[nodiscard]] Vector<Scalar> affine(const Vector<Scalar>& matrix, double multiplier, const Vector<Scalar>& x,
                                    const Vector<Scalar>* bias) {
    const std::size_t rows = matrix.size() / x.size();
    Vector<Scalar> result;
    for (std::size_t i = 0; i < rows; ++i) {
        Scalar sum(0);
        for (std::size_t j = 0; j < x.size(); ++j) sum = sum + matrix[i * x.size() + j] * x[j];
        sum = Scalar(multiplier) * sum;
        if (bias != nullptr) sum = sum + (*bias)[i];
        result.push_back(sum);
    }
    return result;
}

template <class Scalar>
[[nodiscard]] std::function<Scalar(const Scalar&)> activation(const std::string& name) {
    using std::erfc;
    using std::exp;
    using std::tanh;
    if (name == "relu") return [](const Scalar& x) { return value_of(x) > 0 ? x : Scalar(0); };
    if (name == "gelu") {
        return [](const Scalar& x) { return Scalar(0.5) * x * erfc(Scalar(-std::sqrt(0.5)) * x); };
    }
    if (name == "silu") return [](const Scalar& x) { return x / (Scalar(1) + exp(-x)); };
    if (name == "tanh") return [](const Scalar& x) { return tanh(x); };
    throw std::logic_error("no activation " + name);
}

/// exp(x_j) / sum exp(x_k), shifted by the largest entry.
template <class Scalar>
[[nodiscard]] Vector<Scalar> softmax(Vector<Scalar> x, Fault fault) {
    using std::exp;
    double largest = value_of(x.front());
    for (const Scalar& one : x) largest = std::fmax(largest, value_of(one));
    Scalar sum(0);
    for (Scalar& one : x) {
        one = exp(one - Scalar(largest));
        sum = sum + one;
    }
    if (fault == Fault::softmax_sum) sum = frozen(sum);
    for (Scalar& one : x) one = one / sum;
    return x;
}

/// -log softmax(x)_target
template <class Scalar>
[[nodiscard]] Scalar cross_entropy(const Vector<Scalar>& x, std::size_t target, Fault fault) {
    using std::exp;
    using std::log;
    double largest = value_of(x.front());
    for (const Scalar& one : x) largest = std::fmax(largest, value_of(one));
    Scalar sum(0);
    for (const Scalar& one : x) sum = sum + exp(one - Scalar(largest));
    if (fault == Fault::loss_normaliser) sum = frozen(sum);
    return log(sum) + Scalar(largest) - x[target];
}

}  // namespace reference_transformer
