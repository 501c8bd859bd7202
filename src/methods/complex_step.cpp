#include "methods/finite_difference.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <sigprop/core/errors.hpp>
#include <string>

namespace sigprop {
namespace {

constexpr double unit = 0x1p-53;

void require_finite(double number, const char* what) {
    if (!std::isfinite(number)) throw InputError(std::string(what) + " of a derivative must be finite");
}

/// A slope that is right but for rounding: how it scatters between neighbouring points shows what rounding
/// inside f does, its trend over them what the rounding of f's argument does.
template <class Slope>
DerivativeEstimate with_scatter(const Slope& slope_at, double x, double step) {
    constexpr int reach = 3;
    const double gap = std::fmax(std::fabs(x) * 0x1p-48, 0x1p-44);
    std::array<double, 2 * reach + 1> slopes{};
    for (int k = -reach; k <= reach; ++k) slopes[static_cast<std::size_t>(k + reach)] = slope_at(x + k * gap);
    double scatter = 0;
    for (std::size_t k = 1; k + 1 < slopes.size(); ++k) {
        scatter = std::fmax(scatter, std::fabs(slopes[k - 1] - 2 * slopes[k] + slopes[k + 1]));
    }
    const double trend = std::fabs(slopes.back() - slopes.front()) / (2 * reach * gap);
    const double value = slopes[reach];
    const double error = 3 * scatter + 2 * unit * (2 * std::fabs(value) + trend * std::fabs(x));
    for (const double slope : slopes) {
        if (std::isfinite(slope)) continue;
        return {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 0,
                slopes.size()};
    }
    return {value, error, step, slopes.size()};
}

}  // namespace

DerivativeEstimate complex_step_derivative(const ComplexFunction& f, double x, double step) {
    require_finite(x, "the point");
    require_finite(step, "the step");
    if (step < 0) throw InputError("the step of a derivative must be > 0 (0: a usual one)");
    if (step == 0) step = 0x1p-333;
    const auto slope_at = [&](double at) { return f({at, step}).imag() / step; };
    DerivativeEstimate found = with_scatter(slope_at, x, step);
    const DerivativeEstimate along_reals = central_difference([&](double at) { return f(at).real(); }, x);
    found.evaluations += along_reals.evaluations;
    const double apart = std::fabs(found.value - along_reals.value);
    if (apart > 8 * along_reals.error + found.error) found.error = apart;
    return found;
}

DerivativeEstimate dual_derivative(const DualFunction& f, double x) {
    require_finite(x, "the point");
    return with_scatter([&](double at) { return f({at, 1}).slope; }, x, 0);
}

}  // namespace sigprop
