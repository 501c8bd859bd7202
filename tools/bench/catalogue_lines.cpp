#include "catalogue_lines.hpp"

#include <array>
#include <fstream>
#include <set>
#include <string_view>

#include "engine/binding/catalogue.hpp"
#include "tests/support/every_call.hpp"

namespace sigprop::bench {

std::vector<std::string> catalogue_expressions() {
    constexpr std::array<std::string_view, 3> simulated_groups = {"network.", "training.",
                                                                  "residual.simulated_"};
    constexpr std::string_view simulated = "simulated ";
    std::vector<std::string> expressions;
    std::set<std::string> names;
    std::ifstream in(SIGPROP_BENCH_SOURCE_DIR "/catalogue.txt");
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.front() == '#') continue;
        if (line.starts_with(simulated)) {
            names.insert(line.substr(simulated.size()));
        } else {
            names.insert(line.substr(0, line.find('(')));
            expressions.push_back(line);
        }
    }
    for (const Quantity& one : catalogue()) {
        const auto is_of = [&](std::string_view group) { return one.name.starts_with(group); };
        if (std::ranges::any_of(simulated_groups, is_of) || names.contains(one.name)) continue;
        if (const auto values = every_call::shortest_call(one))
            expressions.push_back(every_call::text_of(one, *values));
    }
    return expressions;
}

}  // namespace sigprop::bench
