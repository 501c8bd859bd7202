#pragma once
// The Hessian of a batch's loss, by products with vectors: differences of exact gradients in double
// precision.
//
//     H v = (g(w + h v) - g(w - h v)) / (2 h) + O(h^2),   |v| = 1
//
// The largest eigenvalue comes from Lanczos' method, orthogonalised against all earlier vectors, with the
// residual |H y - r y| of the vector y that it ends with and r = y . H y: some eigenvalue is within it of r.
// That this one is the largest is not proved; r is never above the largest.

#include <cstdint>
#include <span>
#include <vector>

#include "models/transformer/transformer.hpp"

namespace sigprop {

/// Of Lanczos' method at most: enough for 1e-3 of the largest eigenvalue of a small network's loss, where
/// they are not one beside the other.
inline constexpr std::uint64_t lanczos_products = 48;

/// Where the loss has kinks, as relu has, this is the Hessian beside them, which automatic differentiation
/// takes, too. A kink within the step shows in the residual of an eigenvalue.
class Hessian {
public:
    /// The loss is that of Pass::training: with batch_norm's own statistics of the batch.
    /// Errors   std::logic_error for a design with dropout, whose loss is a random function
    Hessian(Transformer<double>& network, TokenBatch batch);
    Hessian(const Hessian&) = delete;
    Hessian& operator=(const Hessian&) = delete;

    [[nodiscard]] std::size_t size() const { return at_.size(); }
    /// Shapes   vector[size], product[size]; leaves the network's parameters as they were
    void multiply(std::span<const double> vector, std::span<double> product);
    /// The gradient at w + scale vector.
    void gradient(std::span<const double> vector, double scale, std::span<double> gradient);
    /// The loss of the last gradient.
    [[nodiscard]] double loss() const { return loss_; }

    struct Eigenvalue {
        double value = 0, residual = 0;
        std::uint64_t products = 0;
    };
    /// Stops when the residual is below tolerance |value|, or after so many products.
    [[nodiscard]] Eigenvalue largest(std::uint64_t seed, std::uint64_t most_products = lanczos_products,
                                     double tolerance = 1e-3);

private:
    Transformer<double>& network_;
    TokenBatch batch_;
    std::vector<double> at_, running_, plus_, minus_;
    double loss_ = 0;
};

}  // namespace sigprop
