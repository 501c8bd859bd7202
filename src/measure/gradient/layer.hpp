#pragma once
// The layer of a question: its formula, epsilon and gain, from its name and from what is said beside it.

#include <optional>
#include <sigprop/measure/gradient/jacobian.hpp>
#include <sigprop/models/normalization/layer.hpp>
#include <string>
#include <vector>

#include "quantities/normalization/table.hpp"

namespace sigprop {

/// A layer as --layer names it.
struct JacobianLayer {
    std::string name;  ///< "rms_norm", or "transformers LlamaRMSNorm (rms_norm)"
    NormAxes axes = NormAxes::features;
    NormRule rule;  ///< that of the named implementation, if one is named
    const NormImplementation* implementation = nullptr;  ///< null for a layer by its own name
    bool has_gain = false;
    double epsilon = 0;
    std::string epsilon_text = {};  ///< "1e-6" for Python's 1e-06; an expression as it was given
    double gain_offset = 0;         ///< the gain is offset + weight
    std::string offset_text = {};   ///< "1"; empty for 0 that nobody gave
};

/// The normalisation layers that --layer takes, by their own names.
[[nodiscard]] std::vector<std::string> jacobian_norm_layers();

/// Whether --layer names a normalisation layer rather than an activation.
[[nodiscard]] bool is_norm_layer(const std::string& name);

/// Finds a layer by its name in any spelling, by an alias or by an implementation's name, whose epsilon (of
/// the type `dtype`) and offset hold where the question gives none.
/// Errors   InputError for every other name, for implementations whose channels are the last axis, without an
///          epsilon where the name has none, for an epsilon < 0, for an offset without a weight
[[nodiscard]] JacobianLayer jacobian_layer(const JacobianQuestion& question, Dtype dtype, bool has_weight,
                                           const Context& context);

/// "rms_norm, eps 1e-6 inside the root, gain 1 + weight"
[[nodiscard]] std::string layer_text(const JacobianLayer& layer, const JacobianQuestion& question,
                                     const JacobianTensors& tensors);

}  // namespace sigprop
