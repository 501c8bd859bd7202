// The words of the rows' residual schemes are those of the table that the code reads them by.

#include "quantities/residual/schemes.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "quantities/tables.hpp"

TEST_CASE("the rows know the schemes that the code knows") {
    std::set<std::string> known, told;
    for (const sigprop::SchemeEntry& scheme : sigprop::residual_schemes()) {
        known.emplace(scheme.name);
        if (!scheme.alias.empty()) known.emplace(scheme.alias);
    }
    for (const auto& table : sigprop::quantity_tables) {
        for (const sigprop::Quantity& quantity : table()) {
            if (quantity.name.starts_with("init.")) continue;  // the schemes of single matrices
            const auto scheme = std::ranges::find(quantity.parameters, "scheme", &sigprop::Parameter::name);
            if (scheme == quantity.parameters.end() || quantity.name.starts_with("norm.")) continue;
            for (const std::string& word : scheme->choices)
                CHECK_MESSAGE(known.contains(word), word, " of ", quantity.name);
            told.insert(scheme->choices.begin(), scheme->choices.end());
        }
    }
    CHECK(told == known);
}
