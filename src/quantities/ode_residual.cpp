// elementwise.ode_residual: whether a function solves one of the two equations, as the largest residual over
// an interval.

#include "methods/boost_root.hpp"
#include "methods/supremum.hpp"
#include "methods/taylor_supremum.hpp"
#include "quantities/elementwise_ode.hpp"

#include <cmath>
#include <memory>
#include <sigprop/core/evaluator.hpp>
#include <sigprop/core/pieces.hpp>

namespace sigprop {
namespace {

constexpr long least_bits = 150;  // 10^-45 of a residual that vanishes

struct Problem {
    ElementwiseOde ode;
    int sign = 1;  ///< of the closed form; 0 for y = 0
    bool is_closed = true;
    Formula y = Formula(0);
    Real lower = 0, upper = 0;

    /// How much larger than 1 the terms that cancel may be, in bits.
    [[nodiscard]] long excess() const {
        const Ball scale = ode.is_dyt ? 1 / ode.rms.at(64) : sqrt(Ball(ode.dim).at_precision(64));
        return std::max(0L, scale.magnitude_exponent());
    }
};

template <class Scalar>
Scalar residual(const Problem& problem, const Scalar& dim, const Scalar& rms, const Scalar& x,
                const Scalar& y, const Scalar& slope) {
    return ElementwiseOde::residual<Scalar>(problem.ode.is_dyt, dim, rms, x, y, slope);
}

Formula closed_solution(const ElementwiseOde& ode, int sign) {
    const Formula x = Formula::variable();
    const Formula root = sqrt(Formula(Real(Rational(ode.dim))));
    if (sign == 0) return 0 * x;
    const Formula y =
        ode.is_dyt ? root * tanh(x / (Formula(ode.rms) * root)) : root * x / sqrt(pow(x, 2) + Formula(ode.c));
    return sign < 0 ? -y : y;
}

// ---- our algebra: with y = s sqrt(d) T both sides are polynomials in T

/// The point of the interval that is nearest to 0.
Ball nearest_to_zero(const Ball& lower, const Ball& upper) {
    if (lower.is_positive()) return lower;
    if (upper.is_negative()) return upper;
    return lower.is_nonpositive() && upper.is_nonnegative() ? Ball() : min(abs(lower), abs(upper));
}

Ball closed_value(const Problem& problem, long bits) {
    const Ball d = Ball(problem.ode.dim).at_precision(bits);
    const Ball lower = problem.lower.at(bits);
    const Ball upper = problem.upper.at(bits);
    const Ball nearest = nearest_to_zero(lower, upper);
    const int s = problem.sign;
    if (problem.ode.is_dyt) {
        const Ball rms = problem.ode.rms.at(bits);
        if (s == 0) return 1 / rms;
        // T' = (1 - T^2) k: both sides are multiples of 1 - T^2 = 1/cosh^2
        const Ball k = 1 / (rms * sqrt(d));
        return abs(s * sqrt(d) * k - 1 / rms) / pow(cosh(nearest * k), 2);
    }
    // x P' = P - P^3 for P = x/sqrt(x^2 + c): what is left is a multiple of P^3
    const Ball multiple = pow(s * sqrt(d), 3) / d - s * sqrt(d);
    const Ball c = problem.ode.c.at(bits);
    const Ball P = c.is_negative() ? abs(nearest) / sqrt(pow(nearest, 2) + c) : Ball(1);
    return abs(multiple) * pow(P, 3);
}

// ---- Taylor models: the slope by jets

std::vector<TaylorPiece> taylor_pieces(const Problem& problem, long working, std::string& reason) {
    const auto residual_of = [&](const Formula& y) -> JetFunction {
        const auto jets = std::make_shared<Evaluator<Jet>>(y, working);
        const Jet dim = Ball(problem.ode.dim).at_precision(working);
        const Jet rms = problem.ode.rms.at(working);
        return [jets, dim, rms, problem](const Jet& x) {
            const Jet value = (*jets)(x);
            return residual<Jet>(problem, dim, rms, x, value, value.derivative());
        };
    };
    const Ball lower = problem.lower.at(working);
    const Ball upper = problem.upper.at(working);
    const Partition parts = partition(problem.y, lower.upper(), upper.lower(), working);
    if (!parts.complete) {
        reason = parts.reason;
        return {};
    }
    std::vector<TaylorPiece> pieces;
    for (const Piece& piece : parts.pieces)
        pieces.push_back({residual_of(piece.smooth), piece.lower, piece.upper});
    const auto bound_only = [&](const Ball& gap) {
        if (gap.is_exact()) return;
        for (const Formula& choice : smooth_choices(problem.y, gap, working)) {
            pieces.push_back({residual_of(choice), gap.lower(), gap.upper(), false});
        }
    };
    for (const Ball& kink : parts.kinks) bound_only(kink);
    bound_only(lower);
    bound_only(upper);
    return pieces;
}

RoutePlan taylor_route(const Problem& problem) {
    Computation route{Route::definition, "arb_taylor", Kind::enclosure, {}};
    // What vanishes is asked for again at more bits; the proof that it is below the digits stands.
    const auto zero = std::make_shared<std::optional<Ball>>();
    route.value = [problem, zero](long bits, const Context& context) -> Computed {
        if (*zero) return **zero;
        const long goal = std::max(bits, least_bits);
        const long working = goal + 64 + problem.excess();
        std::string reason;
        const std::vector<TaylorPiece> pieces = taylor_pieces(problem, working, reason);
        if (!reason.empty()) return {Status::unable, reason};
        Computed supremum = taylor_supremum(pieces, goal, working, context);
        if (supremum.status == Status::ok && supremum.value.contains_zero()) *zero = supremum.value;
        return supremum;
    };
    return route;
}

// ---- Formula::derivative, subdivided; double precision by dual numbers

RoutePlan subdivision_route(const Problem& problem) {
    const Formula h =
        residual<Formula>(problem, Formula(Real(Rational(problem.ode.dim))), Formula(problem.ode.rms),
                          Formula::variable(), problem.y, problem.y.derivative());
    return Computation{Route::definition, "recursion", Kind::enclosure,
                       [h, problem](long bits, const Context& context) {
                           return supremum_of_magnitude(h, problem.lower.at(bits + 64),
                                                        problem.upper.at(bits + 64), bits, context);
                       }};
}

/// The largest residual on a grid, its cell searched by Brent's method; the slope by dual numbers.
RoutePlan dual_route(const Problem& problem) {
    const auto value = [problem](long, const Context& context) -> Computed {
        Evaluator<Dual> evaluate(problem.y);
        const double lower = problem.lower.to_double();
        const double upper = problem.upper.to_double();
        const auto dim = static_cast<double>(problem.ode.dim);
        const double rms = problem.ode.rms.to_double();
        double terms = 0;  // their size decides the rounding
        const auto at = [&](double x) {
            const Dual y = evaluate(Dual(x, 1));
            terms = std::fmax(
                terms, problem.ode.is_dyt
                           ? std::fabs(y.slope) + (1 + y.value * y.value / dim) / rms
                           : std::fabs(x * y.slope) + std::fabs(y.value) * (1 + y.value * y.value / dim));
            return -std::fabs(residual<double>(problem, dim, rms, x, y.value, y.slope));
        };
        constexpr int cells = 4000;
        double most = 0;
        double place = lower;
        for (int i = 0; i <= cells; ++i) {
            if (i % 512 == 0) context.check_cancelled();
            const double x = lower + (upper - lower) * i / cells;
            const double here = -at(x);
            if (!(here <= most)) {
                most = here;
                place = x;
            }
        }
        if (!std::isfinite(most)) return {Status::unable, "the formula has no value in double precision"};
        const double cell = (upper - lower) / cells;
        const RootEstimate refined =
            boost_minimum(at, std::fmax(lower, place - cell), std::fmin(upper, place + cell));
        most = std::fmax(most, -at(refined.root));
        return Ball(most).at_precision(64).widened(Ball(0x1p-20 * most + 0x1p-46 * terms));
    };
    return Computation{Route::definition, "dual", Kind::estimate, value};
}

// ---- where there is a value at all

/// Why dyisru's closed form has no value somewhere on the interval; "" when it has one everywhere, nullopt
/// when that is not decided.
std::optional<std::string> undefined_somewhere(const Problem& problem) {
    const ElementwiseOde& ode = problem.ode;
    if (!problem.is_closed || ode.is_dyt || problem.sign == 0) return "";
    const std::optional<int> c = compare(ode.c, 0);
    if (c && *c > 0) return "";
    const std::optional<int> left = compare(problem.lower, 0);
    const std::optional<int> right = compare(problem.upper, 0);
    if (!c || !left || !right) return std::nullopt;
    const bool crosses = *left <= 0 && *right >= 0;
    if (*c == 0) {
        if (!crosses) return "";
        return "for c = 0 the solution is sqrt(dim) sgn(x), which jumps at x = 0";
    }
    const Real& nearest = *left > 0 ? problem.lower : problem.upper;
    const std::optional<int> inside = crosses ? -1 : compare(nearest * nearest + ode.c, Real(0));
    if (!inside) return std::nullopt;
    if (*inside > 0) return "";
    return "the solution with c = " + ode.c.text() + " exists only where x^2 > " + (-ode.c).text();
}

std::vector<RoutePlan> without_value(Status status, const std::string& reason) {
    const auto answer = [=](long, const Context&) { return Computed(status, reason); };
    return {Computation{Route::closed_form, "closed_form", Kind::enclosure, answer},
            Computation{Route::definition, "arb_taylor", Kind::enclosure, answer}};
}

std::vector<RoutePlan> routes(const Arguments& arguments) {
    Problem problem;
    problem.ode = elementwise_ode(arguments);
    problem.lower = arguments.real("lower");
    problem.upper = arguments.real("upper");
    require_finite(problem.lower, "lower");
    require_finite(problem.upper, "upper");
    if (compare(problem.lower, problem.upper).value_or(0) >= 0) {
        throw InputError("lower must be below upper: " + problem.lower.text() + " is not below " +
                         problem.upper.text());
    }
    const std::string& branch = arguments.choice("branch");
    if (arguments.given("f")) {
        if (arguments.given("branch"))
            throw InputError("branch names a closed form and f is another function: give one");
        if (arguments.given("c"))
            throw InputError("c is a constant of the closed form: leave it out beside f");
        problem.is_closed = false;
        problem.y = arguments.activation("f").formula;
        return {taylor_route(problem), subdivision_route(problem), dual_route(problem)};
    }
    problem.sign = branch == "positive" ? 1 : branch == "negative" ? -1 : 0;
    problem.y = closed_solution(problem.ode, problem.sign);
    const auto reason = undefined_somewhere(problem);
    if (!reason)
        return without_value(Status::unable, "whether the solution exists on the interval is not decided");
    if (!reason->empty()) return without_value(Status::domain, *reason);
    std::vector<RoutePlan> plans = {
        closed_form([problem](long bits) { return Computed(closed_value(problem, bits)); }),
        taylor_route(problem), dual_route(problem)};
    return plans;
}

}  // namespace

Quantity ode_residual_quantity() {
    Quantity quantity;
    quantity.name = "elementwise.ode_residual";
    quantity.summary =
        "How far a function is from solving the equation that makes DyT or DyISRU of RMSNorm: 0 proves "
        "that it does.";
    quantity.formula =
        "sup over lower <= x <= upper of |y' - (1 - y^2/dim)/rms| (dyt), |x y' - y (1 - y^2/dim)| (dyisru)";
    quantity.units =
        "absolute; y' almost everywhere, kinks of f from both sides and its jumps not counted. Without f, y "
        "is the "
        "closed form: sqrt(dim) tanh(x/(rms sqrt(dim))) of dyt, sqrt(dim) x/sqrt(x^2 + c) of dyisru; "
        "negative "
        "is minus that, trivial is y = 0. They solve dyisru; for dyt the residual says that they do not. "
        "`domain` where "
        "the closed form does not exist on the whole interval";
    quantity.source =
        "Su 2025, spaces.ac.cn/archives/10831, equations 9 to 12; Stollenwerk 2025, arXiv:2503.21708";
    quantity.parameters = {ode_parameter(), dim_parameter()};
    for (Parameter& constant : constant_parameters()) quantity.parameters.push_back(std::move(constant));
    quantity.parameters.push_back({"lower", ParameterKind::real, "-50", "where the interval begins"});
    quantity.parameters.push_back({"upper", ParameterKind::real, "50", "where it ends, > lower"});
    quantity.parameters.push_back({"branch",
                                   ParameterKind::choice,
                                   "positive",
                                   "which closed form",
                                   {"positive", "negative", "trivial"}});
    Parameter f{
        "f", ParameterKind::activation, std::nullopt,
        "another function in place of the closed form: an activation by name, or a quoted formula in x"};
    f.optional = true;
    quantity.parameters.push_back(std::move(f));
    quantity.route_notes = {
        "closed_form: with y = s sqrt(dim) T both sides are polynomials in T = tanh u or x/sqrt(x^2 + c), "
        "compared "
        "coefficient by coefficient",
        "definition: Taylor models over a covering of the interval, slopes by jets over balls (arb_taylor), "
        "a proof; "
        "of a given f also its symbolic derivative, subdivided (recursion)",
        "definition: slopes by dual numbers on a grid, and Brent's method (dual), an estimate"};
    quantity.routes = routes;
    return quantity;
}

}  // namespace sigprop
