#pragma once
// Names of tensors without what a wrapper put before them: torch.compile's "_orig_mod.",
// DistributedDataParallel's "module.". A wrapped model has the tensors of the model.

#include <string>
#include <vector>

#include "formats/tensor_formats.hpp"

namespace sigprop {

/// Takes the wrappers from the names, if these stay different; says which, "module. (of
/// DistributedDataParallel)", or "" where there was none. "module." is one where all weights have it.
std::string unwrap_names(std::vector<StoredTensor>& tensors);

}  // namespace sigprop
