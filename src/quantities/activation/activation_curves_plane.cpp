// The means of activations over rectangles of the input's std and mean.

#include <memory>

#include "catalogue/activation.hpp"
#include "quantities/activation/activation_curves.hpp"
#include "quantities/activation/moment_recipe.hpp"
#include "quantities/activation/normal_mean_curve.hpp"

namespace sigprop {
namespace {

constexpr int index_of_std = 8;  // variables of a recipe beyond its means
constexpr int index_of_mean = 9;

PlaneFunction plane_of(const std::shared_ptr<const NormalMeanPlane>& plane, const Context& context) {
    return {[plane, &context](const PlaneBox& x, long bits) {
                return plane->over(x[0], x[1], bits, context).value;
            },
            [plane, &context](const PlaneBox& x, long bits) {
                const NormalMeanPlane::Range range = plane->over(x[0], x[1], bits, context);
                return PlaneBox{range.in_std, range.in_mean};
            },
            [](const PlaneBox& x, long) { return NumberRange("(0, inf)").admits(x[0]); }};
}

PlaneFunction moment_plane(const Activation& f, Moment moment, const Context& context) {
    const NormalWeight weight = moment == Moment::linear ? NormalWeight{0, 1} : NormalWeight{1};
    const auto closed = [f, moment](const Real& mean, const Real& std) {
        return closed_mean(f, moment, mean, std);
    };
    return plane_of(std::make_shared<const NormalMeanPlane>(averaged(f.formula, moment), weight, closed),
                    context);
}

std::optional<ParameterPlane> plane_of_means(std::string_view name, const ActivationMomentArguments& given) {
    const MomentRecipe recipe =
        moment_recipe(name, given.f.gated, Formula::variable(index_of_mean), Formula::variable(index_of_std));
    std::vector<Formula> variables;
    for (int i = 0; i < index_of_std; ++i) variables.push_back(Formula::variable(i + 2));
    variables.push_back(Formula::variable(0));
    variables.push_back(Formula::variable(1));
    const Formula whole = recipe.value.substitute(variables);
    return [whole, f = given.f, moments = recipe.moments](const Context& context) {
        std::vector<PlaneFunction> means;
        for (const Moment moment : moments) means.push_back(moment_plane(f, moment, context));
        return plane_composition(whole, std::move(means));
    };
}

}  // namespace

PlaneFunction normal_mean_plane(const Formula& g, const std::vector<std::int64_t>& w,
                                const Context& context) {
    return plane_of(std::make_shared<const NormalMeanPlane>(g, w), context);
}

std::vector<KnownPlane> activation_planes() {
    std::vector<KnownPlane> all;
    for (const std::string_view name : moment_names()) {
        all.push_back(
            {"activation." + std::string(name),
             {"std", "mean"},
             [name](const ActivationMomentArguments& given) { return plane_of_means(name, given); }});
    }
    return all;
}

}  // namespace sigprop
