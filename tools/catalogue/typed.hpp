#pragma once
// The arguments of mathematics as structs: what a row with "arguments" asks for, from the map of bound
// arguments.

#include <map>
#include <string>

#include "rows.hpp"

namespace catalogue {

/// Files by path: catalogue/words.hpp, catalogue/FILE.hpp for each file of rows, and quantity_arguments.cpp.
/// Errors   WrongRow for rows that share a struct and disagree about the type of a parameter
[[nodiscard]] std::map<std::string, std::string> written_arguments(const Rows& rows);

}  // namespace catalogue
