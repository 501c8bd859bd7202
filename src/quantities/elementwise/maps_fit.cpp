// The parameter of a form that comes closest to the best map: an interval Newton step around a point, in a
// bracket that is shown to contain one minimum.

#include <algorithm>
#include <cmath>

#include "quantities/elementwise/maps.hpp"

namespace sigprop {
namespace {

constexpr long coarse_bits = 32;
constexpr int max_pieces = 4000;

struct Bracket {
    Ball lower, upper;
};

/// v'(0) = E A^(-1/2), A ~ chi^2 with d - 1 degrees of freedom.
Ball slope_at_zero(std::int64_t dim, long bits) {
    const Ball half = Ball(dim - 1).at_precision(bits) / 2;
    return exp(log_gamma(half - 0.5) - log_gamma(half)) / sqrt(Ball(2).at_precision(bits));
}

/// Limits between which every zero of the slope lies. Write s = sech^2(alpha x), m = d - 1, k = E A^(-1/2).
///
/// alpha: v/x and s both fall in |x|, so E v x s >= E x v E x^2 s (Chebyshev), and tanh(alpha x) <= alpha x:
/// the slope E (tanh - v) x s is negative below E x v = E|x|/d. Above, v <= k x; under a weight that falls in
/// |u|, such as e^(-u^2/(2 alpha^2)), the mean of tanh(u)/u weighted by u^2 sech^2 u is at least its value
/// without that weight, (1/2)/(pi^2/12): the slope is positive where alpha > k pi^2/6.
///
/// C: v = x E(x^2 + A)^(-1/2) = x (x^2 + C*)^(-1/2), where C* rises with |x| from k^-2 to m (a power mean of
/// order -1/2 of x^2 + A, minus x^2). So v - g has one sign for C <= k^-2 and the other for C >= m.
///
/// d = 2, where k is infinite: v <= K sqrt x, K = E A^(-1/4) = 2^(-1/4) Gamma(1/4)/sqrt(pi) < 1.7202. The
/// slope in alpha is positive if 1/2 - pi^2/(16 alpha^2) > K alpha^(-1/2) sqrt(log 2 pi^2/12), which holds
/// from 7.5 on; that in C has its sign if K B(5/4, 1/4)/2 C^(1/4) < pi/4 - sqrt(pi C/2), up to 0.002.
Bracket bracket(Substitute form, std::int64_t dim) {
    constexpr long bits = 128;
    const Ball half = Ball(dim).at_precision(bits) / 2;
    const Ball k = dim > 2 ? slope_at_zero(dim, bits) : Ball(0);
    if (form == Substitute::dyt) {
        const Ball least =
            sqrt(Ball(2).at_precision(bits)) * exp(log_gamma(half + 0.5) - log_gamma(half)) / Ball(dim);
        return {least.lower(), dim > 2 ? (k * pow(Ball::pi(bits), 2) / 6).upper() : Ball(7.5)};
    }
    return {dim > 2 ? pow(k, -2).lower() : Ball(0x1p-9), Ball(dim - 1)};
}

enum class Shape : std::uint8_t { falling, convex, rising, unknown };

Shape shape(const MapMeans& means, Substitute form, const Ball& piece) {
    const Ball slope = means.slope(form, piece);
    if (slope.is_negative()) return Shape::falling;
    if (slope.is_positive()) return Shape::rising;
    return means.curvature(form, piece).is_positive() ? Shape::convex : Shape::unknown;
}

/// Whether the distance first falls, then is convex, then rises, from one end to the other.
bool has_one_minimum(const MapMeans& means, Substitute form, const Bracket& whole) {
    std::vector<Bracket> open = {whole};  // the leftmost is last
    Shape before = Shape::falling;
    for (int pieces = 0; !open.empty(); ++pieces) {
        if (pieces > max_pieces) return false;
        const Bracket piece = open.back();
        open.pop_back();
        const Shape here =
            shape(means, form, Ball::interval(piece.lower, piece.upper).at_precision(coarse_bits + 16));
        if (here == Shape::unknown) {
            const Ball middle = ((piece.lower + piece.upper) / 2).at_precision(coarse_bits + 16).midpoint();
            open.push_back({middle, piece.upper});
            open.push_back({piece.lower, middle});
            continue;
        }
        if (here < before) return false;
        before = here;
    }
    return true;
}

/// The zero of the slope to about coarse_bits - 12 bits: Newton steps, bisection if they leave the bracket.
Ball approximate(const MapMeans& means, Substitute form, const Bracket& whole) {
    double low = whole.lower.to_double(), high = whole.upper.to_double(), p = (low + high) / 2;
    for (int step = 0; step < 60; ++step) {
        const Ball here = Ball(p).at_precision(coarse_bits + 16);
        const double slope = means.slope(form, here).to_double();
        (slope < 0 ? low : high) = p;
        const double next = p - slope / means.curvature(form, here).to_double();
        const bool inside = next > low && next < high;
        const double chosen = inside ? next : (low + high) / 2;
        const bool arrived = std::fabs(chosen - p) < 1e-10 * p;
        p = chosen;
        if (arrived) break;
    }
    return p;
}

}  // namespace

Answer MapMeans::fitted_parameter(Substitute form, const Context& context) const {
    const MapMeans coarse(map_, dim_, coarse_bits);
    const Bracket whole = bracket(form, dim_);
    if (!has_one_minimum(coarse, form, whole)) return {Status::unable, "no proof that the minimum is unique"};
    const long bits = table_.rule.bits();
    Ball p = approximate(coarse, form, whole).at_precision(bits + 16);
    for (long known = coarse_bits - 12; known < bits; known *= 2) {
        context.check_cancelled();
        p = (p - slope(form, p) / curvature(form, p)).midpoint().at_precision(bits + 16);
    }
    const Ball around = p.widened(p * Ball::power_of_two(-bits / 2));  // widening: region
    const Ball root = p - slope(form, p) / curvature(form, around);
    if (!around.contains(root)) return {Status::unable, "the iteration for the minimum does not converge"};
    return root;
}

}  // namespace sigprop
