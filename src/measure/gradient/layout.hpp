#pragma once
// Which numbers of x share statistics, and which gain and bias belong to each: the axes of a layer as groups.

#include <cstddef>
#include <sigprop/measure/gradient/jacobian.hpp>
#include <sigprop/models/normalization/layer.hpp>
#include <span>
#include <string>
#include <vector>

#include "measure/gradient/layer.hpp"

namespace sigprop {

struct NormGroups {
    NormAxes axes = NormAxes::features;
    std::size_t count = 0;       ///< groups
    std::size_t size = 0;        ///< entries of one group
    std::size_t parameters = 0;  ///< entries of weight and bias
    std::size_t channels = 1, positions = 1, channel_groups = 1;

    /// The index in the array, in row-major order, of entry i of a group.
    [[nodiscard]] std::size_t element(std::size_t group, std::size_t i) const {
        if (axes != NormAxes::batch) return group * size + i;
        return (i / positions * channels + group) * positions + i % positions;
    }
    /// The index of its gain.
    [[nodiscard]] std::size_t parameter(std::size_t group, std::size_t i) const {
        if (axes == NormAxes::features) return i % parameters;
        if (axes == NormAxes::batch) return group;
        return group % channel_groups * (channels / channel_groups) + i / positions;
    }
    /// How many terms a gain's gradient has: each entry that the gain multiplies is one.
    [[nodiscard]] std::size_t uses() const { return count * size / parameters; }
    /// The name of a group: "row", "channel" (of all examples), "instance" (a channel of one), "group".
    [[nodiscard]] std::string name() const;
    void read(const TensorView& view, std::size_t group, std::span<double> out) const;
};

/// Errors   InputError where the arrays do not fit the layer or each other
[[nodiscard]] NormGroups norm_groups(const JacobianTensors& tensors, const JacobianLayer& layer,
                                     std::optional<std::size_t> groups);

}  // namespace sigprop
