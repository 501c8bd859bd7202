#pragma once
// What the comparison of evidence with evidence and its comparison with a stated number share.

#include <sigprop/core/evidence/evidence.hpp>
#include <string>

namespace sigprop {

/// Something proved, and finite.
[[nodiscard]] bool is_enclosure(const Evidence& one);
/// "method (route)", for messages.
[[nodiscard]] std::string name_of(const Evidence& one);
/// "6 standard errors", or with few degrees of freedom the number that is as rarely exceeded.
[[nodiscard]] std::string reach_text(const Evidence& sample);
/// The mean with those to either side, and the rounding of the sums: a sample without spread is still a
/// double.
[[nodiscard]] Ball reach_of_sample(const Evidence& sample);

}  // namespace sigprop
