#include "methods/route_row.hpp"

namespace sigprop {

Answer MeansOfRow::operator()(long bits, const Context& context) const { return by_code(bits, context); }

std::optional<FormulaOfRow> row_of(const DirectRoute& route) {
    const auto* found = route.value.target<MeansOfRow>();
    return found == nullptr ? std::nullopt : std::optional(found->row);
}

}  // namespace sigprop
