#include "quantities/value_range.hpp"

#include <algorithm>

namespace sigprop {

NumberRange values_of(const Quantity& quantity, const Arguments& arguments) {
    const bool has_statistic = std::ranges::any_of(quantity.parameters, [](const Parameter& one) {
        return one.name == "statistic" && one.kind == ParameterKind::choice;
    });
    if (!has_statistic) return quantity.values;
    const std::string& statistic = arguments.choice("statistic");
    if (statistic.ends_with("variance")) return "[0, inf)";
    return statistic.starts_with("log_") ? NumberRange() : quantity.values;
}

}  // namespace sigprop
