#include "quantities/activation/variance_iteration.hpp"

namespace sigprop {

std::optional<Iterated> iterated(const Layer& layer, const Context& context) {
    DoubleMap map(layer);
    double q = 0x1p-10 + layer.bias_variance.to_double();
    for (int step = 0; step < 1000; ++step) {
        context.check_cancelled();
        const double next = map(q);
        if (!(next > 0x1p-40 && next < 0x1p40)) return std::nullopt;
        const double moved = std::fabs(next - q);
        q = next;
        if (moved > 0x1p-50 * q) continue;
        const double gap = 1 - std::fabs(map.slope(q));
        if (!(gap > 0x1p-10)) return std::nullopt;
        return Iterated{q, (4 * std::fabs(map(q, 0x1p-6) - q) + moved + 0x1p-44 * q) / gap};
    }
    return std::nullopt;
}

}  // namespace sigprop
