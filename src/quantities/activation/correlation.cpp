// activation.correlation: the correlation of an activation's outputs when its inputs have correlation c.
// Closed forms where they exist; Mehler's series with coefficients from recurrences or from one trapezoidal
// rule; nested quadrature and pairs of samples as witnesses.

#include "quantities/activation/correlation.hpp"
#include "catalogue/activation.hpp"
#include "core/base/bits.hpp"
#include "methods/hermite/mehler_mean.hpp"
#include "methods/hermite/pair_mean.hpp"
#include "methods/quadrature/quadrature.hpp"
#include "quantities/activation/exponential_form.hpp"
#include "quantities/activation/exponential_hermite.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

#include <sigprop/quantities/activation/activation.hpp>

namespace sigprop {
namespace {

struct Pair {
    Activation f;
    Formula g = Formula(0);  ///< z -> f(std z)
    Real c = 0, std = 1;
};

bool equals(const Real& a, const Real& b) { return compare(a, b).value_or(1) == 0; }

Pair checked(const Activation& f, const Real& c, const Real& std) {
    require_positive(std, "std");
    require_finite(c, "c");
    if (compare(c, 1).value_or(1) > 0 || compare(c, -1).value_or(-1) < 0)
        throw InputError::about(
            {"c"}, "c is a correlation: it must be proved to be between -1 and 1, not " + c.text());
    if (f.formula.variable_count() > 1)
        throw InputError::about(
            {"f"}, "a gated activation has two inputs: activation.correlation needs a function of one");
    const Formula x = Formula(std) * Formula::variable();
    const Formula g = equals(std, 1) ? f.formula : f.formula.substitute(std::span(&x, 1));
    return {f, g, c, std};
}

/// A proved E f^2, or why there is none.
Answer second_moment(const Pair& pair, long bits, const Context& context) {
    if (const auto form = exponential_form(pair.f)) {
        const Ball moment = normal_mean(squared(*form), 0, pair.std, bits + 16);
        if (moment.is_finite() && moment.is_positive()) return moment;
    }
    Context precise = context;
    precise.digits = digits_of_bits(bits) + 2;
    const Route plan = expectation({pow(pair.g, 2)}, Law::normal(), Formula::variable());
    const Evidence found = best_enclosure(std::span(&plan, 1), precise);
    if (found.status != Status::ok) return {found.status, found.reason};
    if (found.value.is_positive()) return found.value;
    if (found.value.is_exact()) return {Status::domain, "f is zero: its correlation is 0/0"};
    return {Status::unable, "no proof that E f^2 is positive"};
}

DirectRoute enclosure(std::string method, std::function<Answer(long bits, const Context&)> value) {
    DirectRoute computation;
    computation.route = RouteKind::definition;
    computation.method = std::move(method);
    computation.value = std::move(value);
    return computation;
}

using SumMethod = std::function<Answer(const MehlerProblem& problem, const Context& context, bool& final)>;

/// Does not repeat a sum that the budget cut short, or that more bits did not make narrower.
class Patient {
public:
    Patient(Pair pair, SumMethod sum) : pair_(std::move(pair)), sum_(std::move(sum)) {}

