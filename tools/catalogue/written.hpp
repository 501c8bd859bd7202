#pragma once
// The rows as C++: constants that src/quantities/rows.hpp declares.

#include <string>
#include <vector>

#include "rows.hpp"

namespace catalogue {

[[nodiscard]] std::string written_rows(const Rows& rows);

}  // namespace catalogue
