// Whether r(s) = E f(s z)^2 / s^2 rises or falls for all s in (0, b].
//
// r(s) = E z^2 H(s|z|) with H(t) = (f(t)^2 + f(-t)^2) / (2 t^2). Let |H'(t)| >= c t^m for 0 < t <= d = 8 b,
// with one sign. The part |x| <= d of r then has a slope of that sign and at least c s^m E[|z|^(3+m); |z| <=
// d/s], but for 2 d^3/s^4 H(d) phi(d/s) from the moving limit; the part |x| > d has at most E[f(x)^2 (z^2 +
// 3); |x| > d] / s^3, because the derivative of phi(x/s)/s^3 is (z^2 - 3) phi(x/s)/s^4. After division by s^m
// both of these grow with s up to b (d/s >= 8 > sqrt(6 + m)), and the first does not: what holds at b holds
// below.
//
// H comes from k(x) = f(x)/x = int f'(x u) du, whose derivatives are int u f''(x u) du and int u^2 f'''(x u)
// du: within f' , f''/2 and f'''/3 over the interval. Reference: own derivation.

#include <array>
#include <optional>

#include "core/ball/exact_zero.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/pieces.hpp"
#include "quantities/activation/moment_curve.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

constexpr int tail_cut = 8;  // d in units of b

/// k, k' and k'' over all x between 0 and an end.
struct Quotient {
    Ball value, slope, bend;
};

std::optional<Quotient> quotient(const Formula& f, const Ball& lower, const Ball& upper) {
    if (!is_exact_zero(Evaluator<Ball>(f, 128)(Ball(0)))) return std::nullopt;
    const Ball x = Ball::interval(lower, upper).at_precision(128);
    std::array<Ball, 3> all;
    Formula derivative = f;
    for (int i = 0; i < 3; ++i) {
        derivative = derivative.derivative();
        all[static_cast<std::size_t>(i)] = Evaluator<Ball>(derivative, 128)(x) / (i + 1);
    }
    return Quotient{all[0], all[1], all[2]};
}

/// A proved lower bound c of |H'(t)| / t^m on (0, d] with the sign of H'; 0 where there is none.
struct Steepness {
    int sign = 0;
    int power = 0;
    Ball least;
};

Steepness steepness(const Formula& f, const Ball& d) {
    const Partition parts = partition(f, -d, d, 128);
    if (!parts.complete || parts.pieces.empty() || parts.pieces.size() > 2) return {};
    const Piece& left = parts.pieces.front();
    const Piece& right = parts.pieces.back();
    if (!is_exact_zero(left.lower + d) || !is_exact_zero(right.upper - d)) return {};
    const bool is_smooth = parts.pieces.size() == 1;
    if (!is_smooth && !(is_exact_zero(left.upper) && is_exact_zero(right.lower))) return {};
    const auto minus = quotient(left.smooth, -d, Ball(0));
    const auto plus = quotient(right.smooth, Ball(0), d);
    if (!minus || !plus) return {};
    const auto of = [](const Ball& value, int power) -> Steepness {
        if (!value.is_finite() || value.contains_zero()) return {};
        return {value.is_positive() ? 1 : -1, power, value.mignitude().at_precision(64).lower()};
    };
    const Ball first = plus->value * plus->slope - minus->value * minus->slope;
    if (const Steepness found = of(first, 0); found.sign != 0) return found;
    if (!is_smooth) return {};
    // H' vanishes at 0, since H is even and smooth.
    return of(
        pow(plus->slope, 2) + plus->value * plus->bend + pow(minus->slope, 2) + minus->value * minus->bend,
        1);
}

}  // namespace

int MomentCurve::ratio_direction(const Ball& b, const Context& context) const {
    const Ball d = tail_cut * b;
    const Steepness found = steepness(f_.formula, d);
    if (found.sign == 0) return 0;
    const Formula z = Formula::variable();
    const Formula beyond = where(z < -tail_cut, Formula(1), where(z > tail_cut, Formula(1), Formula(0)));
    const Answer far = integral(beyond * (pow(z, 2) + 3), b, 20, context);
    if (far.status != Status::ok) return 0;
    Evaluator<Ball> evaluate(f_.formula, 128);
    const Ball at_end = (pow(evaluate(d), 2) + pow(evaluate(-d), 2)) / (2 * pow(d, 2));
    const Ball edge = Ball(tail_cut).at_precision(64);
    const Ball limit = 2 * pow(edge, 3) * abs(at_end) * normal_pdf(edge) / b;
    // E |z|^3 = 1.59…, E z^4 = 3, of which less than 10^-9 lies beyond 8.
    const Ball near = found.least * (found.power == 0 ? Ball(1.5) : Ball(2.5) * b);
    const bool holds = (near - limit - abs(far.value) / pow(b.at_precision(64), 3)).is_positive();
    return holds ? found.sign : 0;
}

}  // namespace sigprop
