#pragma once
// Evidence as text that restores every bit of it, for another process of the same program.

#include <sigprop/core/evidence/evidence.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

[[nodiscard]] std::string exact_text(const std::vector<Evidence>& all);

/// Errors   InputError for anything that exact_text did not write
[[nodiscard]] std::vector<Evidence> evidence_from_exact_text(std::string_view text);

}  // namespace sigprop
