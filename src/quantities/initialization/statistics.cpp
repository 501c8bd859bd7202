// How the shapes of the weights' distribution and of the matrix they fill affect a layer at initialisation.

#include "quantities/activation/exponential_polynomial.hpp"
#include "quantities/initialization/truncated_normal.hpp"
#include "quantities/support.hpp"

#include "core/formula/evaluator.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;

Formula x(int index = 0) { return Formula::variable(index); }

/// E(t - E t)^4 / Var^2 from the means x0 … x3 of t, t^2, t^3, t^4.
Formula kurtosis_of_moments() {
    const Formula variance = x(1) - pow(x(0), 2);
    const Formula fourth = x(3) - 4 * x(0) * x(2) + 6 * pow(x(0), 2) * x(1) - 3 * pow(x(0), 4);
    return fourth / pow(variance, 2);
}

Routes kurtosis_over(const Law& law, const std::function<Ball(int power, long bits)>& moment) {
    const Formula t = x();
    return {closed_form([moment](long bits) -> Answer {
                std::vector<Ball> moments;
                for (int power = 1; power <= 4; ++power) moments.push_back(moment(power, bits));
                return Evaluator<Ball>(kurtosis_of_moments(), bits)(moments)[0];
            }),
            expectation({t, pow(t, 2), pow(t, 3), pow(t, 4)}, law, kurtosis_of_moments())};
}

/// Moments over an interval, of the standard normal or of the flat density e^0.
Routes truncated_kurtosis(const Real& lower, const Real& upper) {
    const truncated::Standardised s = truncated::standardised(lower, upper, 0, 1);
    return kurtosis_over(Law::truncated_normal(s.alpha, s.beta), [s](int power, long bits) {
        const auto part = [&](int k) { return normal_mean({{s.alpha, s.beta, {{1, k, 0}}}}, 0, 1, bits); };
        return part(power) / part(0);
    });
}

Routes kurtosis(const Arguments& arguments) {
    const std::string& name = arguments.choice("distribution");
    if (name == "truncated_normal")
        return truncated_kurtosis(arguments.real("lower"), arguments.real("upper"));
    for (const char* limit : {"lower", "upper"}) {
        if (arguments.given(limit)) {
            throw InputError::about({limit}, "the kurtosis of distribution=" + name +
                                                 " does not depend on '" + limit + "': remove it");
        }
    }
    const bool normal = name == "normal";
    return kurtosis_over(normal ? Law::normal() : Law::uniform(-1, 1), [normal](int power, long bits) {
        if (power % 2 == 1) return Ball().at_precision(bits);
        const Ball order = Ball(power + 1).at_precision(bits);
        return normal ? Ball(power - 1).at_precision(bits) : 1 / order;
    });
}

Routes uniform_half_width(const Arguments& arguments) {
    const Real& std = arguments.real("std");
    return {constant(RouteKind::closed_form, "closed_form", sqrt(Formula(3)) * Formula(std)),
            expectation({pow(x(), 2)}, Law::uniform(-1, 1), Formula(std) / sqrt(x(0)))};
}

/// Both edges, with c = fan_out/fan_in: |1 -+ sqrt c|, which are also the roots of
/// s^4 - 2 (1 + c) s^2 + (1 - c)^2 = 0.
template <int Side>
Routes singular_value(const Arguments& arguments) {
    const Formula c =
        Formula(Real(Rational(arguments.integer("fan_out")) / Rational(arguments.integer("fan_in"))));
    const Formula larger = 1 + c + sqrt(pow(1 + c, 2) - pow(1 - c, 2));
    const Formula squared = Side > 0 ? larger : pow(1 - c, 2) / larger;
    return {constant(RouteKind::closed_form, "closed_form", abs(1 + Side * sqrt(c))),
            constant(RouteKind::definition, "recursion", sqrt(squared))};
}

Routes batch_variance_spread(const Arguments& arguments) {
    const std::int64_t batch = arguments.integer("batch");
    const Formula freedom = Formula(Real(Rational(batch - 1)));
    return {constant(RouteKind::closed_form, "closed_form", sqrt(2 / freedom)),
            expectation({pow(x(), 2), pow(x(), 4)}, Law::normal(),
                        sqrt((x(1) - pow(x(0), 2)) / (freedom * pow(x(0), 2))))};
}

