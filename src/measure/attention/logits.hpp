#pragma once
// How the logits of a head are computed: the scale and the cap that a user wrote, as numbers and as words.

#include <cstddef>
#include <sigprop/core/base/context.hpp>
#include <sigprop/measure/attention/attention.hpp>
#include <string>

namespace sigprop {

/// `in_float`: whether logits are computed in float, whose range is smaller.
/// Errors   InputError naming the flag whose value is not positive or is out of range
[[nodiscard]] AttentionOptions attention_options(const AttentionQuestion& question, std::size_t dim,
                                                 bool in_float, const Context& context);

/// "q.k / sqrt(64), the default scale", "0.1 q.k, capped at 50, causal"
[[nodiscard]] std::string logits_text(const AttentionQuestion& question, std::size_t dim);

}  // namespace sigprop
