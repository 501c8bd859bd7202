#pragma once
// Nodes and weights of Gauss-Legendre quadrature on [-1, 1] as proved balls.

#include <sigprop/core/ball/ball.hpp>
#include <vector>

namespace sigprop {

struct GaussLegendre {
    std::vector<Ball> nodes, weights;  ///< nodes descending
};

[[nodiscard]] GaussLegendre gauss_legendre(int size, long bits);

}  // namespace sigprop
