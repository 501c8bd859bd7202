// Is a hand-written backward pass right? RMSNorm's, once as it should be and once with the term y y^T
// forgotten, against differences of the forward pass.

#include <cmath>
#include <iostream>
#include <numeric>
#include <sigprop/sigprop.hpp>
#include <span>
#include <vector>

namespace {

constexpr double epsilon = 1e-6;

double rms_of(std::span<const double> x) {
    const double squares = std::inner_product(x.begin(), x.end(), x.begin(), 0.0);
    return std::sqrt(squares / static_cast<double>(x.size()) + epsilon);
}

void forward(std::span<const double> x, std::span<double> y) {
    const double r = rms_of(x);
    for (std::size_t i = 0; i < x.size(); ++i) y[i] = x[i] / r;
}

/// dx = (g - share y (y.g)/d) / r at a fixed x: share is 1 for the right one.
sigprop::BackwardPass backward(std::span<const double> x, double share) {
    return [x, share](std::span<const double> g, std::span<double> dx) {
        const double r = rms_of(x);
        const double along = std::inner_product(x.begin(), x.end(), g.begin(), 0.0) / r;
        const auto d = static_cast<double>(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) dx[i] = (g[i] - share * x[i] / r * along / d) / r;
    };
}

}  // namespace

int main() {
    std::vector<double> x(768);
    sigprop::RandomStream(1, "activations").fill_normals(0, x);
    const double length = rms_of(x) * std::sqrt(static_cast<double>(x.size()));  // over which y changes
    const auto right = sigprop::probe_jacobian(forward, backward(x, 1), x, length);
    const auto wrong = sigprop::probe_jacobian(forward, backward(x, 0), x, length);
    std::cout << "right: " << (right.agrees ? "agrees" : "differs") << '\n';
    std::cout << "without y y^T: " << (wrong.agrees ? "agrees" : "differs") << '\n';
    return right.agrees && !wrong.agrees ? 0 : 1;
}
