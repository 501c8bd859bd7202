#pragma once
// DeepNorm's scale of the weights, for the initialisation scheme of that name.

#include "quantities/quantity.hpp"

namespace sigprop::deepnorm {

/// The layers of the two stacks of a Transformer, in blocks; 0 for a stack that is not there.
struct Stacks {
    std::int64_t encoder = 0;
    std::int64_t decoder = 0;
};

/// Errors   InputError for negative numbers, and when the stack asked about is not there
[[nodiscard]] Formula beta(const Stacks& stacks, bool of_encoder);

}  // namespace sigprop::deepnorm
