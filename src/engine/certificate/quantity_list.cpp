#include "engine/certificate/quantity_list.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/formula/operands_first.hpp"
#include "engine/certificate/panel_plan.hpp"
#include "engine/certificate/root_plan.hpp"
#include "engine/certificate/row_plan.hpp"
#include "engine/certificate/written_formula.hpp"
#include "methods/mean/mean_support.hpp"

namespace sigprop {
namespace {

std::string or_refuse(std::optional<std::string> text, const std::string& what) {
    if (!text) throw Refusal{what + " contains a number that is not a formula, or is too long to write"};
    return std::move(*text);
}

Json json_of(const std::vector<CertifiedPanel>& panels) {
    Json all = Json::array();
    for (const CertifiedPanel& one : panels) {
        Json panel = Json::object();
        panel.set("lower", written_dyadic(one.lower)).set("upper", written_dyadic(one.upper));
        panel.set("nodes", one.nodes).set("rho", one.rho).set("log2_bound", one.log2_bound);
        all.push_back(std::move(panel));
    }
    return all;
}

Json json_of(const PanelPlans& plans) {
    Json all = Json::array();
    for (const std::vector<CertifiedPanel>& one : plans) all.push_back(json_of(one));
    return all;
}

}  // namespace

QuantityList::QuantityList(long bits, const Context& context)
    : bits_(bits), resolution_(bits + 40), context_(context) {}

std::size_t QuantityList::number_of(const Leaf& leaf) {
    const auto found = std::ranges::find(names_, leaf.text);
    if (found != names_.end()) return static_cast<std::size_t>(found - names_.begin());
    return add(certified(leaf, context_));
}

std::size_t QuantityList::add(const std::string& name, Json quantity) {
    names_.push_back(name);
    all_.push_back(std::move(quantity));
    return names_.size() - 1;
}

std::size_t QuantityList::add(const CertifiedQuantity& one) {
    Json json = one.equation ? json_of_root(one)
                : one.row    ? json_of_row(one)
                             : json_of(one);  // adds those that it names
    return add(one.leaf->text, std::move(json));
}

std::string QuantityList::written(const Formula& formula, const std::string& what) {
    return or_refuse(written_formula(formula, [this](const Leaf& leaf) { return number_of(leaf); }), what);
}

Json QuantityList::json_of(const CertifiedQuantity& one) {
    const std::string& name = one.leaf->text;
    Json means = Json::array();
    for (const MeanProblem& problem : one.means.problems) {
        Json mean = Json::object();
        mean.set("integrand", written(problem.integrand, name));
        mean.set("law", json_of(problem.law, name, bits_));
        const bool constant = problem.integrand.variable_count() == 0;
        mean.set("panels", constant ? Json::array() : panels_of(problem, name, bits_));
        means.push_back(std::move(mean));
    }
    const Formula formula = one.means.problems.empty() ? in_parts(one.formula, name) : one.formula;
    return quantity(name, formula, std::move(means));
}

Json QuantityList::json_of_row(const CertifiedQuantity& one) {
    const std::string& name = one.leaf->text;
    const RowPlan plan = plan_row(*one.row, bits_);
    if (!plan.refusal.empty()) throw Refusal{name + ": " + plan.refusal};
    row_work_ += plan.work;
    if (row_work_ > max_row_work) throw Refusal{name + ": the check of its rows would take minutes"};
    resolution_ = std::max(resolution_, plan.resolution);
    // what is not known of the std widens each node, and a power of as many factors as there are keys
    const long kept = std::exchange(bits_, bits_ + 24 + std::ilogb(static_cast<double>(one.row->keys)));
    const std::string std = written(Formula(one.row->std), name);
    bits_ = kept;
    Json means = Json::array(), outer = Json::array(), strips = Json::array();
    for (const RowTerm& term : one.row->means) {
        Json mean = Json::array();
        for (const RowFactor& factor : term.factors) {
            Json pair = Json::array();
            pair.push_back(factor.weight);
            pair.push_back(factor.logit);
            mean.push_back(std::move(pair));
        }
        means.push_back(std::move(mean));
    }
    for (const long nodes : plan.outer) outer.push_back(nodes);
    for (const std::string& strip : plan.strips) strips.push_back(strip);
    Json row = Json::object();
    row.set("keys", static_cast<std::int64_t>(one.row->keys)).set("s", std);
    row.set("step", written_dyadic(plan.step)).set("stride", plan.stride).set("reach", plan.reach);
    row.set("outer", std::move(outer)).set("strips", std::move(strips)).set("means", std::move(means));
    Json json = Json::object();
    json.set("name", name).set("formula", written(one.formula, name)).set("row", std::move(row));
    return json;
}

/// The root is a quantity of its own, before the one that is a formula in it.
Json QuantityList::json_of_root(const CertifiedQuantity& one) {
    const std::string& name = one.leaf->text;
    const Answer root = one.equation->root(bits_ + 40, context_);
    if (root.status != Status::ok) throw Refusal{name + ": " + root.reason};
    const RootPlan plan = plan_root(*one.equation, root.value, bits_ + 8, context_);
    if (!plan.refusal.empty()) throw Refusal{name + ": " + plan.refusal};
    resolution_ = std::max(resolution_, plan.resolution);
    static_cast<void>(json_of_root(*one.equation, plan, name));  // adds the quantities that its formulas name
    Json json = Json::object();
    json.set("name", "root of " + name).set("root", json_of_root(*one.equation, plan, name));
    const Formula number = quantity_variable(add("root of " + name, std::move(json)));
    return quantity(name, one.formula.substitute(std::span(&number, 1)), Json::array());
}

/// In it the unknown has the number of the quantity that is added next.
Json QuantityList::json_of_root(const EquationOfMeans& equation, const RootPlan& plan,
                                const std::string& name) {
    const Formula unknown = quantity_variable(names_.size());
    Json means = Json::array();
    std::vector<Formula> variables;
    for (const Formula& integrand : equation.integrands) {
        variables.push_back(Formula::variable(static_cast<int>(variables.size())));
        Json mean = Json::object();
        const std::vector<Formula> x = {Formula::variable(), unknown};
        mean.set("integrand", written(integrand.substitute(x), name));
        mean.set("law", json_of(equation.law, name, plan.sign_bits));
        means.push_back(std::move(mean));
    }
    variables.push_back(unknown);
    Json cells = Json::array();
    for (const CertifiedCell& one : plan.cells) {
        Json cell = Json::object();
        cell.set("lower", written_dyadic(one.lower)).set("upper", written_dyadic(one.upper));
        cell.set("shows", one.slope ? "slope" : "sign").set("plans", sigprop::json_of(one.plans));
        cells.push_back(std::move(cell));
    }
    Json bracket = Json::array(), signs = Json::array();
    bracket.push_back(written_dyadic(plan.lower));
    bracket.push_back(written_dyadic(plan.upper));
    for (const PanelPlans& one : plan.ends) signs.push_back(sigprop::json_of(one));
    Json json = Json::object();
    json.set("equation", written(equation.equation.substitute(variables), name));
    json.set("means", std::move(means)).set("bracket", std::move(bracket));
    json.set("signs", std::move(signs)).set("cells", std::move(cells));
    return json;
}

Json QuantityList::quantity(const std::string& name, const Formula& formula, Json means) {
    Json json = Json::object();
    json.set("name", name).set("formula", written(formula, name)).set("means", std::move(means));
    return json;
}

/// A formula whose text would repeat shared parts again and again, as that of a recursion does, in quantities
/// of their own for such parts.
Formula QuantityList::in_parts(const Formula& formula, const std::string& name) {
    constexpr double short_text = 300;
    constexpr std::size_t max_parts = 10'000;
    if (nodes_in_text(formula) < short_text) return formula;
    const std::vector<Formula> order = operands_first(formula);
    std::map<const Formula::Node*, int> users;
    for (const Formula& node : order)
        for (const Formula& operand : node.operands()) ++users[operand.identity()];
    std::map<const Formula::Node*, Formula> done;
    for (const Formula& node : order) {
        std::vector<Formula> operands;
        for (const Formula& one : node.operands()) operands.push_back(done.at(one.identity()));
        Formula part = operands.empty() ? node : Formula::make(node.operation(), operands, node.integer());
        if (!operands.empty() && users[node.identity()] > 1) {
            if (names_.size() >= max_parts) throw Refusal{name + ": its recursion is too long to write"};
            part =
                quantity_variable(add("part of " + name, quantity("part of " + name, part, Json::array())));
        }
        done.emplace(node.identity(), part);
    }
    return done.at(formula.identity());
}
Json QuantityList::json_of(const Law& law, const std::string& name, long bits) {
    if (has_known_mass(law)) return "normal";
    const auto number = [&](const Real& limit) {
        return or_refuse(written_number(limit, [this](const Leaf& leaf) { return number_of(leaf); }), name);
    };
    Json json = Json::object();
    json.set("log_weight", written(law.log_weight, name));
    json.set("lower", number(law.lower)).set("upper", number(law.upper));
    json.set("panels", panels_of(examine(Formula(1), law, context_), name, bits));
    return json;
}

Json QuantityList::panels_of(const MeanProblem& problem, const std::string& name, long bits) {
    const PanelPlan plan = plan_panels(problem, bits, context_);
    if (!plan.refusal.empty()) throw Refusal{name + ": " + plan.refusal};
    resolution_ = std::max(resolution_, plan.resolution);
    return sigprop::json_of(plan.panels);
}

}  // namespace sigprop
