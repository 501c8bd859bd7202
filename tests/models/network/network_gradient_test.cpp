// The gradient of a whole network against finite differences of a network written with Eigen. Other tests
// compare all residual blocks and schemes with dual numbers.

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "models/network/measure_network.hpp"
#include "models/network/token_source.hpp"
#include "tests/models/network/network_designs.hpp"

using namespace sigprop;
using namespace sigprop::test;

namespace {

using Matrix = Tokens<double>;
constexpr NetworkNumber sampled{3, 1};

Matrix weights(const NetworkDesign& design, std::uint64_t layer, const char* name, double std,
               MatrixShape shape) {
    Matrix w(static_cast<Eigen::Index>(shape.rows), static_cast<Eigen::Index>(shape.columns));
    LayerWeights(design, sampled)(layer, name, std, shape)
        .fill(std::span(w.data(), static_cast<std::size_t>(w.size())));
    return w;
}

Matrix normal(Matrix x) {
    for (Eigen::Index t = 0; t < x.cols(); ++t) {
        x.col(t) *= std::sqrt(static_cast<double>(x.rows())) / x.col(t).norm();
    }
    return x;
}

/// <g, f>: x + branch Norm(W2 tanh(W1 input_scale Norm(x))), a norm after each sum and at the end.
class Naive {
public:
    explicit Naive(const NetworkDesign& design)
        : design_(design), gradient_(output_gradient<double>(design, sampled)) {
        const std::uint64_t d = design.width;
        for (std::uint64_t l = 0; l < design.steps.size(); ++l) {
            first_.push_back(weights(design, l, "hidden", design.stds.hidden, {design.hidden_width, d}));
            second_.push_back(
                weights(design, l, "hidden output", design.stds.hidden_output, {d, design.hidden_width}));
        }
    }
    [[nodiscard]] double loss(Matrix x) const {
        for (std::size_t l = 0; l < design_.steps.size(); ++l) {
            const ResidualStep<double>& step = design_.steps[l];
            const Matrix hidden = (first_[l] * (step.input_scale * normal(x))).array().tanh();
            x = normal(step.skip * x + step.branch * normal(second_[l] * hidden));
        }
        return (normal(x).array() * gradient_.array()).sum();
    }
    /// |dL/dx_0|^2 / |g|^2 by central differences.
    [[nodiscard]] double gradient_square() const {
        const Matrix x = network_inputs<double>(design_, sampled);
        double sum = 0;
        for (Eigen::Index k = 0; k < x.size(); ++k) {
            Matrix moved = x;
            moved.data()[k] += 1e-5;
            const double up = loss(moved);
            moved.data()[k] -= 2e-5;
            const double slope = (up - loss(moved)) / 2e-5;
            sum += slope * slope;
        }
        return sum / gradient_.squaredNorm();
    }

private:
    const NetworkDesign& design_;
    Matrix gradient_;
    std::vector<Matrix> first_, second_;
};

}  // namespace

TEST_CASE("the backward pass of a network gives the gradient of its forward pass") {
    NetworkDesign design = mlp_network(4,
                                       {.normalises_input = true,
                                        .input_scale = 0.8,
                                        .normalises_branch = true,
                                        .skip = 1.3,
                                        .branch = 0.7,
                                        .normalises_sum = true},
                                       7);
    design.activation = tanh(Formula::variable());
    design.final_norm = true;
    design.double_precision = true;
    design.sequences = 3;
    const double expected = Naive(design).gradient_square();
    const auto measured = [&] {
        return measure_network(design, sampled, {Observable::gradient_square},
                               Context())[Observable::gradient_square][0];
    };
    CHECK(std::fabs(measured() / expected - 1) < 1e-7);
    design.steps[2].branch *= 1.001;
    CHECK(std::fabs(measured() / expected - 1) > 1e-6);
}
