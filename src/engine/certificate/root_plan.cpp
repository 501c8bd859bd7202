#include "engine/certificate/root_plan.hpp"

#include <algorithm>
#include <cmath>

#include "core/formula/evaluator.hpp"
#include "core/formula/operands_first.hpp"
#include "methods/mean/mean_support.hpp"

namespace sigprop {
namespace {

constexpr long coarse_bits = 64;
constexpr std::size_t max_cells = 200;
constexpr int max_root_depth = 30;
constexpr PanelMargins wide = {.bits = 12, .max_rho = 2};

struct Refused {
    std::string reason;
};

/// A number of which only the interval is known, as the unknown of an integrand.
Real within(const Ball& t) {
    const std::string text = "a number in " + t.lower().exact_text() + " to " + t.upper().exact_text();
    return {text, [t](long bits) { return t.at_precision(std::max(bits, t.precision())); }};
}

bool switches_hold(const Formula& f, int unknown) {
    return std::ranges::any_of(operands_first(f), [&](const Formula& node) {
        return is_piecewise(node.operation()) &&
               std::ranges::any_of(node.operands(), [&](const Formula& operand) {
                   return operand.variable_count() > unknown;
               });
    });
}

class RootPlanner {
public:
    RootPlanner(const EquationOfMeans& equation, const Context& context)
        : equation_(equation), context_(context), count_(equation.integrands.size()) {
        for (const Formula& f : equation.integrands) {
            if (switches_hold(f, 1)) throw Refused{"a switch of the equation moves with the unknown"};
            slopes_.push_back(f.derivative(1));
        }
        lay_out_points();
    }

    /// The equation, or its slope, over all of t, by sums over points.
    Ball over(const Ball& t, bool slope) {
        context_.check_cancelled();
        std::vector<Ball> variables;
        for (const Formula& f : equation_.integrands) variables.push_back(mean(f, t));
        variables.push_back(t);
        if (!slope) return Evaluator<Ball>(equation_.equation, coarse_bits)(variables)[0];
        Ball total = 0;
        for (std::size_t i = 0; i <= count_; ++i) {
            const Formula by = equation_.equation.derivative(static_cast<int>(i));
            const Ball rate = Evaluator<Ball>(by, coarse_bits)(variables)[0];
            total += i < count_ ? rate * mean(slopes_[i], t) : rate;
        }
        return total;
    }

    /// The panels of each mean, with the unknown anywhere in t, for integrals to 2^-bits.
    PanelPlans panels(const Ball& t, bool slope, long bits, long& resolution) {
        PanelPlans plans;
        for (std::size_t i = 0; i < (slope ? 2 * count_ : count_); ++i) {
            const Formula& f = i < count_ ? equation_.integrands[i] : slopes_[i - count_];
            const Formula at = f.substitute(std::vector<Formula>{Formula::variable(), Formula(within(t))});
            plans.emplace_back();
            if (at.variable_count() == 0) continue;
            const MeanProblem problem = examine(at, equation_.law, context_);
            if (problem.status != Status::ok) throw Refused{problem.reason};
            const auto lost = static_cast<long>(std::ceil(std::max(0.0, -std::log2(problem.mass))));
            PanelPlan plan =
                plan_panels(problem, bits + lost, context_, t.is_exact() ? PanelMargins{} : wide);
            if (!plan.refusal.empty()) throw Refused{plan.refusal};
            resolution = std::max(resolution, plan.resolution);
            plans.back() = std::move(plan.panels);
        }
        return plans;
    }

private:
    void lay_out_points() {
        constexpr double far = 10;
        constexpr int count = 320;
        const Law& law = equation_.law;
        const double a = law.lower.infinite_sign() != 0 ? -far : law.lower.to_double();
        const double b = law.upper.infinite_sign() != 0 ? far : law.upper.to_double();
        Evaluator<Ball> weight(law.weight(), coarse_bits);
        Ball mass = 0;
        for (int i = 0; i < count; ++i) {
            points_.push_back(Ball(a + (b - a) * (i + 0.5) / count).at_precision(coarse_bits));
            weights_.push_back(weight(std::span(&points_.back(), 1))[0]);
            mass += weights_.back();
        }
        for (Ball& one : weights_) one = one / mass;
    }
    Ball mean(const Formula& f, const Ball& t) {
        Evaluator<Ball> evaluate(f, coarse_bits);
        Ball sum = 0;
        for (std::size_t i = 0; i < points_.size(); ++i)
            sum += weights_[i] * evaluate(std::vector<Ball>{points_[i], t})[0];
        return sum;
    }

