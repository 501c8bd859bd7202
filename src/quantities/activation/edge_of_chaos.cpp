// activation.edge_of_chaos: the weight variance at which a wide layer neither grows nor shrinks gradients.
//
// With a bias variance b > 0 every s > sqrt(b) is the std at a fixed point of exactly one weight variance,
// w(s) = (s^2 - b) / E f(s z)^2, and there chi_1 = 1 means F(s) = (s^2 - b) E f'(s z)^2 - E f(s z)^2 = 0. The
// smallest zero of F is sought upward from sqrt(b), where F < 0; that s^2 is the smallest fixed point of V at
// w(s) is shown apart. Without a bias, if f(0) = 0 and |f'| <= |f'(0)|, the signal decays to 0 up to w =
// 1 / f'(0)^2 and not above.

#include "core/base/recent.hpp"
#include "methods/extrema/value_range.hpp"
#include "methods/roots/boost_root.hpp"
#include "methods/roots/zeros.hpp"
#include "quantities/activation/homogeneous.hpp"
#include "quantities/activation/moment_range.hpp"
#include "quantities/activation/variance_iteration.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <cmath>

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

constexpr int max_doublings = 12;               // of s above sqrt(b)
constexpr std::uint64_t search_budget = 4'000;  // evaluations, each of several integrals

struct Problem {
    Activation f;
    Real bias_variance;

    [[nodiscard]] Activation slope() const { return {"the slope of " + f.text, f.formula.derivative()}; }
    /// The functions whose mean squares are needed.
    [[nodiscard]] std::vector<Formula> squared() const { return {f.formula, f.formula.derivative()}; }
};

bool is_exact_zero(const Ball& x) { return x.is_exact() && x.contains_zero(); }

Answer without_bias(const Problem& problem, long bits, const Context& context) {
    const Formula& f = problem.f.formula;
    const Ball slope = Evaluator<Ball>(f.derivative(), bits + 16)(Ball(0));
    const bool through_zero = is_exact_zero(Evaluator<Ball>(f, bits + 16)(Ball(0)));
    const bool is_steepest = slope.is_finite() && !slope.contains_zero() && slope.is_exact() &&
                             is_bounded_by(f.derivative(), abs(slope).lower_double(), context);
    if (!through_zero || !is_steepest) {
        return {Status::unable,
                "without a bias the edge of chaos is only known where f(0) = 0 and |f'| <= |f'(0)| is "
                "proved: give a bias_variance > 0"};
    }
    return 1 / pow(slope, 2);
}

Answer linear_edge(const Problem& problem, const Homogeneous& form, long bits) {
    if (compare(problem.bias_variance, 0) != 0) {
        return {
            Status::domain,
            "f(c x) = c f(x), so that chi_1 = weight_variance E f(z)^2, and where that is 1 a bias lets the "
            "variance grow without bound: there is no fixed point"};
    }
    if (compare(form.square_mean, 0) == 0) return {Status::domain, "f is zero"};
    return 1 / form.square_mean.at(bits + 16);
}

class Search {
public:
    Search(const Problem& problem, RouteKind route, long bits, const Context& context)
        : square_(problem.f, route),
          slope_square_(problem.slope(), RouteKind::definition),
          bias_(problem.bias_variance.at(bits + 64)),
          bits_(bits),
          context_(context) {
        budget_ = context;
        budget_.budget = std::min(budget_.budget, search_budget);
    }

