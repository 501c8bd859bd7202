#include "methods/value_range.hpp"

#include "core/apply.hpp"
#include "core/operands_first.hpp"
#include "core/quadratic.hpp"
#include "methods/tail_form.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <sigprop/core/evaluator.hpp>
#include <sigprop/core/pieces.hpp>

namespace sigprop {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr ValueRange nothing{-infinity, infinity, false};

Ball ball(double x) { return Ball(x).at_precision(64); }

double up(const Ball& x) { return x.is_finite() ? x.upper_double() : infinity; }
double down(const Ball& x) { return x.is_finite() ? x.lower_double() : -infinity; }
double add_up(double x, double y) { return std::isinf(x) || std::isinf(y) ? x + y : up(ball(x) + ball(y)); }
double add_down(double x, double y) { return -add_up(-x, -y); }

double product_up(double x, double y) {
    if (x == 0 || y == 0) return 0;
    return std::isinf(x) || std::isinf(y) ? x * y : up(ball(x) * ball(y));
}
double product_down(double x, double y) { return -product_up(-x, y); }

ValueRange product(const ValueRange& a, const ValueRange& b) {
    ValueRange range{infinity, -infinity, a.defined && b.defined};
    for (const double x : {a.least, a.most}) {
        for (const double y : {b.least, b.most}) {
            range.least = std::min(range.least, product_down(x, y));
            range.most = std::max(range.most, product_up(x, y));
        }
    }
    return range;
}

ValueRange reciprocal(const ValueRange& a) {
    if (!(a.least > 0) && !(a.most < 0)) return nothing;
    const auto one_over = [](double x, bool upward) {
        if (std::isinf(x)) return 0.0;
        return upward ? up(1 / ball(x)) : down(1 / ball(x));
    };
    return {one_over(a.most, false), one_over(a.least, true), a.defined};
}

ValueRange power(const ValueRange& a, std::int64_t n) {
    if (n < 0) return reciprocal(power(a, -n));
    if (n == 0) return {1, 1, a.defined};
    const auto end = [n](double x, bool upward) {
        if (std::isinf(x)) return x > 0 || n % 2 == 0 ? infinity : -infinity;
        return upward ? up(pow(ball(x), n)) : down(pow(ball(x), n));
    };
    if (n % 2 == 1 || a.least >= 0) return {end(a.least, false), end(a.most, true), a.defined};
    if (a.most <= 0) return {end(a.most, false), end(a.least, true), a.defined};
    return {0, std::max(end(a.least, true), end(a.most, true)), a.defined};
}

/// The limits of the monotone functions at both ends of the line, and what no rounding may pass.
struct Limits {
    double left, right;
};

std::optional<Limits> limits_of(Operation operation) {
    switch (operation) {
        case Operation::sigmoid:
        case Operation::normal_cdf: return Limits{0, 1};
        case Operation::tanh:
        case Operation::erf: return Limits{-1, 1};
        case Operation::erfc: return Limits{2, 0};
        case Operation::atan: return Limits{-1.5707963267948968, 1.5707963267948968};
        case Operation::exp:
        case Operation::softplus: return Limits{0, infinity};
        case Operation::expm1: return Limits{-1, infinity};
        case Operation::sinh: return Limits{-infinity, infinity};
        default: return std::nullopt;
    }
}

ValueRange monotone(Operation operation, const Limits& limits, const ValueRange& a) {
    const auto at = [&](double x) -> std::array<double, 2> {
        if (std::isinf(x)) {
            const double limit = x < 0 ? limits.left : limits.right;
            return {limit, limit};
        }
        const Ball value = apply_function(Instruction{operation}, ball(x), ball(x));
        return {down(value), up(value)};
    };
    const auto first = at(a.least);
    const auto last = at(a.most);
    const double bottom = std::min(limits.left, limits.right);
    const double top = std::max(limits.left, limits.right);
    return {std::max(bottom, std::min(first[0], last[0])), std::min(top, std::max(first[1], last[1])),
            a.defined};
}

ValueRange square_root(const ValueRange& a) {
    if (!(a.least >= 0)) return nothing;
    return {down(sqrt(ball(a.least))), std::isinf(a.most) ? infinity : up(sqrt(ball(a.most))), a.defined};
}

ValueRange logarithm(const ValueRange& a, bool of_one_plus) {
    const double pole = of_one_plus ? -1 : 0;
    if (!(a.least > pole)) return nothing;
    const auto at = [&](double x) { return of_one_plus ? log1p(ball(x)) : log(ball(x)); };
    return {down(at(a.least)), std::isinf(a.most) ? infinity : up(at(a.most)), a.defined};
}

ValueRange hull(const ValueRange& a, const ValueRange& b) {
    return {std::min(a.least, b.least), std::max(a.most, b.most), a.defined && b.defined};
}

/// -1 or +1 where the switching function keeps off zero, else 0; `zero_is` is the side that zero counts to.
int side(const ValueRange& g, int zero_is) {
    if (!g.defined) return 0;
    if (g.most < 0 || (zero_is < 0 && g.most <= 0)) return -1;
    if (g.least > 0 || (zero_is > 0 && g.least >= 0)) return 1;
    return 0;
}

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
        const auto of = [&](const Formula& g, int zero_is) { return side((*this)(g), zero_is); };
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

    /// |a / b| <= 1 where b - a and b + a are nonnegative polynomials, or b^2 - a^2 under a root.
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
            case Operation::variable: return node.integer() == 0 ? line_ : nothing;
            case Operation::constant: {
                const Ball value = node.constant().at(64);
                return value.is_finite() ? ValueRange{down(value), up(value)} : nothing;
            }
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
        const auto limits = limits_of(node.operation());
        return limits ? monotone(node.operation(), *limits, u(0)) : nothing;
    }

    /// |sin u cos u| <= 1/2, wherever the two stand in a product.
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

    static ValueRange sum(const ValueRange& a, const ValueRange& b) {
        return {add_down(a.least, b.least), add_up(a.most, b.most), a.defined && b.defined};
    }
    static ValueRange absolute(const ValueRange& a) {
        const double far = std::max(std::fabs(a.least), std::fabs(a.most));
        const double near = a.least > 0 ? a.least : a.most < 0 ? -a.most : 0;
        return {near, far, a.defined};
    }
    static ValueRange chosen(const ValueRange& g, const ValueRange& first, const ValueRange& second,
                             int zero_is) {
        const int s = side(g, zero_is);
        ValueRange range = s < 0 ? first : s > 0 ? second : hull(first, second);
        range.defined = range.defined && g.defined;
        return range;
    }

    ValueRange line_;
    std::map<const Formula::Node*, ValueRange> done_;
    std::vector<Formula> keep_;  // identities in done_ must not be used again
};

bool within(const ValueRange& range, double bound) {
    return range.defined && range.least >= -bound && range.most <= bound;
}

/// |f| <= bound on [R, inf] or [-inf, -R], by the range or by the asymptotic form.
bool tail_is_bounded(const Formula& f, double lower, double upper, double bound) {
    if (within(value_range(settled(f, lower, upper), lower, upper), bound)) return true;
    const bool right = std::isinf(upper);
    const Formula outward = right ? Formula::variable() : -Formula::variable();
    const TailValues tail = tail_values(f.substitute(std::span(&outward, 1)), right ? lower : -upper, 64);
    return tail.most && !(*tail.most - Ball(bound)).is_positive();
}

/// |g| <= bound on [lower, upper] by halving; both enclosures may show it.
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
