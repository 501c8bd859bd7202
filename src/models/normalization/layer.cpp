#include <sigprop/models/normalization/layer.hpp>

#include <algorithm>
#include <array>

namespace sigprop {
namespace {

constexpr NormRule rms = {};
constexpr NormRule length = {.spread = NormSpread::length};
constexpr NormRule centred = {.centre = NormCentre::mean, .spread = NormSpread::std};
constexpr NormRule floored_length = {.spread = NormSpread::length, .epsilon_place = EpsilonPlace::floor};
constexpr NormRule added_rms = {.epsilon_place = EpsilonPlace::outside_root};
constexpr NormRule range_from_lowest = {.centre = NormCentre::minimum, .spread = NormSpread::range};
constexpr NormRule range_about_mean = {.centre = NormCentre::mean, .spread = NormSpread::range};

constexpr std::array<NormLayer, 12> layers = {{
    {"layer_norm", centred, NormAxes::features, "1e-5", true, true},
    {"rms_norm", rms, NormAxes::features, "1e-6", true, false},
    {"partial_rms_norm", added_rms, NormAxes::features, "1e-8", true, false, true},
    {"l2_norm", floored_length, NormAxes::features, "1e-12", false, false},
    {"batch_norm", centred, NormAxes::batch, "1e-5", true, true},
    {"instance_norm", centred, NormAxes::positions, "1e-5", true, true},
    {"instance_norm_uncentred", rms, NormAxes::positions, "1e-8", false, false},
    {"group_norm", centred, NormAxes::channel_groups, "1e-5", true, true},
    {"demodulation", length, NormAxes::output_row, "1e-8", false, false},
    {"min_max", range_from_lowest, NormAxes::column, "0", false, false},
    {"mean_range", range_about_mean, NormAxes::column, "0", false, false},
    {"z_score", centred, NormAxes::column, "0", false, false},
}};

}  // namespace

std::span<const NormLayer> norm_layers() { return layers; }

const NormLayer* find_norm_layer(std::string_view name) {
    const auto* const found = std::ranges::find(layers, name, &NormLayer::name);
    return found == layers.end() ? nullptr : &*found;
}

}  // namespace sigprop
