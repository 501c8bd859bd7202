#pragma once
// The sizes of a recipe, read from a checkpoint's shapes: a length that the recipe writes as a size's bare
// name is that size.

#include "measure/model/recipes.hpp"

namespace sigprop {

struct InferredSizes {
    std::vector<ModelSize> sizes;
    bool by_role = false;  ///< too few names are the recipe's

    [[nodiscard]] bool is_known(const std::string& name) const;
};

[[nodiscard]] InferredSizes infer_sizes(const ModelScan& scan, const Recipe& recipe, const KnownSizes& known);

}  // namespace sigprop