    Answer operator()() const {
        const Ball start = sqrt(bias_).lower().at_precision(64).lower();
        Ball low = start;
        for (int step = 0; step < max_doublings; ++step, low = low * 2) {
            const std::vector<ZeroPlace> places = zeros_of(residual(), low, low * 2, bits_ + 8, budget_);
            if (places.empty()) continue;
            if (places.front().kind != ZeroKind::one)
                return {Status::unable,
                        "the smallest root of chi_1 = 1 is not isolated: " + places.front().reason};
            return weight_at(places.front().zero, start);
        }
        return {Status::unable,
                "chi_1 stays below 1 for every fixed point whose std is at most 2^12 "
                "sqrt(bias_variance)"};
    }

private:
    [[nodiscard]] std::string name_of(const MomentCurve& curve, const Ball& s, long bits) const {
        return (&curve == &square_ ? "f " : "f' ") + std::to_string(bits) + " " + s.exact_text();
    }
    /// The search asks for the slope where it has asked for the value, and for both ends of a box twice.
    MomentRange over(const MomentCurve& curve, const Ball& s, long bits) const {
        const long enough = std::min(bits, bits_ + 48);
        return *ranges_.find(name_of(curve, s, enough),
                             [&] { return moment_range(curve, s, enough, context_); });
    }
    Ball value_over(const MomentCurve& curve, const Ball& s, long bits) const {
        if (!s.is_exact()) return over(curve, s, bits).value;
        const long enough = std::min(bits, bits_ + 48);
        return *values_.find(name_of(curve, s, enough),
                             [&] { return moment_at(curve, s, enough, context_); });
    }

    SearchedFunction residual() const {
        return {[this](const Ball& s, long bits) {
                    return (pow(s, 2) - bias_) * value_over(slope_square_, s, bits) -
                           value_over(square_, s, bits);
                },
                [this](const Ball& s, long bits) {
                    const MomentRange h = over(slope_square_, s, bits);
                    return 2 * s * h.value + (pow(s, 2) - bias_) * h.slope - over(square_, s, bits).slope;
                }};
    }

    /// w(s), once s^2 is shown to be the smallest fixed point of V at w.
    Answer weight_at(const Ball& s, const Ball& start) const {
        const Ball weight = (pow(s, 2) - bias_) / value_over(square_, s, bits_ + 48);
        const SearchedFunction growth = {
            [&](const Ball& x, long bits) {
                return weight * value_over(square_, x, bits) + bias_ - pow(x, 2);
            },
            [&](const Ball& x, long bits) { return weight * over(square_, x, bits).slope - 2 * x; }};
        const Ball end = (s.upper() * Ball(1.015625)).at_precision(64).upper();
        const std::vector<ZeroPlace> fixed = zeros_of(growth, start, end, 40, budget_);
        if (fixed.size() != 1 || fixed.front().kind != ZeroKind::one)
            return {Status::unable,
                    "the variance at which chi_1 = 1 is not shown to be the smallest fixed point"};
        return weight;
    }

    static constexpr std::size_t remembered = 64;

    MomentCurve square_, slope_square_;
    mutable Recent<std::string, const MomentRange> ranges_{remembered};
    mutable Recent<std::string, const Ball> values_{remembered};
    Ball bias_;
    long bits_;
    const Context& context_;
    Context budget_;
};

Answer edge(const Problem& problem, RouteKind route, long bits, const Context& context) {
    if (const auto form = homogeneous_form(problem.f.formula); form && form->degree == 1)
        return linear_edge(problem, *form, bits);
    if (compare(problem.bias_variance, 0) == 0) return without_bias(problem, bits, context);
    return or_without_mean_square(Search(problem, route, bits, context)(), problem.squared(), context);
}

/// The same in double precision: TOMS 748 on F by the trapezoidal rule.
Answer estimated_edge(const Problem& problem, const Context& context) {
    if (const auto none = without_mean_square(problem.squared(), context)) return *none;
    DoubleMap square({problem.f, 1, 0});
    DoubleMap slope_square({problem.slope(), 1, 0});
    const double bias = problem.bias_variance.to_double();
    const auto residual = [&](double s, double step) {
        context.check_cancelled();
        return (s * s - bias) * slope_square(s * s, step) - square(s * s, step);
    };
    constexpr double fine = 0x1p-7;
    const auto found = boost_first_zero([&](double s) { return residual(s, fine); },
                                        std::sqrt(bias) * (1 + 0x1p-20), std::sqrt(bias) * 4096);
    if (!found) return {Status::unable, "no sign change of chi_1 - 1 was found"};
    const double s = found->root;
    const double move = s * 0x1p-12;
    const double slope = (residual(s + move, fine) - residual(s - move, fine)) / (2 * move);
    const double off = found->error + 4 * std::fabs((residual(s, 2 * fine) - residual(s, fine)) / slope);
    const double weight = (s * s - bias) / square(s * s);
    const double moved = std::fabs((s + move) * (s + move) - bias) / square((s + move) * (s + move)) - weight;
    // widening: estimate
    return Ball(weight).at_precision(64).widened(Ball(std::fabs(moved / move) * off + 0x1p-36 * weight));
}

