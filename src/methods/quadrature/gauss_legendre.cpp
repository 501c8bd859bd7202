#include "methods/quadrature/gauss_legendre.hpp"

#include "core/ball/arb.hpp"
#include "core/base/poll.hpp"

namespace sigprop {

GaussLegendre half_of_gauss_legendre(int size, long bits) {
    GaussLegendre rule;
    const int half = (size + 1) / 2;
    for (int k = 0; k < half; ++k) {
        poll(64 * bits);
        Ball node = blank(bits);
        Ball weight = blank(bits);
        arb_hypgeom_legendre_p_ui_root(raw(node), raw(weight), static_cast<ulong>(size),
                                       static_cast<ulong>(k), bits);
        rule.nodes.push_back(std::move(node));
        rule.weights.push_back(std::move(weight));
    }
    return rule;
}

GaussLegendre gauss_legendre(int size, long bits) {
    GaussLegendre rule = half_of_gauss_legendre(size, bits);
    for (int k = size / 2; k-- > 0;) {  // the other half mirrors the first, ball by ball
        rule.nodes.push_back(-rule.nodes[static_cast<std::size_t>(k)]);
        rule.weights.push_back(rule.weights[static_cast<std::size_t>(k)]);
    }
    return rule;
}

}  // namespace sigprop
