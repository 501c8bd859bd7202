#include "core/ball/convolution.hpp"

namespace sigprop {

ArbVector convolution(const ArbVector& a, const ArbVector& b, long bits) {
    if (a.size() < b.size()) return convolution(b, a, bits);  // the order that Arb asks for
    const slong size = a.size() + b.size() - 1;
    ArbVector products(static_cast<std::size_t>(size));
    _arb_poly_mullow_block(products[0], a[0], a.size(), b[0], b.size(), size, bits);
    return products;
}

}  // namespace sigprop
