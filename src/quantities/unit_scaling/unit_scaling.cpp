// Factors of unit scaling: what multiplies the output of an operation, or the gradient of its input, so that
// it has variance 1 where inputs and the gradient of the output are independent standard normal numbers.
//
// Elementwise, y = f(mult x)/mult has the variance Var f(mult z)/mult^2, and the gradient f'(mult x) g the
// mean square E f'(mult z)^2. The weights a = softmax(mult x) have E a_i^2 = E sum a^2/n and the mean 1/n,
// and the gradient mult (diag(a) - a a^T) g the mean square mult^2 E |diag(a) - a a^T|^2/n. Attention's
// output, and the gradient of its values, are means of n numbers with weights a: E sum a^2. Cross entropy's
// gradient is a - y for the target y, whose place does not depend on the logits: (E sum a^2 - 2/n + 1)/n. Own
// derivation.

#include "catalogue/unit_scaling.hpp"
#include "core/ball/count.hpp"
#include "core/formula/evaluator.hpp"
#include "quantities/activation/moment_recipe.hpp"
#include "quantities/attention/row_formulas.hpp"
#include "quantities/attention/support.hpp"
#include "quantities/rows.hpp"
#include "quantities/support.hpp"

namespace sigprop {
namespace {

using Routes = std::vector<Route>;
using enum UnitScalingOp;

std::string named(UnitScalingOp op) { return std::string(word_of(op)); }

bool is_elementwise(UnitScalingOp op) { return op == gelu || op == silu || op == silu_glu || op == softplus; }

/// The function of one number whose moments the factor is made of: of silu_glu, that of the gate.
Activation elementwise(UnitScalingOp op) {
    const Formula x = Formula::variable();
    if (op == gelu) return {"gelu", x * normal_cdf(x), "gelu"};
    if (op == softplus) return {"softplus", sigprop::softplus(x), "softplus"};
    return {"silu", x * sigmoid(x), "silu"};
}

/// What is asked of both directions.
struct UnitScalingCall {
    UnitScalingOp op;
    std::optional<Real> n;
    Real mult;
    bool causal = false;
};

/// Errors   InputError for a length that the operation does not have, or needs; for causal elsewhere
UnitScalingCall checked(const UnitScalingCall& call) {
    if (is_elementwise(call.op) && call.n)
        throw InputError::about({"n"}, named(call.op) + " is elementwise and has no length: remove n");
    if (!is_elementwise(call.op) && !call.n)
        throw InputError::about({"op"}, named(call.op) + " needs n, as n=1024: the " +
                                            (call.op == attention ? "keys" : "entries") + " of a row");
    if (call.causal && call.op != attention)
        throw InputError::about({"causal"}, "causal=true is only for attention, not for " + named(call.op));
    return call;
}

// ---- rows of a softmax

/// A factor as a formula in a mean over rows of n keys, x0, whose proofs are an integral and another one.
struct RowFactorAsked {
    RowsAsked row;
    Formula factor;
};

Answer put(const Formula& factor, const Answer& mean, long bits) {
    if (mean.status != Status::ok) return mean;
    const Ball value = Evaluator<Ball>(factor, bits)(std::span(&mean.value, 1))[0];
    if (!value.is_finite()) return {Status::unable, "no proof that the variance is positive"};
    return value;
}

FormulaOfRow composed(const Formula& factor, FormulaOfRow means) {
    means.formula = factor.substitute(std::span(&means.formula, 1));
    return means;
}

using MeanOfRow = Answer (*)(const RowsAsked& row, bool by_spread, long bits, const Context& context);

Answer participation(const RowsAsked& row, bool by_spread, long bits, const Context& context) {
    Answer mean = row_mean(by_spread ? RowMean::spread : RowMean::participation, row.law, row.n, row.mask,
                           bits, context);
    if (mean.status == Status::ok && by_spread) mean.value = 1 - mean.value;
    return mean;
}

Answer jacobian(const RowsAsked& row, bool by_spread, long bits, const Context& context) {
    const Answer squares = participation(row, by_spread, bits, context);
    const Answer cubes = row_mean(RowMean::sum_cubes, row.law, row.n, row.mask, bits, context);
    const Answer both = row_mean(RowMean::participation_squared, row.law, row.n, row.mask, bits, context);
    for (const Answer* one : {&squares, &cubes, &both})
        if (one->status != Status::ok) return *one;
    return squares.value - 2 * cubes.value + both.value;
}

Routes row_routes(const RowFactorAsked& asked, MeanOfRow mean, RowStatistic statistic) {
    const auto by = [=](bool by_spread) {
        return [=](long bits, const Context& context) {
            return put(asked.factor, mean(asked.row, by_spread, bits, context), bits);
        };
    };
    Routes routes = {enclosed(RouteKind::closed_form, "closed_form", by(true))};
    if (asked.row.mask == RowMask::full) {
        const FormulaOfRow means = mean == participation
                                       ? row_formula(RowMean::participation, asked.row.law, asked.row.n)
                                       : row_jacobian_formula(asked.row.law, asked.row.n);
        routes.push_back(enclosed(RouteKind::definition, "arb_trapezoid",
                                  MeansOfRow{composed(asked.factor, means), by(false)}));
    } else {
        routes.push_back(enclosed(RouteKind::definition, "arb_trapezoid", by(false)));
    }
    routes.push_back(sampled([=](const Context& context) {
        constexpr long bits = 53;
        return put(asked.factor, sampled_row_mean(statistic, asked.row, context), bits);
    }));
    return routes;
}

RowsAsked rows_of(const UnitScalingCall& call) {
    return {LogitLaw::normal(call.mult), row_length(*call.n), call.causal ? RowMask::causal : RowMask::full};
}

Formula length(const RowsAsked& row) { return Formula(Real(count_rational(row.n))); }

Routes softmax_output(const UnitScalingCall& call, UnitScalingMoment moment) {
    const RowsAsked row = rows_of(call);
    const Formula n = length(row), squares = Formula::variable();
    const Formula above_flat = moment == UnitScalingMoment::variance ? n * squares - 1 : n * squares;
    return row_routes({row, n / sqrt(above_flat)}, participation, RowStatistic::participation);
}

Routes softmax_gradient(const UnitScalingCall& call) {
    const RowsAsked row = rows_of(call);
    return row_routes({row, sqrt(length(row) / Formula::variable()) / Formula(call.mult)}, jacobian,
                      RowStatistic::jacobian_norm);
}

Routes weighted_mean(const UnitScalingCall& call) {
    return row_routes({rows_of(call), 1 / sqrt(Formula::variable())}, participation,
                      RowStatistic::participation);
}

Routes cross_entropy_gradient(const UnitScalingCall& call) {
    const RowsAsked row = rows_of(call);
    const Formula n = length(row);
    return row_routes({row, n / sqrt(n * Formula::variable() + n - 2)}, participation,
                      RowStatistic::participation);
}

// ---- the two directions

Routes moments(const UnitScalingCall& call, const char* name, const Formula& factor) {
    return mapped(moment_routes(name, elementwise(call.op), Real(0), call.mult), factor);
}

Routes elementwise_output(const UnitScalingCall& call, UnitScalingMoment moment) {
    // The other factor of a gated unit has the mean 0, and so has the product.
    const bool centred = moment == UnitScalingMoment::variance && call.op != silu_glu;
    return moments(call, centred ? "variance_gain" : "gain", Formula(call.mult) * Formula::variable());
}

Routes elementwise_gradient(const UnitScalingCall& call) {
    return moments(call, "derivative_second_moment", 1 / sqrt(Formula::variable()));
}

Routes forward(const UnitScalingForwardArguments& given) {
    const UnitScalingCall call = checked({given.op, given.n, given.mult, given.causal});
    switch (call.op) {
        case softmax: return softmax_output(call, given.moment);
        case attention: return weighted_mean(call);
        case cross_entropy:
            throw InputError::about(
                {"op"},
                "a loss is one number and has no factor of its own: unit scaling leaves it, "
                "and divides a mean by the batch; backward has cross_entropy's factor");
        default: return elementwise_output(call, given.moment);
    }
}

Routes backward(const UnitScalingBackwardArguments& given) {
    const UnitScalingCall call = checked({given.op, given.n, given.mult, given.causal});
    if (given.of == UnitScalingInput::gate && call.op != silu_glu)
        throw InputError::about({"of"}, "of=gate is only for silu_glu, not for " + named(call.op));
    switch (call.op) {
        case softmax: return softmax_gradient(call);
        case attention: return weighted_mean(call);
        case cross_entropy: return cross_entropy_gradient(call);
        case silu_glu:
            return given.of == UnitScalingInput::gate
                       ? elementwise_gradient(call)
                       : elementwise_output(call, UnitScalingMoment::second_moment);
        default: return elementwise_gradient(call);
    }
}

}  // namespace

std::vector<Quantity> unit_scaling_quantities() {
    return {quantity("unit_scaling.forward", forward), quantity("unit_scaling.backward", backward)};
}

}  // namespace sigprop
