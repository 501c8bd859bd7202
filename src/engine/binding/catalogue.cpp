#include "engine/binding/catalogue.hpp"

#include "quantities/tables.hpp"

#include <algorithm>
#include <iterator>
#include <sigprop/core/base/errors.hpp>

#include "core/expression/expression.hpp"
#include "core/notation/notation.hpp"

namespace sigprop {

const std::vector<Quantity>& catalogue() {
    static const std::vector<Quantity> all = [] {
        std::vector<Quantity> quantities;
        for (const auto table : quantity_tables) {
            std::ranges::move(table(), std::back_inserter(quantities));
        }
        return quantities;
    }();
    return all;
}

const Quantity* find_quantity(std::string_view name) {
    for (const Quantity& quantity : catalogue()) {
        if (quantity.name == name || std::ranges::find(quantity.aliases, name) != quantity.aliases.end()) {
            return &quantity;
        }
    }
    return nullptr;
}

std::string called_formula_mathml(const std::string& expression) {
    try {
        const Expression e = parse_expression(expression);
        const Quantity* quantity = e.kind == Expression::Kind::call ? find_quantity(e.name) : nullptr;
        return quantity == nullptr || quantity->formula.empty() ? "" : mathml_of_formula(quantity->formula);
    } catch (const InputError&) {
        return "";
    }
}

}  // namespace sigprop