Quantity edge(const char* name, std::string summary, std::string formula, NumberRange values,
              Routes (*plan)(const Arguments&)) {
    return {.name = std::string("init.") + name,
            .summary = std::move(summary),
            .formula = std::move(formula),
            .units =
                "entries iid with variance 1/fan_in, W[fan_out, fan_in]; the limit for large fans at a fixed "
                "ratio c = fan_out/fan_in. Orthogonal would be 1 for both edges, which needs c -> 0: at c = "
                "1 they are 0 and 2. For c > 1 it is the smallest of the fan_in singular values",
            .limit = "fan_in -> inf at this fan_out/fan_in",
            .source = "Marchenko and Pastur 1967; Bai and Yin 1993",
            .parameters = {{.name = "fan_in",
                            .kind = ParameterKind::integer,
                            .meaning = "inputs of the layer",
                            .range = "[1, inf)"},
                           {.name = "fan_out",
                            .kind = ParameterKind::integer,
                            .meaning = "outputs of the layer",
                            .range = "[1, inf)"}},
            .values = std::move(values),
            .route_notes = {"closed_form: the edge",
                            "definition: the zeros of the density's discriminant, a quadratic"},
            .theorems = {"edge_of_the_spectrum"},
            .routes = plan};
}

}  // namespace

std::vector<Quantity> initialization_statistics_quantities() {
    return {
        {.name = "init.kurtosis",
         .summary = "Kurtosis of the distribution that weights are sampled from: how heavy its tails are.",
         .formula =
             R"(\frac{\mathbb{E}\left[(x - m)^4\right]}{\operatorname{Var}(x)^2}; \quad \text{normal: } )"
             R"(3; \quad \text{uniform: } \frac{9}{5})",
         .units = "not the excess over 3; the same for every mean and std. Limits of truncated_normal in "
                  "units of the parent's std",
         .source = "Pearson 1905",
         .parameters = joined(
             {{.name = "distribution",
               .kind = ParameterKind::choice,
               .meaning = "what is sampled from",
               .choices = {"normal", "uniform", "truncated_normal"}}},
             truncated::limit_parameters({.name = "lower",
                                          .fallback = "-2",
                                          .meaning = "lower limit, in parent stds (truncated_normal)"},
                                         {.name = "upper",
                                          .fallback = "2",
                                          .meaning = "upper limit, in parent stds (truncated_normal)"})),
         .relations = {{"lower", "<", "upper"}},
         .values = "[1, inf)",
         .route_notes = {"closed_form: moments", "definition: the integrals of t to t^4 over the law"},
         .theorems = {"density_of_the_truncated_normal", "trapezoidal_rectangle", "gauss_legendre_ellipse"},
         .routes = kurtosis},
        {.name = "init.uniform_half_width",
         .aliases = {"init.uniform_limits"},
         .summary = "Half the width of the uniform law with a given std.",
         .formula = R"(\sqrt{3}\,\mathrm{std})",
         .units = "the a of uniform(-a, a); the variance is (2a)^2/12",
         .source = "Glorot and Bengio 2010, equation 16",
         .parameters =
             {{.name = "std", .fallback = "1", .meaning = "standard deviation", .range = "(0, inf)"}},
         .values = "[0, inf)",
         .route_notes = {"closed_form: sqrt(3) std", "definition: the std of U[-1, 1], integrated"},
         .theorems = {"density_of_the_truncated_normal", "trapezoidal_rectangle", "gauss_legendre_ellipse"},
         .routes = uniform_half_width},
        edge("largest_singular_value", "Largest singular value of a random matrix of variance 1/fan_in.",
             R"(1 + \sqrt{\frac{\mathrm{fan\_out}}{\mathrm{fan\_in}}})", "[1, inf)", singular_value<1>),
        edge("smallest_singular_value", "Smallest singular value of a random matrix of variance 1/fan_in.",
             R"(\left|1 - \sqrt{\frac{\mathrm{fan\_out}}{\mathrm{fan\_in}}}\right|)", "[0, inf)",
             singular_value<-1>),
        {.name = "init.batch_variance_spread",
         .summary = "Relative standard deviation of the variance of a batch of independent normals.",
         .formula = R"(\sqrt{\frac{2}{B - 1}})",
         .units = "of the variance, not of the std (half of it, about); unbiased and biased variance have "
                  "the same",
         .source = "Cochran 1934: (B - 1) s^2/sigma^2 is a sum of B - 1 independent squares",
         .parameters = {{.name = "batch",
                         .kind = ParameterKind::integer,
                         .meaning = "B, samples that a statistic averages over",
                         .range = "[2, inf)"}},
         .values = "[0, inf)",
         .route_notes = {"closed_form: chi-square",
                         "definition: the variance of the square of one normal, over B - 1"},
         .theorems = {"moments_of_components", "trapezoidal_rectangle", "gauss_legendre_ellipse"},
         .routes = batch_variance_spread}};
}

}  // namespace sigprop
