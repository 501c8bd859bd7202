#pragma once
// A residual stack as the parameters of residual.* describe it: the scheme read, checked, and turned into
// the general step of every layer. Theory (closed forms, the recursion in balls) and simulation read the
// same stack. Layers are residual additions, counted from 0; x_layer is what layer `layer` reads.

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
    /// Second moment of F's output for an input of second moment 1 (and s^2 times it for s times the input);
    /// sandwich: after the branch's norm, gamma^2. fixup: 0.
    Real branch_variance = 1;
    Real initial = 1;    ///< q_0
    Real chi_ratio = 1;  ///< chi / branch_variance, chi the mean squared singular value of F's
                         ///< Jacobian
    std::vector<Real> scales =
        {};               ///< what multiplies the branch; one for all layers, or one a layer; none: 1
    bool rising = false;  ///< the one scale times (layer + 1) / layers
    std::vector<Real> alphas = {};  ///< deep_norm: the skip path's factor; ngpt: the rate; one or one a layer

    [[nodiscard]] Real scale(std::int64_t layer) const;
    [[nodiscard]] const Real& alpha(std::int64_t layer) const;
    [[nodiscard]] ResidualStep<Real> step(std::int64_t layer) const;
    /// Whether the output is the norm of the last x: schemes with a norm whose stream grows.
    [[nodiscard]] bool has_final_norm() const;
    /// Whether every layer does the same.
    [[nodiscard]] bool is_uniform() const;
};

/// The parameters scheme and layers, `after_layers`, branch_variance, chi_ratio and initial where asked for,
/// and what schemes may have: branch_scale, alpha, schedule, blocks.
struct StackParameters {
    bool initial = false;
    bool chi_ratio = false;
    bool branches = true;     ///< whether branch_variance matters
    bool alpha_last = false;  ///< after initial and branch_scale, in the published order of second_moment
    std::vector<Parameter> after_layers = {};
    std::vector<std::string> schemes = {};  ///< those that the quantity is defined for; none: all
};
[[nodiscard]] std::vector<Parameter> residual_stack_parameters(const StackParameters& which);

/// What the schemes of a quantity are, one line each, for `show`.
[[nodiscard]] std::string residual_scheme_table(const StackParameters& which);

/// The text of a scheme's name in messages.
[[nodiscard]] std::string_view to_string(ResidualScheme scheme);

/// `layers`, or twice `blocks`.
/// Errors   InputError for neither or both, and for fewer than 1 or more than 10^15 layers
[[nodiscard]] std::int64_t residual_layers(const Arguments& arguments);

/// Errors   InputError for layers < 1, neither or both of layers and blocks, a parameter that the scheme does
///          not have, one it needs (ngpt: alpha), a list of scales of another length than layers
[[nodiscard]] ResidualStack residual_stack(const Arguments& arguments);

}  // namespace sigprop
