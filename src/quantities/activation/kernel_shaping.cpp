// Deep Kernel Shaping and Tailored Activation Transformations: g(z) = gamma (f(alpha z + beta) + delta) whose
// maps of a wide layer have, at inputs of variance 1, the values that its authors ask for.
//
// At x = alpha z + beta let M = E f, S = E f^2, D = E f'^2, F = E f''^2, A = E f (z^2 - 1), B = E f^2 (z^2 -
// 1)/2. By Stein's lemma alpha E f' z = A and alpha E f f' z = B.
//   DKS  E g = 0 and E g^2 = 1 give delta = -M and gamma^2 = 1/(S - M^2); then E g'^2 = slope is alpha^2 D =
//   slope
//        (S - M^2), and E g g' z = q is B - M A = q (S - M^2).
//   TAT  E g'^2 = 1 gives gamma^2 = 1/(alpha^2 D); then E g''^2 = curvature is alpha^2 F = curvature D, E g
//   g' z = 1
//        gives delta = (alpha^2 D - B)/A, and E g^2 = 1 is S + 2 delta M + delta^2 = alpha^2 D.
// Both are two equations in alpha and beta. Newton's method in double precision finds a point, Krawczyk's
// operator proves that a box around it holds exactly one.
//
// Leaky ReLU of slope a has the correlation map c + k (h(c) - c), k = (1 - a)^2/(1 + a^2), h that of relu,
// which is at least c. It rises with k and c, and so do its iterates, so that one a in [0, 1] at most has a
// given one. Reference: Martens et al. 2021, arXiv:2110.01765, section 4; Zhang et al. 2022,
// arXiv:2203.08120, section 3.

#include <array>
#include <cmath>
#include <optional>

#include "catalogue/kernel_shaping.hpp"
#include "core/formula/evaluator.hpp"
#include "methods/extrema/proved_jump.hpp"
#include "methods/roots/falling_root.hpp"
#include "methods/roots/plane_zeros.hpp"
#include "quantities/activation/activation_curves.hpp"
#include "quantities/activation/homogeneous.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

enum class ShapingMethod : std::uint8_t { dks, tat };
enum class ShapedNumber : std::uint8_t { input_scale, input_shift, output_scale, output_shift };
/// Whether A and B are means of f, or of its slope times z, which Stein's lemma makes of them.
enum class ShapingMeans : std::uint8_t { values, slopes };

/// What is asked of the transformed activation: DKS's slope and q, TAT's curvature.
struct ShapingTargets {
    Activation f;
    ShapingMethod method = ShapingMethod::dks;
    Real local = 1;    ///< of one layer: the slope at 1, or the curvature at 1
    Real q_slope = 1;  ///< of the variance map at 1
};

using ShapingPoint = std::array<double, 2>;  // alpha, beta

/// E g(alpha z + beta) w(z).
struct ShapingMean {
    Formula g;
    std::vector<std::int64_t> w;
};

// Variables of what follows: alpha, beta, then the means M, S, D, A, B, F.
Formula alpha() { return Formula::variable(0); }
Formula mean_of_f() { return Formula::variable(2); }
Formula mean_of_squares() { return Formula::variable(3); }
Formula mean_of_slopes() { return Formula::variable(4); }

/// A and B as formulas in the means at those places.
struct ShapingStein {
    Formula a, b;
};
ShapingStein stein_of(ShapingMeans means) {
    const Formula a = Formula::variable(5), b = Formula::variable(6);
    if (means == ShapingMeans::values) return {a, b / 2};
    return {alpha() * a, alpha() * b};
}

