// SELU's two constants: lambda x for x > 0, lambda alpha (e^x - 1) for x <= 0, such that a normal input with
// a given mean and variance gives an output with a given mean and variance.
//
// With P1 = E x+, P2 = E x+^2, N1 = E (e^x - 1) 1[x<0] < 0, N2 = E (e^x - 1)^2 1[x<0] and M = mean^2 +
// variance the equations are lambda (P1 + alpha N1) = mean, lambda^2 (P2 + alpha^2 N2) = M. Their quotient
// (P1 + alpha N1) / sqrt(P2 + alpha^2 N2) falls strictly from P1/sqrt P2 to N1/sqrt N2 as alpha runs from 0
// to infinity (its derivative has the sign of N1 P2 - alpha P1 N2 < 0): at most one solution with alpha > 0,
// and one exactly when mean/sqrt M lies between these.

#include "catalogue/activation.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

#include "core/ball/series.hpp"
#include "methods/route_formula.hpp"

namespace sigprop {
namespace {

struct Target {
    Real mean, variance, input_mean, input_variance;
    int mean_sign = 0;
    bool standard_input = false;  ///< N(0, 1)
};

struct HalfMoments {
    Ball p1, p2, n1, n2;
};

struct Solution {
    Ball alpha, lambda;
};

enum class Constant { alpha, lambda };

Target target_of(const SeluArguments& given) {
    Target target{given.mean, given.variance, given.input_mean, given.input_variance};
    target.mean_sign = compare(target.mean, 0).value_or(0);
    target.standard_input = compare(target.input_mean, 0) == 0 && compare(target.input_variance, 1) == 0;
    return target;
}

/// For N(0, 1): e^(1/2) Phi(-1) = e^(1/2)/2 - S(1)/sqrt(2 pi) and e^2 Phi(-2) = e^2/2 - S(2)/sqrt(2 pi) with
/// the odd factorial series S, which binary splitting sums in quasi-linear time.
HalfMoments standard_half_moments(long bits) {
    const Ball density = 1 / sqrt(2 * Ball::pi(bits));
    const Ball e = Ball::euler_number(bits);
    const Ball one = sqrt(e) / 2 - odd_factorial_series(1, bits) * density;
    const Ball two = pow(e, 2) / 2 - odd_factorial_series(2, bits) * density;
    const Ball half = Ball(0.5);
    return {density, half.at_precision(bits), one - half, two - 2 * one + half};
}

HalfMoments half_moments(const Target& target, long bits) {
    if (target.standard_input) return standard_half_moments(bits);
    const Ball m = target.input_mean.at(bits);
    const Ball v = target.input_variance.at(bits);
    const Ball s = sqrt(v);
    const Ball left = normal_cdf(-m / s);
    const Ball right = normal_cdf(m / s);
    const Ball density = normal_pdf(m / s);
    const Ball one = exp(m + v / 2) * normal_cdf(-(m + v) / s);
    const Ball two = exp(2 * (m + v)) * normal_cdf(-(m + 2 * v) / s);
    return {m * right + s * density, (m * m + v) * right + m * s * density, one - left, two - 2 * one + left};
}

Answer unreachable(bool above) {
    return {Status::domain,
            above ? "no alpha > 0, lambda > 0: the mean is too large for this variance (the limit is relu's)"
                  : "no alpha > 0, lambda > 0: the mean is too small for this variance (the limit is the "
                    "pure exponential branch's)"};
}

/// The balls do not decide whether the target can be attained; more digits may.
Answer unseparated() {
    Answer computed = Ball::indeterminate();
    computed.reason =
        "the mean lies on the limit of what is reachable for this variance, or too close to it to tell";
    return computed;
}

/// lambda from the second equation, given alpha.
Ball lambda_for(const HalfMoments& h, const Ball& alpha, const Ball& M) {
    return sqrt(M / (h.p2 + pow(alpha, 2) * h.n2));
}

Answer pick(const HalfMoments& h, const Ball& alpha, const Ball& M, Constant selu_number) {
    return selu_number == Constant::alpha ? alpha : lambda_for(h, alpha, M);
}

/// The square of the quotient equation is A alpha^2 + B alpha + C = 0.
Answer by_quadratic(const Target& target, Constant selu_number, long bits) {
    const HalfMoments h = half_moments(target, bits);
    const Ball mean = target.mean.at(bits);
    const Ball M = pow(mean, 2) + target.variance.at(bits);
    const int sign = target.mean_sign;
    if (sign == 0) return pick(h, -h.p1 / h.n1, M, selu_number);
    const Ball A = M * pow(h.n1, 2) - pow(mean, 2) * h.n2;
    const Ball B = 2 * M * h.p1 * h.n1;
    const Ball C = M * pow(h.p1, 2) - pow(mean, 2) * h.p2;
    const Ball& decisive = sign > 0 ? C : A;
    if (decisive.is_nonpositive()) return unreachable(sign > 0);
    if (!decisive.is_positive()) return unseparated();
    const Ball root = sqrt(pow(B, 2) - 4 * A * C);
    return pick(h, sign > 0 ? 2 * C / (root - B) : (root - B) / (2 * A), M, selu_number);
}

/// The quotient equation without its denominator:
/// F(alpha) = (P1 + alpha N1) sqrt M - mean sqrt(P2 + alpha^2 N2).
struct QuotientEquation {
    HalfMoments h;
    Ball mean, M;

