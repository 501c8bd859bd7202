#include "quantities/residual/elementwise_stack.hpp"

#include "catalogue/residual.hpp"
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

ElementwiseStack elementwise_stack(const ElementwiseArguments& given) {
    ElementwiseStack stack;
    stack.form = given.form;
    const std::string form = stack.map().name;
    const bool is_isru = given.form == ElementwiseForm::dyisru;
    const std::string own = is_isru ? "c" : "alpha";
    const std::string other = is_isru ? "alpha" : "c";
    if (is_isru ? given.alpha : given.c)
        throw InputError::about({other}, other + " is not a parameter of " + form + ", which has " + own);
    const std::optional<Real>& parameter = is_isru ? given.c : given.alpha;
    if (!parameter) throw InputError::about({own}, form + " needs " + own + "=");
    stack.parameter = *parameter;
    stack.sublayers = residual_sublayers(given.layers, given.sublayers);
    stack.before_branch = given.placement == MapPlacement::pre_norm;
    stack.branch_variance = given.branch_variance;
    stack.initial = given.initial;
    return stack;
}

}  // namespace sigprop