std::vector<ShapingMean> means_of(const ShapingTargets& asked, ShapingMeans means) {
    const Formula& f = asked.f.formula;
    const Formula slope = f.derivative();
    std::vector<ShapingMean> all = {{f, {1}}, {pow(f, 2), {1}}, {pow(slope, 2), {1}}};
    if (means == ShapingMeans::values) {
        all.push_back({f, {-1, 0, 1}});
        all.push_back({pow(f, 2), {-1, 0, 1}});
    } else {
        all.push_back({slope, {0, 1}});
        all.push_back({f * slope, {0, 1}});
    }
    if (asked.method == ShapingMethod::tat) all.push_back({pow(slope.derivative(), 2), {1}});
    return all;
}

Formula shift_of(const ShapingTargets& asked, ShapingMeans means) {
    if (asked.method == ShapingMethod::dks) return -mean_of_f();
    const ShapingStein stein = stein_of(means);
    return (pow(alpha(), 2) * mean_of_slopes() - stein.b) / stein.a;
}

Formula scale_of(const ShapingTargets& asked) {
    if (asked.method == ShapingMethod::dks) return 1 / sqrt(mean_of_squares() - pow(mean_of_f(), 2));
    return 1 / (alpha() * sqrt(mean_of_slopes()));
}

std::array<Formula, 2> equations_of(const ShapingTargets& asked, ShapingMeans means) {
    const Formula mean = mean_of_f(), square = mean_of_squares(), slopes = mean_of_slopes();
    const Formula local{asked.local};
    if (asked.method == ShapingMethod::dks) {
        const Formula variance = square - pow(mean, 2);
        const ShapingStein stein = stein_of(means);
        return {pow(alpha(), 2) * slopes / variance - local,
                (stein.b - mean * stein.a) / variance - Formula(asked.q_slope)};
    }
    const Formula shift = shift_of(asked, means);
    return {pow(alpha(), 2) * Formula::variable(7) / slopes - local,
            (square + 2 * shift * mean + pow(shift, 2)) / (pow(alpha(), 2) * slopes) - 1};
}

// ---- where a solution is, in double precision

/// The equations by the trapezoidal rule, and gamma.
class ShapingInDoubles {
public:
    explicit ShapingInDoubles(const ShapingTargets& asked) : means_(means_of(asked, ShapingMeans::slopes)) {
        std::vector<Formula> integrands;
        for (const ShapingMean& one : means_) integrands.push_back(one.g);
        integrands_.emplace(integrands);
        const auto both = equations_of(asked, ShapingMeans::slopes);
        numbers_.emplace(std::vector<Formula>{both[0], both[1], scale_of(asked)});
    }

    [[nodiscard]] ShapingPoint operator()(const ShapingPoint& at) {
        const std::span<const double> values = numbers(at);
        return {values[0], values[1]};
    }
    [[nodiscard]] double output_scale(const ShapingPoint& at) { return numbers(at)[2]; }

private:
    std::span<const double> numbers(const ShapingPoint& at) {
        constexpr double reach = 10;
        constexpr int steps = 200;
        variables_.assign(2 + means_.size(), 0);
        variables_[0] = at[0];
        variables_[1] = at[1];
        for (int k = -steps; k <= steps; ++k) {
            const double z = reach * k / steps;
            const double weight = reach / steps * std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0));
            const double x = at[0] * z + at[1];
            const std::span<const double> values = (*integrands_)(std::span(&x, 1));
            for (std::size_t i = 0; i < means_.size(); ++i) {
                double power = 1, polynomial = 0;
                for (const std::int64_t coefficient : means_[i].w) {
                    polynomial += static_cast<double>(coefficient) * power;
                    power *= z;
                }
                variables_[i + 2] += weight * values[i] * polynomial;
            }
        }
        return (*numbers_)(variables_);
    }

    std::vector<ShapingMean> means_;
    std::optional<Evaluator<double>> integrands_, numbers_;
    std::vector<double> variables_;
};

double size_of(const ShapingPoint& x) { return std::hypot(x[0], x[1]); }

