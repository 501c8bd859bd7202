#pragma once
// The variance map iterated in double precision: an estimate that shares neither the quadrature nor the
// closed forms with the proofs. It converges where the fixed point attracts, and reports where it does not.

#include "quantities/activation/variance_layer.hpp"

#include <cmath>
#include <optional>

#include "core/formula/evaluator.hpp"

namespace sigprop {

/// V by the trapezoidal rule on |z| <= 12, independent of the quadrature library and the closed forms.
class DoubleMap {
public:
    explicit DoubleMap(const Layer& layer)
        : f_(layer.f.formula),
          weight_(layer.weight_variance.to_double()),
          bias_(layer.bias_variance.to_double()) {}

    double operator()(double q, double step = 0x1p-7) {
        const double s = std::sqrt(q);
        double sum = 0;
        for (double z = step / 2; z < 12; z += step) {
            const double right = f_(s * z);
            const double left = f_(-s * z);
            sum += (right * right + left * left) * std::exp(-z * z / 2);
        }
        return weight_ * sum * step * 0.39894228040143268 + bias_;
    }
    double slope(double q) {
        return ((*this)(q * (1 + 0x1p-13)) - (*this)(q * (1 - 0x1p-13))) / (q * 0x1p-12);
    }

private:
    Evaluator<double> f_;
    double weight_, bias_;
};

struct Iterated {
    double q = NAN, error = NAN;
};

/// Iterates from a small q upwards: if V does not decrease, the limit is the smallest fixed point.
[[nodiscard]] std::optional<Iterated> iterated(const Layer& layer, const Context& context);

}  // namespace sigprop
