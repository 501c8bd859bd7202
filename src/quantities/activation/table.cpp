// The activations known by name are rows of catalogue/activations.json.

#include "quantities/activation/table.hpp"

#include <algorithm>

#include "quantities/rows.hpp"

namespace sigprop {

const std::vector<ActivationEntry>& activation_table() {
    static const std::vector<ActivationEntry> table = [] {
        std::vector<ActivationEntry> all;
        for (const ActivationRow& row : activation_rows()) {
            all.push_back({row.name,
                           parameters_of(row.parameters),
                           row.formula,
                           row.source,
                           {row.aliases.begin(), row.aliases.end()},
                           row.gated});
        }
        return all;
    }();
    return table;
}

const ActivationEntry* find_activation(std::string_view name) {
    for (const ActivationEntry& entry : activation_table()) {
        if (entry.name == name || std::ranges::find(entry.aliases, name) != entry.aliases.end())
            return &entry;
    }
    return nullptr;
}

}  // namespace sigprop
