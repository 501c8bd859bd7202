#include "quantities/frameworks/trunc_normal.hpp"

#include "catalogue/frameworks.hpp"
#include "quantities/frameworks/draw.hpp"
#include "quantities/frameworks/narrow_types.hpp"
#include "quantities/rows.hpp"

namespace sigprop::frameworks {
namespace {

truncated::Standardised with_absolute_limits(const TruncNormalArguments& given) {
    return truncated::standardised(given.a, given.b, given.mean, given.std);
}

StdDtype type_of(const TruncNormalArguments& given) { return given.dtype.value_or(StdDtype::none); }

Routes by_rejection(const TruncNormalArguments& given) {
    const Real a = limit_in(type_of(given), given.a, -1), b = limit_in(type_of(given), given.b, 1);
    return truncated_draw(truncated::standardised(a, b, given.mean, given.std), a, b).routes(given.of);
}

Routes by_inversion(const TruncNormalArguments& given) {
    return inverted_in(type_of(given), with_absolute_limits(given), given.a, given.b).routes(given.of);
}

std::vector<std::string> trunc_normal_warnings(const TruncNormalArguments& given) {
    return truncated::warnings_about(
        with_absolute_limits(given),
        "a and b are values of weights, not multiples of std: for ±2 std write a=-2*std, b=2*std");
}

std::vector<std::string> inversion_warnings(const TruncNormalArguments& given) {
    std::vector<std::string> warnings = trunc_normal_warnings(given);
    if (is_before_rounding(type_of(given), with_absolute_limits(given)))
        warnings.emplace_back(
            "this is the law before the uniform numbers are rounded to the type, where those that would be "
            "the upper limit become the lower one: the mean of the draws is lower, by up to 0.01 std in "
            "bfloat16");
    return warnings;
}

}  // namespace

Quantity trunc_normal_quantity(std::string_view name, Sampling sampling) {
    return sampling == Sampling::rejection ? quantity(name, by_rejection, trunc_normal_warnings)
                                           : quantity(name, by_inversion, inversion_warnings);
}

}  // namespace sigprop::frameworks
