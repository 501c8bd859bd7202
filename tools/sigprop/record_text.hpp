#pragma once
// A record as text for another rank: what a report holds of it and what it leaves out.

#include <sigprop/engine/record.hpp>
#include <string>
#include <string_view>

namespace sigprop::tool {

[[nodiscard]] std::string record_text(const Record& record);

/// Errors   InputError for anything that record_text did not write
[[nodiscard]] Record record_from_text(std::string_view text);

}  // namespace sigprop::tool
