#pragma once
// The normalisation layers by name: which rule (normalization/rule.hpp), over which axes, with which epsilon.
// A layer's name settles its formula; the details in which frameworks differ (epsilon and its place, 1/n or
// 1/(n-1), what momentum means) have their own table (quantities/normalization/table.hpp). This is the only
// list of the layers: the choices of norm.*, what `show` says of a layer and what measure jacobian takes
// follow from its row.

#include <sigprop/models/normalization/rule.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// Which entries of x[batch, channel, position…] (for tokens: x[…, feature]) share statistics.
enum class NormAxes : std::uint8_t {
    features,        ///< x[…, d]: the last axis, separately for each token
    batch,           ///< x[B, C, …]: all axes but the channel: B times the positions
    positions,       ///< x[B, C, …]: the positions of one channel of one example
    channel_groups,  ///< x[B, C, …]: the positions of C / groups channels of one example
    output_row,      ///< W[out, in, …]: all weights of one output channel
    column,          ///< x[n, d]: one feature over all examples, as for input normalisation
};

struct NormLayer {
    std::string_view name;
    NormRule rule;
    NormAxes axes = NormAxes::features;
    std::string_view epsilon;  ///< the default of its most used implementation, as a decimal
    bool has_gain = false;     ///< gamma, one per feature or channel
    bool has_bias = false;     ///< beta
    /// pRMSNorm: the caller chooses rule.leading as a share of the entries; it is 0 in the table's rule.
    bool takes_share = false;
    std::string_view source = {};  ///< work and place; empty where no one work is its origin
    std::vector<std::string> aliases = {};
};

/// Every layer, in the order of `show normalization`.
[[nodiscard]] std::span<const NormLayer> norm_layers();

/// Returns nullptr for an unknown name.
[[nodiscard]] const NormLayer* find_norm_layer(std::string_view name);

}  // namespace sigprop
