#include "methods/quadrature/gauss_panels.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "core/ball/error_term.hpp"
#include "core/base/bits.hpp"
#include "core/base/recent.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/parity.hpp"
#include "methods/mean/strip.hpp"
#include "methods/quadrature/ellipse_bound.hpp"
#include "methods/quadrature/gauss_legendre.hpp"

namespace sigprop {
namespace {

constexpr long max_bits = 420;  // above, goals leave the range of doubles and Arb's integrator is as quick
constexpr int max_depth = 12;
/// Evaluations of boxes, after which Arb's integrator is the quicker one.
constexpr std::uint64_t max_planning = 16'000;
constexpr int boxes_of_ellipse = 100;

/// One rule: its panel, its length and its proved error (of the integral over [-1, 1]).
struct PlannedPanel {
    Ball lower, upper;
    int nodes;
    Ball error;
};

struct Planner {
    BoxSupremum supremum;
    double half_axis;  ///< of the ellipses tried first: close to the nearest singularity
    double goal;       ///< of the whole piece
    double length;
    long bits;
    std::uint64_t budget;
    const Context& context;
    std::vector<PlannedPanel> panels = {};
    std::uint64_t nodes = 0;

    /// Whether [lower, upper] is covered by rules; adds them from left to right.
    bool plan(const Ball& lower, const Ball& upper, int depth) {
        context.check_cancelled();
        const Ball middle = ((lower + upper) / 2).midpoint();
        const double radius = (upper - lower).to_double() / 2;
        const double share = goal * (2 * radius / length) / radius;
        const EllipseRule rule = best_rule(panel(lower, upper), radius, share);
        if (rule.nodes > 0 && rule.nodes <= bits + 32) {
            nodes += static_cast<std::uint64_t>(rule.nodes);
            panels.push_back({lower, upper, rule.nodes, rule.error});
            return nodes + supremum.evaluations() <= budget;
        }
        if (depth == max_depth) return false;
        return plan(lower, middle, depth + 1) && plan(middle, upper, depth + 1);
    }

    EllipseRule best_rule(const EllipsePanel& panel, double radius, double share) {
        EllipseRule best;
        // Wider ellipses than 4.4 radii, rho = 9, save no nodes.
        const double first = std::min(half_axis, 4.4 * radius);
        for (double height = first; height > first / 16; height *= 0.7) {
            const double ratio = height / radius;
            EllipseRule rule = rule_of_ellipse(supremum, panel, ratio + std::sqrt(1 + ratio * ratio), share,
                                               boxes_of_ellipse);
            if (supremum.evaluations() > max_planning) return {};
            if (rule.nodes == 0) continue;
            if (best.nodes > 0 && rule.nodes >= best.nodes) break;
            best = std::move(rule);
        }
        return best;
    }

    static EllipsePanel panel(const Ball& lower, const Ball& upper) {
        const Ball centre = (lower + upper) / 2, radius = (upper - lower) / 2;
        return {{centre.lower_double(), centre.upper_double()},
                {radius.lower_double(), radius.upper_double()}};
    }
};

/// Rules are rounded up to these lengths, so that few have to be computed.
int usual_length(int nodes) {
    constexpr int coarse = 16;
    return nodes <= 8 ? 8 : (nodes + coarse - 1) / coarse * coarse;
}

/// Nodes of a rule on a panel with their weights times the law's: for the next integrand on that panel.
struct WeightedNodes {
    std::vector<Ball> nodes, weights;
};

std::shared_ptr<const GaussLegendre> unit_rule(int size, long bits) {
    constexpr std::size_t most = 64;
    static Recent<std::pair<int, long>, const GaussLegendre> known(most);
    return known.find({size, bits}, [&] { return gauss_legendre(size, bits); });
}

WeightedNodes weighted_nodes(const PlannedPanel& panel, const Law& law, int size, long bits) {
    const auto unit = unit_rule(size, bits);
    const Ball centre = ((panel.lower + panel.upper) / 2).at_precision(bits);
    const Ball radius = ((panel.upper - panel.lower) / 2).at_precision(bits);
    Evaluator<Ball> weight(law.weight(), bits);
    WeightedNodes all;
    for (std::size_t k = 0; k < unit->nodes.size(); ++k) {
        const Ball node = centre + radius * unit->nodes[k];
        all.weights.push_back(radius * unit->weights[k] * weight(node));
        all.nodes.push_back(node);
    }
    return all;
}

/// The standard normal law is one, so that its panels can be told by their ends.
std::shared_ptr<const WeightedNodes> kept_nodes(const PlannedPanel& panel, const Law& law, int size,
                                                long bits) {
    const auto make = [&] { return weighted_nodes(panel, law, size, bits); };
    if (law.sampler != Sampler::normal) return std::make_shared<const WeightedNodes>(make());
    constexpr std::size_t most = 256;
    static Recent<std::string, const WeightedNodes> known(most);
    const std::string key = panel.lower.exact_text() + " " + panel.upper.exact_text() + " " +
                            std::to_string(size) + " " + std::to_string(bits);
    return known.find(key, make);
}

}  // namespace

std::optional<PanelIntegral> integrate_panels(const Piece& piece, const Law& law, double scale, long bits,
                                              std::uint64_t budget, const Context& context) {
    if (bits > max_bits) return std::nullopt;
    if (law.sampler == Sampler::normal && piece.lower.is_negative() &&
        (piece.lower + piece.upper).is_exact() && (piece.lower + piece.upper).contains_zero() &&
        is_even(piece.smooth)) {
        auto half =
            integrate_panels({Ball(0), piece.upper, piece.smooth}, law, scale / 2, bits, budget, context);
        if (half) half->value = 2 * half->value;
        return half;
    }
    const double length = (piece.upper - piece.lower).to_double();
    const double goal = std::ldexp(scale, static_cast<int>(-bits) - 6);
    if (!(goal > 0)) return std::nullopt;
    // In an entire function of moderate growth the best height is that at which a Gaussian's growth,
    // e^(height^2/2), uses up the goal.
    const Strip strip = strip_of_analyticity(piece.smooth);
    constexpr double margin = 0.93;
    const double half_axis = std::min(margin * strip.at_most, std::sqrt(2 * nats_of_bits(bits)));
    Planner planner{BoxSupremum(piece.smooth * law.weight(), BoxSupremum::Otherwise::give_up),
                    half_axis,
                    goal,
                    length,
                    bits,
                    budget,
                    context};
    if (!planner.plan(piece.lower, piece.upper, 0)) return std::nullopt;
    constexpr long granule = 64;
    const long working = (bits + 24 + granule - 1) / granule * granule;
    Evaluator<Ball> f(piece.smooth, working);
    PanelIntegral result;
    Ball sum = Ball().at_precision(working);
    Ball error;
    for (const PlannedPanel& panel : planner.panels) {
        context.check_cancelled();
        const auto rule = kept_nodes(panel, law, usual_length(panel.nodes), working);
        for (std::size_t k = 0; k < rule->nodes.size(); ++k) sum += rule->weights[k] * f(rule->nodes[k]);
        error += panel.error * ((panel.upper - panel.lower) / 2).at_precision(error_bits);
        result.evaluations += rule->nodes.size();
    }
    result.evaluations += planner.supremum.evaluations();
    result.value = sum.widened(error.upper());  // widening: of terms
    if (!result.value.is_finite()) return std::nullopt;
    return result;
}

}  // namespace sigprop
