#include "quantities/support.hpp"

namespace sigprop {

void require_finite(const Real& value, const std::string& name) {
    if (value.infinite_sign() != 0) throw InputError(name + " must be finite");
}

void require_positive(const Real& value, const std::string& name) {
    require_finite(value, name);
    if (compare(value, 0).value_or(0) <= 0) throw InputError(name + " must be positive, not " + value.text());
}

RoutePlan closed_form(std::function<Computed(long bits)> value) {
    Computation form;
    form.value = [value = std::move(value)](long bits, const Context&) { return value(bits); };
    return form;
}

RoutePlan expectation(std::vector<Formula> integrands, Law law, const Formula& combine) {
    Expectation definition;
    definition.integrands = std::move(integrands);
    definition.law = std::move(law);
    definition.combine = combination(combine);
    return definition;
}

}  // namespace sigprop
