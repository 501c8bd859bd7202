#pragma once
// Which numbers of x share statistics, and which gain and bias belong to each: the axes of a layer as groups.

#include <cstddef>
#include <sigprop/engine/measure_jacobian.hpp>
#include <sigprop/models/norm_layer.hpp>
#include <span>
#include <string>
#include <vector>

namespace sigprop::detail {

/// A layer of measure jacobian by its name or the name that frameworks give it; nullptr when there is none.
[[nodiscard]] const NormLayer* layer_named(const std::string& name);
[[nodiscard]] std::vector<std::string> jacobian_layers();

struct NormGroups {
    NormAxes axes = NormAxes::features;
    std::size_t count = 0;       ///< groups
    std::size_t size = 0;        ///< entries of one
    std::size_t parameters = 0;  ///< entries of weight and bias
    std::size_t channels = 1, positions = 1, channel_groups = 1;

    /// Where entry i of a group is in the array, in row-major order.
    [[nodiscard]] std::size_t element(std::size_t group, std::size_t i) const {
        if (axes != NormAxes::batch) return group * size + i;
        return (i / positions * channels + group) * positions + i % positions;
    }
    /// Which gain it has.
    [[nodiscard]] std::size_t parameter(std::size_t group, std::size_t i) const {
        if (axes == NormAxes::features) return i;
        if (axes == NormAxes::batch) return group;
        return group % channel_groups * (channels / channel_groups) + i / positions;
    }
    /// How many groups a gain is used in, and how often in all.
    [[nodiscard]] std::size_t uses() const { return count * size / parameters; }
    void read(const TensorView& view, std::size_t group, std::span<double> out) const;
};

/// Errors   InputError where the arrays do not fit the layer or each other
[[nodiscard]] NormGroups norm_groups(const JacobianTensors& tensors, const NormLayer& layer,
                                     std::optional<std::size_t> groups);

/// "[2, 5]" of an element of that shape.
[[nodiscard]] std::string place_text(const std::vector<std::size_t>& shape, std::size_t element);

}  // namespace sigprop::detail
