#include "quantities/activation/activation_curves.hpp"

#include "catalogue/activation.hpp"
#include "methods/roots/composition.hpp"
#include "methods/roots/formula_zeros.hpp"
#include "quantities/activation/chi_curve.hpp"
#include "quantities/activation/moment_recipe.hpp"
#include "quantities/activation/normal_mean_curve.hpp"

#include <array>
#include <memory>

namespace sigprop {
namespace {

constexpr int parameter_index = 9;  // stands for the unknown in a recipe, beyond its means

const char* const fixed_points =
    "the smallest fixed point does not fall as weight_variance rises, and has a slope where V' < 1";

SearchedFunction identity() { return searched(Formula::variable()); }

SearchedFunction searched_mean(const Activation& f, Moment moment, NormalParameter parameter,
                               const Real& other, const Context& context) {
    const NormalMeanCurve::Polynomial weight =
        moment == Moment::linear ? NormalMeanCurve::Polynomial{0, 1} : NormalMeanCurve::Polynomial{1};
    const auto closed = [f, moment](const Real& mean, const Real& std) {
        return closed_mean(f, moment, mean, std);
    };
    const auto curve = std::make_shared<const NormalMeanCurve>(averaged(f.formula, moment), weight, parameter,
                                                               other, closed);
    return {[curve, &context](const Ball& x, long bits) { return curve->over(x, bits, context); },
            [curve, &context](const Ball& x, long bits) { return curve->range(x, bits, context).slope; }};
}

/// The quantity's recipe over its means as curves.
std::optional<ParameterCurve> of_means(std::string_view name, NormalParameter parameter,
                                       const ActivationMomentArguments& given) {
    const bool in_std = parameter == NormalParameter::std;
    const Activation& f = given.f;
    const Real other = in_std ? given.mean : given.std;
    const Formula unknown = Formula::variable(parameter_index);
    const MomentRecipe recipe =
        moment_recipe(name, f.gated, in_std ? Formula(other) : unknown, in_std ? unknown : Formula(other));
    // x0 is the unknown, the means follow
    std::vector<Formula> variables;
    for (int i = 0; i < parameter_index; ++i) variables.push_back(Formula::variable(i + 1));
    variables.push_back(Formula::variable(0));
    const Formula whole = recipe.value.substitute(variables);
    return [=](const Context& context) {
        std::vector<InnerFunction> means;
        for (const Moment moment : recipe.moments)
            means.push_back({identity(), searched_mean(f, moment, parameter, other, context)});
        SearchedFunction all = composition(whole, std::move(means));
        if (in_std) all.domain = [](const Ball& s, long) { return NumberRange("(0, inf)").admits(s); };
        return all;
    };
}

/// V(q) = weight_variance E f(sqrt(q) z)^2 + bias_variance in q.
std::optional<ParameterCurve> of_variance_map(const VarianceMapArguments& given) {
    const Formula whole =
        Formula(given.weight_variance) * Formula::variable(1) + Formula(given.bias_variance);
    return [whole, f = given.f](const Context& context) {
        const SearchedFunction mean =
            searched_mean(f, Moment::second_moment, NormalParameter::std, Real(0), context);
        SearchedFunction all = composition(whole, {{searched(sqrt(Formula::variable())), mean}});
        all.domain = [](const Ball& q, long) { return NumberRange("(0, inf)").admits(q); };
        return all;
    };
}

template <LayerCurve which>
std::optional<ParameterCurve> of_layer(const LayerArguments& given) {
    if (compare(given.bias_variance, 0).value_or(0) <= 0) return std::nullopt;
    return [given](const Context& context) {
        SearchedFunction curve = curve_in_weight_variance(which, given.f, given.bias_variance, context);
        // excluded: there is no fixed point
        curve.domain = [none = std::move(curve.excluded)](const Ball& w, long bits) {
            return none(w, bits) ? -1 : 1;
        };
        curve.excluded = {};
        return curve;
    };
}

}  // namespace

std::vector<KnownCurve> activation_curves() {
    std::vector<KnownCurve> all;
    for (const std::string_view name : moment_names()) {
        for (const auto& [parameter, text] :
             {std::pair{NormalParameter::std, "std"}, std::pair{NormalParameter::mean, "mean"}}) {
            all.push_back({"activation." + std::string(name), text,
                           [name, parameter = parameter](const ActivationMomentArguments& given) {
                               return of_means(name, parameter, given);
                           },
                           "derivatives of the normal density, and a bound of the second over an interval"});
        }
    }
    all.push_back({"activation.variance_map", "q", of_variance_map,
                   "derivatives of the normal density, and a bound of the second over an interval"});
    all.push_back({"activation.q_fixed_point", "weight_variance", of_layer<LayerCurve::q_fixed_point>,
                   fixed_points, "bias_variance > 0"});
    all.push_back({"activation.chi_1", "weight_variance", of_layer<LayerCurve::chi_1>, fixed_points,
                   "bias_variance > 0"});
    all.push_back({"activation.value",
                   "x",
                   [](const ActivationPointArguments& given) -> std::optional<ParameterCurve> {
                       return [f = given.f.formula](const Context&) { return searched(f); };
                   },
                   "the formula and its derivative in interval arithmetic",
                   {},
                   true});
    all.push_back({"activation.slope",
                   "x",
                   slope_curve,
                   "the derivatives of the smooth formulas that f consists of; no statement at a kink",
                   {},
                   true});
    all.push_back({"activation.correlation", "c", correlation_curve,
                   "Mehler's series has no negative coefficient, so for c >= 0 the value rises and is "
                   "convex, as are its even and odd parts"});
    return all;
}

}  // namespace sigprop
