#pragma once
// Which tensors of a checkpoint of training are the model's weights. People save a state dict, or one among
// epochs, metrics and the state of an optimizer, which is two or three times as large and no weights.

#include <string>
#include <vector>

#include "formats/tensor_formats.hpp"
#include "formats/torch_pickle.hpp"

namespace sigprop {

struct TorchWeights {
    struct Named {
        std::string name;
        PickleId tensor;
    };
    std::vector<Named> tensors;
    FileNotes notes;  ///< "taken", "left out": where these differ
};

/// A state dict is what was saved, or stands in it under a key of its own ("model", "state_dict", …). Where
/// several hold weights, names begin with the key. Dictionaries and lists in it give names with dots. A
/// tensor that was saved alone has `name`.
/// Errors   InputError "path: …" for a checkpoint without weights, and for one that is nested beyond limits
[[nodiscard]] TorchWeights torch_weights(const TorchPickle& pickle, const std::string& path,
                                         const std::string& name);

}  // namespace sigprop
