#include <sigprop/models/normalization/layer.hpp>

#include <algorithm>

namespace sigprop {
namespace {

constexpr NormRule rms = {};
constexpr NormRule length = {.spread = NormSpread::length};
constexpr NormRule centred = {.centre = NormCentre::mean, .spread = NormSpread::std};
constexpr NormRule floored_length = {.spread = NormSpread::length, .epsilon_place = EpsilonPlace::floor};
constexpr NormRule added_rms = {.epsilon_place = EpsilonPlace::outside_root};
constexpr NormRule range_from_lowest = {.centre = NormCentre::minimum, .spread = NormSpread::range};
constexpr NormRule range_about_mean = {.centre = NormCentre::mean, .spread = NormSpread::range};

}  // namespace

// clang-format off
std::span<const NormLayer> norm_layers() {
    using enum NormAxes;
    // Name, rule, axes, epsilon; gain, bias, share; source, aliases.
    static const std::vector<NormLayer> all = {
        {"layer_norm", centred, features, "1e-5", true, true, false,
         "Ba, Kiros and Hinton 2016, arXiv:1607.06450", {"layernorm"}},
        {"rms_norm", rms, features, "1e-6", true, false, false,
         "Zhang and Sennrich 2019, arXiv:1910.07467", {"rmsnorm", "pixel_norm"}},
        {"partial_rms_norm", added_rms, features, "1e-8", true, false, true,
         "Zhang and Sennrich 2019, arXiv:1910.07467", {"prms_norm", "prmsnorm"}},
        {"l2_norm", floored_length, features, "1e-12", false, false, false, "", {"l2norm", "l2_normalize"}},
        {"batch_norm", centred, batch, "1e-5", true, true, false,
         "Ioffe and Szegedy 2015, arXiv:1502.03167", {"batchnorm"}},
        {"instance_norm", centred, positions, "1e-5", true, true, false,
         "Ulyanov, Vedaldi and Lempitsky 2016, arXiv:1607.08022", {"instancenorm"}},
        {"instance_norm_uncentred", rms, positions, "1e-8", false, false, false,
         "Karras et al. 2020, arXiv:1912.04958, section 2"},
        {"group_norm", centred, channel_groups, "1e-5", true, true, false,
         "Wu and He 2018, arXiv:1803.08494", {"groupnorm"}},
        {"demodulation", length, output_row, "1e-8", false, false, false,
         "Karras et al. 2020, arXiv:1912.04958, eq. 3", {"weight_demodulation"}},
        {"min_max", range_from_lowest, column, "0", false, false, false, "", {"minmax", "min_max_scaling"}},
        {"mean_range", range_about_mean, column, "0", false, false, false, "", {"mean_normalization"}},
        {"z_score", centred, column, "0", false, false, false, "", {"zscore", "standardization"}},
    };
    return all;
}
// clang-format on

const NormLayer* find_norm_layer(std::string_view name) {
    const auto found = std::ranges::find(norm_layers(), name, &NormLayer::name);
    return found == norm_layers().end() ? nullptr : &*found;
}

}  // namespace sigprop
