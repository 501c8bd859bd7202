#pragma once
// Which entries of a contiguous array share statistics, and which gain belongs to which entry: this alone
// distinguishes LayerNorm, BatchNorm, InstanceNorm and GroupNorm once their rule is the same. A group
// consists of runs of neighbouring entries, run_stride apart, so that every layer here walks the array
// without a copy. Arrays that are not contiguous must be copied first. Reference: Wu and He 2018,
// arXiv:1803.08494, section 3.1, which describes all four as sets of indices.

#include <sigprop/models/normalization/layer.hpp>
#include <span>
#include <string>

namespace sigprop {

struct NormLayoutOptions {
    std::size_t groups = 1;        ///< group_norm: how many groups share the channels of one example
    bool channels_last = false;    ///< x[B, …, C], as TensorFlow and JAX have it, instead of x[B, C, …]
    std::size_t feature_axes = 1;  ///< features: how many of the last axes are normalised together
};

/// Entry i of group g is at offset(g, i) and uses the gain and the bias of index parameter(g, i).
struct NormLayout {
    std::size_t groups = 1;
    std::size_t runs = 1;                   ///< per group
    std::size_t run_length = 1;             ///< neighbouring entries in a run
    std::size_t run_stride = 1;             ///< from one run of a group to the next
    std::size_t adjacent_groups = 1;        ///< number of groups whose runs follow each other directly
    std::size_t adjacent_stride = 1;        ///< from one such set of groups to the next
    std::size_t group_parameters = 1;       ///< number of gains used in a group
    std::size_t parameter_sets = 1;         ///< the gains repeat after this many groups
    std::size_t entries_per_parameter = 1;  ///< neighbours in a group with the same gain

    [[nodiscard]] std::size_t group_size() const { return runs * run_length; }
    [[nodiscard]] std::size_t size() const { return groups * group_size(); }
    [[nodiscard]] std::size_t parameters() const { return group_parameters * parameter_sets; }

    [[nodiscard]] std::size_t start(std::size_t g) const {
        return g / adjacent_groups * adjacent_stride + g % adjacent_groups * run_length;
    }
    [[nodiscard]] std::size_t offset(std::size_t g, std::size_t i) const {
        return start(g) + i / run_length * run_stride + i % run_length;
    }
    [[nodiscard]] std::size_t parameter(std::size_t g, std::size_t i) const {
        return g % parameter_sets * group_parameters + i / entries_per_parameter % group_parameters;
    }

    bool operator==(const NormLayout&) const = default;
};

/// The group, and the index within it, of the entry at `offset`.
struct NormPosition {
    std::size_t group = 0, index = 0;
};
[[nodiscard]] NormPosition position_of(const NormLayout& layout, std::size_t offset);

/// Shapes   features, column: x[…, d], x[n, d]; batch, positions, channel_groups: x[B, C, …] with at least
///          two axes; output_row: W[out, in, …]
/// Errors   InputError names an axis of length 0, too few axes, groups that do not divide the channels
[[nodiscard]] NormLayout norm_layout(NormAxes axes, std::span<const std::size_t> shape,
                                     const NormLayoutOptions& options = {});

}  // namespace sigprop
