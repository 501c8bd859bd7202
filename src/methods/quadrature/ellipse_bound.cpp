#include "methods/quadrature/ellipse_bound.hpp"

#include <cmath>
#include <vector>

#include "core/ball/error_term.hpp"
#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

constexpr long bits = 64;

Ball interval(double a, double b) { return Ball::interval(Ball(a), Ball(b)).at_precision(bits); }

class Ellipse {
public:
    Ellipse(Evaluator<ComplexBall>& g, double rho)
        : g_(g), a_((rho + 1 / rho) / 2), b_((rho - 1 / rho) / 2) {}

    /// Examines the upper half only: G(conj z) = conj G(z).
    bool is_analytic(int budget) {
        struct Box {
            double left, right, bottom, top;
        };
        // Slightly beyond the axes, which are rounded.
        std::vector<Box> stack = {{-a_ * (1 + 1e-9), a_ * (1 + 1e-9), 0, b_ * (1 + 1e-9)}};
        while (!stack.empty()) {
            if (--budget < 0) return false;
            const Box box = stack.back();
            stack.pop_back();
            if (is_outside(box.left, box.right, box.bottom)) continue;
            const ComplexBall z(interval(box.left, box.right), interval(box.bottom, box.top));
            if (g_(z).is_finite()) continue;
            const double x = (box.left + box.right) / 2;
            const double y = (box.bottom + box.top) / 2;
            if (box.right - box.left > box.top - box.bottom) {
                stack.push_back({box.left, x, box.bottom, box.top});
                stack.push_back({x, box.right, box.bottom, box.top});
            } else {
                stack.push_back({box.left, box.right, box.bottom, y});
                stack.push_back({box.left, box.right, y, box.top});
            }
        }
        return true;
    }

    /// The maximum over the edge, refined where it is large.
    Ball maximum(int budget) {
        struct Arc {
            double from, to;  // limits of the angle
            Ball bound;
        };
        std::vector<Arc> arcs;
        const auto arc = [&](double from, double to) { return Arc{from, to, on_arc(from, to)}; };
        constexpr int first = 16;
        for (int i = 0; i < first; ++i) arcs.push_back(arc(3.1416 * i / first, 3.1416 * (i + 1) / first));
        Ball before = Ball::infinity();
        while (true) {
            Ball largest = 0;
            for (const Arc& one : arcs) largest = max(largest, one.bound);
            const bool settled =
                before.is_finite() &&
                (largest * Ball(design("quadrature.ellipse.covering", 3.0)) - before).is_positive();
            budget -= static_cast<int>(arcs.size());
            if (settled || budget < 0) return largest;
            before = largest;
            std::vector<Arc> finer;
            for (const Arc& one : arcs) {
                if (one.bound.is_finite() && (largest * Ball(0.1) - one.bound).is_positive()) {
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

    Ball on_arc(double from, double to) {
        const Ball angle = interval(from, to);
        const ComplexBall value = g_(ComplexBall(Ball(a_) * cos(angle), Ball(b_) * sin(angle)));
        return value.is_finite() ? value.magnitude() : Ball::infinity();
    }

    Evaluator<ComplexBall>& g_;
    double a_, b_;  // the half axes, rounded
};

}  // namespace

EllipseRule gauss_legendre_rule(const Formula& g, double goal, int max_nodes, const Context& context) {
    Evaluator<ComplexBall> evaluate(g, bits);
    EllipseRule best;
    for (const double rho : {1.2, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 6.5, 9.0}) {
        context.check_cancelled();
        Ellipse ellipse(evaluate, rho);
        if (!ellipse.is_analytic(1'000)) break;
        const Ball M = ellipse.maximum(600);
        if (!M.is_finite()) break;
        // The axes were rounded: the covered ellipse contains the one of this slightly smaller rho.
        const Ball r = Ball(rho * (1 - 1e-12)).at_precision(bits);
        const Ball factor = Ball(64) / Ball(15).at_precision(bits) * M / (1 - pow(r, -2));
        const double log_factor = M.is_positive() ? log(factor.at_precision(bits)).upper_double() : -1e3;
        const double needed = std::ceil((log_factor - std::log(goal)) / (2 * std::log(rho)));
        const int nodes = static_cast<int>(std::max(2.0, std::min(needed, 1e6)));
        if (best.nodes > 0 && nodes >= best.nodes) break;  // wider ellipses are worse from here on
        if (nodes > max_nodes) continue;
        best = {nodes,
                error_term("quadrature.ellipse.rest", (factor * pow(r, std::int64_t{-2} * nodes)).upper())};
    }
    return best;
}

}  // namespace sigprop
