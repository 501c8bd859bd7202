#pragma once
// A residual stack as the parameters of residual.* describe it: the scheme read, checked, and turned into the
// general step of every sublayer. Theory (closed forms, the recursion in balls) and simulation read the same
// stack. Sublayers are residual additions, counted from 0; x_sublayer is the input of sublayer `sublayer`.

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

struct StackArguments;

struct ResidualStack {
    ResidualScheme scheme = ResidualScheme::pre_norm;
    std::int64_t sublayers = 1;  ///< residual additions
    /// Second moment of F's output for an input of second moment 1 (for s times the input, s^2 times that);
    /// sandwich: gamma^2, after the branch's norm. fixup: 0.
    Real branch_variance = 1;
    Real initial = 1;    ///< q_0
    Real chi_ratio = 1;  ///< chi / branch_variance; chi: mean squared singular value of F's Jacobian
    std::vector<Real> scales =
        {};               ///< factor on the branch: one for all sublayers, or one per sublayer; none: 1
    bool rising = false;  ///< the single scale times (sublayer + 1) / sublayers
    std::vector<Real> alphas = {};  ///< deep_norm: skip path's factor; ngpt: rate; one, or one per sublayer

    [[nodiscard]] Real scale(std::int64_t sublayer) const;
    [[nodiscard]] const Real& alpha(std::int64_t sublayer) const;
    [[nodiscard]] ResidualStep<Real> step(std::int64_t sublayer) const;
    /// Of all sublayers, as networks compute with them.
    [[nodiscard]] std::vector<ResidualStep<double>> double_steps() const;
    /// Whether the output is the norm of the last x: schemes with a norm whose stream grows.
    [[nodiscard]] bool has_final_norm() const;
    /// Whether all sublayers do the same.
    [[nodiscard]] bool is_uniform() const;
};

/// `sublayers`, or twice `layers`.
/// Errors   InputError for neither or both
[[nodiscard]] std::int64_t residual_sublayers(std::optional<std::int64_t> layers,
                                              std::optional<std::int64_t> sublayers);

/// Errors   InputError where the sublayer is beyond `last`
void require_sublayer(std::int64_t sublayer, std::int64_t last);
/// Errors   InputError where the sublayer of a Transformer is a feed-forward network
void require_attention_at(std::int64_t sublayer);

/// Errors   InputError for neither or both of layers and sublayers, a parameter that the scheme does
///          not have, one it needs (ngpt: alpha), a list of scales of another length than sublayers
[[nodiscard]] ResidualStack residual_stack(const StackArguments& given);

}  // namespace sigprop
