#pragma once
// The rows as C++: constants that src/quantities/rows.hpp declares, and the arguments of mathematics as
// structs.

#include <map>
#include <string>

#include "rows.hpp"

namespace catalogue {

[[nodiscard]] std::string written_rows(const Rows& rows);

/// Structs for what rows with "arguments" ask for, which read the map of bound arguments. Files by path:
/// catalogue/words.hpp, catalogue/FILE.hpp for each file of rows, and quantity_arguments.cpp.
/// Errors   WrongRow for rows that share a struct and disagree about the type of a parameter
[[nodiscard]] std::map<std::string, std::string> written_arguments(const Rows& rows);

}  // namespace catalogue
