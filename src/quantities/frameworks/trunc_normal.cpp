#include "quantities/frameworks/trunc_normal.hpp"

#include "quantities/frameworks/draw.hpp"

namespace sigprop::frameworks {
namespace {

truncated::Standardised with_absolute_limits(const Arguments& arguments) {
    return truncated::standardised(arguments.real("a"), arguments.real("b"), arguments.real("mean"),
                                   arguments.real("std"));
}

Draw trunc_normal(const Arguments& arguments) {
    return truncated_draw(with_absolute_limits(arguments), arguments.real("a"), arguments.real("b"));
}

std::vector<std::string> trunc_normal_warnings(const Arguments& arguments) {
    return truncated::warnings_about(
        with_absolute_limits(arguments),
        "a and b are values of weights, not multiples of std: for +-2 std write a=-2*std, b=2*std");
}

}  // namespace

Quantity trunc_normal_quantity(std::string_view name) {
    return drawn(name, trunc_normal, trunc_normal_warnings);
}

}  // namespace sigprop::frameworks
