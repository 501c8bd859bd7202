#include "methods/derivatives/derivative_support.hpp"

namespace sigprop {

DerivativeEstimate complex_step_derivative(const ComplexFunction& f, double x, std::optional<double> step) {
    require_finite(x, "the point");
    const double height = step.value_or(0x1p-333);
    require_finite(height, "the step");
    if (height <= 0) throw InputError("the step of a derivative must be > 0");
    const auto slope_at = [&](double at) { return f({at, height}).imag() / height; };
    DerivativeEstimate found = with_scatter(slope_at, x, height);
    const DerivativeEstimate along_reals = central_difference([&](double at) { return f(at).real(); }, x);
    found.evaluations += along_reals.evaluations;
    const double apart = std::fabs(found.value - along_reals.value);
    if (apart > 8 * along_reals.error + found.error) found.error = apart;
    return found;
}

}  // namespace sigprop
