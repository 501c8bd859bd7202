#include "engine/binding/catalogue.hpp"

#include "quantities/tables.hpp"

#include <algorithm>
#include <iterator>

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

}  // namespace sigprop
