#include "quantities/frameworks/torch_gain.hpp"

#include "quantities/activation/standard_normal.hpp"
#include "quantities/frameworks/draw.hpp"
#include "quantities/support.hpp"

namespace sigprop::frameworks {
namespace {

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

std::vector<std::string> torch_nonlinearities() {
    return {"linear",           "conv1d",  "conv2d", "conv3d", "conv_transpose1d", "conv_transpose2d",
            "conv_transpose3d", "sigmoid", "tanh",   "relu",   "leaky_relu",       "selu"};
}

Real torch_gain(const std::string& nonlinearity, const std::optional<Real>& param) {
    if (nonlinearity == "tanh") return Rational(5) / Rational(3);
    if (nonlinearity == "relu") return square_root(2);
    if (nonlinearity == "selu") return Rational(3) / Rational(4);
    if (nonlinearity != "leaky_relu") return 1;
    const Real slope = param.value_or(Rational::from_decimal("0.01"));
    return square_root(Real(2) / (Real(1) + slope * slope));
}

std::vector<std::string> warnings_of_gain(const std::string& nonlinearity, const std::string& param,
                                          bool given) {
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

Quantity torch_gain_quantity() {
    return {
        .name = "torch.calculate_gain",
        .aliases = {"torch.nn.init.calculate_gain"},
        .summary = "The gain that PyTorch recommends for a nonlinearity.",
        .formula =
            R"(\text{linear, conv…, sigmoid: } 1; \quad \text{tanh: } \frac{5}{3}; \quad \text{relu: } )"
            R"(\sqrt{2}; \quad \text{leaky\_relu: } \sqrt{\frac{2}{1 + \mathrm{param}^2}}; \quad )"
            R"(\text{selu: } \frac{3}{4})",
        .units =
            "a factor on the std of weights. relu and leaky_relu have the gain that keeps the second "
            "moment of a standard normal (activation.gain); the others are a table: 5/3, 1 and 3/4 are "
            "not the gains of tanh, sigmoid and selu. There is none for gelu or silu",
        .source = "PyTorch 1.13.1, torch/nn/init.py:67-119, calculate_gain",
        .parameters = {{.name = "nonlinearity",
                        .kind = ParameterKind::choice,
                        .meaning = "the function's name in torch.nn.functional",
                        .choices = torch_nonlinearities()},
                       {.name = "param",
                        .meaning = "negative slope of leaky_relu, 0.01 if left out; else ignored",
                        .optional = true,
                        .range = "(-inf, inf)"}},
        .route_notes = {"closed_form: the source's table",
                        "definition: 1/sqrt(E f^2) by integration, where that is what the table holds (relu, "
                        "leaky_relu)"},
        .routes = routes,
        .warnings = warnings};
}

}  // namespace sigprop::frameworks
