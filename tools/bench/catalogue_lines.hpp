#pragma once
// The expressions of catalogue.txt, and whether they reach every quantity that can be proved.

#include <set>
#include <string>
#include <vector>

namespace sigprop::bench {

struct Lines {
    std::vector<std::string> expressions;
    std::set<std::string> simulated;  ///< quantities that exist by simulation alone
};

[[nodiscard]] Lines read_lines();

/// Names of the catalogue that no expression calls, without those that exist by simulation alone.
[[nodiscard]] std::vector<std::string> quantities_without_line(const Lines& lines);

}  // namespace sigprop::bench
