#include "quantities/elementwise/ode.hpp"

#include "catalogue/elementwise.hpp"
#include "quantities/rows.hpp"

namespace sigprop {

ElementwiseOde elementwise_ode(const OdeArguments& given) {
    const bool is_dyt = given.ode == Substitute::dyt;
    if (is_dyt && given.given.c)
        throw InputError::about({"c"}, "c is only for dyisru: dyt has no such constant");
    if (!is_dyt && given.given.rms)
        throw InputError::about({"rms"}, "rms is only for dyt: dyisru has no such constant");
    return {is_dyt, given.dim, given.rms, given.c};
}

std::vector<Quantity> elementwise_ode_quantities() {
    return {quantity("elementwise.ode_residual", ode_residual_routes),
            quantity("elementwise.ode_solution", ode_solution_routes),
            quantity("elementwise.clip_error", clip_error_routes)};
}

}  // namespace sigprop
