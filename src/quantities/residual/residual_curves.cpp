// The recursion over the sublayers, written out as a formula in which the unknown stands in the place of one
// of the stack's numbers: a formula brings its values, its slopes and its poles with it.

#include "quantities/residual/residual_curves.hpp"

#include "methods/roots/formula_zeros.hpp"
#include "quantities/residual/schemes.hpp"
#include "quantities/residual/support.hpp"
#include "quantities/rows.hpp"

namespace sigprop {
namespace {

using enum StackParameter;

constexpr std::int64_t max_written_sublayers = 1000;
constexpr std::int64_t max_steps = 20'000;  // of a formula, in all sublayers

/// What a sublayer does with x in the place of a number of the stack.
ResidualStep<Formula> with_unknown(const ResidualStack& stack, StackParameter unknown, std::int64_t sublayer,
                                   ResidualStep<Formula> step) {
    const Formula x = Formula::variable();
    const bool is_rate = unknown == alpha && stack.scheme == ResidualScheme::ngpt;
    const bool is_skip = unknown == alpha && stack.scheme == ResidualScheme::deep_norm;
    if (unknown == branch_variance && stack.scheme == ResidualScheme::sandwich) step.branch = sqrt(x);
    if (is_rate) step.branch = x;
    if (is_rate) step.skip = 1 - x;
    if (is_skip) step.skip = x;
    if (!is_rate && !is_skip && (unknown == alpha || unknown == branch_scale)) {
        const Rational share = Rational(sublayer + 1) / Rational(stack.sublayers);
        step.branch = stack.rising ? x * Formula(Real(share)) : x;
    }
    return step;
}

/// Where the parameter may be.
NumberRange range_of(const ResidualStack& stack, StackParameter unknown) {
    if (unknown == branch_scale) return {};
    if (unknown == chi_ratio) return "[0, inf)";
    if (unknown == alpha && stack.scheme == ResidualScheme::ngpt) return "[0, 1]";
    if (unknown == alpha && stack.scheme != ResidualScheme::deep_norm) return {};
    return "(0, inf)";
}

std::optional<ParameterCurve> curve_of(const ResidualQuantity& parts, const Parameter& parameter,
                                       StackParameter unknown, Arguments arguments) {
    if (parameter.kind == ParameterKind::reals)
        arguments.set(parameter.name, std::vector<Real>{Real(Rational(1) / Rational(2))});
    else
        arguments.set(parameter.name, Real(1));
    const ResidualCall call = parts.call(arguments);
    const auto stack = std::make_shared<const ResidualStack>(call.stack);
    if (parts.check) parts.check(*stack, call.place);
    const auto steps = static_cast<std::int64_t>(parts.steps ? parts.steps(*stack, call.place) : 0) + 1;
    if (stack->sublayers > max_written_sublayers || stack->sublayers * steps > max_steps) return std::nullopt;
    ResidualNumbersOf<Formula> numbers = residual_numbers<Formula>(*stack, 0);
    const Formula x = Formula::variable();
    if (unknown == branch_variance) numbers.branch_variance = x;
    if (unknown == chi_ratio) numbers.chi_ratio = x;
    if (unknown == initial) numbers.initial = x;
    numbers.step = [stack, unknown, step = numbers.step](std::int64_t sublayer) {
        return with_unknown(*stack, unknown, sublayer, step(sublayer));
    };
    const Context context;
    const Formula whole =
        parts.recursion.in_formulas(ResidualRecursionOf<Formula>(*stack, numbers, context), call.place);
    return [whole, range = range_of(*stack, unknown)](const Context&) {
        SearchedFunction curve = searched(whole);
        curve.domain = [range](const Ball& at, long) { return range.admits(at); };
        return curve;
    };
}

std::vector<ResidualQuantity> all_parts() {
    std::vector<ResidualQuantity> all;
    for (auto theme :
         {residual_moment_parts, residual_gradient_parts, residual_path_parts, residual_weight_parts}) {
        for (ResidualQuantity& one : theme()) all.push_back(std::move(one));
    }
    return all;
}

}  // namespace

std::vector<KnownCurve> residual_curves() {
    std::vector<KnownCurve> all;
    for (const ResidualQuantity& parts : all_parts()) {
        for (const Parameter& one : quantity(parts.name, {}).parameters) {
            const bool is_number = one.kind == ParameterKind::real || one.kind == ParameterKind::reals;
            const std::optional<StackParameter> unknown = stack_parameter(one.name);
            if (!is_number || !unknown) continue;
            all.push_back({parts.name, one.name,
                           [parts, one, unknown](const Arguments& arguments) {
                               return curve_of(parts, one, *unknown, arguments);
                           },
                           "the recursion over the sublayers as a formula", "at most 1,000 sublayers", true});
        }
    }
    return all;
}

}  // namespace sigprop
