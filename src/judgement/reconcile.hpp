#pragma once
// What the comparison of evidence with evidence and its comparison with a stated number share.

#include <sigprop/core/evidence.hpp>
#include <string>

namespace sigprop::detail {

/// Something proved, and finite.
[[nodiscard]] bool is_enclosure(const Evidence& one);
/// "method (route)", for messages.
[[nodiscard]] std::string name_of(const Evidence& one);
/// Mean ± 6 standard errors, and the rounding of the sums: a sample without spread is still a double.
[[nodiscard]] Ball reach_of_sample(const Evidence& sample);

}  // namespace sigprop::detail
