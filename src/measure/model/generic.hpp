#pragma once
// What describes a fresh model that nobody named: the defaults of a framework, or one scheme in all of it.
// It describes, and accuses of nothing.

#include <cstddef>
#include <optional>
#include <string>

#include "measure/model/scan.hpp"

namespace sigprop {

struct GenericLaws {
    std::string name;           ///< "Keras's defaults"
    std::size_t explained = 0;  ///< random tensors that are as they would be
    std::size_t random = 0;     ///< of all that tell
    [[nodiscard]] std::string text() const;
};

/// Of those that explain nine tenths of the random tensors the one that explains most. Zero biases and gains
/// of 1 say nothing.
[[nodiscard]] std::optional<GenericLaws> generic_laws(const ModelScan& scan);

}  // namespace sigprop
