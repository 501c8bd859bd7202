#pragma once
// Nodes and weights of Gauss-Legendre quadrature on [-1, 1] as proved balls.

#include <sigprop/core/ball/ball.hpp>
#include <vector>

namespace sigprop {

struct GaussLegendre {
    std::vector<Ball> nodes, weights;  ///< nodes descending
};

[[nodiscard]] GaussLegendre gauss_legendre(int size, long bits);
/// The nodes that are not negative, with their weights; long rules of many digits take minutes, and end when
/// the thread's context asks to (core/base/poll.hpp).
[[nodiscard]] GaussLegendre half_of_gauss_legendre(int size, long bits);

}  // namespace sigprop
