#pragma once
// Two checkpoints of one model, tensor by tensor: what stayed, what was rescaled, what was trained, and what
// was drawn anew.

#include <cstdint>
#include <optional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/engine/record.hpp>
#include <string>
#include <vector>

#include "formats/tensor_files.hpp"

namespace sigprop {

enum class TensorChange : std::uint8_t {
    unchanged,  ///< the same numbers
    rounded,    ///< the same but for the rounding of a narrower type
    rescaled,   ///< all times one factor
    trained,    ///< correlated with what it was
    redrawn,    ///< no more correlated than independent samples
    reshaped,
    missing,  ///< only in the other file
    added,    ///< only in this file
    unknown,  ///< entries that are not finite, or too few
};

[[nodiscard]] std::string_view to_string(TensorChange change);

/// Of tensors x now and y before, moments about 0.
struct TensorComparison {
    std::string name;
    TensorChange change = TensorChange::unknown;
    std::uint64_t count = 0;
    double rms = 0, rms_before = 0;
    double relative_change = 0;    ///< |x - y| / |y|
    double cosine = 0;             ///< x.y / (|x| |y|)
    std::optional<double> factor;  ///< of a rescaled one
    std::string text;              ///< a sentence
};

/// In the order of this file, then what only the other has.
[[nodiscard]] std::vector<TensorComparison> compare_models(const TensorFiles& now, const TensorFiles& before,
                                                           const Context& context);

/// For a report: the change as words and numbers; no verdict.
[[nodiscard]] Record comparison_record(const TensorComparison& one);

}  // namespace sigprop