std::vector<Route> edge_routes(const Arguments& arguments) {
    const Problem problem{arguments.activation("f"), arguments.real("bias_variance")};
    require_finite(problem.bias_variance, "bias_variance");
    const int sign = compare(problem.bias_variance, 0).value_or(-1);
    if (sign < 0) {
        throw InputError::about({"bias_variance"},
                                "bias_variance must be at least 0, not " + problem.bias_variance.text());
    }
    const auto form = homogeneous_form(problem.f.formula);
    const bool is_linear = form && form->degree == 1;
    std::vector<Route> plans;
    const auto by = [&](RouteKind route, const char* method) {
        plans.push_back(enclosure(route, method, [problem, route](long bits, const Context& context) {
            return edge(problem, route, bits, context);
        }));
    };
    const bool by_formula = is_linear || sign == 0;
    if (by_formula || MomentCurve(problem.f, RouteKind::closed_form).exists())
        by(RouteKind::closed_form, "closed_form");
    if (!by_formula) {
        by(RouteKind::definition, "arb_integral");
        plans.push_back(DirectRoute{
            RouteKind::definition, "boost_toms748", Kind::estimate,
            [problem](long, const Context& context) { return estimated_edge(problem, context); }});
    }
    return plans;
}

}  // namespace

std::vector<Quantity> edge_of_chaos_quantities() {
    return {{.name = "activation.edge_of_chaos",
             .summary = "The weight variance at which a deep network stands between order and chaos.",
             .formula = R"(\text{the } \mathrm{weight\_variance} \text{ with } \chi_1 = )"
                        R"(\mathrm{weight\_variance}\,\mathbb{E}\left[f'(\sqrt{q^*}\,z)^2\right] = 1)",
             .formula_notes =
                 {"$q^*$ is the smallest $q > 0$ with $V(q) = q$; of several weight variances it is the "
                  "one with the smallest $q^*$"},
             .units =
                 "fan_in times the variance of one weight. Without a bias it is a limit: 1/f'(0)^2, at which "
                 "q* is 0, if f(0) = 0 and |f'| <= |f'(0)|; for functions with f(c x) = c f(x) every q is "
                 "fixed there, and with a bias there is no edge (`domain`)",
             .source =
                 "Poole et al. 2016, arXiv:1606.05340, section 3; Schoenholz et al. 2016, arXiv:1611.01232, "
                 "section 3",
             .parameters = {{"f", ParameterKind::activation, std::nullopt,
                             "an activation by name, or a quoted formula in x"},
                            {"bias_variance", ParameterKind::real, "0", "Var(b), >= 0"}},
             .values = "(0, inf)",
             .route_notes =
                 {"closed_form: the closed form of E f^2 in the same search, or 1/f'(0)^2 and 1/E f'^2 "
                  "without a bias: then there is no second route, as nothing is left to solve",
                  "definition: all roots in s = sqrt(q*) upward from sqrt(bias_variance), by interval "
                  "Newton and bisection over ball integrals",
                  "definition: TOMS 748 on the trapezoidal rule in double precision, an estimate"},
             .theorems = {"correlation_one_attracts", "interval_newton", "homogeneous_degree", "mean_exists",
                          "trapezoidal_rectangle", "gauss_legendre_ellipse"},
             .routes = edge_routes}};
}

}  // namespace sigprop
