#include "quantities/frameworks/trunc_normal.hpp"

#include "catalogue/frameworks.hpp"
#include "quantities/frameworks/draw.hpp"
#include "quantities/rows.hpp"

namespace sigprop::frameworks {
namespace {

truncated::Standardised with_absolute_limits(const TruncNormalArguments& given) {
    return truncated::standardised(given.a, given.b, given.mean, given.std);
}

Routes trunc_normal(const TruncNormalArguments& given) {
    return truncated_draw(with_absolute_limits(given), given.a, given.b).routes(given.of);
}

std::vector<std::string> trunc_normal_warnings(const TruncNormalArguments& given) {
    return truncated::warnings_about(
        with_absolute_limits(given),
        "a and b are values of weights, not multiples of std: for +-2 std write a=-2*std, b=2*std");
}

}  // namespace

Quantity trunc_normal_quantity(std::string_view name) {
    return quantity(name, trunc_normal, trunc_normal_warnings);
}

}  // namespace sigprop::frameworks
