#pragma once
// The initialisers that JAX, Keras and timm have in common: a std of sqrt(scale / fan), which a truncated
// normal reaches through a constant printed in the source. The constant is used as it is printed, so that a
// wrong one shows in the std.

#include "quantities/frameworks/draw.hpp"
#include "quantities/frameworks/fans.hpp"

namespace sigprop {
enum class SampledLaw : std::uint8_t;
struct VarianceScalingArguments;
}  // namespace sigprop

namespace sigprop::frameworks {

/// The constants that the std is divided by where the weights are truncated at +-2.
inline constexpr const char* real_constant = ".87962566103423978";
inline constexpr const char* jax_complex_constant = ".95311164380491208";

/// A call of variance_scaling with everything that decides the law; the other initialisers are such calls.
struct VarianceScaling {
    Real scale;
    FanMode mode;
    SampledLaw law;
    bool complex = false;
};

/// The three rules that frameworks have presets of.
[[nodiscard]] VarianceScaling lecun_rule(SampledLaw law);
[[nodiscard]] VarianceScaling glorot_rule(SampledLaw law);
[[nodiscard]] VarianceScaling he_rule(SampledLaw law);

[[nodiscard]] VarianceScaling variance_scaling_of(const VarianceScalingArguments& given);

[[nodiscard]] Draw draw_of(const VarianceScaling& call, const Tensor& tensor);

/// Real weights of that law and std, about 0.
[[nodiscard]] Draw real_draw(SampledLaw law, const Real& std);

/// A quantity of which only the tensor is left to choose, such as lecun_normal.
[[nodiscard]] Quantity preset(std::string_view name, Layout layout, const VarianceScaling& call);

}  // namespace sigprop::frameworks
