// What a call with a std and truncation limits really produces, given the std as its type stores it and the
// limits as the library reads them.

#include "core/ball/float_grid.hpp"
#include "quantities/initialization/truncated_normal.hpp"
#include "quantities/rows.hpp"
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

std::vector<Quantity> realised_std_quantities() {
    return {quantity("init.realised_std", realised_std, warnings)};
}

}  // namespace sigprop
