#include "methods/mean/power_bound.hpp"

#include "core/ball/exact_zero.hpp"

#include <algorithm>
#include <cmath>

namespace sigprop {
namespace {

constexpr long power_bits = 128;

Ball to_power(const Ball& base, const Ball& exponent) {
    if (is_exact_zero(exponent)) return 1;
    return exp(exponent * log(base.at_precision(power_bits)));
}

}  // namespace

BehaviourRules::BehaviourRules(const Ball& start)
    : start_(start.at_precision(power_bits)), log_start_(-log(start_)) {}

std::optional<Ball> BehaviourRules::supremum(const Ball& power, int logs) const {
    if (logs <= 0 && power.is_nonnegative()) return to_power(start_, power);
    if (!power.is_positive()) return std::nullopt;
    // u^p L^k grows with u as long as L = log(1/u) >= k/p; its maximum is (k / (e p))^k.
    const Ball turn = Ball(logs) / power;
    if ((log_start_ - turn).is_nonnegative()) return to_power(start_, power) * pow(log_start_, logs);
    return pow(turn / Ball::euler_number(power_bits), logs);
}

PowerBound BehaviourRules::larger(const PowerBound& a, const PowerBound& b) const {
    if ((b.power - a.power).is_negative()) return larger(b, a);
    if (const auto factor = supremum(b.power - a.power, std::max(b.logs - a.logs, 0)))
        return {a.constant + *factor * b.constant, a.power, a.logs};
    return {a.constant + b.constant, min(a.power, b.power).lower(), std::max(a.logs, b.logs)};
}

Behaviour BehaviourRules::settled(Behaviour a) const {
    if (a.range.is_finite() || !a.upper) return a;
    if (const auto most = supremum(a.upper->power, a.upper->logs)) {
        const Ball end = (a.upper->constant * *most).upper();
        a.range =
            Ball::interval(a.sign > 0 ? Ball(0) : -end, a.sign < 0 ? Ball(0) : end).at_precision(power_bits);
    }
    return a;
}

Behaviour BehaviourRules::of_range(const Ball& range) const {
    Behaviour result;
    result.range = range;
    if (!range.is_finite()) return result;
    result.sign = range.is_nonnegative() ? 1 : range.is_nonpositive() ? -1 : 0;
    result.upper = PowerBound{range.magnitude()};
    if (!range.contains_zero()) result.lower = PowerBound{range.mignitude()};
    return result;
}

Behaviour BehaviourRules::proportional(const Ball& factor, int order) const {
    Behaviour result = of_range(factor);
    result.range = factor * Ball::interval(0, pow(start_, order)).at_precision(power_bits);
    if (result.upper) result.upper->power = order;
    if (result.lower) result.lower->power = order;
    return result;
}

Behaviour BehaviourRules::negated(Behaviour a) const {
    a.sign = -a.sign;
    a.range = -a.range;
    return a;
}

/// Where |large| >= c u^p and |small| is less than half of it or so, large decides the sign.
void BehaviourRules::dominate(Behaviour& result, const Behaviour& large, const Behaviour& small) const {
    if (result.lower || !large.lower || !small.upper) return;
    const auto share = supremum(small.upper->power - large.lower->power, small.upper->logs);
    if (!share) return;
    const Ball rest = large.lower->constant - *share * small.upper->constant;
    if (!rest.is_positive()) return;
    result.lower = PowerBound{rest.lower(), large.lower->power};
    result.sign = large.sign;
}

Behaviour BehaviourRules::sum(const Behaviour& a, const Behaviour& b) const {
    Behaviour result = of_range(a.range + b.range);
    if (a.upper && b.upper) {
        const PowerBound both = larger(*a.upper, *b.upper);
        if (!result.upper || both.power.is_positive()) result.upper = both;
    }
    if (a.sign != 0 && a.sign == b.sign) {
        result.sign = a.sign;
        for (const Behaviour* one : {&a, &b}) {
            const bool better =
                one->lower && (!result.lower || (one->lower->power - result.lower->power).is_negative());
            if (better) result.lower = one->lower;
        }
    }
    dominate(result, a, b);
    dominate(result, b, a);
    return settled(result);
}

Behaviour BehaviourRules::product(const Behaviour& a, const Behaviour& b) const {
    Behaviour result;
    result.range = a.range * b.range;
    result.sign = a.sign * b.sign;
    if (a.upper && b.upper)
        result.upper = PowerBound{a.upper->constant * b.upper->constant, a.upper->power + b.upper->power,
                                  a.upper->logs + b.upper->logs};
    if (a.lower && b.lower)
        result.lower = PowerBound{a.lower->constant * b.lower->constant, a.lower->power + b.lower->power};
    return settled(result);
}

Behaviour BehaviourRules::quotient(const Behaviour& a, const Behaviour& b) const {
    return product(a, integer_power(b, -1));
}

Behaviour BehaviourRules::integer_power(const Behaviour& a, std::int64_t n) const {
    if (n == 0) return of_range(1);
    Behaviour size = a;
    size.sign = 1;
    Behaviour result = power(size, Ball(n));
    result.sign = n % 2 == 0 ? 1 : a.sign;
    result.range = pow(a.range, n);
    return settled(result);
}

Behaviour BehaviourRules::power(const Behaviour& a, const Ball& p) const {
    Behaviour result;
    if (a.sign <= 0) return result;
    result.sign = 1;
    const auto powered = [&](const PowerBound& bound, int logs) {
        const bool zero = is_exact_zero(bound.constant);
        return PowerBound{zero ? Ball(0) : to_power(bound.constant, p), bound.power * p, logs};
    };
    if (p.is_positive()) {
        constexpr double max_logs = 1e4;
        const double logs = a.upper ? std::ceil((Ball(a.upper->logs) * p).upper_double()) : 0;
        if (a.upper && logs <= max_logs) result.upper = powered(*a.upper, static_cast<int>(logs));
        if (a.lower) result.lower = powered(*a.lower, 0);
    } else if (p.is_negative()) {
        if (a.lower) result.upper = powered(*a.lower, 0);
        if (a.upper && a.upper->logs == 0 && a.upper->constant.is_positive())
            result.lower = powered(*a.upper, 0);
    }
    if (a.range.is_positive()) result.range = to_power(a.range, p);
    return settled(result);
}

Behaviour BehaviourRules::logarithm(const Behaviour& a) const {
    Behaviour result;
    if (a.sign <= 0 || !a.upper || !a.lower) return result;
    if (a.range.is_positive()) return of_range(log(a.range));
    // With L = log(1/u): log c - p L <= log a <= log C - q L + k log L, and log L <= L / e.
    const Ball high = log(a.upper->constant.at_precision(power_bits));
    const Ball low = log(a.lower->constant.at_precision(power_bits));
    const Ball p = a.lower->power, q = a.upper->power;
    const Ball logs = Ball(a.upper->logs) / Ball::euler_number(power_bits);
    const Ball rate = max(p.magnitude(), q.magnitude()) + logs;
    result.upper = PowerBound{(max(low.magnitude(), high.magnitude()) / log_start_ + rate).upper(), 0, 1};
    if (p.is_negative()) {  // large near the point
        const Ball least = low - p * log_start_;
        if (least.is_positive()) result = {1, result.range, result.upper, PowerBound{least.lower()}};
    } else if ((q - logs).is_positive()) {
        const Ball least = (q - logs) * log_start_ - high;
        if (least.is_positive()) result = {-1, result.range, result.upper, PowerBound{least.lower()}};
    }
    return result;
}

// With L = log(1/end) and a = power + 1 it is C times the integral of L^k e^(-a L) from there on.
Ball integral_to(const PowerBound& bound, const Ball& end) {
    const Ball a = bound.power.at_precision(power_bits) + 1;
    if (!a.is_positive()) return Ball::infinity();
    const Ball L = -log(end.at_precision(power_bits));
    Ball sum = 0, coefficient = 1 / a;
    for (int j = 0; j <= bound.logs; ++j) {
        sum += coefficient * pow(L, bound.logs - j);
        coefficient = coefficient * (bound.logs - j) / a;
    }
    return (bound.constant * sum * exp(-a * L)).upper();
}

}  // namespace sigprop
