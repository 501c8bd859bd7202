#pragma once
// Which initialisers the parts of a model look like: the schemes of libraries with the gains of activations,
// the scalings of residual branches by depth, the defaults of PyTorch's layers for a tensor's place in the
// model.

#include "measure/model/scan.hpp"

namespace sigprop {

/// Fills ModelPart::likely for every part that has enough weights.
void find_likely_laws(ModelScan& scan);

}  // namespace sigprop
