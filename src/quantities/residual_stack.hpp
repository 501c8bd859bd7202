#pragma once
// A residual stack as the parameters of residual.* describe it: the scheme read, checked, and turned into
// the general step of every layer. Theory (closed forms, the recursion in balls) and simulation read the
// same stack.

#include <cstdint>
#include <sigprop/models/residual_step.hpp>
#include <sigprop/quantities/quantity.hpp>
#include <string>
#include <vector>

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
    std::int64_t layers = 1;   ///< residual additions
    Real branch_variance = 1;  ///< second moment of F's output for an input of second moment 1
    Real initial = 1;          ///< q_0
    Real chi_ratio = 1;        ///< chi / branch_variance, chi the mean squared singular value of F's Jacobian
    std::vector<Real> scales;  ///< what multiplies the branch: one for all layers, or one a layer
    Real alpha = 1;            ///< deep_norm: the skip path's factor; ngpt: the rate

    [[nodiscard]] const Real& scale(std::int64_t layer) const;
    [[nodiscard]] ResidualStep<Real> step(std::int64_t layer) const;
    /// Whether the output is the norm of the last x: schemes whose stream grows.
    [[nodiscard]] bool has_final_norm() const;
};

/// The parameters scheme, layers, blocks and what schemes may have; `initial` and `chi_ratio` where asked
/// for.
struct StackParameters {
    bool initial = false;
    bool chi_ratio = false;
};
[[nodiscard]] std::vector<Parameter> residual_stack_parameters(const StackParameters& which);

/// Errors   InputError for layers < 1, neither or both of layers and blocks, a parameter that the scheme does
///          not have, one it needs (ngpt: alpha), a list of scales of another length than layers
[[nodiscard]] ResidualStack residual_stack(const Arguments& arguments);

}  // namespace sigprop
