#include "methods/quadrature/ellipse_bound.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/ball/error_term.hpp"
#include "core/base/doubles.hpp"

namespace sigprop {
namespace {

class Ellipse {
public:
    Ellipse(BoxSupremum& g, const EllipsePanel& panel, double rho)
        : g_(g),
          panel_(panel),
          a_(outward((rho + 1 / rho) / 2)),
          b_(outward((rho - 1) * (rho + 1) / (2 * rho))) {}

    /// Examines the upper half only: G(conj z) = conj G(z).
    bool is_analytic(int budget) {
        // Slightly beyond the axes.
        std::vector<PlaneBox> stack = {{-a_ * (1 + 1e-9), a_ * (1 + 1e-9), 0, b_ * (1 + 1e-9)}};
        while (!stack.empty()) {
            if (--budget < 0) return false;
            const PlaneBox box = stack.back();
            stack.pop_back();
            if (is_outside(box.left, box.right, box.bottom)) continue;
            if (supremum({box.left, box.right}, {box.bottom, box.top}) < infinity) continue;
            const bool is_wide = box.width() > box.height();
            const auto halves = is_wide ? box.left_and_right() : box.lower_and_upper();
            stack.insert(stack.end(), halves.begin(), halves.end());
        }
        return true;
    }

    /// The maximum over the edge, refined where it is large.
    double maximum(int budget) {
        struct Arc {
            double from, to;  // limits of the angle
            double bound;
        };
        std::vector<Arc> arcs;
        const auto arc = [&](double from, double to) { return Arc{from, to, on_arc(from, to)}; };
        constexpr int first = 16;
        for (int i = 0; i < first; ++i) arcs.push_back(arc(3.1416 * i / first, 3.1416 * (i + 1) / first));
        double before = infinity;
        while (true) {
            double largest = 0;
            for (const Arc& one : arcs) largest = std::max(largest, one.bound);
            const bool settled = largest * design("quadrature.ellipse.covering", 3.0) > before;
            budget -= static_cast<int>(arcs.size());
            if (settled || budget < 0) return largest;
            before = largest;
            std::vector<Arc> finer;
            for (const Arc& one : arcs) {
                if (one.bound < largest / 10) {
                    finer.push_back(one);
                    continue;
                }
                const double middle = (one.from + one.to) / 2;
                finer.push_back(arc(one.from, middle));
                finer.push_back(arc(middle, one.to));
            }
            arcs = std::move(finer);
        }
    }

private:
    [[nodiscard]] bool is_outside(double left, double right, double bottom) const {
        const double x = left > 0 ? left : right < 0 ? right : 0;
        return (x / a_) * (x / a_) + (bottom / b_) * (bottom / b_) > 1 + 1e-8;
    }

    double on_arc(double from, double to) {
        const RealInterval angle = {from, to};
        return supremum(RealInterval{a_, a_} * cos(angle), RealInterval{b_, b_} * sin(angle));
    }

    double supremum(const RealInterval& x, const RealInterval& y) {
        return g_(panel_.centre + panel_.radius * x, panel_.radius * y);
    }

    /// Axes are rounded at most four times, and no difference but the exact rho - 1 is taken.
    static double outward(double axis) { return above(above(above(above(axis)))); }

    BoxSupremum& g_;
    const EllipsePanel& panel_;
    double a_, b_;  // upper bounds of the half axes
};

Ball factor_of_ellipse(const Ball& maximum, const Ball& rho) {
    return Ball(64) / Ball(15).at_precision(error_bits) * maximum / (1 - pow(rho, -2));
}

}  // namespace

Ball rest_of_ellipse(const Ball& maximum, const Ball& rho, std::int64_t nodes) {
    const Ball factor = factor_of_ellipse(maximum, rho);
    return error_term("quadrature.ellipse.rest", (factor * pow(rho, -2 * nodes)).upper());
}

EllipseRule rule_of_ellipse(BoxSupremum& g, const EllipsePanel& panel, double rho, double goal, int boxes) {
    Ellipse ellipse(g, panel, rho);
    if (!ellipse.is_analytic(boxes)) return {};
    constexpr int arcs = 600;
    const double maximum = ellipse.maximum(arcs);
    if (!(maximum < infinity)) return {};
    const Ball M = Ball(maximum).at_precision(error_bits);
    const Ball r = Ball(rho).at_precision(error_bits);  // the covered ellipse contains that of rho
    const Ball factor = factor_of_ellipse(M, r);
    const double log_factor = M.is_positive() ? log(factor.at_precision(error_bits)).upper_double() : -1e3;
    const double needed = std::ceil((log_factor - std::log(goal)) / (2 * std::log(rho)));
    const int nodes = static_cast<int>(std::max(2.0, std::min(needed, 1e6)));
    return {nodes, rest_of_ellipse(M, r, nodes)};
}

EllipseRule gauss_legendre_rule(const Formula& g, double goal, int max_nodes, const Context& context) {
    BoxSupremum supremum(g);
    EllipseRule best;
    constexpr int boxes = 1'000;
    for (const double rho : {1.2, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 6.5, 9.0}) {
        context.check_cancelled();
        EllipseRule rule = rule_of_ellipse(supremum, {{0, 0}, {1, 1}}, rho, goal, boxes);
        if (rule.nodes == 0) break;
        if (best.nodes > 0 && rule.nodes >= best.nodes) break;  // wider ellipses are worse from here on
        if (rule.nodes <= max_nodes) best = std::move(rule);
    }
    return best;
}

}  // namespace sigprop
