#include "methods/extrema/value_range.hpp"

#include "core/formula/operands_first.hpp"
#include "core/formula/quadratic.hpp"
#include "methods/extrema/range_arithmetic.hpp"
#include "methods/extrema/tail_form.hpp"
#include "methods/mean/mean_support.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "core/base/doubles.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"

namespace sigprop {
namespace {

class Analysis {
public:
    Analysis(double lower, double upper) : line_{lower, upper, true} {}

    ValueRange operator()(const Formula& f) {
        for (const Formula& node : operands_first(f)) {
            if (done_.contains(node.identity())) continue;
            done_.emplace(node.identity(), rule(node));
            keep_.push_back(node);
        }
        return done_.at(f.identity());
    }

    Formula settle(const Formula& f) {
        std::map<const Formula::Node*, Formula> same;
        for (const Formula& node : operands_first(f)) {
            std::vector<Formula> u;
            for (const Formula& operand : node.operands()) u.push_back(same.at(operand.identity()));
            same.emplace(node.identity(), settled_node(node, u));
        }
        return same.at(f.identity());
    }

private:
    Formula settled_node(const Formula& node, const std::vector<Formula>& u) {
        const auto of = [&](const Formula& g, int zero_is) {
            const int known = side((*this)(g), zero_is);
            return known != 0 ? known : sign_far_out(g);
        };
        switch (node.operation()) {
            case Operation::abs:
                if (const int s = of(u[0], 1)) return s < 0 ? -u[0] : u[0];
                break;
            case Operation::relu:
                if (const int s = of(u[0], 1)) return s < 0 ? Formula(0) : u[0];
                break;
            case Operation::step:
                if (const int s = of(u[0], 1)) return s < 0 ? 0 : 1;
                break;
            case Operation::minimum:
            case Operation::maximum:
                if (const int s = of(u[0] - u[1], 1))
                    return (s < 0) == (node.operation() == Operation::minimum) ? u[0] : u[1];
                break;
            case Operation::where_negative:
                if (const int s = of(u[0], 1)) return s < 0 ? u[1] : u[2];
                break;
            case Operation::where_nonpositive:
                if (const int s = of(u[0], -1)) return s < 0 ? u[1] : u[2];
                break;
            default: break;
        }
        return u.empty() ? node : Formula::make(node.operation(), u, node.integer());
    }

    /// The sign of g on a tail, where its terms may grow and cancel, as in x - x/100; 0 when not shown.
    [[nodiscard]] int sign_far_out(const Formula& g) const {
        const bool right = std::isinf(line_.most) && line_.least >= 3 && std::isfinite(line_.least);
        const bool left = std::isinf(line_.least) && line_.most <= -3 && std::isfinite(line_.most);
        if (right) return tail_sign(g, line_.least);
        return left ? tail_sign(mirrored(g, -1), -line_.most) : 0;
    }

    /// |a / b| <= 1 if b - a and b + a are nonnegative polynomials, or, where b is a root, b^2 - a^2 is one.
    bool is_small_quotient(const Formula& a, const Formula& b) const {
        const auto nonnegative = [&](const Formula& g) {
            const auto form = quadratic_form(g, 64);
            if (!form) return false;
            if (form->is_constant()) return form->c0.is_nonnegative();
            const bool rising = form->c0.is_nonnegative() && form->c2.is_nonnegative();
            const bool even = form->c1.is_exact() && form->c1.contains_zero();
            return rising && (even || (line_.least >= 0 && form->c1.is_nonnegative()) ||
                              (line_.most <= 0 && form->c1.is_nonpositive()));
        };
        if (b.operation() == Operation::sqrt) return nonnegative(b.operands()[0] - pow(a, 2));
        return nonnegative(b - a) && nonnegative(b + a);
    }

    ValueRange quotient(const Formula& node) {
        const Formula& a = node.operands()[0];
        const Formula& b = node.operands()[1];
        const ValueRange below = (*this)(b);
        ValueRange range = product((*this)(a), reciprocal(below));
        if (range.defined && below.least > 0 && is_small_quotient(a, b)) {
            range.least = std::max(range.least, -1.0);
            range.most = std::min(range.most, 1.0);
        }
        return range;
    }

    ValueRange rule(const Formula& node) {
        const std::span<const Formula> operands = node.operands();
        const auto u = [&](std::size_t k) { return done_.at(operands[k].identity()); };
        switch (node.operation()) {
            case Operation::variable: return node.integer() == 0 ? line_ : nothing_known;
            case Operation::constant: return range_of(node.constant().at(64));
            case Operation::add: return sum(u(0), u(1));
            case Operation::subtract: return sum(u(0), {-u(1).most, -u(1).least, u(1).defined});
            case Operation::negate: return {-u(0).most, -u(0).least, u(0).defined};
            case Operation::multiply:
                if (operands[0].identity() == operands[1].identity()) return power(u(0), 2);
                return product_of_factors(node);
            case Operation::divide: return quotient(node);
            case Operation::power_integer: return power(u(0), node.integer());
            case Operation::sqrt: return square_root(u(0));
            case Operation::log: return logarithm(u(0), false);
            case Operation::log1p: return logarithm(u(0), true);
            case Operation::sin:
            case Operation::cos: return {-1, 1, u(0).defined};
            case Operation::normal_pdf: return {0, 0.39894228040143276, u(0).defined};
            case Operation::abs: return absolute(u(0));
            case Operation::relu: return {std::max(0.0, u(0).least), std::max(0.0, u(0).most), u(0).defined};
            case Operation::step: return {0, 1, u(0).defined};
            case Operation::minimum:
                return {std::min(u(0).least, u(1).least), std::min(u(0).most, u(1).most),
                        u(0).defined && u(1).defined};
            case Operation::maximum:
                return {std::max(u(0).least, u(1).least), std::max(u(0).most, u(1).most),
                        u(0).defined && u(1).defined};
            case Operation::where_negative: return chosen(u(0), u(1), u(2), 1);
            case Operation::where_nonpositive: return chosen(u(0), u(1), u(2), -1);
            default: break;
        }
        return monotone(node.operation(), u(0)).value_or(nothing_known);
    }