/// Newton's step by differences.
ShapingPoint newton_step(ShapingInDoubles& equations, const ShapingPoint& x, const ShapingPoint& value) {
    constexpr double difference = 1e-5;
    std::array<ShapingPoint, 2> change;
    for (std::size_t k = 0; k < 2; ++k) {
        const double own = k == 0 ? difference * x[0] : difference;
        ShapingPoint up = x, down = x;
        up[k] += own;
        down[k] -= own;
        const ShapingPoint a = equations(up), b = equations(down);
        change[k] = {(a[0] - b[0]) / (2 * own), (a[1] - b[1]) / (2 * own)};
    }
    const double determinant = change[0][0] * change[1][1] - change[1][0] * change[0][1];
    return {(change[1][1] * value[0] - change[1][0] * value[1]) / determinant,
            (change[0][0] * value[1] - change[0][1] * value[0]) / determinant};
}

/// Newton's method with halved steps; nothing where it does not converge to alpha > 0.
std::optional<ShapingPoint> newton_from(ShapingInDoubles& equations, ShapingPoint x) {
    constexpr int most_steps = 60, most_halvings = 30;
    constexpr double settled = 1e-10;  // of the trapezoidal rule at a kink: a proof follows
    ShapingPoint value = equations(x);
    for (int step = 0; step < most_steps && std::isfinite(size_of(value)); ++step) {
        const ShapingPoint move = newton_step(equations, x, value);
        bool is_better = false;
        double share = 1;
        for (int halving = 0; halving < most_halvings && !is_better; ++halving, share /= 2) {
            const ShapingPoint next = {x[0] - share * move[0], x[1] - share * move[1]};
            if (!(next[0] > 0)) continue;
            const ShapingPoint there = equations(next);
            is_better = size_of(there) < size_of(value);
            if (!is_better) continue;
            x = next;
            value = there;
        }
        if (!is_better) break;
    }
    return size_of(value) < settled ? std::optional(x) : std::nullopt;
}

/// The first solution from a fixed list of starts, positive shifts first. As dks has it, one of TAT with
/// alpha gamma >= 2 does not count.
std::optional<ShapingPoint> approximate_shape(const ShapingTargets& asked) {
    ShapingInDoubles equations(asked);
    constexpr double most_product = 2;
    for (const double shift : {0.5, 1.0, 0.25, 0.1, 2.0, -0.5, -1.0, -0.25, -0.1, -2.0}) {
        for (const double scale : {0.25, 1.0, 0.1, 0.5, 2.0}) {
            const auto found = newton_from(equations, {scale, shift});
            if (!found) continue;
            const bool counts = asked.method == ShapingMethod::dks ||
                                (*found)[0] * equations.output_scale(*found) < most_product;
            if (counts) return found;
        }
    }
    return std::nullopt;
}

// ---- the proof

Answer proved_shape(const ShapingTargets& asked, ShapedNumber number, ShapingMeans by, long bits,
                    const Context& context) {
    if (!is_continuous(asked.f.formula, context)) return {Status::unable, "no proof that f is continuous"};
    if (asked.method == ShapingMethod::tat && !is_continuous(asked.f.formula.derivative(), context))
        return {Status::unable, "no proof that f' is continuous: a kink has no second derivative"};
    const std::optional<ShapingPoint> near = approximate_shape(asked);
    if (!near) return {Status::unable, "no solution was found from fifty starts"};
    std::vector<PlaneFunction> means;
    for (const ShapingMean& one : means_of(asked, by))
        means.push_back(normal_mean_plane(one.g, one.w, context));
    const auto equations = equations_of(asked, by);
    const PlaneFunction first = plane_composition(equations[0], means);
    const PlaneFunction second = plane_composition(equations[1], means);
    for (const int exponent : {-24, -30, -18}) {
        constexpr long box_bits = 96;
        PlaneBox box;
        for (std::size_t k = 0; k < 2; ++k) {
            const Ball middle((*near)[k]);
            const Ball reach = Ball::power_of_two(exponent) * max(abs(middle), Ball(k == 0 ? 0.0 : 0.125));
            box[k] = Ball::interval(middle - reach, middle + reach).at_precision(box_bits);
        }
        const auto point = only_plane_zero(first, second, box, bits + 16);
        if (!point) continue;
        switch (number) {
            case ShapedNumber::input_scale: return (*point)[0];
            case ShapedNumber::input_shift: return (*point)[1];
            case ShapedNumber::output_scale:
                return plane_composition(scale_of(asked), means).value(*point, bits + 32);
            case ShapedNumber::output_shift:
                return plane_composition(shift_of(asked, by), means).value(*point, bits + 32);
        }
    }
    return {Status::unable, "Krawczyk's operator does not contract around the solution"};
}

