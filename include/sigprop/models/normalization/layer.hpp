#pragma once
// The normalisation layers by name: which rule (normalization/rule.hpp), over which axes, with which epsilon. What a
// layer is called settles its formula; what frameworks differ in (epsilon and its place, 1/n or 1/(n-1),
// what momentum means) is a table of its own (quantities/normalization/table.hpp).
//
// References: LayerNorm, Ba, Kiros and Hinton 2016, arXiv:1607.06450; RMSNorm and pRMSNorm, Zhang and
// Sennrich 2019, arXiv:1910.07467; BatchNorm, Ioffe and Szegedy 2015, arXiv:1502.03167; InstanceNorm,
// Ulyanov, Vedaldi and Lempitsky 2016, arXiv:1607.08022; without its mean, and demodulation, Karras et al.
// 2020, arXiv:1912.04958; GroupNorm, Wu and He 2018, arXiv:1803.08494.

#include <sigprop/models/normalization/rule.hpp>
#include <span>
#include <string_view>

namespace sigprop {

/// Which entries of x[batch, channel, position…] (of tokens: x[…, feature]) share statistics.
enum class NormAxes : std::uint8_t {
    features,        ///< x[…, d]: the last axis, for each token alone
    batch,           ///< x[B, C, …]: all but the channel: B times the positions
    positions,       ///< x[B, C, …]: the positions of one channel of one example
    channel_groups,  ///< x[B, C, …]: the positions of C / groups channels of one example
    output_row,      ///< W[out, in, …]: all weights of one output channel
    column,          ///< x[n, d]: one feature over all examples, as input normalisation has it
};

struct NormLayer {
    std::string_view name;
    NormRule rule;
    NormAxes axes = NormAxes::features;
    std::string_view epsilon;  ///< the default of its most used implementation, as a decimal
    bool has_gain = false;     ///< gamma, one a feature or channel
    bool has_bias = false;     ///< beta
    /// pRMSNorm: rule.leading is a share of the entries, which the caller chooses; of a table's rule it is 0.
    bool takes_share = false;
};

/// Every layer, in the order of `show normalization`.
[[nodiscard]] std::span<const NormLayer> norm_layers();

/// nullptr when there is none of that name.
[[nodiscard]] const NormLayer* find_norm_layer(std::string_view name);

}  // namespace sigprop
