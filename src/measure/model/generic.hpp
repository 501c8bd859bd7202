#pragma once
// What describes a fresh model that nobody named: the defaults of a framework, or one scheme in all of it.
// It describes, and accuses of nothing.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "measure/model/scan.hpp"

namespace sigprop {

struct GenericLaws {
    std::string name;           ///< "Keras's defaults"
    std::size_t explained = 0;  ///< random tensors that are as they would be
    std::size_t random = 0;     ///< of all that tell
    std::string claim = {};     ///< what `sigprop measure weights` is told to compare each matrix with it
    [[nodiscard]] std::string text() const;
};

/// One of several laws that a model's random tensors have.
struct LawShare {
    std::string name;                ///< empty for those that have none of the laws
    std::vector<std::size_t> parts;  ///< of the scan
    std::string claim = {};          ///< as above
};

/// Zero biases and gains of 1 say nothing.
struct UnnamedLaws {
    /// Of those that explain nine tenths of the random tensors the one that explains most.
    std::optional<GenericLaws> one;
    /// Where there is none: the law of most, then that of most of the others, and so on. Empty where none
    /// explains any.
    std::vector<LawShare> shares;
};
[[nodiscard]] UnnamedLaws unnamed_laws(const ModelScan& scan);

/// "of 4 random tensors, 3 have He's normal law by fan_in, 1 has He's normal law by fan_out (4.weight)"
[[nodiscard]] std::string text_of(const std::vector<LawShare>& shares, const ModelScan& scan);

}  // namespace sigprop