    const EquationOfMeans& equation_;
    const Context& context_;
    std::size_t count_;
    std::vector<Formula> slopes_;
    std::vector<Ball> points_, weights_;
};

Ball exact(double x) { return Ball(x).at_precision(coarse_bits); }

class Cover {
public:
    Cover(RootPlanner& planner, RootPlan& plan, double widest)
        : planner_(planner), plan_(plan), widest_(widest) {}

    /// The cell around the root in which the slope has a sign, as wide as it is found; returns its lower end.
    double around(double root, double from) {
        for (double share = 0x1p-3; share > 0x1p-30; share /= 2) {
            // coarse ends: they are multiples of the checker's resolution
            const double unit = std::ldexp(1.0, std::ilogb(root * share) - 3);
            const double low = std::max(from, std::floor(root * (1 - share) / unit) * unit);
            const double high = std::ceil(root * (1 + share) / unit) * unit;
            if (add(low, high, true)) return low;
        }
        throw Refused{"the slope at the root is not shown to differ from 0"};
    }

    /// Signs on [low, high], from left to right.
    void signs(double low, double high, int depth = 0) {
        if (!(low < high)) return;
        if (high - low <= widest_ && add(low, high, false)) return;
        const double middle = (low + high) / 2;
        if (depth > max_root_depth || plan_.cells.size() > max_cells || !(low < middle && middle < high))
            throw Refused{"the equation has another root, or nearly has one, below the intended one"};
        signs(low, middle, depth + 1);
        signs(middle, high, depth + 1);
    }

private:
    bool add(double low, double high, bool slope) {
        const Ball t = Ball::interval(exact(low), exact(high)).at_precision(coarse_bits);
        const Ball value = planner_.over(t, slope);
        if (!value.is_finite() || value.contains_zero()) return false;
        // the sign is to survive the errors of the panels
        const long bits = std::max(20L, 6 - value.mignitude().magnitude_exponent());
        CertifiedCell cell{exact(low), exact(high), slope};
        cell.plans = planner_.panels(t, slope, bits, plan_.resolution);
        plan_.cells.push_back(std::move(cell));
        return true;
    }

    RootPlanner& planner_;
    RootPlan& plan_;
    double widest_;  ///< boxes over wider cells bound too badly
};

void make(RootPlan& plan, const EquationOfMeans& equation, const Ball& root, long bits,
          const Context& context) {
    RootPlanner planner(equation, context);
    const Ball middle = root.at_precision(std::max(8L, root.magnitude_exponent() + bits + 8)).midpoint();
    const Ball half = Ball::power_of_two(-bits - 1);
    plan.lower = (middle - half).midpoint();
    plan.upper = (middle + half).midpoint();
    plan.resolution = bits + 40;
    Cover cover(planner, plan, root.to_double() / 8);
    const double low = cover.around(root.to_double(), equation.from.value_or(0));
    if (equation.from) cover.signs(*equation.from, low);
    std::rotate(plan.cells.begin(), plan.cells.begin() + 1,
                plan.cells.end());  // the cell around the root is the last one
    const Ball slope = abs(planner.over(middle.at_precision(coarse_bits), true));
    plan.sign_bits = bits + 8 + std::max(0L, 1 - slope.mignitude().magnitude_exponent());
    for (const int side : {0, 1})
        plan.ends[static_cast<std::size_t>(side)] =
            planner.panels(side == 0 ? plan.lower : plan.upper, false, plan.sign_bits, plan.resolution);
}

}  // namespace

RootPlan plan_root(const EquationOfMeans& equation, const Ball& root, long bits, const Context& context) {
    RootPlan plan;
    try {
        make(plan, equation, root, bits, context);
    } catch (const Refused& refused) {
        plan.refusal = refused.reason;
    }
    return plan;
}

}  // namespace sigprop
