#pragma once
// Tricomi's confluent hypergeometric function in balls.

#include <sigprop/core/ball/ball.hpp>

namespace sigprop {

/// U(a, b, z) = 1/Gamma(a) times the integral of t^(a-1) (1 + t)^(b-a-1) e^(-zt) over t > 0.
/// Shapes   z > 0, else non-finite
/// Accuracy enclosure; a narrow one loses a few bits for |b| up to 10^6
/// Source   DLMF 13.4.4
[[nodiscard]] Ball tricomi_u(const Ball& a, const Ball& b, const Ball& z);

}  // namespace sigprop
