#include "methods/quadrature/gauss_legendre.hpp"

#include "core/ball/arb.hpp"

namespace sigprop {

GaussLegendre gauss_legendre(int size, long bits) {
    GaussLegendre rule;
    for (int k = 0; k < size; ++k) {
        Ball node = blank(bits);
        Ball weight = blank(bits);
        arb_hypgeom_legendre_p_ui_root(raw(node), raw(weight), static_cast<ulong>(size),
                                       static_cast<ulong>(k), bits);
        rule.nodes.push_back(std::move(node));
        rule.weights.push_back(std::move(weight));
    }
    return rule;
}

}  // namespace sigprop
