#include "quantities/elementwise/ode.hpp"

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

Parameter ode_parameter() {
    return {.name = "ode",
            .kind = ParameterKind::choice,
            .meaning = "y' = (1 - y^2/dim)/rms, or x y' = y (1 - y^2/dim)",
            .choices = {"dyt", "dyisru"}};
}

Parameter dim_parameter() {
    return {.name = "dim",
            .kind = ParameterKind::integer,
            .meaning = "entries that share the root mean square",
            .range = "[1, inf)"};
}

std::vector<Parameter> constant_parameters() {
    return {{.name = "rms",
             .fallback = "1",
             .meaning = "dyt: the root mean square that is held constant",
             .range = "(0, inf)"},
            {.name = "c",
             .fallback = "1",
             .meaning = "dyisru: the constant of integration; negative for solutions beyond |y| = sqrt(dim), "
                        "which exist for x^2 > -c",
             .range = "(-inf, inf)"}};
}

std::vector<Quantity> elementwise_ode_quantities() {
    return {ode_residual_quantity(), ode_solution_quantity(), clip_error_quantity()};
}

}  // namespace sigprop
