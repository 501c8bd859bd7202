#include "methods/softmax/plateau_nodes.hpp"

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "methods/softmax/bounds.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {

static constexpr long coarse = 64;  // precision of bounds

double nodes_before_plateau(double s, double cap, double step, long bits) {
    if (std::isinf(cap)) return INFINITY;
    const double goal = nats_of_bits(bits) + highest_row_power * cap + 8;
    return std::max(2.0, std::ceil(design("softmax.nodes.plateau_goal", goal) / 2 * cap / s / step));
}

void close_by_plateau(LogitNodes& rule, const LogitLaw& law, const Ball& b, const Ball& step) {
    const long working = rule.weights.front().precision();
    const std::size_t last = rule.weights.size() - 1;
    Ball inner = Ball(0).at_precision(working);
    for (std::size_t j = 1; j < last; ++j) inner += rule.weights[j];
    rule.nodes[0] = -law.cap.at(working);
    rule.nodes[last] = law.cap.at(working);
    rule.weights[0] = rule.weights[last] = (1 - inner) / 2;

    const Ball s = law.std.at(coarse), cap = law.cap.at(coarse);
    const Ball constant = trapezoid_error(b, step) * exp(b * b / 2);
    const Ball pace = 2 * s * step / cap, z = step * Ball(static_cast<std::int64_t>(last / 2));
    const Ball series = 2 * step * normal_pdf(z) * exp(-2 * s * z / cap) / -expm1(-pace);
    const Ball flat = 2 * cap * Ball(highest_row_power + 1) * series;
    for (int t = 0; t <= highest_row_power; ++t) {
        const Ball growth = exp(Ball(t) * cap);
        const auto place = static_cast<std::size_t>(t);
        rule.discretisation[place] += constant * growth;
        rule.truncation[place] = error_term("softmax.nodes.plateau", flat * growth);
    }
    rule.gaussian += constant * exp(pow(cap / rule.steep, 2) / 2);
    rule.truncated_size = 1 + cap;
}

}  // namespace sigprop
