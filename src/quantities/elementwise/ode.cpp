#include "quantities/elementwise/ode.hpp"

#include "quantities/rows.hpp"

namespace sigprop {

ElementwiseOde elementwise_ode(const Arguments& arguments) {
    ElementwiseOde ode;
    ode.is_dyt = arguments.choice("ode") == "dyt";
    ode.dim = arguments.integer("dim");
    const std::string other = ode.is_dyt ? "c" : "rms";
    if (arguments.given(other)) {
        throw InputError::about({other}, other + " belongs to " + (ode.is_dyt ? "dyisru" : "dyt") + ": " +
                                             arguments.choice("ode") + " has no such constant");
    }
    ode.rms = arguments.real("rms");
    ode.c = arguments.real("c");
    return ode;
}

std::vector<Quantity> elementwise_ode_quantities() {
    return {quantity("elementwise.ode_residual", ode_residual_routes),
            quantity("elementwise.ode_solution", ode_solution_routes),
            quantity("elementwise.clip_error", clip_error_routes)};
}

}  // namespace sigprop
