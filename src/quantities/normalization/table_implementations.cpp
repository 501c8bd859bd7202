// The rows of normalization/table.hpp, layer by layer.

#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>

#include "core/base/embedded.hpp"
#include "formats/field.hpp"
#include "formats/place.hpp"
#include "quantities/normalization/table.hpp"

namespace sigprop {
namespace {

constexpr EpsilonPlace inside = EpsilonPlace::inside_root;
constexpr EpsilonPlace outside = EpsilonPlace::outside_root;
constexpr EpsilonPlace floor = EpsilonPlace::floor;
constexpr EpsilonPlace floor_of_square = EpsilonPlace::floor_of_square;
constexpr RunningConvention unbiased_old = {MomentumWeighs::old_value, true};

constexpr const char* torch_source = "docs.pytorch.org; defaults and values checked with PyTorch 1.13";
constexpr const char* torch_rms =
    "pytorch torch/nn/modules/normalization.py (from version 2.4); measured in 2.15";
constexpr const char* keras_source = "keras-team/keras, keras/src/layers/normalization (Keras 3)";
constexpr const char* flax_source = "google/flax, flax/linen/normalization.py";
constexpr const char* nnx_source = "google/flax, flax/nnx/nn/normalization.py; run in 0.12.8";
constexpr const char* hf_source = "huggingface/transformers";
constexpr const char* fast_variance =
    "the variance is mean x^2 - (mean x)^2 unless use_fast_variance=False: it cancels where |mean| >> std";

constexpr const char* apex_source = "NVIDIA/apex, apex/normalization/fused_layer_norm.py";
constexpr const char* liger_source = "linkedin/Liger-Kernel, src/liger_kernel/transformers";
constexpr const char* flash_source = "Dao-AILab/flash-attention, flash_attn/ops/triton/layer_norm.py";

constexpr std::array<std::string_view, 3> norms_file_keys = {"library", "version", "norms"};
constexpr std::array<std::string_view, 6> norm_keys = {"layer", "epsilon", "place", "gain", "casts", "names"};
/// In the order of EpsilonPlace and NormCasts; gains other than the weight itself.
constexpr std::array<std::string_view, 4> epsilon_places = {"inside_root", "outside_root", "floor",
                                                            "floor_of_square"};
constexpr std::array<std::string_view, 5> norm_casts = {"own_type", "own_type_sums", "float32_before_gain",
                                                        "float32_statistics", "float32"};
constexpr std::array<std::string_view, 2> norm_gains = {"none", "1 + weight"};

/// Computed in float32, float64 included, and rounded to the type of x last.
NormImplementation in_float32(NormImplementation one) {
    one.casts = NormCasts::float32;
    return one;
}
/// Computed in float32; x-hat is rounded to the type of x before the gain multiplies it.
NormImplementation gain_in_own_type(NormImplementation one) {
    one.casts = NormCasts::float32_before_gain;
    return one;
}
/// In 16 bits PyTorch's y is x a + b, with a and b of that type.
NormImplementation sums_in_own_type(NormImplementation one) {
    one.casts = NormCasts::own_type_sums;
    return one;
}
NormImplementation without_gain(NormImplementation one) {
    one.has_gain = false;
    return one;
}
NormImplementation channels_last(NormImplementation one) {
    one.channels_last = true;
    return one;
}
NormImplementation in_float64(const char* epsilon, NormImplementation one) {
    one.epsilon_of_float64 = epsilon;
    return one;
}

/// Read in the sources that they name.
std::vector<NormImplementation> read_by_hand() {
    return {
        {"torch.nn.LayerNorm", "layer_norm", "last, normalized_shape", "1e-5", torch_source,
         "documentation of early versions prints sqrt(Var) + eps; the code has sqrt(Var + eps)"},
        in_float32({"keras.layers.LayerNormalization", "layer_norm", "axis=-1", "1e-3", keras_source,
                    "rms_scaling=True, where a version has it, is not RMSNorm: use RMSNormalization"}),
        {"flax.linen.LayerNorm", "layer_norm", "reduction_axes=-1", "1e-6", flax_source, fast_variance},
        {"flax.nnx.LayerNorm", "layer_norm", "reduction_axes=-1", "1e-6", nnx_source, fast_variance},
        {"fairseq LayerNorm", "layer_norm", "last, normalized_shape", "1e-5",
         "facebookresearch/fairseq, fairseq/modules/layer_norm.py",
         "torch.nn.LayerNorm, or Apex's fused kernel"},
        {"apex FusedLayerNorm", "layer_norm", "last, normalized_shape", "1e-5", apex_source,
         "the functions fused_layer_norm and fused_layer_norm_affine have 1e-6"},
        in_float32({"Liger LigerLayerNorm", "layer_norm", "last, hidden_size", "1e-6", liger_source,
                    "1e-6, where torch.nn.LayerNorm has 1e-5"}),
        {"transformers BERT LayerNorm", "layer_norm", "last, hidden_size", "1e-12", hf_source,
         "torch.nn.LayerNorm with layer_norm_eps of the configuration"},

        in_float64("2^-52",
                   {"torch.nn.RMSNorm", "rms_norm", "last, normalized_shape", "2^-23", torch_rms,
                    "eps=None is the epsilon of the type it computes in: 2^-23 for float16, bfloat16 and "
                    "float32, 2^-52 for float64; no bias"}),
        in_float32(
            {"keras.layers.RMSNormalization", "rms_norm", "axis=-1", "1e-6", keras_source, "scale alone"}),
        {"flax.linen.RMSNorm", "rms_norm", "reduction_axes=-1", "1e-6", flax_source, "scale alone"},
        {"flax.nnx.RMSNorm", "rms_norm", "reduction_axes=-1", "1e-6", nnx_source, "scale alone"},
        gain_in_own_type({"Liger LigerRMSNorm", "rms_norm", "last, hidden_size", "1e-6", liger_source,
                          "offset=0 and casting_mode='llama' by default; offset=1 and 'gemma' for Gemma"}),
        {"apex FusedRMSNorm", "rms_norm", "last, normalized_shape", "1e-5", apex_source,
         "the functions fused_rms_norm and fused_rms_norm_affine have 1e-6"},
        in_float32({"flash_attn RMSNorm", "rms_norm", "last, hidden_size", "1e-5", flash_source,
                    "the function rms_norm_fn has 1e-6; adds a residual first if it is given"}),
        without_gain({"ProGAN pixel_norm", "rms_norm", "channels of a position", "1e-8",
                      "Karras et al. 2018, arXiv:1710.10196; tkarras/progressive_growing_of_gans",
                      "without gain; in StyleGAN's mapping network too"}),
        {"bzhangGo RMSNorm", "rms_norm", "last, d", "1e-8",
         "Zhang and Sennrich 2019, arXiv:1910.07467; bzhangGo/rmsnorm, rmsnorm_torch.py",
         "the authors' code adds eps to the rms; bias=False by default", outside},

        {"bzhangGo pRMSNorm", "partial_rms_norm", "last, first int(d p)", "1e-8",
         "Zhang and Sennrich 2019, arXiv:1910.07467; bzhangGo/rmsnorm, rmsnorm_torch.py",
         "p = -1 by default: all features; the paper's pRMSNorm has p = 6.25 %", outside},

        {"torch.nn.functional.normalize", "l2_norm", "dim=1", "1e-12", torch_source,
         "dim=1 is the last axis of a matrix only", floor},
        {"tf.math.l2_normalize", "l2_norm", "axis=None: all", "1e-12",
         "tensorflow/tensorflow, tensorflow/python/ops/nn_impl.py",
         "the length is floored at sqrt(epsilon) = 1e-6, a million times PyTorch's floor", floor_of_square},
        in_float32({"keras.layers.UnitNormalization", "l2_norm", "axis=-1", "1e-12", keras_source,
                    "epsilon is no argument", floor_of_square}),

        sums_in_own_type({"torch.nn.BatchNorm1d", "batch_norm", "all but axis 1", "1e-5", torch_source,
                          "momentum=None averages all batches alike", inside, 0, "0.1", pytorch_running}),
        channels_last(in_float32({"keras.layers.BatchNormalization", "batch_norm", "all but axis=-1", "1e-3",
                                  keras_source, "Keras 3; images in Keras 2 on TensorFlow: the next row",
                                  inside, 0, "0.99", keras_running})),
        channels_last(in_float32(
            {"tf.keras BatchNormalization", "batch_norm", "all but axis=-1", "1e-3",
             "tensorflow/tensorflow, tensorflow/python/keras/layers/normalization.py",
             "Keras 2, images: the fused kernel returns the variance with 1/(n-1), and that is kept", inside,
             0, "0.99", unbiased_old})),
        channels_last({"flax.linen.BatchNorm", "batch_norm", "all but axis=-1", "1e-5", flax_source,
                       fast_variance, inside, 0, "0.99", keras_running}),

        sums_in_own_type(without_gain(
            {"torch.nn.InstanceNorm1d", "instance_norm", "positions of a channel", "1e-5", torch_source,
             "no gain, no bias (affine=False) and nothing kept (track_running_stats=False) by default",
             inside, 0, "0.1", pytorch_running})),
        channels_last(
            in_float32({"keras.layers.GroupNormalization -1", "instance_norm", "positions of a channel",
                        "1e-3", keras_source, "groups=-1: one channel a group"})),
        without_gain({"StyleGAN instance_norm", "instance_norm", "positions of a channel", "1e-8",
                      "Karras et al. 2019, arXiv:1812.04948; NVlabs/stylegan",
                      "style modulation follows instead of gain and bias"}),

        {"StyleGAN2 style_block", "instance_norm_uncentred", "positions of a channel", "1e-8",
         "Karras et al. 2020, arXiv:1912.04958, section 2",
         "divides by the rms and subtracts no mean, until demodulation replaces it; epsilon as in StyleGAN"},

        {"torch.nn.GroupNorm", "group_norm", "positions of C/groups", "1e-5", torch_source,
         "num_groups has no default"},
        channels_last(in_float32({"keras.layers.GroupNormalization", "group_norm", "positions of C/groups",
                                  "1e-3", keras_source, "groups=32"})),
        channels_last({"flax.linen.GroupNorm", "group_norm", "positions of C/groups", "1e-6", flax_source,
                       "num_groups=32; the variance is mean x^2 - (mean x)^2 by default"}),

        {"StyleGAN2 modulated_conv2d", "demodulation", "in and kernel", "1e-8",
         "Karras et al. 2020, arXiv:1912.04958, eq. 3; NVlabs/stylegan2-ada-pytorch",
         "of the weights after each example's styles multiplied them"},

        {"sklearn MinMaxScaler", "min_max", "one column", "0", "scikit-learn.org, sklearn.preprocessing",
         "feature_range=(0, 1)"},

        {"sklearn StandardScaler", "z_score", "one column", "0", "scikit-learn.org, sklearn.preprocessing",
         "numpy.std(x, ddof=0)"},
        {"pandas.DataFrame.std", "z_score", "one column", "0",
         "pandas.pydata.org; torch and numpy checked with PyTorch 1.13 and NumPy 1.24",
         "(x - x.mean()) / x.std(): ddof=1, as torch.std; numpy.std has ddof=0", inside, 1},
    };
}

/// The classes of a library, as studies/norms has found them: one row for all that compute the same.
void add_classes(std::vector<NormImplementation>& all, const embedded::File& file) {
    const std::string source = "src/norms/" + std::string(file.name) + ".json";
    const Json root = parse_json(file.text, source);
    try {
        check_keys(root, norms_file_keys, "a file of norms");
        const std::string library = filled(needed(root, "library"), "library");
        const std::string version = filled(needed(root, "version"), "version");
        for (const Json& json : items(needed(root, "norms"), "norms")) {
            check_keys(json, norm_keys, "a norm");
            NormImplementation one = {.name = {},
                                      .layer = filled(needed(json, "layer"), "layer"),
                                      .axes = "last",
                                      .epsilon = needed(json, "epsilon").as_string("epsilon"),
                                      .source = library + " " + version + ", whose class was run",
                                      .note = "a model's configuration may give another epsilon"};
            if (find_norm_layer(one.layer) == nullptr)
                refuse(needed(json, "layer"), "no normalisation layer is named '" + one.layer + "'");
            if (one.epsilon.empty()) one.note = "it has no default epsilon";
            if (const Json* place = json.find("place"))
                one.place = static_cast<EpsilonPlace>(one_of(*place, "place", epsilon_places));
            if (const Json* gain = json.find("gain")) {
                one.has_gain = one_of(*gain, "gain", norm_gains) != 0;
                one.gain_offset = one.has_gain ? 1 : 0;
            }
            if (const Json* casts = json.find("casts"))
                one.casts = static_cast<NormCasts>(one_of(*casts, "casts", norm_casts));
            for (const Json& name : items(needed(json, "names"), "names")) {
                one.name = library + " " + filled(name, "a name");
                all.push_back(one);
                if (one.same_as.empty()) one.same_as = one.name;
            }
        }
    } catch (const InputError& error) {
        throw located(error, file.text, source);
    }
}

}  // namespace

std::span<const NormImplementation> norm_implementations() {
    static const std::vector<NormImplementation> all = [] {
        std::vector<NormImplementation> rows = read_by_hand();
        for (const char* const name : {"torch.nn.BatchNorm", "torch.nn.InstanceNorm"}) {
            const std::string first = std::string(name) + "1d";
            NormImplementation one = *std::ranges::find(rows, first, &NormImplementation::name);
            one.same_as = first;
            for (const char* const axes : {"2d", "3d"}) {
                one.name = name + std::string(axes);
                rows.push_back(one);
            }
        }
        for (const embedded::File& file : embedded::norms()) add_classes(rows, file);
        return rows;
    }();
    return all;
}

}  // namespace sigprop
