#pragma once
// A residual stack whose norms are element-wise maps, as the parameters of residual.elementwise_* describe
// it.
//
//     pre_norm: x' = x + F(phi(x))        res_post_norm: x' = x + phi(F(x))
//
// F is a wide random branch whose output is Gaussian with branch_variance times the second moment of its
// input. In pre_norm x_0 is Gaussian, and so is every x after it, a sum of independent Gaussians; in
// res_post_norm only F(x) has to be. Either way one number, the second moment q, says all about a sublayer.
// In a stack of phi(x + F(x)), post_norm, no x after the first is Gaussian, and no number of moments is
// closed.

#include "quantities/quantity.hpp"

namespace sigprop {

struct ElementwiseArguments;

enum class ElementwiseForm : std::uint8_t {
    dyt,     ///< tanh(alpha x)
    derf,    ///< erf(alpha x)
    dyisru,  ///< x/sqrt(x^2 + c)
};

struct ElementwiseStack {
    ElementwiseForm form = ElementwiseForm::dyt;
    Real parameter = 1;         ///< alpha, or c
    bool before_branch = true;  ///< pre_norm; else res_post_norm
    std::int64_t sublayers = 1;
    Real branch_variance = 1;
    Real initial = 1;

    /// phi, by the name under which activation.* know it.
    [[nodiscard]] Activation map() const;
};

/// Errors   InputError for a form without its parameter or with another's, for parameters that are not
///          positive, and for layers and sublayers as of residual_sublayers
[[nodiscard]] ElementwiseStack elementwise_stack(const ElementwiseArguments& given);

}  // namespace sigprop
