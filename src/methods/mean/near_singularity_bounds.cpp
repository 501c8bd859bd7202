#include "methods/mean/near_singularity_bounds.hpp"

#include "core/formula/apply.hpp"
#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

constexpr long beside_bits = 128;

Ball around(const NearSingularity& beside, const Ball& start) {
    const Ball place = beside.point().place.at(beside_bits);
    return Ball::interval(place, place + Ball(beside.side()) * start).at_precision(beside_bits);
}

/// The range of functions that are bounded whatever their argument.
Ball whole_range(Operation operation) {
    switch (operation) {
        case Operation::sin:
        case Operation::cos:
        case Operation::tanh:
        case Operation::erf: return Ball::interval(-1, 1);
        case Operation::sigmoid:
        case Operation::normal_pdf:
        case Operation::normal_cdf: return Ball::interval(0, 1);
        case Operation::erfc: return Ball::interval(0, 2);
        case Operation::atan: return Ball::interval(-2, 2);
        default: return Ball::indeterminate();
    }
}

}  // namespace

NearSingularityBounds::NearSingularityBounds(NearSingularity& beside, const Ball& start)
    : beside_(beside), rules_(start), near_(around(beside, start)) {}

Behaviour NearSingularityBounds::operator()(const Formula& f) {
    if (const auto known = known_.find(f.identity()); known != known_.end()) return known->second;
    Behaviour result = found(f);
    kept_.push_back(f);
    return known_.emplace(f.identity(), std::move(result)).first->second;
}

Behaviour NearSingularityBounds::found(const Formula& f) {
    if (!beside_.is_regular(f)) return of_operation(f);
    if (!beside_.is_zero(f)) {
        const Behaviour direct = rules_.of_range(Evaluator<Ball>(f, beside_bits)(near_));
        return direct.upper ? direct : of_operation(f);
    }
    // By Taylor's theorem: with the first n - 1 derivatives zero, too, f is f^(n) / n! somewhere near, times
    // u^n.
    constexpr int max_orders = 6;
    Formula derivative = f.derivative();
    Ball factor = beside_.side();
    int order = 1;
    while (order < max_orders && beside_.is_zero(derivative)) {
        derivative = derivative.derivative();
        factor = factor * beside_.side() / ++order;
    }
    const Ball slope = Evaluator<Ball>(derivative, beside_bits)(near_);
    const Behaviour direct = rules_.proportional(factor * slope, order);
    if (direct.lower) return direct;
    const Behaviour by_parts = of_operation(f);
    return by_parts.lower || !direct.upper ? by_parts : direct;
}

Behaviour NearSingularityBounds::of_operation(const Formula& f) {
    const std::span<const Formula> u = f.operands();
    if (u.empty()) return {};
    const Behaviour a = (*this)(u[0]);
    switch (f.operation()) {
        case Operation::negate: return rules_.negated(a);
        case Operation::add: return rules_.sum(a, (*this)(u[1]));
        case Operation::subtract: return rules_.sum(a, rules_.negated((*this)(u[1])));
        case Operation::multiply:
            if (u[0].identity() == u[1].identity()) return rules_.integer_power(a, 2);
            return rules_.product(a, (*this)(u[1]));
        case Operation::divide: return rules_.quotient(a, (*this)(u[1]));
        case Operation::power_integer: return rules_.integer_power(a, f.integer());
        case Operation::sqrt: return rules_.power(a, Ball(0.5));
        case Operation::power: {
            if (u[1].variable_count() > 0) return (*this)(exp(u[1] * log(u[0])));
            return rules_.power(a, Evaluator<Ball>(u[1], beside_bits)(near_));
        }
        case Operation::log: return rules_.logarithm(a);
        case Operation::log1p: return rules_.logarithm((*this)(1 + u[0]));
        default: return of_function(f, a);
    }
}

/// An entire function, or one that is analytic on the real line.
Behaviour NearSingularityBounds::of_function(const Formula& f, const Behaviour& a) {
    if (!a.range.is_finite()) return a.upper ? rules_.of_range(whole_range(f.operation())) : Behaviour();
    const Ball x = a.range.at_precision(beside_bits);
    return rules_.of_range(apply_function(Instruction{f.operation()}, x, x));
}

}  // namespace sigprop
