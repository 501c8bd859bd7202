#include "engine/certificate/panel_plan.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/bits.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/operands_first.hpp"
#include "core/formula/pieces.hpp"
#include "methods/mean/mean_support.hpp"
#include "methods/quadrature/ellipse_bound.hpp"

namespace sigprop {
namespace {

constexpr int max_panel_depth = 24;
constexpr std::size_t max_panels = 2000;
constexpr double max_panel_nodes = 400;
constexpr long guard_bits = 40;

struct Ellipse {
    double rho;
    const char* text;
};
constexpr std::array ellipses = {
    Ellipse{1.5, "3/2"}, Ellipse{2, "2"}, Ellipse{2.5, "5/2"},  Ellipse{3, "3"}, Ellipse{3.5, "7/2"},
    Ellipse{4, "4"},     Ellipse{5, "5"}, Ellipse{6.5, "13/2"}, Ellipse{9, "9"}, Ellipse{14, "14"}};

double log2_of(const Ball& x) {
    return x.is_positive() ? log(x.at_precision(64)).upper_double() / M_LN2 : -1e6;
}

class PanelPlanner {
public:
    PanelPlanner(const Formula& g, double length, long bits, const PanelMargins& margins,
                 const Context& context, PanelPlan& plan)
        : supremum_(g),
          log2_length_(std::log2(length)),
          bits_(bits),
          margins_(margins),
          context_(context),
          plan_(plan) {}

    /// Covers [lower, upper] by panels, from left to right.
    bool cover(const Ball& lower, const Ball& upper, int depth = 0) {
        context_.check_cancelled();
        if (plan_.panels.size() >= max_panels) return false;
        if (const auto best = best_panel(lower, upper); best.nodes > 0) {
            plan_.panels.push_back(best);
            return true;
        }
        const Ball middle(((lower + upper) / 2).to_double());
        const bool apart = (middle - lower).is_positive() && (upper - middle).is_positive();
        return depth < max_panel_depth && apart && cover(lower, middle, depth + 1) &&
               cover(middle, upper, depth + 1);
    }

private:
    CertifiedPanel best_panel(const Ball& lower, const Ball& upper) {
        CertifiedPanel best{lower, upper};
        const Ball centre = (lower + upper) / 2, radius = (upper - lower) / 2;
        const EllipsePanel panel{{centre.lower_double(), centre.upper_double()},
                                 {radius.lower_double(), radius.upper_double()}};
        // The share of the goal of a panel of radius r is 2 r / length; its error is r times that of the
        // rule.
        const auto bits = static_cast<double>(bits_);
        const double log2_goal = 1 - bits - log2_length_;
        for (const Ellipse& ellipse : ellipses) {
            if (ellipse.rho > margins_.max_rho) break;
            constexpr int boxes = 100;
            const EllipseRule rule =
                rule_of_ellipse(supremum_, panel, ellipse.rho, std::exp2(log2_goal), boxes);
            if (rule.nodes == 0) break;
            const double log2_rho = std::log2(ellipse.rho);
            const double factor = std::log2(64.0 / 15) - std::log2(1 - 1 / (ellipse.rho * ellipse.rho));
            const double bound = log2_of(rule.error) + 2 * rule.nodes * log2_rho - factor;
            const double spared = std::clamp(std::ceil(bound), -bits, 1e4 - margins_.bits) + margins_.bits;
            const double nodes = std::max(2.0, std::ceil((factor + spared - log2_goal) / (2 * log2_rho)));
            if (nodes > std::min(max_panel_nodes, bits / 3 + 16)) continue;
            if (best.nodes > 0 && nodes >= best.nodes) break;
            best.nodes = static_cast<int>(nodes);
            best.rho = ellipse.text;
            // The largest bound for which so many nodes do.
            best.log2_bound = std::lround(std::floor(2 * best.nodes * log2_rho + log2_goal - factor));
        }
        return best;
    }

