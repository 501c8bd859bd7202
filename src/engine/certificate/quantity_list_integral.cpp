#include "engine/certificate/quantity_list.hpp"

#include "core/formula/evaluator.hpp"
#include "methods/route_formula.hpp"

namespace sigprop {
namespace {

constexpr std::string_view kinds =
    "a certificate can contain numbers, means of functions of one variable under a normal, truncated normal, "
    "uniform or exponential law, roots of equations between such means, and means over softmax rows of "
    "independent normal logits";

Ball mean_of(const MeanProblem& problem, const PreparedExpectation& prepared, long bits,
             const Context& context) {
    if (problem.integrand.variable_count() == 0)
        return Evaluator<Ball>(problem.integrand, bits)(std::span<const Ball>())[0];
    for (const EnclosureMethod& method : enclosure_methods(prepared)) {
        const MeanResult mean = method.mean(problem, bits, context);
        if (mean.status == Status::ok) return mean.value;
    }
    throw Refusal{"a mean has no enclosure"};
}

}  // namespace

CertifiedQuantity certified(const Leaf& leaf, const Context& context) {
    const Expectation* expectation = nullptr;
    std::optional<EquationOfMeans> equation;
    std::optional<FormulaOfRow> row;
    for (const Route& route : leaf.routes) {
        if (const auto* direct = std::get_if<DirectRoute>(&route)) {
            if (auto formula = formula_of(*direct)) return {&leaf, std::move(*formula)};
            if (!equation) equation = description_of<EquationOfMeans>(*direct);
            if (!row) row = description_of<FormulaOfRow>(*direct);
        } else if (const auto& means = std::get<Expectation>(route);
                   expectation == nullptr && means.law.dimension == 1 && formula_of(means)) {
            expectation = &means;
        }
    }
    if (expectation == nullptr && equation) return {&leaf, equation->value, {}, std::move(equation)};
    if (expectation == nullptr && row) {
        Formula formula = row->formula;
        return {&leaf, std::move(formula), {}, {}, std::move(row)};
    }
    if (expectation == nullptr)
        throw Refusal{"no route of " + leaf.text +
                      " is a formula that an independent program could check: " + std::string(kinds)};
    CertifiedQuantity found{&leaf, formula_of(*expectation).value(), prepare(*expectation, context)};
    if (found.means.status != Status::ok) throw Refusal{leaf.text + ": " + found.means.reason};
    return found;
}

void enclose_values(CertifiedQuantity& quantity, long bits, const Context& context) {
    quantity.values.clear();
    if (quantity.equation) {
        Answer root = quantity.equation->root(bits, context);
        if (root.status != Status::ok || !root.value.is_finite())
            throw Refusal{quantity.leaf->text + ": " + root.reason};
        quantity.values.push_back(std::move(root.value));
    }
    if (quantity.row) {
        for (const RowTerm& mean : quantity.row->means) {
            Answer value = mean.value(bits, context);
            if (value.status != Status::ok) throw Refusal{quantity.leaf->text + ": " + value.reason};
            quantity.values.push_back(std::move(value.value));
        }
    }
    for (const MeanProblem& problem : quantity.means.problems)
        quantity.values.push_back(mean_of(problem, quantity.means, bits, context));
}

}  // namespace sigprop
