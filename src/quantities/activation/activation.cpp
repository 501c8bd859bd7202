// Moments of activations: each quantity is a formula in at most two means (E f, E f^2, E f', E f'^2, E f z),
// computed in closed form where the activation has one, and always by integration.

#include <sigprop/quantities/activation/activation.hpp>

#include "quantities/activation/moment_recipe.hpp"
#include "quantities/support.hpp"

#include <algorithm>
#include <array>

namespace sigprop {
namespace {

struct Theme {
    std::string_view name;
    std::string_view summary, formula, units;
    NumberRange values = {};
};

constexpr std::string_view three_gains =
    "a factor on the std of the weights. Three gains are easily mixed up:\n"
    "activation.gain = 1/sqrt(E f^2): the output's second moment becomes 1 (what kaiming schemes mean)\n"
    "activation.variance_gain = 1/sqrt(Var f): the mean is subtracted first (NFNets, scaled weight "
    "standardisation)\n"
    "activation.unit_std = the std s with E f(s z)^2 = 1: used as gain on every layer, the second moment 1 "
    "reproduces itself\n"
    "they are one number for identity; gain and unit_std are for relu and leaky_relu, which are homogeneous";

constexpr std::string_view almost_everywhere = "f' almost everywhere: jumps of f are not counted";

const std::vector<Theme>& themes() {
    static const std::vector<Theme> table = {
        {"mean", "Mean of an activation under a normal input.",
         R"(\mathbb{E}\left[f(x)\right], \quad x \sim N(\mathrm{mean}, \mathrm{std}^2))", ""},
        {"second_moment", "Mean square of an activation under a normal input: the denominator of a gain.",
         R"(\mathbb{E}\left[f(x)^2\right], \quad x \sim N(\mathrm{mean}, \mathrm{std}^2))",
         "a second moment: E f is not subtracted", "[0, inf)"},
        {"variance", "Variance of an activation under a normal input.",
         R"(\mathbb{E}\left[f(x)^2\right] - \mathbb{E}\left[f(x)\right]^2)", "a variance: E f is subtracted",
         "[0, inf)"},
        {"gain", "Factor on the weights that keeps the second moment: what initialisation schemes call gain.",
         R"(\frac{1}{\sqrt{\mathbb{E}\left[f(x)^2\right]}})", three_gains, "(0, inf)"},
        {"variance_gain", "Factor that gives the centred activation unit variance.",
         R"(\frac{1}{\sqrt{\operatorname{Var} f(x)}})", three_gains, "(0, inf)"},
        {"derivative_mean", "Mean slope of an activation under a normal input.",
         R"(\mathbb{E}\left[f'(x)\right])", almost_everywhere},
        {"derivative_second_moment",
         "Mean squared slope of an activation: what a backward pass is multiplied by.",
         R"(\mathbb{E}\left[f'(x)^2\right])",
         "f' almost everywhere: jumps of f are not counted; of a gated unit E |grad|^2 over both inputs",
         "[0, inf)"},
        {"chi_ratio", "Backward over forward gain of a layer that keeps the second moment of its input.",
         R"(\frac{\mathrm{std}^2\,\mathbb{E}\left[f'(x)^2\right]}{\mathbb{E}\left[f(x)^2\right]})",
         "dimensionless; 1 for identity and relu", "[0, inf)"},
        {"linear_share", "Share of an activation's output variance that its best linear fit carries.",
         R"(\frac{\mathbb{E}\left[f(x)\,z\right]^2}{\operatorname{Var} f(x)}, \quad x = )"
         R"(\mathrm{mean} + \mathrm{std}\,z\text{: the first Hermite coefficient squared})",
         "between 0 and 1; std^2 (E f')^2 / Var f where f has no jumps (Stein), and jumps are counted",
         "[0, 1]"},
    };
    return table;
}

Formula integrand(const Formula& f, Moment moment, const Real& mean, const Real& std) {
    const Formula z = Formula::variable();
    const bool standard = compare(mean, 0) == 0 && compare(std, 1) == 0;
    const Formula x = standard ? z : Formula(mean) + Formula(std) * z;
    const Formula g = averaged(f, moment).substitute(std::span(&x, 1));
    return moment == Moment::linear ? g * z : g;
}

/// The route by closed forms, if every mean of the recipe has one.
std::optional<Route> closed_route(const MomentRecipe& recipe, const Activation& f, const Real& mean,
                                  const Real& std) {
    std::vector<std::function<Ball(long)>> parts;
    for (const Moment moment : recipe.moments) {
        auto part = closed_mean(f, moment, mean, std);
        if (!part) return std::nullopt;
        parts.push_back(std::move(*part));
    }
    return closed_form([parts, value = combination(recipe.value)](long bits) {
        std::vector<Ball> means;
        means.reserve(parts.size());
        for (const auto& part : parts) means.push_back(part(bits));
        return value(means);
    });
}

std::vector<Route> routes(const Theme& theme, const Activation& f, const Real& mean, const Real& std) {
    require_positive(std, "std");
    require_finite(mean, "mean");
    const MomentRecipe recipe = moment_recipe(theme.name, f.gated, Formula(mean), Formula(std));
    std::vector<Route> plans;
    if (auto closed = closed_route(recipe, f, mean, std)) plans.push_back(std::move(*closed));
    std::vector<Formula> integrands;
    integrands.reserve(recipe.moments.size());
    for (const Moment moment : recipe.moments) integrands.push_back(integrand(f.formula, moment, mean, std));
    plans.push_back(expectation(std::move(integrands), Law::normal(), recipe.value));
    return plans;
}

std::vector<std::string> theorems_of(const Theme& theme) {
    std::vector<std::string> all = {
        "mean_exists",           "integrable_singularity", "log_sine_period",           "moments_by_parts",
        "trapezoidal_rectangle", "gauss_legendre_ellipse", "normal_density_derivatives"};
    const std::vector<Moment> moments = moment_recipe(theme.name, false, Formula(0), Formula(1)).moments;
    const bool is_a_mean = moments.size() == 1 && theme.name != "gain";
    if (!is_a_mean && theme.name != "variance") all.emplace_back("quotient_of_means");
    const bool of_one_function = moments.front() == Moment::linear || theme.name == "derivative_mean";
    all.emplace_back(of_one_function ? "stein_lemma" : "gate_of_independent_inputs");
    return all;
}

Quantity quantity_of(const Theme& theme) {
    return {.name = "activation." + std::string(theme.name),
            .summary = std::string(theme.summary),
            .formula = std::string(theme.formula),
            .units = std::string(theme.units),
            .source = "He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340",
            .parameters = {{.name = "f",
                            .kind = ParameterKind::activation,
                            .meaning = "an activation by name, a gated unit glu(f), or a quoted formula in x",
                            .gated_allowed = true},
                           {.name = "std",
                            .fallback = "1",
                            .meaning = "standard deviation of the pre-activation",
                            .range = "(0, inf)"},
                           {.name = "mean",
                            .fallback = "0",
                            .meaning = "mean of the pre-activation",
                            .range = "(-inf, inf)"}},
            .values = theme.values,
            .route_notes =
                {"closed_form: moments of x^k e^(rx) over intervals (relu, elu, hard and shrink families), "
                 "characteristic\n"
                 "functions (sin, snake), products of normal densities and cdfs with Owen's T (gelu, erf, "
                 "derf, exp_neg_sq),\nE (x^2 + c)^-n by recurrence (dyisru and isru at mean 0)",
                 "definition: the integral against the normal density, by two independent proofs; the only "
                 "route where a sigmoid,\na tanh or a softplus is involved, and for quoted formulas",
                 "a gated unit glu(f) = x_a f(x_b) has two independent inputs of the same law:\n"
                 "E = mean E f, E^2 = (std^2 + mean^2) E f^2, E |grad|^2 = E f^2 + (std^2 + mean^2) E f'^2"},
            .theorems = theorems_of(theme),
            .routes = [&theme](const Arguments& arguments) {
                return routes(theme, arguments.activation("f"), arguments.real("mean"),
                              arguments.real("std"));
            }};
}

Result typed(std::string_view name, const Formula& f, const activation::NormalInput& input) {
    for (const Theme& theme : themes()) {
        if (theme.name != name) continue;
        Context context;
        context.digits = input.digits;
        std::vector<Route> plans = routes(theme, {f.text(), f}, input.mean, input.std);
        for (Route& plan : plans) {
            if (auto* expectation = std::get_if<Expectation>(&plan)) expectation->stream = f.text();
        }
        return {gather_evidence(plans, context), input.digits};
    }
    throw std::logic_error("no such activation quantity");
}

}  // namespace

std::vector<Quantity> activation_quantities() {
    std::vector<Quantity> all;
    for (const Theme& theme : themes()) all.push_back(quantity_of(theme));
    return all;
}

namespace activation {

Result mean(const Formula& f, const NormalInput& input) { return typed("mean", f, input); }
Result second_moment(const Formula& f, const NormalInput& input) { return typed("second_moment", f, input); }
Result variance(const Formula& f, const NormalInput& input) { return typed("variance", f, input); }
Result gain(const Formula& f, const NormalInput& input) { return typed("gain", f, input); }
Result variance_gain(const Formula& f, const NormalInput& input) { return typed("variance_gain", f, input); }
Result derivative_mean(const Formula& f, const NormalInput& input) {
    return typed("derivative_mean", f, input);
}
Result derivative_second_moment(const Formula& f, const NormalInput& input) {
    return typed("derivative_second_moment", f, input);
}
Result chi_ratio(const Formula& f, const NormalInput& input) { return typed("chi_ratio", f, input); }
Result linear_share(const Formula& f, const NormalInput& input) { return typed("linear_share", f, input); }

}  // namespace activation
}  // namespace sigprop
