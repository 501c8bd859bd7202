#pragma once
// A residual stack as the parameters of residual.* describe it: the scheme read, checked, and turned into the
// general step of every layer. Theory (closed forms, the recursion in balls) and simulation read the same
// stack. Layers are residual additions, counted from 0; x_layer is the input of layer `layer`.

#include <cstdint>
#include <string>
#include <vector>

#include "models/network/residual_step.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

enum class ResidualScheme : std::uint8_t {
    pre_norm,
    post_norm,
    sandwich,
    layer_norm_scaling,
    skip_init,
    rezero,
    fixup,
    deep_norm,
    ngpt,
};

struct ResidualStack {
    ResidualScheme scheme = ResidualScheme::pre_norm;
    std::int64_t layers = 1;  ///< residual additions
    /// Second moment of F's output for an input of second moment 1 (for s times the input, s^2 times that);
    /// sandwich: gamma^2, after the branch's norm. fixup: 0.
    Real branch_variance = 1;
    Real initial = 1;    ///< q_0
    Real chi_ratio = 1;  ///< chi / branch_variance; chi: mean squared singular value of F's Jacobian
    std::vector<Real> scales = {};  ///< factor on the branch: one for all layers, or one per layer; none: 1
    bool rising = false;            ///< the single scale times (layer + 1) / layers
    std::vector<Real> alphas = {};  ///< deep_norm: skip path's factor; ngpt: rate; one, or one per layer

    [[nodiscard]] Real scale(std::int64_t layer) const;
    [[nodiscard]] const Real& alpha(std::int64_t layer) const;
    [[nodiscard]] ResidualStep<Real> step(std::int64_t layer) const;
    /// Whether the output is the norm of the last x: schemes with a norm whose stream grows.
    [[nodiscard]] bool has_final_norm() const;
    /// Whether all layers do the same.
    [[nodiscard]] bool is_uniform() const;
};

/// The parameters scheme and layers, `after_layers`, branch_variance, chi_ratio and initial where asked for,
/// and those that schemes may have: branch_scale, alpha, schedule, blocks.
struct StackParameters {
    bool initial = false;
    bool chi_ratio = false;
    bool branches = true;     ///< whether branch_variance matters
    bool alpha_last = false;  ///< after initial and branch_scale, in the published order of second_moment
    std::vector<Parameter> after_layers = {};
    const char* layers = "[1, 10^15]";  ///< the ranges of layers and blocks
    const char* blocks = "[1, 5e14]";
    std::vector<std::string> schemes = {};  ///< those for which the quantity is defined; none: all
};
[[nodiscard]] std::vector<Parameter> residual_stack_parameters(const StackParameters& which);

/// What each of the quantity's schemes does in a layer: its name, and prose with formulas between dollars.
[[nodiscard]] std::vector<std::string> residual_scheme_notes(const StackParameters& which);

/// The name of a scheme as messages write it.
[[nodiscard]] std::string_view to_string(ResidualScheme scheme);

/// layers= and blocks=, of which a call gives one.
[[nodiscard]] Parameter layers_parameter(std::string meaning, const char* range = "[1, 10^15]");
[[nodiscard]] Parameter blocks_parameter(const char* range = "[1, 5e14]");
[[nodiscard]] Parameter initial_parameter();

/// `layers`, or twice `blocks`.
/// Errors   InputError for neither or both
[[nodiscard]] std::int64_t residual_layers(const Arguments& arguments);

/// Errors   InputError for neither or both of layers and blocks, a parameter that the scheme does
///          not have, one it needs (ngpt: alpha), a list of scales of another length than layers
[[nodiscard]] ResidualStack residual_stack(const Arguments& arguments);

}  // namespace sigprop
