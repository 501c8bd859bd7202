#include "quantities/frameworks/torch_gain.hpp"

#include "quantities/activation/standard_normal.hpp"
#include "quantities/frameworks/draw.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using namespace frameworks;
using Routes = std::vector<Route>;

Activation leaky_relu(const Real& slope) {
    const Formula x = Formula::variable();
    return {.text = "leaky_relu(" + slope.text() + ")",
            .formula = where(x < Formula(0), Formula(slope) * x, x),
            .name = "leaky_relu",
            .parameters = {slope}};
}

std::optional<Real> param_of(const Arguments& arguments) {
    return arguments.has_real("param") ? std::optional(arguments.real("param")) : std::nullopt;
}

Routes routes(const Arguments& arguments) {
    const std::string& name = arguments.choice("nonlinearity");
    const std::optional<Real> param = param_of(arguments);
    Routes all = {constant(RouteKind::closed_form, "closed_form", Formula(torch_gain(name, param)))};
    // For these it is the gain that keeps the second moment of a standard normal.
    if (name == "relu" || name == "leaky_relu") {
        const Real slope = name == "relu" ? Real(0) : param.value_or(Rational::from_decimal("0.01"));
        all.push_back(of_standard_normal("gain", leaky_relu(slope)).back());
    }
    return all;
}

std::vector<std::string> warnings(const Arguments& arguments) {
    return warnings_of_gain(arguments.choice("nonlinearity"), "param", arguments.given("param"));
}

}  // namespace

Real frameworks::torch_gain(const std::string& nonlinearity, const std::optional<Real>& param) {
    if (nonlinearity == "tanh") return Rational(5) / Rational(3);
    if (nonlinearity == "relu") return square_root(2);
    if (nonlinearity == "selu") return Rational(3) / Rational(4);
    if (nonlinearity != "leaky_relu") return 1;
    const Real slope = param.value_or(Rational::from_decimal("0.01"));
    return square_root(Real(2) / (Real(1) + slope * slope));
}

std::vector<std::string> frameworks::warnings_of_gain(const std::string& nonlinearity,
                                                      const std::string& param, bool given) {
    std::vector<std::string> all;
    if (given && nonlinearity != "leaky_relu")
        all.push_back("PyTorch ignores " + param + " where nonlinearity=" + nonlinearity);
    if (nonlinearity == "tanh" || nonlinearity == "sigmoid") {
        all.push_back("PyTorch's gain of " + nonlinearity +
                      " does not keep the second moment: activation.gain(" + nonlinearity + ") does");
    }
    if (nonlinearity == "selu") {
        all.emplace_back(
            "PyTorch's gain of selu is an empirical 3/4: the fixed point of SELU needs nonlinearity=linear");
    }
    return all;
}

std::vector<Quantity> torch_gain_quantities() { return {quantity("torch.calculate_gain", routes, warnings)}; }

}  // namespace sigprop
