#pragma once
// A mixture of experts whose router has independent standard normal logits, or chooses experts at random.

#include <cstdint>

#include "methods/route.hpp"

namespace sigprop {

/// softmax: over all logits, not renormalised over the chosen; sigmoid: renormalised.
enum class RouterLaw : std::uint8_t { softmax, sigmoid };

/// The mean of 1/|p|, p the weights of the `active` largest of `experts` logits.
/// Accuracy estimate only: given the logit below the chosen ones these are independent, and 1/|p| is an
///          integral of e^(-v^2 |p|^2): three nested rules in double precision, compared with coarser ones
[[nodiscard]] Answer estimated_inverse_norm(RouterLaw law, std::int64_t experts, std::int64_t active);
[[nodiscard]] Answer sampled_inverse_norm(RouterLaw law, std::int64_t experts, std::int64_t active,
                                          const Context& context);

/// The mean of the largest load of an expert over the mean load, less 1, when each of the tokens chooses
/// `active` different experts at random.
[[nodiscard]] Answer sampled_load_violation(std::int64_t experts, std::int64_t active, std::int64_t tokens,
                                            const Context& context);

/// The same with one expert for each token: by the numbers of ways in which no load exceeds a bound.
inline constexpr std::int64_t most_counted_tokens = 1024;
[[nodiscard]] Answer counted_load_violation(std::int64_t experts, std::int64_t tokens, long bits,
                                            const Context& context);

}  // namespace sigprop
