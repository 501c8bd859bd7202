#include "methods/dual_derivative.hpp"

#include "methods/derivative_support.hpp"

namespace sigprop {

DerivativeEstimate dual_derivative(const DualFunction& f, double x) {
    detail::require_finite(x, "the point");
    return detail::with_scatter([&](double at) { return f({at, 1}).slope; }, x, 0);
}

}  // namespace sigprop
