// Moments of activations: each quantity is a formula over at most two of the four means
// E f, E f^2, E f', E f'^2, taken in closed form where the activation has one and by integration always.

#include <sigprop/quantities/activation.hpp>

#include "quantities/exponential_form.hpp"
#include "quantities/support.hpp"

#include <array>

namespace sigprop {
namespace {

enum class Moment { mean, second_moment, derivative_mean, derivative_second_moment };

struct Theme {
    std::string_view name;
    std::string_view summary, formula, units;
    std::vector<Moment> moments;
    /// The value from the means x0, x1 in the order of `moments`, and the input's std.
    Formula (*combine)(const Formula& std);
};

Formula x0() { return Formula::variable(0); }
Formula x1() { return Formula::variable(1); }

const std::vector<Theme>& themes() {
    static const std::vector<Theme> table = {
        {"mean",
         "Mean of an activation under a normal input.",
         "E f(x), x ~ N(mean, std^2)",
         "",
         {Moment::mean},
         [](const Formula&) { return x0(); }},
        {"second_moment",
         "Mean square of an activation under a normal input: the denominator of a gain.",
         "E f(x)^2, x ~ N(mean, std^2)",
         "a second moment: E f is not subtracted",
         {Moment::second_moment},
         [](const Formula&) { return x0(); }},
        {"variance",
         "Variance of an activation under a normal input.",
         "E f(x)^2 - (E f(x))^2",
         "a variance: E f is subtracted",
         {Moment::mean, Moment::second_moment},
         [](const Formula&) { return x1() - pow(x0(), 2); }},
        {"gain",
         "Factor on the weights that keeps the second moment: what initialisation schemes call gain.",
         "1 / sqrt(E f(x)^2)",
         "second-moment gain, not variance gain; multiplies the std of the weights",
         {Moment::second_moment},
         [](const Formula&) { return 1 / sqrt(x0()); }},
        {"variance_gain",
         "Factor that gives the centred activation unit variance.",
         "1 / sqrt(Var f(x))",
         "the mean is subtracted; NFNets and scaled weight standardisation use this one",
         {Moment::mean, Moment::second_moment},
         [](const Formula&) { return 1 / sqrt(x1() - pow(x0(), 2)); }},
        {"derivative_mean",
         "Mean slope of an activation under a normal input.",
         "E f'(x)",
         "f' almost everywhere: jumps of f are not counted",
         {Moment::derivative_mean},
         [](const Formula&) { return x0(); }},
        {"derivative_second_moment",
         "Mean squared slope of an activation: what a backward pass is multiplied by.",
         "E f'(x)^2",
         "f' almost everywhere: jumps of f are not counted",
         {Moment::derivative_second_moment},
         [](const Formula&) { return x0(); }},
        {"chi_ratio",
         "Backward over forward gain of a layer that keeps the second moment of its input.",
         "std^2 E f'(x)^2 / E f(x)^2",
         "dimensionless; 1 for identity and relu",
         {Moment::derivative_second_moment, Moment::second_moment},
         [](const Formula& std) { return pow(std, 2) * x0() / x1(); }},
    };
    return table;
}

struct Input {
    Formula f;
    Real mean, std;
};

Formula integrand(const Input& input, Moment moment) {
    const bool slope = moment == Moment::derivative_mean || moment == Moment::derivative_second_moment;
    const bool square = moment == Moment::second_moment || moment == Moment::derivative_second_moment;
    const Formula x = Formula(input.mean) + Formula(input.std) * Formula::variable();
    const Formula z = Formula::variable();
    const bool standard = compare(input.mean, 0) == 0 && compare(input.std, 1) == 0;
    const Formula f = slope ? input.f.derivative() : input.f;
    const Formula g = f.substitute(std::span(standard ? &z : &x, 1));
    return square ? pow(g, 2) : g;
}

}  // namespace

std::optional<ExponentialPolynomial> exponential_form(const Activation& f) {
    const auto two_pieces = [](std::vector<ExponentialTerm> left, std::vector<ExponentialTerm> right) {
        return ExponentialPolynomial{{Real::infinity(-1), 0, std::move(left)},
                                     {0, Real::infinity(1), std::move(right)}};
    };
    const ExponentialTerm x{1, 1, 0};
    if (f.name == "identity") return ExponentialPolynomial{{Real::infinity(-1), Real::infinity(1), {x}}};
    if (f.name == "relu") return two_pieces({}, {x});
    if (f.name == "leaky_relu") return two_pieces({{f.parameters[0], 1, 0}}, {x});
    if (f.name == "elu") return two_pieces({{f.parameters[0], 0, 1}, {-f.parameters[0], 0, 0}}, {x});
    if (f.name == "selu") {
        const auto constant = [](const Quantity& quantity) {
            Arguments standard;
            standard.set("mean", Real(0));
            standard.set("variance", Real(1));
            standard.set("input_mean", Real(0));
            standard.set("input_variance", Real(1));
            const Computation form = std::get<Computation>(quantity.routes(standard)[0]);
            return Real(quantity.name + "()",
                        [form](long bits) { return form.value(bits + 16, Context()).value; });
        };
        const std::vector<Quantity> selu = selu_quantities();
        const Real alpha = constant(selu[0]);
        const Real lambda = constant(selu[1]);
        return two_pieces({{lambda * alpha, 0, 1}, {-(lambda * alpha), 0, 0}}, {{lambda, 1, 0}});
    }
    return std::nullopt;
}

namespace {

ExponentialPolynomial transformed(const ExponentialPolynomial& f, Moment moment) {
    switch (moment) {
        case Moment::mean: return f;
        case Moment::second_moment: return squared(f);
        case Moment::derivative_mean: return derivative(f);
        case Moment::derivative_second_moment: return squared(derivative(f));
    }
    return f;
}

std::vector<RoutePlan> routes(const Theme& theme, const Activation& f, const Real& mean, const Real& std) {
    require_positive(std, "std");
    require_finite(mean, "mean");
    const Formula combine = theme.combine(Formula(std));
    std::vector<RoutePlan> plans;
    if (const auto form = exponential_form(f)) {
        std::vector<ExponentialPolynomial> parts;
        parts.reserve(theme.moments.size());
        for (const Moment moment : theme.moments) parts.push_back(transformed(*form, moment));
        plans.push_back(closed_form([parts, mean, std, value = combination(combine)](long bits) {
            std::vector<Ball> means;
            means.reserve(parts.size());
            for (const ExponentialPolynomial& part : parts)
                means.push_back(normal_mean(part, mean, std, bits));
            return value(means);
        }));
    }
    std::vector<Formula> integrands;
    integrands.reserve(theme.moments.size());
    for (const Moment moment : theme.moments) integrands.push_back(integrand({f.formula, mean, std}, moment));
    plans.push_back(expectation(std::move(integrands), Law::normal(), combine));
    return plans;
}

Quantity quantity_of(const Theme& theme) {
    Quantity quantity;
    quantity.name = "activation." + std::string(theme.name);
    quantity.summary = theme.summary;
    quantity.formula = theme.formula;
    quantity.units = theme.units;
    quantity.source = "He et al. 2015, arXiv:1502.01852, section 2.2; Poole et al. 2016, arXiv:1606.05340";
    quantity.parameters = {
        {"f", ParameterKind::activation, std::nullopt, "an activation by name, or a quoted formula in x"},
        {"std", ParameterKind::real, "1", "standard deviation of the pre-activation, > 0"},
        {"mean", ParameterKind::real, "0", "mean of the pre-activation"}};
    quantity.route_notes = {
        "closed_form: moments of x^k e^(rx) over intervals (identity, relu, leaky_relu, elu, selu)",
        "definition: the integral against the normal density; the only route for functions without a closed "
        "form, taken by two independent proofs"};
    quantity.routes = [&theme](const Arguments& arguments) {
        return routes(theme, arguments.activation("f"), arguments.real("mean"), arguments.real("std"));
    };
    return quantity;
}

Result typed(std::string_view name, const Formula& f, const activation::NormalInput& input) {
    for (const Theme& theme : themes()) {
        if (theme.name != name) continue;
        Context context;
        context.digits = input.digits;
        std::vector<RoutePlan> plans = routes(theme, {f.text(), f}, input.mean, input.std);
        for (RoutePlan& plan : plans) {
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

}  // namespace activation
}  // namespace sigprop