template <ShapedNumber number>
std::vector<Route> shaping_routes(const ShapingTargets& asked) {
    if (asked.f.gated || asked.f.formula.variable_count() > 1)
        throw InputError::about({"f"}, "a gated activation has two inputs: shaping needs a function of one");
    const auto by = [asked](ShapingMeans means) {
        return [asked, means](long bits, const Context& context) {
            return proved_shape(asked, number, means, bits, context);
        };
    };
    return {enclosure(RouteKind::closed_form, "interval_newton", by(ShapingMeans::values)),
            enclosure(RouteKind::definition, "recursion", by(ShapingMeans::slopes))};
}

/// DKS of f(x) = b x for x > 0 and a x below, 0 <= a < b, with q = 1: only beta = 0 has that q, where the
/// slope is the same at every alpha. For b = 1 and t = beta/alpha, with x f' = f, that q is
///     t (t P (a + (1 - a) P - 1) + p ((1 - a) P - 1)) = 0,  P = cdf(t), p = pdf(t),
/// whose bracket is negative: for t >= 0 both terms are at most 0, the second below; for t < 0 by |t| P < p
/// and (1 - a)(1 - P) <= 1 - (1 - a) P. The reason, where another slope is asked for.
std::optional<std::string> unreachable_slope(const Activation& f, const Real& local, const Real& q_slope) {
    const std::optional<Homogeneous> form = homogeneous_form(f.formula);
    if (!form || form->degree != 1 || compare(q_slope, 1).value_or(1) != 0) return std::nullopt;
    const Real below = -form->left;
    if (compare(below, 0).value_or(-1) < 0 || compare(form->right, below).value_or(-1) <= 0)
        return std::nullopt;
    constexpr long bits = 128;
    const Ball a = below.at(bits) / form->right.at(bits), half = (1 + a * a) / 2;
    const Ball only = half / (half - (1 - a) * (1 - a) / (2 * Ball::pi(bits)));
    const Ball asked = local.at(bits);
    if (only.overlaps(asked)) return std::nullopt;
    return "an input_shift of 0 alone gives " + f.text +
           " a q_slope of 1, and then the slope of a layer is " + std::to_string(only.to_double()) +
           " whatever input_scale, not " + std::to_string(asked.to_double()) +
           ": tat.negative_slope has the leaky relu for a depth";
}

template <ShapedNumber number>
std::vector<Route> dks(const DksArguments& given) {
    const Real local("the slope of one layer", [zeta = given.zeta, depth = given.depth](long bits) {
        return exp(log(zeta.at(bits + 16)) / Ball(depth));
    });
    const Real& of_layer = given.depth == 1 ? given.zeta : local;
    if (const auto reason = unreachable_slope(given.f, of_layer, given.q_slope))
        return without_value({Status::domain, *reason}, "recursion");
    return shaping_routes<number>({given.f, ShapingMethod::dks, of_layer, given.q_slope});
}

template <ShapedNumber number>
std::vector<Route> tat(const TatArguments& given) {
    return shaping_routes<number>({given.f, ShapingMethod::tat, given.tau / Real(Rational(given.depth))});
}

// ---- leaky ReLU

