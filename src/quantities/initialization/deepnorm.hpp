#pragma once
// DeepNorm's scale of the weights, for the initialisation scheme of that name.

#include "quantities/quantity.hpp"

namespace sigprop::deepnorm {

/// The numbers of blocks in the two stacks of a Transformer; 0 for a stack that does not exist.
struct Stacks {
    std::int64_t encoder = 0;
    std::int64_t decoder = 0;
};

/// Errors   InputError if the stack asked about does not exist
[[nodiscard]] Formula beta(const Stacks& stacks, bool of_encoder);

}  // namespace sigprop::deepnorm
