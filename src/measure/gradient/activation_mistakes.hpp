#pragma once
// Which known mistake an activation's backward pass looks like: the one whose answer allows every element.

#include <sigprop/core/base/context.hpp>
#include <vector>

#include "measure/gradient/activation_slope.hpp"
#include "measure/gradient/pass.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {

struct ActivationScene {
    const JacobianTensors& tensors;
    const Activation& f;
    const ActivationSlopes& slopes;
    const JudgedOutput& output;
    const Context& context;
};

[[nodiscard]] std::vector<LooksLike> activation_mistakes(const ActivationScene& scene);

}  // namespace sigprop
