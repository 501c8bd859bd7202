#include "quantities/frameworks/torch_gain.hpp"

#include "catalogue/frameworks.hpp"
#include "quantities/activation/standard_normal.hpp"
#include "quantities/frameworks/draw.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using namespace frameworks;

Activation leaky_relu(const Real& slope) {
    const Formula x = Formula::variable();
    return {.text = "leaky_relu(" + slope.text() + ")",
            .formula = where(x < Formula(0), Formula(slope) * x, x),
            .name = "leaky_relu",
            .parameters = {slope}};
}

/// The slope left of 0 where the gain is what keeps the second moment of a standard normal; else none.
std::optional<Real> slope_of(TorchNonlinearity nonlinearity, const std::optional<Real>& param) {
    if (nonlinearity == TorchNonlinearity::relu) return Real(0);
    if (nonlinearity != TorchNonlinearity::leaky_relu) return std::nullopt;
    return param.value_or(Rational::from_decimal("0.01"));
}

Routes routes(const TorchGainArguments& given) {
    const Real gain = torch_gain(given.nonlinearity, given.param);
    Routes all = {constant(RouteKind::closed_form, "closed_form", Formula(gain))};
    if (const std::optional<Real> slope = slope_of(given.nonlinearity, given.param))
        all.push_back(of_standard_normal("gain", leaky_relu(*slope)).back());
    return all;
}

std::vector<std::string> warnings(const TorchGainArguments& given) {
    return warnings_of_gain(given.nonlinearity, "param", given.param.has_value());
}

}  // namespace

Real frameworks::torch_gain(TorchNonlinearity nonlinearity, const std::optional<Real>& param) {
    if (const std::optional<Real> slope = slope_of(nonlinearity, param))
        return square_root(Real(2) / (Real(1) + *slope * *slope));
    if (nonlinearity == TorchNonlinearity::tanh) return Rational(5) / Rational(3);
    return nonlinearity == TorchNonlinearity::selu ? Rational(3) / Rational(4) : Rational(1);
}

std::vector<std::string> frameworks::warnings_of_gain(TorchNonlinearity nonlinearity,
                                                      const std::string& param, bool given) {
    using enum TorchNonlinearity;
    const std::string name(word_of(nonlinearity));
    std::vector<std::string> all;
    if (given && nonlinearity != leaky_relu)
        all.push_back("PyTorch ignores " + param + " if nonlinearity=" + name);
    if (nonlinearity == tanh || nonlinearity == sigmoid) {
        all.push_back("PyTorch's gain for " + name +
                      " does not preserve the second moment: activation.gain(" + name + ") does");
    }
    if (nonlinearity == selu) {
        all.emplace_back(
            "PyTorch's gain for selu is an empirical 3/4: the fixed point of SELU needs nonlinearity=linear");
    }
    return all;
}

std::vector<Quantity> torch_gain_quantities() { return {quantity("torch.calculate_gain", routes, warnings)}; }

}  // namespace sigprop
