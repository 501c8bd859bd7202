#pragma once
// The second, deliberately naive implementation of the networks in models/network/network.hpp: its vectors,
// norms and maps. Plain loops in the order of the textbook's formulas, for double and Dual; only the weights'
// counters are shared with the fast code. A Fault spoils one term of the derivative and leaves the values
// alone: any comparison with a gradient from here must notice.

#include <cmath>
#include <cstdint>
#include <sigprop/core/ball/dual.hpp>
#include <vector>

#include "models/network/network.hpp"

namespace reference {

using sigprop::Dual;

template <class Scalar>
using Vector = std::vector<Scalar>;
template <class Scalar>
using Matrix = std::vector<Vector<Scalar>>;  ///< rows
template <class Scalar>
using Batch = std::vector<Vector<Scalar>>;  ///< one vector for each token

enum class Fault : std::uint8_t {
    none,
    norm_radius,      ///< the -y y^T / d of a norm's Jacobian is missing
    layer_norm_mean,  ///< the -1 1^T / d of LayerNorm's Jacobian is missing
    sum_norm_root,    ///< the norm of a sum forgets to divide its derivative by sqrt 2
    softmax_outer,    ///< the -a a^T of the softmax's Jacobian is missing
    score_chain,      ///< RealFormer: no gradient returns through the scores of later layers
    key_path,         ///< no gradient returns through the keys
    input_scale,      ///< the derivative forgets the factor after the input's norm
    branch_scale,     ///< the derivative forgets the factor of the branch
    skip_path,        ///< the derivative follows only the branches
    skip_scale,       ///< the derivative forgets the factor of the skip path
    final_norm,       ///< the derivative forgets the final norm
    up_path,          ///< a gated unit: no gradient returns through V
    gate_path,        ///< a gated unit: no gradient returns through W1
};

[[nodiscard]] inline double with_slope_of(double value, double /*other*/) { return value; }
[[nodiscard]] inline Dual with_slope_of(const Dual& value, const Dual& other) {
    return {value.value, other.slope};
}
[[nodiscard]] inline double value_of(double x) { return x; }
[[nodiscard]] inline double value_of(const Dual& x) { return x.value; }

template <class Scalar>
[[nodiscard]] Scalar dot(const Vector<Scalar>& a, const Vector<Scalar>& b) {
    Scalar sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum = sum + a[i] * b[i];
    return sum;
}

template <class Scalar>
[[nodiscard]] Vector<Scalar> times(const Matrix<Scalar>& matrix, const Vector<Scalar>& x) {
    Vector<Scalar> product;
    for (const Vector<Scalar>& row : matrix) product.push_back(dot(row, x));
    return product;
}

template <class Scalar>
[[nodiscard]] Batch<Scalar> times_each(const Matrix<Scalar>& matrix, const Batch<Scalar>& tokens) {
    Batch<Scalar> products;
    for (const Vector<Scalar>& x : tokens) products.push_back(times(matrix, x));
    return products;
}

template <class Scalar>
[[nodiscard]] Vector<Scalar> scaled(Vector<Scalar> x, double factor) {
    for (Scalar& one : x) one = one * Scalar(factor);
    return x;
}

/// Multiplies the slopes by a factor and leaves the values unchanged.
template <class Scalar>
[[nodiscard]] Vector<Scalar> slopes_scaled(const Vector<Scalar>& x, double factor) {
    Vector<Scalar> result = x;
    for (Scalar& one : result) one = with_slope_of(one, one * Scalar(factor));
    return result;
}

template <class Scalar>
[[nodiscard]] Vector<Scalar> slopes_replaced(Vector<Scalar> values, const Vector<Scalar>& slopes) {
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = with_slope_of(values[i], slopes[i]);
    return values;
}

template <class Scalar>
struct Normalised {
    Vector<Scalar> y;
    double factor = 1;  ///< y = factor x, less the mean
};

/// x / sqrt(mean of x^2 + epsilon), or the same of x - mean.
template <class Scalar>
[[nodiscard]] Normalised<Scalar> normalised(Vector<Scalar> x, const sigprop::TokenNorm& norm, Fault fault) {
    const Scalar count(static_cast<double>(x.size()));
    if (norm.kind == sigprop::NormKind::layer_norm) {
        Scalar mean = 0;
        for (const Scalar& one : x) mean = mean + one / count;
        if (fault == Fault::layer_norm_mean) mean = Scalar(value_of(mean));
        for (Scalar& one : x) one = one - mean;
    }
    Scalar root = sqrt(dot(x, x) / count + Scalar(norm.epsilon));
    if (fault == Fault::norm_radius) root = Scalar(value_of(root));
    for (Scalar& one : x) one = one / root;
    return {x, 1 / value_of(root)};
}

/// exp(x_j) / sum exp(x_k), shifted by the largest entry.
template <class Scalar>
[[nodiscard]] Vector<Scalar> softmax(Vector<Scalar> logits, Fault fault) {
    double largest = value_of(logits.front());
    for (const Scalar& one : logits) largest = std::fmax(largest, value_of(one));
    Scalar sum = 0;
    for (Scalar& one : logits) {
        one = exp(one - Scalar(largest));
        sum = sum + one;
    }
    if (fault == Fault::softmax_outer) sum = Scalar(value_of(sum));
    for (Scalar& one : logits) one = one / sum;
    return logits;
}

}  // namespace reference
