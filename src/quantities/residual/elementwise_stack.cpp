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
    stack.sublayers = residual_sublayers(arguments);
    stack.before_branch = arguments.choice("placement") == "pre_norm";
    stack.branch_variance = arguments.real("branch_variance");
    stack.initial = arguments.real("initial");
    return stack;
}

}  // namespace sigprop
