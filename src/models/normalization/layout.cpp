#include <fmt/format.h>

#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/models/normalization/layout.hpp>

#include "core/base/shape.hpp"
#include "formats/list_text.hpp"

namespace sigprop {
namespace {

[[noreturn]] void refuse(std::span<const std::size_t> shape, const std::string& reason) {
    throw InputError::about({"shape"}, "x" + list_text(shape) + ": " + reason);
}

void check(std::span<const std::size_t> shape, std::size_t min_axes, const char* wanted) {
    if (shape.size() < min_axes) {
        refuse(shape, fmt::format("{} has at least {} ax{}", wanted, min_axes, min_axes == 1 ? "is" : "es"));
    }
    std::size_t size = 1;
    for (std::size_t axis = 0; axis < shape.size(); ++axis) {
        if (shape[axis] == 0) refuse(shape, fmt::format("axis {} is empty", axis));
        if (size > std::numeric_limits<std::size_t>::max() / shape[axis])
            refuse(shape, "it has too many entries");
        size *= shape[axis];
    }
}

/// x[B, C, P] or x[B, P, C].
struct Images {
    std::size_t batch, channels, positions;
};

Images images(std::span<const std::size_t> shape, bool channels_last) {
    check(shape, 2, channels_last ? "x[B, …, C]" : "x[B, C, …]");
    const std::size_t channels = channels_last ? shape.back() : shape[1];
    return {shape.front(), channels, entries_of(shape.subspan(1)) / channels};
}

/// One run per group, one after another.
NormLayout contiguous(std::size_t groups, std::size_t length) {
    return {.groups = groups,
            .run_length = length,
            .run_stride = groups * length,
            .adjacent_groups = groups,
            .adjacent_stride = groups * length};
}

/// d groups with entries d apart: x[n, d].
NormLayout columns(std::size_t rows, std::size_t d) {
    NormLayout layout = contiguous(d, 1);
    layout.runs = rows;
    layout.adjacent_stride = rows * d;
    layout.parameter_sets = d;
    return layout;
}

NormLayout over_batch(const Images& x, bool channels_last) {
    if (channels_last) return columns(x.batch * x.positions, x.channels);
    NormLayout layout = contiguous(x.channels, x.positions);
    layout.runs = x.batch;
    layout.adjacent_stride = x.batch * x.channels * x.positions;
    layout.parameter_sets = x.channels;
    return layout;
}

/// GroupNorm; for InstanceNorm a group is one channel.
NormLayout over_channels(const Images& x, std::size_t groups, bool channels_last) {
    const std::size_t width = x.channels / groups;
    NormLayout layout = contiguous(x.batch * groups, width * x.positions);
    if (channels_last) {
        layout.runs = x.positions;
        layout.run_length = width;
        layout.run_stride = x.channels;
        layout.adjacent_groups = groups;
        layout.adjacent_stride = x.positions * x.channels;
    }
    layout.group_parameters = width;
    layout.parameter_sets = groups;
    layout.entries_per_parameter = channels_last ? 1 : x.positions;
    return layout;
}

NormLayout over_groups(std::span<const std::size_t> shape, const NormLayoutOptions& options) {
    const Images x = images(shape, options.channels_last);
    if (options.groups == 0 || x.channels % options.groups != 0) {
        refuse(shape, fmt::format("{} groups do not divide {} channels", options.groups, x.channels));
    }
    return over_channels(x, options.groups, options.channels_last);
}

NormLayout over_features(std::span<const std::size_t> shape, std::size_t axes) {
    check(shape, std::max<std::size_t>(axes, 1), "x[…, d]");
    if (axes == 0) refuse(shape, "feature_axes is 0: at least one axis must be normalised");
    const std::size_t d = entries_of(shape.last(axes));
    NormLayout layout = contiguous(entries_of(shape) / d, d);
    layout.group_parameters = d;
    return layout;
}

}  // namespace

NormPosition position_of(const NormLayout& layout, std::size_t offset) {
    const std::size_t set = offset / layout.adjacent_stride;
    const std::size_t within = offset % layout.adjacent_stride;
    const std::size_t run = within / layout.run_stride;
    const std::size_t group = within % layout.run_stride / layout.run_length;
    return {set * layout.adjacent_groups + group, run * layout.run_length + within % layout.run_length};
}

NormLayout norm_layout(NormAxes axes, std::span<const std::size_t> shape, const NormLayoutOptions& options) {
    switch (axes) {
        case NormAxes::features: return over_features(shape, options.feature_axes);
        case NormAxes::batch: return over_batch(images(shape, options.channels_last), options.channels_last);
        case NormAxes::positions: {
            const Images x = images(shape, options.channels_last);
            return over_channels(x, x.channels, options.channels_last);
        }
        case NormAxes::channel_groups: return over_groups(shape, options);
        case NormAxes::output_row: {
            check(shape, 2, "W[out, in, …]");
            NormLayout layout = contiguous(shape.front(), entries_of(shape.subspan(1)));
            layout.parameter_sets = shape.front();
            return layout;
        }
        case NormAxes::column:
            check(shape, 1, "x[n, …]");
            return columns(shape.front(), entries_of(shape.subspan(1)));
    }
    throw InputError("this kind of axes is unknown");
}

}  // namespace sigprop
