#include "catalogue_lines.hpp"

#include <array>
#include <fstream>
#include <string_view>

#include "engine/binding/catalogue.hpp"

namespace sigprop::bench {

Lines read_lines() {
    constexpr std::string_view simulated = "simulated ";
    Lines lines;
    std::ifstream in(SIGPROP_BENCH_SOURCE_DIR "/catalogue.txt");
    for (std::string line; std::getline(in, line);) {
        if (line.empty() || line.front() == '#') continue;
        if (line.starts_with(simulated)) {
            lines.simulated.insert(line.substr(simulated.size()));
        } else {
            lines.expressions.push_back(line);
        }
    }
    return lines;
}

std::vector<std::string> quantities_without_line(const Lines& lines) {
    constexpr std::array<std::string_view, 3> groups = {"network.", "training.", "residual.simulated_"};
    std::set<std::string> called = lines.simulated;
    for (const std::string& one : lines.expressions) called.insert(one.substr(0, one.find('(')));
    std::vector<std::string> missing;
    for (const Quantity& quantity : catalogue()) {
        bool in_group = false;
        for (const std::string_view group : groups) in_group = in_group || quantity.name.starts_with(group);
        if (!in_group && !called.contains(quantity.name)) missing.push_back(quantity.name);
    }
    return missing;
}

}  // namespace sigprop::bench
