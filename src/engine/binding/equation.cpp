#include "engine/binding/equation.hpp"
#include "engine/binding/arguments.hpp"

#include "engine/binding/call_arguments.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/conditions.hpp"
#include "engine/binding/equation_curves.hpp"
#include "engine/binding/equation_definitions.hpp"
#include "methods/roots/formula_zeros.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <memory>
#include <sigprop/core/base/errors.hpp>

#include "core/base/doubles.hpp"
#include "core/expression/substitute.hpp"
#include "core/formula/algebraic_sign.hpp"
#include "core/formula/evaluator.hpp"
#include "core/formula/lowering.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop {
namespace {

bool is_constant_name(std::string_view name) {
    constexpr std::array<std::string_view, 4> names = {"pi", "e", "inf", "true"};
    return std::ranges::find(names, name) != names.end();
}

void check_unknown(const std::string& unknown, const Expression& difference, std::string_view text) {
    const bool taken = unknown.empty() || unknown.find('.') != std::string::npos ||
                       is_constant_name(unknown) ||
                       std::ranges::find(language_functions(), unknown) != language_functions().end();
    if (taken) {
        throw InputError(
            "'" + unknown +
            "' cannot be the unknown, because it has a meaning already: choose another name, such as x");
    }
    if (!mentions_unquoted(difference, unknown))
        refuse_argument("the equation does not contain the unknown '" + unknown + "'", difference, text);
}

/// What the difference becomes with a formula in the place of the unknown.
struct Lowered {
    Formula formula = Formula(0);
    std::vector<BoundCurve> curves;  ///< calls with the unknown in an argument: the variables x1, x2, …
    std::vector<BoundCondition> conditions;  ///< of all calls with the unknown in an argument
};

class Sides {
public:
    Sides(Expression difference, std::string unknown, std::string_view text)
        : difference_(std::move(difference)), unknown_(std::move(unknown)), text_(text) {}

    Lowered in_unknown() const {
        Lowered all;
        all.formula = lowered(difference_, Formula::variable(), &all);
        return all;
    }

    /// With an expression in the place of the unknown, which no quantity may hold.
    Formula with(const Expression& number) const {
        Expression written = difference_;
        substitute(written, {{unknown_, number}});
        return lowered(written, Formula(0), nullptr);
    }

    /// The difference with a number written in the place of the unknown, so that each quantity is computed as
    /// it is for that number alone; NaN where it has no value.
    double at(double x) const {
        Expression written = difference_;
        substitute(written, {{unknown_, parse_expression(fmt::format("{}", x))}});
        try {
            return bind_real(written, canonical_text(written)).to_double();
        } catch (const InputError&) {
            return not_a_number;
        }
    }

private:
    Formula lowered(const Expression& e, const Formula& unknown, Lowered* all) const {
        const NameResolver resolve = [&](const Expression& name) { return meaning(name, unknown, all); };
        return lower(e, text_, resolve, {unknown_});
    }

    std::optional<Formula> meaning(const Expression& e, const Formula& unknown, Lowered* all) const {
        const bool is_name = e.kind == Expression::Kind::name;
        if (is_name && e.name == unknown_) return unknown;
        if (e.name.find('.') != std::string::npos || is_root_call(e)) {
            if (!mentions_unquoted(e, unknown_)) return Formula(real_of(bind_expression(e, text_)));
            if (all == nullptr || is_root_call(e)) {
                refuse_argument("the unknown '" + unknown_ + "' cannot appear inside " + e.name + "(…) here",
                                e, text_);
            }
            add_conditions(e, unknown, *all);
            if (const std::optional<Expression> definition = definition_of(e, text_))
                return lowered(*definition, unknown, all);
            return variable_of(e, unknown, *all);
        }
        if (const auto value =
                activation_value(e, text_, [&](const Expression& at) { return lowered(at, unknown, all); }))
            return value;
        if (is_name && !is_constant_name(e.name) && find_activation(e.name) == nullptr) {
            refuse_argument("'" + e.name + "' has no value: an equation has one unknown, which is here '" +
                                unknown_ + "'",
                            e, text_);
        }
        return std::nullopt;
    }

