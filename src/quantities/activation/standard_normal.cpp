#include "quantities/activation/standard_normal.hpp"

#include "quantities/tables.hpp"

#include <algorithm>
#include <string>

namespace sigprop {

std::vector<Route> of_standard_normal(std::string_view moment, const Activation& f) {
    static const std::vector<Quantity> quantities = activation_quantities();
    const auto quantity = std::ranges::find(quantities, "activation." + std::string(moment), &Quantity::name);
    Arguments arguments;
    arguments.set("f", f);
    arguments.set("std", Real(1));
    arguments.set("mean", Real(0));
    return quantity->routes(arguments);
}

}  // namespace sigprop
