#pragma once
// What is timed of the catalogue: the expressions of catalogue.txt, and of each other quantity that can be
// proved a call that its parameters make.

#include <string>
#include <vector>

namespace sigprop::bench {

[[nodiscard]] std::vector<std::string> catalogue_expressions();

}  // namespace sigprop::bench
