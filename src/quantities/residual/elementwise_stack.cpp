#include "quantities/residual/elementwise_stack.hpp"

#include "quantities/residual/stack.hpp"
#include "quantities/support.hpp"

namespace sigprop {

Activation ElementwiseStack::map() const {
    const Formula x = Formula::variable();
    const Formula p = parameter;
    switch (form) {
        case ElementwiseForm::derf: return {"derf", erf(p * x), "derf", {parameter}};
        case ElementwiseForm::dyisru: return {"dyisru", x / sqrt(pow(x, 2) + p), "dyisru", {parameter}};
        case ElementwiseForm::dyt: break;
    }
    return {"dyt", tanh(p * x), "dyt", {parameter}};
}

std::vector<Parameter> elementwise_stack_parameters(std::vector<Parameter> after_layers) {
    std::vector<Parameter> all = {
        {.name = "form",
         .kind = ParameterKind::choice,
         .meaning = "phi in the place of the norm; dyt: tanh(alpha x), derf: erf(alpha x), dyisru: "
                    "x/sqrt(x^2 + c)",
         .choices = {"dyt", "derf", "dyisru"}},
        layers_parameter("residual additions, two per Transformer block")};
    all = joined(std::move(all), std::move(after_layers));
    return joined(
        std::move(all),
        {{.name = "alpha",
          .meaning = "of dyt and derf, which need it",
          .optional = true,
          .range = "(0, inf)"},
         {.name = "c", .meaning = "of dyisru, which needs it", .optional = true, .range = "(0, inf)"},
         {.name = "placement",
          .kind = ParameterKind::choice,
          .fallback = "pre_norm",
          .meaning = "pre_norm: x + F(phi(x)); res_post_norm: x + phi(F(x))",
          .choices = {"pre_norm", "res_post_norm"}},
         {.name = "branch_variance",
          .fallback = "1",
          .meaning = "second moment of F's output for an input of second moment 1",
          .range = "(0, inf)"},
         initial_parameter(),
         blocks_parameter()});
}

ElementwiseStack elementwise_stack(const Arguments& arguments) {
    ElementwiseStack stack;
    const std::string& form = arguments.choice("form");
    if (form == "derf") stack.form = ElementwiseForm::derf;
    if (form == "dyisru") stack.form = ElementwiseForm::dyisru;
    const bool is_isru = stack.form == ElementwiseForm::dyisru;
    const std::string own = is_isru ? "c" : "alpha";
    const std::string other = is_isru ? "alpha" : "c";
    if (arguments.has_real(other))
        throw InputError::about({other}, other + " is no parameter of " + form + ", which has " + own);
    if (!arguments.has_real(own)) throw InputError::about({own}, form + " needs " + own + "=");
    stack.parameter = arguments.real(own);
    stack.layers = residual_layers(arguments);
    stack.before_branch = arguments.choice("placement") == "pre_norm";
    stack.branch_variance = arguments.real("branch_variance");
    stack.initial = arguments.real("initial");
    return stack;
}

}  // namespace sigprop
