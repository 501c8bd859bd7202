#include "engine/binding/equation_curves.hpp"
#include "engine/binding/library_call.hpp"

#include "engine/binding/arguments.hpp"
#include "engine/binding/call_arguments.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/equation.hpp"
#include "engine/binding/equation_definitions.hpp"
#include "methods/roots/composition.hpp"
#include "methods/roots/formula_zeros.hpp"
#include "quantities/curves/known_curves.hpp"

#include <algorithm>

namespace sigprop {
namespace {

std::string why_not(const Quantity& quantity, const Parameter* parameter) {
    const std::string named = parameter == nullptr ? "it" : quantity.name + " in " + parameter->name;
    const std::string own = known_parameters(quantity.name);
    const std::string points = "; sweep computes the others at points";
    if (!own.empty())
        return "over intervals " + quantity.name + " is implemented as a function of " + own +
               ", but not of " + named + points;
    return "sigprop has no proof over intervals for " + named + ". It has proofs for " +
           known_parameter_curves() + "; and for every argument of " + defined_quantities() + points;
}

}  // namespace

BoundCurve bind_curve(const Expression& call, const std::string& unknown, std::string_view text,
                      const std::function<Formula(const Expression&)>& lowered) {
    const auto refuse = [&](const std::string& why) {
        refuse_argument("the unknown '" + unknown + "' appears in an argument of " + call.name + ": " + why,
                        call, text);
    };
    const Quantity* quantity = find_quantity(call.name);
    if (quantity == nullptr) {
        (void)bind_expression(call, text);  // says what is near
        refuse("this is not a quantity");
    }
    Expression fixed = call;
    const Expression* argument = nullptr;
    const Parameter* parameter = nullptr;
    for (std::size_t i = 0; i < fixed.arguments.size(); ++i) {
        Argument& one = fixed.arguments[i];
        if (!mentions_unquoted(one.value, unknown)) continue;
        if (argument != nullptr) refuse("it can appear in only one argument");
        argument = &call.arguments[i].value;
        if (const auto place = parameter_of_argument(*quantity, call, i))
            parameter = &quantity->parameters[*place];
        const Expression unit = parse_expression("1");
        one.value.kind = unit.kind;
        one.value.number = unit.number;
        one.value.literal = unit.literal;
        one.value.arguments.clear();
    }
    const Arguments arguments = bind_arguments(*quantity, fixed, text);
    const KnownCurve* known = parameter == nullptr ? nullptr : find_curve(quantity->name, parameter->name);
    const auto curve = known == nullptr ? std::nullopt : known->make(arguments);
    if (!curve) refuse(why_not(*quantity, parameter));
    return {canonical_text(call), lowered(*argument), *curve, known->is_formula};
}

SearchedFunction composed(const Formula& f, const std::vector<BoundCurve>& curves,
                          const std::vector<BoundCondition>& conditions, const Context& context) {
    std::vector<InnerFunction> inner;  // shared by all, because they remember what they have computed
    for (const BoundCurve& one : curves) inner.push_back({searched(one.argument), one.curve(context)});
    SearchedFunction whole = composition(f, inner);
    if (conditions.empty()) return whole;
    std::vector<std::pair<SearchedFunction, NumberRange>> all;
    for (const BoundCondition& one : conditions) all.emplace_back(composition(one.number, inner), one.range);
    whole.domain = [all = std::move(all), of_curves = whole.domain](const Ball& x, long bits) {
        int least = of_curves ? of_curves(x, bits) : 1;
        if (least < 0) return -1;
        for (const auto& [number, range] : all) {
            const int holds = range.admits(number.value(x, bits));
            if (holds < 0) return -1;
            least = std::min(least, holds);
        }
        return least;
    };
    return whole;
}

}  // namespace sigprop
