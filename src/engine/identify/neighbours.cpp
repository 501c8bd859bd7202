#include "engine/identify/neighbours.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <sigprop/core/base/errors.hpp>

#include "core/formula/evaluator.hpp"
#include "engine/binding/catalogue.hpp"

#include "engine/binding/binder.hpp"
#include "engine/binding/expression_walk.hpp"
#include "engine/constants.hpp"
#include "engine/identify/leaf_values.hpp"
#include "engine/identify/number_index.hpp"
#include "quantities/activation/table.hpp"

namespace sigprop {
namespace {

std::string group_of(std::string_view name) { return std::string(name.substr(0, name.rfind('.'))); }

/// Turns a summary or definition into a part of a sentence: "the mean square of …".
std::string as_part(std::string summary) {
    while (!summary.empty() && (summary.back() == '.' || summary.back() == ' ')) summary.pop_back();
    const bool sentence = summary.size() > 1 && summary[0] >= 'A' && summary[0] <= 'Z' &&
                          (summary[1] == ' ' || (summary[1] >= 'a' && summary[1] <= 'z'));
    if (!sentence) return summary;
    const std::string first = summary.substr(0, summary.find(' '));
    const bool has_article = first == "A" || first == "An" || first == "The";
    summary[0] = static_cast<char>(summary[0] + ('a' - 'A'));
    return (has_article ? "" : "the ") + summary;
}

Expression named(const std::string& name) { return parse_expression(name); }

/// The activations whose parameters all have defaults.
std::vector<std::string> plain_activations() {
    std::vector<std::string> names;
    for (const ActivationEntry& entry : activation_table()) {
        const bool plain = std::ranges::all_of(
            entry.parameters, [](const Parameter& parameter) { return parameter.fallback.has_value(); });
        if (plain) names.push_back(entry.name);
    }
    return names;
}

/// The values of the named constants.
const std::map<std::string, double>& indexed_values() {
    static const std::map<std::string, double> all = [] {
        std::map<std::string, double> values;
        for (const IndexedNumber& one : NumberIndex::shared().all())
            if (one.kind == NumberKind::named) values.emplace(one.expression, one.value);
        return values;
    }();
    return all;
}

}  // namespace

class Neighbourhood::Impl {
public:
    Impl(const BoundExpression& expression, const Context& context)
        : context_(context), tree_(parse_expression(expression.text)), bound_(expression) {
        for (const Leaf& leaf : bound_.leaves) values_.push_back(leaf_value(leaf.text, context_).value);
        visit_quantities(std::as_const(tree_), [&](const Expression& call) {
            visit_activations(call, [&](const Expression& f) {
                if (activation_.empty()) activation_ = canonical_text(f);
            });
        });
    }

    std::vector<Neighbour> ring(int number) {
        found_.clear();
        switch (number) {
            case 0:
                for (const std::string& f : other_activations()) with_activation(f);
                for (const Transform& t : changes) whole(t);
                break;
            case 1: each_leaf([&](std::size_t i, const Expression& call) { group(i, call, ""); }); break;
            case 2:
                each_activation([&](std::size_t i, const Expression& call, const std::string& f) {
                    replace(i, call, changes.first(3), about(f));
                });
                break;
            case 3:
                each_activation(
                    [&](std::size_t i, const Expression& call, const std::string& f) { group(i, call, f); });
                break;
            case 4: constants(); break;
            default: found_ = short_closed_forms();
        }
        return std::move(found_);
    }

private:
    std::string about(const std::string& f) const { return "the value for " + f + ", not " + activation_; }

    /// Empty where the expression has no activation.
    std::vector<std::string> other_activations() const {
        std::vector<std::string> names;
        if (!activation_.empty()) names = plain_activations();
        const ActivationEntry* own = find_activation(activation_);
        std::erase_if(names, [&](const std::string& name) { return own == find_activation(name); });
        return names;
    }

    /// The tree with f in place of the expression's first activation, wherever that occurs.
    Expression switched(Expression tree, const std::string& f) const {
        visit_quantities(tree, [&](Expression& call) {
            visit_activations(call, [&](Expression& g) {
                if (canonical_text(g) == activation_) g = named(f);
            });
        });
        return tree;
    }

    /// Calls visit(index of the leaf, its call) for each quantity of the expression.
    template <class Visit>
    void each_leaf(const Visit& visit) const {
        for (std::size_t i = 0; i < bound_.leaves.size(); ++i) {
            visit(i, parse_expression(bound_.leaves[i].text));
        }
    }