    [[nodiscard]] Ball value(const Ball& alpha) const {
        return (h.p1 + alpha * h.n1) * sqrt(M) - mean * sqrt(h.p2 + pow(alpha, 2) * h.n2);
    }
    [[nodiscard]] Ball slope(const Ball& alpha) const {
        return h.n1 * sqrt(M) - mean * alpha * h.n2 / sqrt(h.p2 + pow(alpha, 2) * h.n2);
    }
    /// The slope over all of X: it is monotone in alpha, so its values at the ends bound it.
    [[nodiscard]] Ball slope_over(const Ball& X) const {
        return Ball::interval(slope(X.lower()), slope(X.upper()));
    }
};

/// Interval Newton: if N(X) = m - F(m)/F'(X) lies in X, X contains a root, and every step keeps it.
Ball newton(const QuotientEquation& equation, Ball X, long bits) {
    bool proved = false;
    for (int step = 0; step < 200; ++step) {
        const Ball middle = X.midpoint();
        const Ball image = middle - equation.value(middle) / equation.slope_over(X);
        if (!image.is_finite()) return Ball::indeterminate();
        const Ball lower = max(X.lower(), image.lower());
        const Ball upper = min(X.upper(), image.upper());
        if ((lower - upper).is_positive()) return Ball::indeterminate();
        proved = proved || X.contains(image);
        const Ball next = Ball::interval(lower, upper).at_precision(bits);
        const bool stalled = !(X.radius() - 2 * next.radius()).is_positive();
        X = next;
        if (proved && stalled) return X;
        if (stalled && step > 20) break;
    }
    return Ball::indeterminate();
}

/// Finds a bracket [low, high] with F(low) > 0 > F(high) by doubling from -P1/N1, the solution for mean 0. F
/// falls from positive to negative exactly when a solution exists.
Answer solve(const QuotientEquation& equation, long bits) {
    if (equation.value(Ball(0)).is_nonpositive()) return unreachable(true);
    const Ball at_infinity = equation.h.n1 * sqrt(equation.M) - equation.mean * sqrt(equation.h.n2);
    if (at_infinity.is_nonnegative()) return unreachable(false);
    if (!equation.value(Ball(0)).is_positive() || !at_infinity.is_negative()) return unseparated();
    Ball low = 0;
    Ball high = (-equation.h.p1 / equation.h.n1).midpoint();
    // alpha exceeds its value for mean 0 by at most the reciprocal of the gap at infinity: about 2^bits.
    for (long i = 0; i < bits && high.is_finite() && !equation.value(high).is_negative(); ++i) {
        if (equation.value(high).is_positive()) low = high;
        high = high * 2;
    }
    if (!high.is_finite()) return unseparated();
    for (int i = 0; i < 12; ++i) {  // until the slope varies little
        const Ball middle = Ball::interval(low, high).midpoint();
        const Ball value = equation.value(middle);
        if (value.is_positive())
            low = middle;
        else if (value.is_negative())
            high = middle;
        else
            break;
    }
    const Ball alpha = newton(equation, Ball::interval(low, high).at_precision(bits), bits);
    if (!alpha.is_positive()) return unseparated();  // rounding may widen a bracket below zero
    return alpha;
}

Answer by_newton(const Target& target, Constant selu_number, std::span<const Ball> means) {
    long bits = 64;
    for (const Ball& mean : means) bits = std::max(bits, mean.precision());
    const HalfMoments h{means[0], means[1], means[2], means[3]};
    const Ball mean = target.mean.at(bits);
    const Ball M = pow(mean, 2) + target.variance.at(bits);
    Answer alpha = solve({h, mean, M}, bits);
    if (alpha.status != Status::ok || !alpha.value.is_finite()) return alpha;
    return pick(h, alpha.value, M, selu_number);
}

/// For mean 0, where the first equation alone has alpha: in the means P1, P2, N1, N2.
std::optional<Formula> centred_solution(const Target& target, Constant selu_number) {
    if (compare(target.mean, 0) != 0) return std::nullopt;
    const auto x = [](int index) { return Formula::variable(index); };
    const Formula alpha = -x(0) / x(2);
    if (selu_number == Constant::alpha) return alpha;
    return sqrt(Formula(target.variance) / (x(1) + pow(alpha, 2) * x(3)));
}

std::vector<Route> routes(const SeluArguments& given, Constant selu_number) {
    const Target target = target_of(given);
    const Formula z = Formula::variable();
    const Formula x = Formula(target.input_mean) + sqrt(Formula(target.input_variance)) * z;
    const Formula negative = where(x < 0, expm1(x), Formula(0));
    Expectation definition;
    definition.integrands = {relu(x), pow(relu(x), 2), negative, pow(negative, 2)};
    definition.law = Law::normal();
    definition.combine = with_formula(
        centred_solution(target, selu_number),
        [target, selu_number](std::span<const Ball> means) { return by_newton(target, selu_number, means); });
    return {closed_form([target, selu_number](long bits) { return by_quadratic(target, selu_number, bits); }),
            definition};
}

std::vector<Route> alpha_routes(const SeluArguments& given) { return routes(given, Constant::alpha); }
std::vector<Route> lambda_routes(const SeluArguments& given) { return routes(given, Constant::lambda); }

}  // namespace

std::vector<Quantity> selu_quantities() {
    return {quantity("selu.alpha", alpha_routes), quantity("selu.lambda", lambda_routes)};
}

}  // namespace sigprop
