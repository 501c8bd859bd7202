#include "methods/route_root.hpp"

namespace sigprop {

Answer RootOfMeans::operator()(long bits, const Context& context) const { return by_code(bits, context); }

std::optional<EquationOfMeans> equation_of(const DirectRoute& route) {
    const auto* found = route.value.target<RootOfMeans>();
    return found == nullptr ? std::nullopt : std::optional(found->equation);
}

}  // namespace sigprop
