#pragma once
// Tensors that a specification takes for samples of their own and that have the numbers of another.

#include "measure/model/spec.hpp"

namespace sigprop {

struct SpecTies {
    std::map<std::size_t, std::string>
        tied_to;  ///< of the parts that have a rule: the name it gives, or nothing
    bool embeddings_are_tied = false;
};

/// Of tensors with the same numbers all but the first are refuted, unless they are tied to one before or have
/// no rule.
void refute_copies(SpecJudgement& judged, const ModelScan& scan, const TensorFiles& files,
                   const SpecTies& ties);

}  // namespace sigprop