    /// The conditions of a call; one without the unknown is checked here.
    void add_conditions(const Expression& call, const Formula& unknown, Lowered& all) const {
        const Quantity* quantity = find_quantity(call.name);
        if (quantity == nullptr) return;
        const auto given = matched_arguments(*quantity, call, text_);
        for (const ArgumentCondition& one : conditions_of(*quantity, given)) {
            if (mentions_unquoted(one.number, unknown_)) {
                all.conditions.push_back({lowered(one.number, unknown, &all), one.range});
            } else if (one.range.admits(bind_real(one.number, canonical_text(one.number))) <= 0) {
                refuse_argument(quantity->name + ": " + one.needed + " is required", call, text_);
            }
        }
    }

    Formula variable_of(const Expression& call, const Formula& unknown, Lowered& all) const {
        const std::string text = canonical_text(call);
        const auto known = std::ranges::find(all.curves, text, &BoundCurve::text);
        if (known == all.curves.end()) {
            const auto argument = [&](const Expression& e) { return lowered(e, unknown, nullptr); };
            all.curves.push_back(bind_curve(call, unknown_, text_, argument));
            return Formula::variable(static_cast<int>(all.curves.size()));
        }
        return Formula::variable(static_cast<int>(known - all.curves.begin()) + 1);
    }

    Expression difference_;
    std::string unknown_, text_;
};

/// Whether a formula without variables is 0: as a fraction, as an exact ball, or by the form of the numbers
/// in it, which shows sqrt(2)^2 - 2 and sin(pi) to be 0.
bool is_zero(const Formula& f) {
    const auto anywhere = IsolatedZero::of(Formula::variable(), Ball::interval(Ball(-1), Ball(1)));
    return anywhere && sign_at(f, *anywhere) == 0;
}

}  // namespace

bool mentions_unquoted(const Expression& e, std::string_view name) {
    if (e.kind == Expression::Kind::text) return false;
    if (e.kind == Expression::Kind::name && e.name == name) return true;
    return std::ranges::any_of(e.arguments,
                               [&](const Argument& a) { return mentions_unquoted(a.value, name); });
}

BoundEquation bind_equation(const Expression& difference, const std::string& unknown, const Expression& lower,
                            const Expression& upper, std::string_view text, std::string_view ends_text) {
    check_unknown(unknown, difference, text);
    BoundEquation bound;
    bound.text = canonical_text(difference);
    bound.unknown = unknown;
    bound.lower = bind_real(lower, ends_text);
    bound.upper = bind_real(upper, ends_text);
    for (const auto& [end, at] : {std::pair{&bound.lower, &lower}, {&bound.upper, &upper}}) {
        if (end->infinite_sign() != 0) refuse_argument("the interval must be finite", *at, ends_text);
    }
    if (compare(bound.lower, bound.upper).value_or(0) >= 0)
        refuse_argument("the interval is empty: its lower end must be below its upper end", upper, ends_text);
    const auto sides = std::make_shared<const Sides>(difference, unknown, text);
    const Lowered all = sides->in_unknown();
    bound.difference = [all](const Context& context) {
        return composed(all.formula, all.curves, all.conditions, context);
    };
    bound.has_curves = !all.curves.empty();
    bound.takes_integrals = !std::ranges::all_of(all.curves, &BoundCurve::is_formula);
    if (bound.has_curves) {
        bound.in_doubles = [sides](double x) { return sides->at(x); };
        bound.is_zero_at_end = [](bool) { return false; };
    } else {
        const auto domain = bound.difference(Context()).domain;  // without curves nothing keeps the context
        bound.in_doubles = [f = all.formula, domain](double x) {
            const bool counts = !domain || domain(Ball(x), 64) >= 0;
            return counts ? Evaluator<double>(f)(x) : not_a_number;
        };
        const bool has_conditions = !all.conditions.empty();
        bound.is_zero_at_end = [sides, has_conditions, lower, upper](bool is_upper) {
            return !has_conditions && is_zero(sides->with(is_upper ? upper : lower));
        };
    }
    return bound;
}

}  // namespace sigprop