    Answer operator()(long bits, const Context& context) {
        if (final_) return *best_;
        const Answer moment = second_moment(pair_, bits, context);
        if (moment.status != Status::ok) return moment;
        Answer total = sum_({pair_.c.at(bits + 32), moment.value, bits}, context, final_);
        if (total.status == Status::ok) total.value = total.value / moment.value;
        const bool better = total.status == Status::ok &&
                            (!best_ || (best_->value.radius() - 2 * total.value.radius()).is_positive());
        final_ = final_ || (best_ && !better);
        if (better || !best_) best_ = total;
        return *best_;
    }

private:
    Pair pair_;
    SumMethod sum_;
    std::optional<Answer> best_;
    bool final_ = false;
};

DirectRoute mehler_route(std::string method, const Pair& pair, SumMethod sum) {
    return enclosure(std::move(method),
                     [patient = std::make_shared<Patient>(pair, std::move(sum))](
                         long bits, const Context& context) { return (*patient)(bits, context); });
}

DirectRoute recursion_route(const Pair& pair, const ExponentialPolynomial& form) {
    const auto sum = [form, std = pair.std](const MehlerProblem& problem, const Context& context,
                                            bool& final) -> Answer {
        if (!ExponentialHermite::is_affordable(form, std))
            return {Status::unable, "std is too large for the recurrence of the coefficients"};
        ExponentialHermite coefficients(form, std, problem.bits + 24);
        const MehlerSum result = mehler_sum(
            problem, [&] { return coefficients.next(); }, context.budget, context);
        final = !result.complete;
        return result.value;
    };
    return mehler_route("recursion", pair, sum);
}

/// A `share` of the budget is enough for a second opinion.
DirectRoute trapezoid_route(const Pair& pair, std::uint64_t share) {
    const auto sum = [g = pair.g, share](const MehlerProblem& problem, const Context& context,
                                         bool& final) -> Answer {
        Context part = context;
        part.budget = std::max<std::uint64_t>(context.budget / share, 1);
        const MehlerResult result = arb_mehler(examine(g, Law::normal(), context), problem, part);
        final = result.status == Status::ok && !result.sum.complete;
        if (result.status != Status::ok) return {result.status, result.reason};
        return result.sum.value;
    };
    return mehler_route("arb_trapezoid", pair, sum);
}

DirectRoute nested_route(const Pair& pair) {
    DirectRoute route = enclosure("boost_gauss_kronrod", [pair](long, const Context& context) -> Answer {
        const MeanProblem square = examine(pow(pair.g, 2), Law::normal(), context);
        if (square.status != Status::ok) return {square.status, square.reason};
        const MeanResult moment = boost_gauss_kronrod_mean(square, context);
        if (moment.status != Status::ok) return {moment.status, moment.reason};
        const MeanResult mean =
            boost_pair_mean(examine(pair.g, Law::normal(), context), pair.c.to_double(), context);
        if (mean.status != Status::ok) return {mean.status, mean.reason};
        return mean.value / moment.value.at_precision(64);
    });
    route.kind = Kind::estimate;
    return route;
}

/// Samples u = x0 and v = c x0 + sqrt(1 - c^2) x1.
Route sampled_route(const Pair& pair) {
    const Real c = pair.c;
    const Real s("sqrt(1 - (" + c.text() + ")^2)",
                 [c](long bits) { return sqrt((1 - c.at(bits)) * (1 + c.at(bits))); });
    const Formula v = Formula(c) * Formula::variable(0) + Formula(s) * Formula::variable(1);
    const Formula ratio = Formula::variable(0) / Formula::variable(1);
    return expectation({pair.g * pair.g.substitute(std::span(&v, 1)), pow(pair.g, 2)}, Law::normals(2),
                       ratio);
}

/// For c = 0, 1, -1: (E f)^2, E f^2 and E f(z) f(-z), all divided by E f^2.
Route one_variable_route(const Pair& pair) {
    const Formula ratio = Formula::variable(0) / Formula::variable(1);
    if (equals(pair.c, 0)) {
        const Formula squared_ratio = pow(Formula::variable(0), 2) / Formula::variable(1);
        return expectation({pair.g, pow(pair.g, 2)}, Law::normal(), squared_ratio);
    }
    const Formula v = Formula(pair.c) * Formula::variable();
    return expectation({pair.g * pair.g.substitute(std::span(&v, 1)), pow(pair.g, 2)}, Law::normal(), ratio);
}

DirectRoute always_one(const Pair& pair) {
    DirectRoute one;
    one.value = [pair](long bits, const Context& context) -> Answer {
        const Answer moment = second_moment(pair, std::min(bits, 64L), context);
        if (moment.status != Status::ok) return moment;
        return Ball(1).at_precision(bits);
    };
    return one;
}

}  // namespace

std::vector<Route> correlation_routes(const Activation& f, const Real& c, const Real& std) {
    const Pair pair = checked(f, c, std);
    std::vector<Route> plans;
    const bool same = equals(c, 1);
    const bool special = same || equals(c, 0) || equals(c, -1);
    if (same) {
        plans.push_back(always_one(pair));
    } else if (auto form = correlation_closed_form(f, c, std)) {
        plans.push_back(closed_form(std::move(*form)));
    }
    const auto exponential = exponential_form(f);
    if (exponential && (!special || equals(c, 0))) plans.push_back(recursion_route(pair, *exponential));
    if (special) {
        plans.push_back(one_variable_route(pair));
    } else {
        plans.push_back(trapezoid_route(pair, exponential ? 8 : 1));
        plans.push_back(nested_route(pair));
        plans.push_back(sampled_route(pair));
    }
    return plans;
}

std::vector<Quantity> activation_correlation_quantities() {
    return {quantity("activation.correlation", [](const ActivationCorrelationArguments& given) {
        return correlation_routes(given.f, given.c, given.std);
    })};
}

namespace activation {

Result correlation(const Formula& f, const Real& c, const Real& std, long digits) {
    Context context;
    context.digits = digits;
    std::vector<Route> plans = correlation_routes({f.text(), f}, c, std);
    for (Route& plan : plans) {
        if (auto* expectation = std::get_if<Expectation>(&plan)) expectation->stream = f.text();
    }
    return {gather_evidence(plans, context), digits};
}

}  // namespace activation
}  // namespace sigprop
