#include "quantities/support.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "core/base/bits.hpp"
#include "core/formula/evaluator.hpp"
#include "methods/route_formula.hpp"

namespace sigprop {

void require_finite(const Real& value, const std::string& name) {
    if (value.infinite_sign() != 0) throw InputError::about({name}, name + " must be finite");
}

void require_positive(const Real& value, const std::string& name) {
    require_finite(value, name);
    if (compare(value, 0).value_or(0) <= 0)
        throw InputError::about({name}, name + " must be positive, not " + value.text());
}

Activation identity_activation() { return {"identity", Formula::variable(), "identity"}; }

Formula whole(std::int64_t n) { return Formula(Real(Rational(n))); }

Route closed_form(std::function<Answer(long bits)> value) {
    DirectRoute form;
    form.value = [value = std::move(value)](long bits, const Context&) { return value(bits); };
    return form;
}

Route enclosure(RouteKind route, const char* method,
                std::function<Answer(long bits, const Context& context)> value) {
    return DirectRoute{route, method, Kind::enclosure, std::move(value)};
}

std::vector<Route> without_value(const Answer& why, const char* second_method) {
    const auto say = [why](long, const Context&) { return why; };
    return {enclosure(RouteKind::closed_form, "closed_form", say),
            enclosure(RouteKind::definition, second_method, say)};
}

Route expectation(std::vector<Formula> integrands, Law law, const Formula& combine) {
    Expectation definition;
    definition.integrands = std::move(integrands);
    definition.law = std::move(law);
    definition.combine = combination(combine);
    return definition;
}

Route constant(RouteKind route, const char* method, const Formula& formula) {
    DirectRoute computation;
    computation.route = route;
    computation.method = method;
    computation.value = FormulaAlone{[formula] { return std::optional(formula); }, {}};
    return computation;
}

Answer best_value(const std::vector<Route>& routes, long bits, const Context& context) {
    if (const auto* form = std::get_if<DirectRoute>(&routes.front())) {
        if (form->kind == Kind::enclosure) return form->value(bits, context);
    }
    Context enough = context;
    enough.digits = digits_of_bits(bits) + 2;
    const Evidence proof = best_enclosure(routes, enough);
    if (proof.status != Status::ok) return {proof.status, proof.reason};
    return proof.value.at_precision(bits);
}

Answer mean_of_trials(std::uint64_t trials, std::uint64_t draws_each,
                      const std::function<double(std::uint64_t trial)>& value, const Context& context) {
    double mean = 0, squares = 0;
    for (std::uint64_t trial = 0; trial < trials; ++trial) {
        context.check_cancelled();
        const double one = value(trial), off = one - mean;
        mean += off / static_cast<double>(trial + 1);
        squares += off * (one - mean);
    }
    const auto count = static_cast<double>(trials);
    const double error = std::sqrt(squares / (count - 1) / count);
    // widening: sample
    Answer computed(Ball(mean).at_precision(64).widened(Ball(error)));
    computed.degrees_of_freedom = trials <= 1000 ? static_cast<int>(trials - 1) : 0;
    computed.samples = trials * draws_each;
    return computed;
}

std::vector<Route> mapped(std::vector<Route> routes, const Formula& formula) {
    const auto put = [formula](const Answer& x, long bits) -> Answer {
        if (x.status != Status::ok) return x;
        return Evaluator<Ball>(formula, bits)(std::span(&x.value, 1))[0];
    };
    const auto written = [&formula](const std::optional<Formula>& inner) {
        return inner ? std::optional(formula.substitute(std::span(&*inner, 1))) : std::nullopt;
    };
    for (Route& plan : routes) {
        if (auto* direct = std::get_if<DirectRoute>(&plan)) {
            const auto by_code = [put, value = direct->value](long bits, const Context& context) {
                return put(value(bits, context), bits);
            };
            direct->value = with_formula(written(formula_of(*direct)), by_code);
        } else {
            auto& means_of = std::get<Expectation>(plan);
            const auto by_code = [put, combine = means_of.combine](std::span<const Ball> means) {
                long bits = 64;
                for (const Ball& mean : means) bits = std::max(bits, mean.precision());
                return put(combine(means), bits);
            };
            means_of.combine = with_formula(written(formula_of(means_of)), by_code);
        }
    }
    return routes;
}

}  // namespace sigprop
