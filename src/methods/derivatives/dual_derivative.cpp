#include "methods/derivatives/dual_derivative.hpp"

#include "methods/derivatives/derivative_support.hpp"

namespace sigprop {

DerivativeEstimate dual_derivative(const DualFunction& f, double x) {
    require_finite(x, "the point");
    return with_scatter([&](double at) { return f({at, 1}).slope; }, x, 0);
}

}  // namespace sigprop
