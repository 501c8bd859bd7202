#pragma once
// The text of the typed functions, from the catalogue.

#include <map>
#include <string>
#include <vector>

#include "quantities/quantity.hpp"

namespace functions {

/// The headers by name.
/// Errors   std::logic_error for a quantity whose group belongs to no header
[[nodiscard]] std::map<std::string, std::string> files(const std::vector<sigprop::Quantity>& catalogue);

}  // namespace functions
