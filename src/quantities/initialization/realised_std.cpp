// What a call with a std and truncation limits really produces, given the std as its type stores it and the
// limits as the library reads them.

#include "catalogue/initialization.hpp"
#include "core/ball/float_grid.hpp"
#include "quantities/initialization/truncated_normal.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

std::optional<Dtype> dtype_of(StdDtype type) {
    switch (type) {
        case StdDtype::none: return std::nullopt;
        case StdDtype::float64: return Dtype::float64;
        case StdDtype::float32: return Dtype::float32;
        case StdDtype::bfloat16: return Dtype::bfloat16;
        case StdDtype::float16: return Dtype::float16;
    }
    throw std::logic_error("no such dtype");
}

/// The std as the program stores it.
Real stored_std(const RealisedStdArguments& given) {
    const std::optional<Dtype> dtype = dtype_of(given.dtype);
    if (!dtype) return given.std;
    const Real rounded = rounded_to(given.std, *dtype);
    if (compare(rounded, 0) == 0)
        throw InputError::about({"std"}, "std is rounded to 0 in " + std::string(to_string(*dtype)));
    return rounded;
}

std::vector<Route> realised_std(const RealisedStdArguments& given) {
    const Real std = stored_std(given);
    const auto absolute = [&](const Real& limit) {
        return limit.infinite_sign() != 0 || given.limits == TruncationUnits::absolute ? limit : limit * std;
    };
    if (!given.upper) throw InputError::about({"upper"}, "'upper' is missing: write inf for no limit");
    const Real upper = absolute(*given.upper);
    if (!given.complex) {
        if (!given.lower) throw InputError::about({"lower"}, "'lower' is missing: write -inf for no limit");
        return truncated::std_routes(truncated::standardised(absolute(*given.lower), upper, 0, std));
    }
    if (given.lower && compare(*given.lower, 0).value_or(1) > 0) {
        throw InputError::about({"lower"}, "a complex number is truncated at |z| <= upper: remove lower");
    }
    if (upper.infinite_sign() == 0) require_positive(*given.upper, "upper");
    const Real unit = upper.infinite_sign() != 0 ? upper : upper / std;
    return mapped(truncated::complex_std_routes(unit), Formula(std) * Formula::variable(0));
}

std::vector<std::string> warnings(const RealisedStdArguments& given) {
    if (given.complex) return {};
    const bool relative = given.limits == TruncationUnits::relative;
    return truncated::warnings_about(
        truncated::standardised(given.lower.value(), given.upper.value(), 0,
                                relative ? Real(1) : stored_std(given)),
        relative ? "limits are multiples of std here; write limits=absolute for values, such as a and b of "
                   "PyTorch's trunc_normal_"
                 : "absolute limits are values of weights; write limits=relative for multiples of std");
}

}  // namespace

std::vector<Quantity> realised_std_quantities() {
    return {quantity("init.realised_std", realised_std, warnings)};
}

}  // namespace sigprop
