// Moments of activations: each quantity is a formula in at most two means (E f, E f^2, E f', E f'^2, E f z),
// computed in closed form where the activation has one, and always by integration.

#include <sigprop/quantities/activation/activation.hpp>

#include "catalogue/activation.hpp"
#include "quantities/activation/moment_recipe.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

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

}  // namespace

std::vector<Route> moment_routes(std::string_view name, const Activation& f, const Real& mean,
                                 const Real& std) {
    require_positive(std, "std");
    require_finite(mean, "mean");
    const MomentRecipe recipe = moment_recipe(name, f.gated, Formula(mean), Formula(std));
    std::vector<Route> plans;
    if (auto closed = closed_route(recipe, f, mean, std)) plans.push_back(std::move(*closed));
    std::vector<Formula> integrands;
    integrands.reserve(recipe.moments.size());
    for (const Moment moment : recipe.moments) integrands.push_back(integrand(f.formula, moment, mean, std));
    plans.push_back(expectation(std::move(integrands), Law::normal(), recipe.value));
    return plans;
}

std::vector<Quantity> activation_quantities() {
    std::vector<Quantity> all;
    for (const std::string_view name : moment_names()) {
        all.push_back(
            quantity("activation." + std::string(name), [name](const ActivationMomentArguments& given) {
                return moment_routes(name, given.f, given.mean, given.std);
            }));
    }
    return all;
}

namespace activation {
namespace {

Result typed(std::string_view name, const Formula& f, const NormalInput& input) {
    Context context;
    context.digits = input.digits;
    std::vector<Route> plans = moment_routes(name, {f.text(), f}, input.mean, input.std);
    for (Route& plan : plans) {
        if (auto* expectation = std::get_if<Expectation>(&plan)) expectation->stream = f.text();
    }
    return {gather_evidence(plans, context), input.digits};
}

}  // namespace

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