    BoxSupremum supremum_;
    double log2_length_;
    long bits_;
    const PanelMargins& margins_;
    const Context& context_;
    PanelPlan& plan_;
};

/// The end moved inward by 2^-margin, away from a kink or limit: there the checker sees the sign of the
/// switching function, and that the limit, which it has to enclose, is passed.
Ball moved_inward(const Ball& end, int side, long margin) {
    const Ball moved = end + Ball(-side) * Ball::power_of_two(-margin);
    const Ball rounded = moved.at_precision(std::max(8L, moved.magnitude_exponent() + margin + 4));
    return side < 0 ? rounded.upper() : rounded.lower();
}

/// Beyond it the tail is below the goal by the checker's bound, too, which knows of no function that falls
/// but the exponential: a multiple of 1/2 at least as far out as a bounded function's tail under the normal
/// law.
Ball moved_outward(const Ball& cut, long bits) {
    const double far = std::max(std::abs(cut.to_double()), std::sqrt(2 * nats_of_bits(bits)));
    return Ball(std::copysign(std::ceil(2 * far + 1) / 2, cut.to_double()));
}

/// About log2 of the largest value of any part of g on the panels.
long largest_exponent(const Formula& g, const std::vector<CertifiedPanel>& panels) {
    Evaluator<Ball> parts(operands_first(g), 64);
    long largest = 0;
    for (const CertifiedPanel& panel : panels) {
        const Ball middle = (panel.lower + panel.upper) / 2;
        for (const Ball& x : {panel.lower, middle, panel.upper}) {
            const Ball at = x.at_precision(64);
            for (const Ball& value : parts(std::span(&at, 1))) {
                if (value.is_finite()) largest = std::max(largest, value.magnitude_exponent());
            }
        }
    }
    return largest;
}

}  // namespace

PanelPlan plan_panels(const MeanProblem& problem, long bits, const Context& context,
                      const PanelMargins& margins) {
    PanelPlan plan;
    if (!problem.singular_sides.empty()) {
        plan.refusal = "panels end at a singular point of " + problem.integrand.text().substr(0, 60);
        return plan;
    }
    const TailCut cut = cut_tails(problem, bits);
    const bool left = problem.law.lower.infinite_sign() != 0, right = problem.law.upper.infinite_sign() != 0;
    const Ball lower = left ? moved_outward(cut.lower, bits) : cut.lower;
    const Ball upper = right ? moved_outward(cut.upper, bits) : cut.upper;
    const Partition parts = partition(problem.integrand, lower, upper, bits + 16);
    if (!cut.proved || !parts.complete) {
        plan.refusal = cut.proved ? parts.reason : "no bound on the tails was found";
        return plan;
    }
    // Another quantity as the limit is enclosed to about as many bits as the integral is wanted.
    const auto margin = [&](const Real& limit, bool at_limit) {
        return at_limit && limit.infinite_sign() == 0 && limit.rational() == nullptr ? bits - 4 : bits + 8;
    };
    const double length = std::max((upper - lower).to_double(), 1e-300);
    for (std::size_t i = 0; i < parts.pieces.size(); ++i) {
        const Piece& piece = parts.pieces[i];
        const bool first = i == 0, last = i + 1 == parts.pieces.size();
        const Ball from =
            left && first ? lower : moved_inward(piece.lower, -1, margin(problem.law.lower, first));
        const Ball to = right && last ? upper : moved_inward(piece.upper, 1, margin(problem.law.upper, last));
        if (!(to - from).is_positive()) continue;
        PanelPlanner planner(piece.smooth * problem.law.weight(), length, bits, margins, context, plan);
        if (!planner.cover(from, to)) {
            plan.refusal =
                "no ellipses were found around panels of " + problem.integrand.text().substr(0, 60);
            return plan;
        }
    }
    if (plan.panels.empty()) plan.refusal = "the law's range is too narrow for panels";
    plan.resolution =
        bits + guard_bits + largest_exponent(problem.integrand * problem.law.weight(), plan.panels);
    return plan;
}

}  // namespace sigprop
