#pragma once
// The names of the normalisation layers in use and where their implementations differ: the axes, epsilon and
// its place, 1/n or 1/(n-1), and which side momentum weighs. Data to print and to search; the layers
// themselves are in models/normalization/layer.hpp. Every row was read in the source it names, at the version
// current then; defaults change, so check a row against your own version.

#include <cstdint>
#include <map>
#include <sigprop/models/normalization/normalization.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sigprop {

/// Where an implementation rounds.
enum class NormCasts : std::uint8_t {
    own_type,             ///< computes in the type of x, sums of 16-bit types in float32
    own_type_sums,        ///< sums, too, are rounded to the type of x
    float32_before_gain,  ///< computes in float32, float64 included, and rounds to the type of x before the
                          ///< gain
    float32_statistics,   ///< the same, but x is converted for the statistics alone: two gradients of x are
                          ///< rounded to its type before they are added
    float32               ///< computes in float32, float64 included, and rounds to the type of x last
};

struct NormImplementation {
    std::string name;     ///< "torch.nn.LayerNorm"
    std::string layer;    ///< one of norm_layers()
    std::string axes;     ///< the axes that share statistics, in the framework's words
    std::string epsilon;  ///< an expression; "0" if there is none, empty if a class asks its caller for one
    std::string source;
    std::string note;
    EpsilonPlace place = EpsilonPlace::inside_root;
    int correction = 0;         ///< of the variance used to normalise: 1 for 1/(n-1)
    std::string momentum = {};  ///< the default; empty if there are no running statistics
    RunningConvention running = {};
    NormCasts casts = NormCasts::own_type;
    double gain_offset = 0;               ///< the gain is offset + weight: 1 in Gemma
    bool has_gain = true;                 ///< false: none, though the layer may have one
    bool channels_last = false;           ///< layers with channels: x[B, ..., C]
    std::string epsilon_of_float64 = {};  ///< where it is another than `epsilon`
    /// The class before it in the list that computes the same, whose row says it: "transformers
    /// LlamaRMSNorm".
    std::string same_as = {};
};
/// Those that were read in a source, then all classes of libraries that were run (src/norms).
[[nodiscard]] std::span<const NormImplementation> norm_implementations();

/// Finds an implementation by its name or the part of it that people write ("LlamaRMSNorm"; "LayerNorm" gives
/// the first of that name); nullptr if there is none.
[[nodiscard]] const NormImplementation* find_norm_implementation(std::string_view name);

/// Finds a layer by its name, an alias or an implementation's name ("torch.nn.LayerNorm", "LlamaRMSNorm");
/// nullptr if there is none.
[[nodiscard]] const NormLayer* norm_layer_named(std::string_view name);

/// x's shape and which entries share statistics.
[[nodiscard]] std::string_view axes_text(const NormLayer& layer);
/// The Jacobian of one group, whose n entries share r, of rules of the kinds that the layers have.
[[nodiscard]] std::string jacobian_formula(const NormLayer& layer);

/// Maps other names to layers: the aliases, and the names of implementations with the same rule
/// ("LayerNorm").
[[nodiscard]] std::map<std::string, std::string> norm_layer_aliases();

/// "(x - mean) / sqrt(var + eps)"
[[nodiscard]] std::string formula_text(const NormRule& rule, std::string_view epsilon = "eps");
/// The rule's divisor: "sqrt(var + eps)"; without epsilon where it is "0".
[[nodiscard]] std::string divisor_text(const NormRule& rule, std::string_view epsilon = "eps");
/// "1 + w", "w" or "none": what multiplies x-hat.
[[nodiscard]] std::string gain_text(const NormImplementation& one);
/// "in float32, rounded before the gain"; empty if it computes in the type of x.
[[nodiscard]] std::string_view casts_text(NormCasts casts);
/// The layer's rule in this implementation.
[[nodiscard]] NormRule rule_of(const NormImplementation& one);
/// The rule of what norm_layer_named finds, which must exist; if the name is that of an implementation, the
/// implementation's rule.
[[nodiscard]] NormRule rule_named(std::string_view name);

}  // namespace sigprop