    /// |sin u cos u| <= 1/2, wherever both are factors of a product.
    ValueRange product_of_factors(const Formula& node) {
        const ValueRange plain =
            product(done_.at(node.operands()[0].identity()), done_.at(node.operands()[1].identity()));
        std::vector<Formula> factors;
        std::vector<Formula> stack = {node};
        while (!stack.empty() && factors.size() < 16) {
            const Formula factor = stack.back();
            stack.pop_back();
            if (factor.operation() == Operation::multiply) {
                stack.insert(stack.end(), {factor.operands()[0], factor.operands()[1]});
            } else {
                factors.push_back(factor);
            }
        }
        const auto is = [](Operation operation) {
            return [operation](const Formula& f) { return f.operation() == operation; };
        };
        const auto sine = std::find_if(factors.begin(), factors.end(), is(Operation::sin));
        const auto cosine = std::find_if(factors.begin(), factors.end(), is(Operation::cos));
        if (!stack.empty() || sine == factors.end() || cosine == factors.end()) return plain;
        const std::array angles = {sine->operands()[0], cosine->operands()[0]};
        if (const Tape tape(angles); tape.outputs[0] != tape.outputs[1]) return plain;
        ValueRange range{-0.5, 0.5, plain.defined};
        for (auto factor = factors.begin(); factor != factors.end(); ++factor) {
            if (factor != sine && factor != cosine) range = product(range, done_.at(factor->identity()));
        }
        return {std::max(range.least, plain.least), std::min(range.most, plain.most), plain.defined};
    }

    ValueRange line_;
    std::map<const Formula::Node*, ValueRange> done_;
    std::vector<Formula> keep_;  // keeps formulas alive whose identities are in done_
};

bool within(const ValueRange& range, double bound) {
    return range.defined && range.least >= -bound && range.most <= bound;
}

/// Whether |f| <= bound on [R, inf] or [-inf, -R], by the range or by the tail form.
bool tail_is_bounded(const Formula& f, double lower, double upper, double bound) {
    if (within(value_range(settled(f, lower, upper), lower, upper), bound)) return true;
    const bool right = std::isinf(upper);
    const Formula outward = right ? Formula::variable() : -Formula::variable();
    const TailValues tail = tail_values(f.substitute(std::span(&outward, 1)), right ? lower : -upper, 64);
    return tail.most && !(*tail.most - Ball(bound)).is_positive();
}

/// Whether |g| <= bound on [lower, upper], by halving; either enclosure of g may show it.
bool is_bounded_between(const Formula& g, double lower, double upper, double bound, std::uint64_t& budget) {
    Evaluator<Ball> evaluate(g, 64);
    std::vector<std::array<double, 2>> boxes = {{lower, upper}};
    while (!boxes.empty()) {
        const auto [a, b] = boxes.back();
        boxes.pop_back();
        if (!(b > a)) continue;
        if (budget == 0) return false;
        --budget;
        const Ball value = evaluate(Ball::interval(Ball(a), Ball(b)).at_precision(64));
        const bool fits = value.is_finite() && !(value.magnitude() - Ball(bound)).is_positive();
        if (fits || within(value_range(g, a, b), bound)) continue;
        if (!(b - a > 1e-12)) return false;
        boxes.push_back({a, a + (b - a) / 2});
        boxes.push_back({a + (b - a) / 2, b});
    }
    return true;
}

}  // namespace

ValueRange value_range(const Formula& f, double lower, double upper) { return Analysis(lower, upper)(f); }

Formula settled(const Formula& f, double lower, double upper) { return Analysis(lower, upper).settle(f); }

bool is_bounded_by(const Formula& f, double bound, const Context& context) {
    if (within(value_range(f, -infinity, infinity), bound)) return true;
    std::uint64_t budget = std::min<std::uint64_t>(20'000, context.budget);
    for (double R = 8; R <= 512; R *= 8) {
        context.check_cancelled();
        if (!tail_is_bounded(f, R, infinity, bound) || !tail_is_bounded(f, -infinity, -R, bound)) continue;
        const Partition parts = partition(f, Ball(-R), Ball(R), 64);
        if (!parts.complete) return false;
        bool all = true;
        double reached = -R;
        for (const Piece& piece : parts.pieces) {
            const double a = piece.lower.lower_double();
            const double b = piece.upper.upper_double();
            all = all && is_bounded_between(f, reached, a, bound, budget) &&
                  is_bounded_between(piece.smooth, a, b, bound, budget);
            reached = b;
        }
        return all && is_bounded_between(f, reached, R, bound, budget);
    }
    return false;
}

}  // namespace sigprop
