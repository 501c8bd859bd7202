#include "quantities/activation/closed_forms.hpp"

#include "quantities/activation/exponential_form.hpp"
#include "quantities/activation/gaussian_products.hpp"
#include "quantities/activation/isru_products.hpp"
#include "quantities/activation/trigonometric_polynomial.hpp"
#include "quantities/tables.hpp"

#include <map>

namespace sigprop {
namespace {

using Parameters = std::vector<Real>;

// --- pieces of x^k e^(rx) ---------------------------------------------------------------------------------

ExponentialTerm constant(const Real& c) { return {c, 0, 0}; }
ExponentialTerm linear(const Real& c) { return {c, 1, 0}; }

/// The terms between successive cuts; there is one more list than cuts.
ExponentialPolynomial cut(const std::vector<Real>& cuts, std::vector<std::vector<ExponentialTerm>> parts) {
    ExponentialPolynomial f;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        f.push_back({i == 0 ? Real::infinity(-1) : cuts[i - 1],
                     i == cuts.size() ? Real::infinity(1) : cuts[i], std::move(parts[i])});
    }
    return f;
}

/// scale (where x < 0: depth (e^(rx) - 1), else x).
ExponentialPolynomial elu_like(const Real& scale, const Real& depth, const Real& rate) {
    const Real deep = scale * depth;
    return cut({0}, {{{deep, 0, rate}, constant(-deep)}, {linear(scale)}});
}

Real selu_constant(const Quantity& quantity) {
    Arguments standard;
    standard.set("mean", Real(0));
    standard.set("variance", Real(1));
    standard.set("input_mean", Real(0));
    standard.set("input_variance", Real(1));
    const DirectRoute form = std::get<DirectRoute>(quantity.routes(standard)[0]);
    return {quantity.name + "()", [form](long bits) { return form.value(bits + 16, Context()).value; }};
}

ExponentialPolynomial selu(const Parameters&) {
    const std::vector<Quantity> constants = selu_quantities();
    return elu_like(selu_constant(constants[1]), selu_constant(constants[0]), 1);
}

using ExponentialForm = ExponentialPolynomial (*)(const Parameters&);

const std::map<std::string_view, ExponentialForm>& exponential_forms() {
    static const std::map<std::string_view, ExponentialForm> forms = {
        {"identity", [](const Parameters&) { return cut({}, {{linear(1)}}); }},
        {"relu",
         [](const Parameters&) {
             return cut({0}, {{}, {linear(1)}});
         }},
        {"leaky_relu",
         [](const Parameters& p) {
             return cut({0}, {{linear(p[0])}, {linear(1)}});
         }},
        {"prelu",
         [](const Parameters& p) {
             return cut({0}, {{linear(p[0])}, {linear(1)}});
         }},
        {"relu6",
         [](const Parameters&) {
             return cut({0, 6}, {{}, {linear(1)}, {constant(6)}});
         }},
        {"squared_relu",
         [](const Parameters&) {
             return cut({0}, {{}, {{1, 2, 0}}});
         }},
        {"elu", [](const Parameters& p) { return elu_like(1, p[0], 1); }},
        {"celu", [](const Parameters& p) { return elu_like(1, p[0], 1 / p[0]); }},
        {"selu", selu},
        {"hardtanh",
         [](const Parameters&) {
             return cut({-1, 1}, {{constant(-1)}, {linear(1)}, {constant(1)}});
         }},
        {"hard_sigmoid",
         [](const Parameters&) {
             return cut({-3, 3}, {{}, {linear(Real(1) / 6), constant(Real(1) / 2)}, {constant(1)}});
         }},
        {"hard_swish",
         [](const Parameters&) {
             return cut({-3, 3}, {{}, {{Real(1) / 6, 2, 0}, linear(Real(1) / 2)}, {linear(1)}});
         }},
        {"hardshrink",
         [](const Parameters& p) {
             return cut({-p[0], p[0]}, {{linear(1)}, {}, {linear(1)}});
         }},
        {"softshrink",
         [](const Parameters& p) {
             return cut({-p[0], p[0]}, {{linear(1), constant(p[0])}, {}, {linear(1), constant(-p[0])}});
         }},
    };
    return forms;
}

// --- x^k cos wx and x^k sin wx ----------------------------------------------------------------------------

using TrigonometricForm = TrigonometricPolynomial (*)(const Parameters&);

const std::map<std::string_view, TrigonometricForm>& trigonometric_forms() {
    static const std::map<std::string_view, TrigonometricForm> forms = {
        {"sin",
         [](const Parameters&) {
             return TrigonometricPolynomial{{0, 1, 0, 1}};
         }},
        // x + sin(ax)^2/a = x + (1 - cos 2ax)/(2a)
        {"snake",
         [](const Parameters& p) {
             const Real half = 1 / (2 * p[0]);
             return TrigonometricPolynomial{{1, 0, 1, 0}, {half, 0, 0, 0}, {-half, 0, 0, 2 * p[0]}};
         }},
    };
    return forms;
}

// --- products of normal densities and cdfs ----------------------------------------------------------------

using GaussianForm = Ball (*)(const Parameters&, Moment, const NormalAt&);

const std::map<std::string_view, GaussianForm>& gaussian_forms() {
    static const std::map<std::string_view, GaussianForm> forms = {
        {"gelu", [](const Parameters&, Moment moment, const NormalAt& x) { return gelu_mean(moment, x); }},
        {"erf", [](const Parameters&, Moment moment, const NormalAt& x) { return erf_mean(moment, 1, x); }},
        {"derf", [](const Parameters& p, Moment moment,
                    const NormalAt& x) { return erf_mean(moment, p[0].at(x.bits), x); }},
        {"exp_neg_sq",
         [](const Parameters&, Moment moment, const NormalAt& x) { return exp_neg_sq_mean(moment, x); }},
    };
    return forms;
}

// --- means ------------------------------------------------------------------------------------------------

template <class Polynomial>
Polynomial transformed(const Polynomial& f, Moment moment) {
    switch (moment) {
        case Moment::second_moment: return squared(f);
        case Moment::derivative_mean: return derivative(f);
        case Moment::derivative_second_moment: return squared(derivative(f));
        default: return f;
    }
}

/// The polynomial x f(x).
template <class Polynomial>
Polynomial times_x(Polynomial f);

template <>
ExponentialPolynomial times_x(ExponentialPolynomial f) {
    for (ExponentialPiece& piece : f) {
        for (ExponentialTerm& term : piece.terms) ++term.power;
    }
    return f;
}

template <>
TrigonometricPolynomial times_x(TrigonometricPolynomial f) {
    for (TrigonometricTerm& term : f) ++term.power;
    return f;
}

template <class Polynomial>
std::function<Ball(long)> polynomial_mean(const Polynomial& f, Moment moment, const Real& mean,
                                          const Real& std) {
    if (moment != Moment::linear) {
        return [g = transformed(f, moment), mean, std](long bits) { return normal_mean(g, mean, std, bits); };
    }
    return [f, g = times_x(f), mean, std](long bits) {
        const Ball shift = mean.at(bits) * normal_mean(f, mean, std, bits);
        return (normal_mean(g, mean, std, bits) - shift) / std.at(bits);
    };
}

/// dyisru(c) has the parameter c; isru(a) = dyisru(1/a)/sqrt(a), and its moments here are of even order.
std::optional<std::function<Ball(long)>> isru_closed(const Activation& f, Moment moment, const Real& mean,
                                                     const Real& std) {
    const bool dyisru = f.name == "dyisru";
    if (!dyisru && f.name != "isru") return std::nullopt;
    const Real& parameter = f.parameters[0];
    const bool known = has_isru_mean(moment) && compare(mean, 0) == 0 && compare(parameter, 0) == 1;
    if (!known) return std::nullopt;
    return [parameter, dyisru, moment, std](long bits) {
        const Ball p = parameter.at(bits);
        if (dyisru) return isru_mean(moment, p, std.at(bits), bits);
        return isru_mean(moment, 1 / p, std.at(bits), bits) / p;
    };
}

}  // namespace

std::optional<ExponentialPolynomial> exponential_form(const Activation& f) {
    const auto form = exponential_forms().find(f.name);
    if (form == exponential_forms().end()) return std::nullopt;
    return form->second(f.parameters);
}

std::optional<std::function<Ball(long bits)>> closed_mean(const Activation& f, Moment moment,
                                                          const Real& mean, const Real& std) {
    if (const auto form = exponential_form(f)) return polynomial_mean(*form, moment, mean, std);
    if (const auto form = trigonometric_forms().find(f.name); form != trigonometric_forms().end()) {
        return polynomial_mean(form->second(f.parameters), moment, mean, std);
    }
    if (const auto form = gaussian_forms().find(f.name); form != gaussian_forms().end()) {
        return [value = form->second, parameters = f.parameters, moment, mean, std](long bits) {
            const NormalAt x{mean.at(bits), pow(std.at(bits), 2), bits};
            // These activations have no jumps, so E f(x) (x - mean)/std = std E f'(x), by parts.
            if (moment != Moment::linear) return value(parameters, moment, x);
            return std.at(bits) * value(parameters, Moment::derivative_mean, x);
        };
    }
    return isru_closed(f, moment, mean, std);
}

}  // namespace sigprop
