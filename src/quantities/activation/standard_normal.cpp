#include "quantities/activation/standard_normal.hpp"

#include "quantities/activation/moment_recipe.hpp"

namespace sigprop {

std::vector<Route> of_standard_normal(std::string_view moment, const Activation& f) {
    return moment_routes(moment, f, 0, 1);
}

}  // namespace sigprop