    /// Calls visit(index, the call with another activation, its name) for leaves that cost little.
    template <class Visit>
    void each_activation(const Visit& visit) const {
        for (const std::string& f : other_activations()) {
            each_leaf([&](std::size_t i, const Expression& call) {
                Expression other = switched(call, f);
                const bool same = canonical_text(other) == bound_.leaves[i].text;
                if (!same && leaf_value(bound_.leaves[i].text, context_).is_mean) visit(i, other, f);
            });
        }
    }

    double at(const std::vector<std::optional<double>>& values) const {
        std::vector<double> numbers;
        numbers.reserve(values.size());
        for (const auto& value : values) numbers.push_back(value.value_or(NAN));
        return Evaluator<double>(bound_.formula)(numbers)[0];
    }

    void add(std::string expression, std::string text, double value, bool changed = false) {
        if (std::isfinite(value)) found_.push_back({std::move(expression), std::move(text), value, changed});
    }

    void with_activation(const std::string& f) {
        std::vector<std::optional<double>> values;
        for (const Leaf& leaf : bound_.leaves) {
            const std::string text = canonical_text(switched(parse_expression(leaf.text), f));
            values.push_back(leaf_value(text, context_).value);
        }
        add(canonical_text(switched(tree_, f)), about(f), at(values));
    }

    void whole(const Transform& t) {
        const std::string what = "the value of " + bound_.text;
        add(around(t, bound_.text), std::string(t.words) + what, t.apply(at(values_)), true);
    }

    /// Adds the expressions in which a transform of another call replaces leaf i.
    void replace(std::size_t i, const Expression& call, Transforms by, const std::string& text) {
        const std::string other = canonical_text(call);
        const LeafValue known = leaf_value(other, context_);
        if (!known.value) return;
        const bool alone = bound_.formula.operation() == Operation::variable;
        for (const Transform& t : by) {
            std::vector<std::optional<double>> values = values_;
            values[i] = t.apply(*known.value);
            const std::string part = around(t, other);
            const std::string words = std::string(t.words) + text;
            add(alone ? part : with_leaf(i, part),
                alone ? words : "with " + words + ", instead of " + bound_.leaves[i].text, at(values),
                &t != &every_transform.front());
        }
    }

    std::string with_leaf(std::size_t i, const std::string& part) const {
        Expression tree = tree_;
        const Expression replacement = parse_expression(part);
        visit_quantities(tree, [&](Expression& call) {
            if (canonical_text(call) == bound_.leaves[i].text) call = replacement;
        });
        return canonical_text(tree);
    }

    /// The other quantities of the group with the arguments of the call; with f, only those that cost little.
    void group(std::size_t i, const Expression& call, const std::string& f) {
        const Quantity* own = quantity_of(call);
        const std::string theme = group_of(own->name);
        const bool alone = bound_.formula.operation() == Operation::variable;
        for (const Quantity& quantity : catalogue()) {
            if (group_of(quantity.name) != theme) continue;
            context_.check_interrupted();
            if (&quantity == own) {
                if (f.empty() && !alone) replace(i, call, changes, as_part(quantity.summary));
                continue;
            }
            Expression other = call;
            other.name = quantity.name;
            if (!f.empty() && !is_mean_for_own(i, quantity)) continue;
            const std::string text =
                as_part(quantity.summary) + (f.empty() ? "" : ", for " + f + ", not " + activation_);
            replace(i, other, f.empty() ? every_transform : amplitudes, text);
        }
    }

    bool is_mean_for_own(std::size_t i, const Quantity& quantity) const {
        Expression call = parse_expression(bound_.leaves[i].text);
        call.name = quantity.name;
        return leaf_value(canonical_text(call), context_).is_mean;
    }

    void constants() {
        static const std::vector<NamedConstant> table = named_constants();
        for (const NamedConstant& constant : table) {
            const auto value = indexed_values().find(constant.expression);
            if (value == indexed_values().end()) continue;
            for (const Transform& t : amplitudes) {
                add(around(t, constant.expression), std::string(t.words) + as_part(constant.definition),
                    t.apply(value->second), &t != &every_transform.front());
            }
        }
    }

    const Context& context_;
    Expression tree_;
    const BoundExpression& bound_;
    std::vector<std::optional<double>> values_;  ///< values of the leaves
    std::string activation_;                     ///< the first in the expression; "" when there is none
    std::vector<Neighbour> found_;
};

Neighbourhood::Neighbourhood(const BoundExpression& expression, const Context& context)
    : impl_(std::make_unique<Impl>(expression, context)) {}
Neighbourhood::~Neighbourhood() = default;
std::vector<Neighbour> Neighbourhood::ring(int number) { return impl_->ring(number); }

}  // namespace sigprop