/// h(cos t) = (sin t + (pi - t) cos t)/pi: the correlation map of relu.
Ball relu_map(const Ball& c) {
    const Ball sine = sqrt(1 - c * c);
    const Ball pi = Ball::pi(c.precision());
    return (sine + (pi / 2 + atan(c / sine)) * c) / pi;
}

/// Of c = 0 through `depth` layers with the maps (1 - x) h(c) + x c.
Ball by_share(const Ball& x, std::int64_t depth) {
    Ball c = Ball(0).at_precision(x.precision());
    for (std::int64_t layer = 0; layer < depth; ++layer) c = (1 - x) * relu_map(c) + x * c;
    return c;
}

/// The same with the map of slope a as dks writes it.
Ball by_slope(const Ball& a, std::int64_t depth) {
    const long bits = a.precision();
    const Ball pi = Ball::pi(bits);
    Ball c = Ball(0).at_precision(bits);
    for (std::int64_t layer = 0; layer < depth; ++layer) {
        const Ball sine = sqrt(1 - c * c);
        const Ball angle = pi / 2 - atan(c / sine);
        const Ball kinked = (1 - a) * (1 - a) * (sine + (pi - angle) * c) / pi;
        c = (kinked + 2 * a * c) / (1 + a * a);
    }
    return c;
}

/// The x in (0, 1) where a falling function of it has this value, of which it has more at 0.
Answer falling_to(Ball (*falls)(const Ball&, std::int64_t), std::int64_t depth, const Real& value, long bits,
                  const Context& context) {
    constexpr long coarse = 128;
    const auto at = [&](double x) { return falls(Ball(x).at_precision(coarse), depth); };
    double low = 0, high = 1;
    for (int halving = 0; halving < 60; ++halving) {
        const double middle = (low + high) / 2;
        ((at(middle) - value.at(coarse)).is_positive() ? low : high) = middle;
    }
    constexpr double beside = 1e-7;
    FallingEquation equation;
    equation.near = (low + high) / 2;
    equation.slope =
        ((at(equation.near * (1 + beside)) - at(equation.near)) / Ball(equation.near * beside)).to_double();
    equation.value = [&](const Ball& x, long wanted) -> Answer {
        const long working = wanted + 64;
        return falls(x.at_precision(working), depth) - value.at(working);
    };
    return falling_root(equation, bits, context);
}

std::vector<Route> negative_slope(const NegativeSlopeArguments& given) {
    const Ball of_relu = by_slope(Ball(0).at_precision(256), given.depth);
    if (!(of_relu - given.eta.at(256)).is_positive()) {
        return without_value(
            {Status::domain, "relu itself, the most curved, does not reach eta at this depth: C(0) is " +
                                 std::to_string(of_relu.to_double())},
            "recursion");
    }
    const auto by_kink = [given](long bits, const Context& context) -> Answer {
        const Answer x = falling_to(by_share, given.depth, given.eta, bits + 8, context);
        if (x.status != Status::ok) return x;
        return x.value / (1 + sqrt(1 - x.value * x.value));
    };
    return {enclosure(RouteKind::closed_form, "interval_newton", by_kink),
            enclosure(RouteKind::definition, "recursion", [given](long bits, const Context& context) {
                return falling_to(by_slope, given.depth, given.eta, bits, context);
            })};
}

}  // namespace

std::vector<Quantity> kernel_shaping_quantities() {
    using enum ShapedNumber;
    return {quantity("dks.input_scale", dks<input_scale>),   quantity("dks.input_shift", dks<input_shift>),
            quantity("dks.output_scale", dks<output_scale>), quantity("dks.output_shift", dks<output_shift>),
            quantity("tat.input_scale", tat<input_scale>),   quantity("tat.input_shift", tat<input_shift>),
            quantity("tat.output_scale", tat<output_scale>), quantity("tat.output_shift", tat<output_shift>),
            quantity("tat.negative_slope", negative_slope)};
}

}  // namespace sigprop
