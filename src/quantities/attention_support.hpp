#pragma once
// What the themes of attention share: reading a call.

#include <cstdint>
#include <string>

#include "methods/logit_law.hpp"
#include "quantities/support.hpp"

namespace sigprop {

/// A number of keys: an integer from 2 to 2^63.
/// Errors   InputError naming the parameter
[[nodiscard]] std::uint64_t row_length(const Arguments& arguments, const std::string& name);

/// The law of the logits that std and softcap describe.
/// Errors   InputError unless 1e-3 <= std <= 64, softcap > 0
[[nodiscard]] LogitLaw logit_law(const Arguments& arguments);

[[nodiscard]] RowMask row_mask(const Arguments& arguments);

/// n, std=1, softcap=, mask=full: the parameters of a quantity of iid logits.
[[nodiscard]] std::vector<Parameter> row_parameters();

/// The quantity's enclosure by that method of that route.
[[nodiscard]] RoutePlan enclosed(Route route, const char* method,
                                 std::function<Computed(long bits, const Context& context)> value);
/// A sample, testified by the method monte_carlo.
[[nodiscard]] RoutePlan sampled(std::function<Computed(const Context& context)> value);

}  // namespace sigprop
