// What a call with a std and truncation limits really produces, given the std as its type stores it and the
// limits as the library reads them.

#include "quantities/initialization/realised_std.hpp"

#include "core/ball/float_grid.hpp"
#include "quantities/initialization/truncated_normal.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

/// The std as the program stores it.
Real stored_std(const Arguments& arguments) {
    const Real& std = arguments.real("std");
    const std::string& name = arguments.choice("dtype");
    if (name == "none") return std;
    for (const Dtype dtype : {Dtype::float16, Dtype::bfloat16, Dtype::float32, Dtype::float64}) {
        if (name != to_string(dtype)) continue;
        const Real rounded = rounded_to(std, dtype);
        if (compare(rounded, 0) == 0) throw InputError::about({"std"}, "std is rounded to 0 in " + name);
        return rounded;
    }
    throw std::logic_error("no such dtype");
}

std::vector<Route> realised_std(const Arguments& arguments) {
    const Real std = stored_std(arguments);
    const bool relative = arguments.choice("limits") == "relative";
    const auto limit = [&](const char* name) {
        const Real& given = arguments.real(name);
        return given.infinite_sign() != 0 || !relative ? given : given * std;
    };
    if (!arguments.given("upper"))
        throw InputError::about({"upper"}, "'upper' is missing: write inf for no limit");
    if (arguments.choice("complex") == "false") {
        if (!arguments.given("lower"))
            throw InputError::about({"lower"}, "'lower' is missing: write -inf for no limit");
        return truncated::std_routes(truncated::standardised(limit("lower"), limit("upper"), 0, std));
    }
    if (arguments.given("lower") && compare(arguments.real("lower"), 0).value_or(1) > 0) {
        throw InputError::about({"lower"},
                                "a complex number is truncated at |z| <= upper: lower must be left out");
    }
    if (arguments.real("upper").infinite_sign() == 0) require_positive(arguments.real("upper"), "upper");
    const Real upper = limit("upper");
    const Real unit = upper.infinite_sign() != 0 ? upper : upper / std;
    return mapped(truncated::complex_std_routes(unit), Formula(std) * Formula::variable(0));
}

std::vector<std::string> warnings(const Arguments& arguments) {
    if (arguments.choice("complex") == "true") return {};
    const bool relative = arguments.choice("limits") == "relative";
    return truncated::warnings_about(
        truncated::standardised(arguments.real("lower"), arguments.real("upper"), 0,
                                relative ? Real(1) : stored_std(arguments)),
        relative
            ? "limits are multiples of std here; write limits=absolute for values, as a and b of PyTorch's "
              "trunc_normal_ are"
            : "absolute limits are values of weights; write limits=relative for multiples of std");
}

}  // namespace

Quantity realised_std_quantity() {
    const auto limit = [](const char* name, const char* meaning, const char* range) {
        return Parameter{.name = name, .meaning = meaning, .optional = true, .range = range};
    };
    return {
        .name = "init.realised_std",
        .summary =
            "Standard deviation of the weights that a call with std and truncation limits really produces.",
        .formula =
            R"(\text{std of } N(0, s^2) \text{ on } [\mathrm{lower}, \mathrm{upper}] \text{ (times } s )"
            R"(\text{ for relative limits)}, \quad s \text{ the std as stored})",
        .units =
            "about the mean, which is not 0 for asymmetric limits. torch.nn.init.trunc_normal_ has absolute "
            "limits: std = 0.02 with +-2 is +-100 std, and nothing is truncated. complex: sqrt(E|z|^2), "
            "E|z|^2 = std^2 before truncation at |z| <= upper. dtype rounds the std, not the limits or the "
            "samples",
        .source =
            "Johnson, Kotz and Balakrishnan, Continuous Univariate Distributions 1, 1994, section 13.10.1",
        .parameters = {{.name = "std", .meaning = "the std passed", .range = "(0, inf)"},
                       limit("lower", "lower limit; -inf allowed; left out or <= 0 for complex",
                             "[-inf, inf)"),
                       limit("upper", "upper limit; inf allowed; of the modulus for complex", "(-inf, inf]"),
                       {.name = "limits",
                        .kind = ParameterKind::choice,
                        .fallback = "relative",
                        .meaning = "in units of std, or of the weights",
                        .choices = {"relative", "absolute"},
                        .when_default =
                            "limits in units of the std: use limits=absolute for PyTorch's a and b"},
                       {.name = "complex",
                        .kind = ParameterKind::choice,
                        .fallback = "false",
                        .meaning = "whether the modulus is truncated",
                        .choices = {"false", "true"}},
                       {.name = "dtype",
                        .kind = ParameterKind::choice,
                        .fallback = "none",
                        .meaning = "the type the std is rounded to first",
                        .choices = {"none", "float64", "float32", "bfloat16", "float16"}}},
        .relations = {{"lower", "<", "upper"}},
        .values = "[0, inf)",
        .route_notes = {"closed_form: the normal cdf and density at the limits, elementary for complex",
                        "definition: the integrals over the truncated law"},
        .theorems = {"density_of_the_truncated_normal", "trapezoidal_rectangle", "gauss_legendre_ellipse"},
        .routes = realised_std,
        .warnings = warnings};
}

}  // namespace sigprop
