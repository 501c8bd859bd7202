#include "models/training/hessian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sigprop/core/random/random.hpp>
#include <stdexcept>
#include <utility>

#include "models/transformer/token_loops.hpp"

namespace sigprop {
namespace {

/// Of unit vectors. The rounding of gradients, some 1e-15, over the step is far below 1e-6 of a Hessian of
/// usual size, and its square even more; and hardly an input of relu is so close to 0 that it changes its
/// sign.
constexpr double hessian_step = 1e-8;

double inner(std::span<const double> a, std::span<const double> b) {
    return row_product(a.data(), b.data(), a.size());
}

void add_multiple(double factor, std::span<const double> what, std::span<double> sum) {
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += factor * what[k];
}

/// The symmetric matrix that Lanczos' method ends with: its diagonal, and what stands beside it.
struct Tridiagonal {
    std::vector<double> diagonal, beside;

    /// Whether no eigenvalue is above x: all pivots of T - x are negative.
    [[nodiscard]] bool is_below(double x) const {
        double pivot = diagonal[0] - x;
        for (std::size_t k = 1; k < diagonal.size() && pivot < 0; ++k)
            pivot = diagonal[k] - x - beside[k - 1] * beside[k - 1] / pivot;
        return pivot < 0;
    }

    /// A number at which T - x is negative definite, as close to the largest eigenvalue as doubles come.
    [[nodiscard]] double largest() const {
        double most = 0;
        for (std::size_t k = 0; k < diagonal.size(); ++k) {
            const double before = k == 0 ? 0 : std::abs(beside[k - 1]);
            const double after = k + 1 == diagonal.size() ? 0 : std::abs(beside[k]);
            most = std::max(most, std::abs(diagonal[k]) + before + after);
        }
        double low = -2 * most;
        double high = 2 * most + std::numeric_limits<double>::min();
        for (double middle = low + (high - low) / 2; low < middle && middle < high;
             middle = low + (high - low) / 2)
            (is_below(middle) ? high : low) = middle;
        return high;
    }

    /// The eigenvector of the largest eigenvalue, by two steps of inverse iteration at an x just above it,
    /// where no pivot vanishes.
    [[nodiscard]] std::vector<double> vector_at(double x) const {
        const std::size_t n = diagonal.size();
        std::vector<double> vector(n, 1), pivots(n);
        pivots[0] = diagonal[0] - x;
        for (std::size_t k = 1; k < n; ++k)
            pivots[k] = diagonal[k] - x - beside[k - 1] * beside[k - 1] / pivots[k - 1];
        for (int step = 0; step < 2; ++step) {
            for (std::size_t k = 1; k < n; ++k) vector[k] -= beside[k - 1] / pivots[k - 1] * vector[k - 1];
            vector[n - 1] /= pivots[n - 1];
            for (std::size_t k = n - 1; k-- > 0;)
                vector[k] = (vector[k] - beside[k] * vector[k + 1]) / pivots[k];
            const double length = std::sqrt(inner(vector, vector));
            for (double& one : vector) one /= length;
        }
        return vector;
    }
};

}  // namespace

Hessian::Hessian(Transformer<double>& network, TokenBatch batch)
    : network_(network),
      batch_(std::move(batch)),
      at_(network.parameters().begin(), network.parameters().end()),
      running_(network.running().begin(), network.running().end()),
      plus_(at_.size()),
      minus_(at_.size()) {
    if (network.design().dropout != 0)
        throw std::logic_error("the loss of a network with dropout is random: it has no Hessian");
}

void Hessian::gradient(std::span<const double> vector, double scale, std::span<double> gradient) {
    const std::span<double> parameters = network_.parameters();
    const auto put_back = [&] {
        std::ranges::copy(at_, parameters.begin());
        std::ranges::copy(running_, network_.running().begin());
    };
    for (std::size_t k = 0; k < at_.size(); ++k) parameters[k] = at_[k] + scale * vector[k];
    try {
        loss_ = network_.forward(batch_, Pass::training);
        network_.backward();
    } catch (...) {
        put_back();
        throw;
    }
    std::ranges::copy(network_.gradient(), gradient.begin());
    put_back();
}

void Hessian::multiply(std::span<const double> vector, std::span<double> product) {
    const double length = std::sqrt(inner(vector, vector));
    if (length == 0) {
        std::ranges::fill(product, 0.0);
        return;
    }
    const double step = hessian_step / length;
    gradient(vector, step, plus_);
    gradient(vector, -step, minus_);
    for (std::size_t k = 0; k < product.size(); ++k) product[k] = (plus_[k] - minus_[k]) / (2 * step);
}

Hessian::Eigenvalue Hessian::largest(std::uint64_t seed, std::uint64_t most_products, double tolerance) {
    const std::size_t most = std::min<std::size_t>(most_products, size());
    std::vector<std::vector<double>> basis = {std::vector<double>(size())};
    RandomStream(seed, "sharpness").fill_normals(0, basis[0]);
    const double start = std::sqrt(inner(basis[0], basis[0]));
    for (double& one : basis[0]) one /= start;

    Tridiagonal small;
    Eigenvalue found;
    std::vector<double> next(size());
    while (true) {
        const std::vector<double>& last = basis.back();
        multiply(last, next);
        ++found.products;
        small.diagonal.push_back(inner(last, next));
        // Twice: what is left along earlier vectors after the first time is rounding, and after the second
        // nothing.
        for (int time = 0; time < 2; ++time) {
            for (const std::vector<double>& one : basis) add_multiple(-inner(one, next), one, next);
        }
        const double beyond = std::sqrt(inner(next, next));
        const double above = small.largest();
        const std::vector<double> weights = small.vector_at(above);
        found.value = above;
        found.residual = beyond * std::abs(weights.back());
        const bool is_close = found.residual <= tolerance * std::abs(found.value);
        if (is_close || basis.size() == most) {
            std::vector<double> vector(size());
            for (std::size_t k = 0; k < basis.size(); ++k) add_multiple(weights[k], basis[k], vector);
            multiply(vector, next);
            ++found.products;
            found.value = inner(vector, next) / inner(vector, vector);
            add_multiple(-found.value, vector, next);
            found.residual = std::sqrt(inner(next, next));
            return found;
        }
        small.beside.push_back(beyond);
        for (double& one : next) one /= beyond;
        basis.push_back(next);
    }
}

}  // namespace sigprop
