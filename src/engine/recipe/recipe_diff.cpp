#include "engine/recipe/recipe_diff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <sigprop/core/base/errors.hpp>

#include "core/ball/text.hpp"
#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "engine/binding/binder.hpp"

namespace sigprop {
namespace {

/// The tensors of one name in a recipe: one, or one a layer.
struct Group {
    std::string name, role;
    std::vector<const SizedTensor*> tensors;
};

std::vector<Group> groups_of(const SizedRecipe& recipe) {
    std::vector<Group> groups;
    for (const SizedTensor& one : recipe.tensors) {
        auto found = std::ranges::find(groups, one.group, &Group::name);
        if (found == groups.end()) {
            groups.push_back({one.group, one.role, {}});
            found = groups.end() - 1;
        }
        found->tensors.push_back(&one);
    }
    return groups;
}

/// A matrix that holds several, and the roles of those.
struct Fused {
    std::string_view whole;
    std::vector<std::string_view> parts;
};
const std::array<Fused, 3>& fused_roles() {
    static const std::array<Fused, 3> all = {Fused{"query_key_value", {"query", "key", "value"}},
                                             Fused{"query_key", {"query", "key"}},
                                             Fused{"gate_up", {"hidden", "up"}}};
    return all;
}

using Pair = std::pair<std::size_t, std::size_t>;

/// Which group of one recipe is which of the other.
class Matcher {
public:
    Matcher(const std::vector<Group>& before, const std::vector<Group>& after)
        : before_(before), after_(after), used_before_(before.size()), used_after_(after.size()) {}

    std::vector<Pair> operator()() {
        by_names();
        by_roles();
        for (const Fused& one : fused_roles()) {
            by_parts(one, before_, used_before_, after_, used_after_, false);
            by_parts(one, after_, used_after_, before_, used_before_, true);
        }
        for (const char* role : {"norm_gain", "bias"}) by_rule_for_all(role);
        std::ranges::sort(pairs_);
        return pairs_;
    }

    [[nodiscard]] std::vector<std::size_t> lone(bool is_after) const {
        const std::vector<bool>& used = is_after ? used_after_ : used_before_;
        std::vector<std::size_t> left;
        for (std::size_t i = 0; i < used.size(); ++i)
            if (!used[i]) left.push_back(i);
        return left;
    }

private:
    using Used = std::vector<bool>;

    void join(std::size_t i, std::size_t j) {
        pairs_.emplace_back(i, j);
        used_before_[i] = used_after_[j] = true;
    }

    void by_names() {
        for (std::size_t i = 0; i < before_.size(); ++i) {
            for (std::size_t j = 0; j < after_.size(); ++j) {
                const bool same = before_[i].role == after_[j].role &&
                                  name_pattern(before_[i].name) == name_pattern(after_[j].name);
                if (same && !used_after_[j] && !used_before_[i]) join(i, j);
            }
        }
    }

    /// The first of a role is the first of the other, and so on.
    void by_roles() {
        for (std::size_t i = 0; i < before_.size(); ++i) {
            if (used_before_[i] || before_[i].role == "other") continue;
            for (std::size_t j = 0; j < after_.size(); ++j) {
                if (used_after_[j] || after_[j].role != before_[i].role) continue;
                join(i, j);
                break;
            }
        }
    }

    void by_parts(const Fused& fused, const std::vector<Group>& wholes, Used& used_wholes,
                  const std::vector<Group>& parts, Used& used_parts, bool is_turned) {
        for (std::size_t i = 0; i < wholes.size(); ++i) {
            if (used_wholes[i] || wholes[i].role != fused.whole) continue;
            bool is_met = false;
            for (const std::string_view role : fused.parts) {
                for (std::size_t j = 0; j < parts.size(); ++j) {
                    if (used_parts[j] || parts[j].role != role) continue;
                    pairs_.emplace_back(is_turned ? j : i, is_turned ? i : j);
                    used_parts[j] = is_met = true;
                    break;
                }
            }
            used_wholes[i] = is_met;
        }
    }

    /// A rule such as **.bias stands for all that are left; so does the last gain of a recipe that names
    /// fewer.
    void by_rule_for_all(std::string_view role) {
        const auto last = [&](const std::vector<Group>& groups) {
            std::optional<std::size_t> found;
            for (std::size_t i = 0; i < groups.size(); ++i)
                if (groups[i].role == role) found = i;
            return found;
        };
        const auto i = last(before_);
        const auto j = last(after_);
        if (!i || !j) return;
        for (std::size_t k = 0; k < before_.size(); ++k)
            if (!used_before_[k] && before_[k].role == role) join(k, *j);
        for (std::size_t k = 0; k < after_.size(); ++k)
            if (!used_after_[k] && after_[k].role == role) join(*i, k);
    }

    const std::vector<Group>& before_;
    const std::vector<Group>& after_;
    Used used_before_, used_after_;
    std::vector<Pair> pairs_;
};

class Comparer {
public:
    explicit Comparer(const Context& context)
        : digits_(context.digits), bits_(Context::bits_for(std::max(context.digits, 20L)) + 32) {}

    [[nodiscard]] ComparedTensor described(const SizedTensor& one) {
        ComparedTensor made{.name = one.name,
                            .law = one.has_law ? std::string(to_string(one.law)) : "any",
                            .expression = value_text(one),
                            .written = one.written,
                            .value = {},
                            .cut = {},
                            .learning_rate = one.learning_rate,
                            .tied_to = one.tied_to,
                            .shape = one.shape};
        if (one.has_law) made.value = decimal(made.expression);
        if (!one.cut.empty()) made.cut = decimal(one.cut);
        return made;
    }

    [[nodiscard]] std::vector<std::string> differences(const SizedTensor& a, const SizedTensor& b) {
        std::vector<std::string> found;
        if (a.has_law != b.has_law || (a.has_law && a.law != b.law)) found.emplace_back("law");
        if (a.has_law && b.has_law) {
            const bool constants = a.law == TensorLaw::constant && b.law == TensorLaw::constant;
            const bool randoms = a.law != TensorLaw::constant && b.law != TensorLaw::constant;
            if ((constants || randoms) && is_other(value_text(a), value_text(b)))
                found.emplace_back(constants ? "value" : "std");
            if (!a.cut.empty() && !b.cut.empty() && is_other(a.cut, b.cut)) found.emplace_back("cut");
        }
        const auto rate = [](const SizedTensor& one) {
            return one.learning_rate.empty() ? std::string("1") : one.learning_rate;
        };
        if (is_other(rate(a), rate(b))) found.emplace_back("learning_rate");
        if (a.tied_to.empty() != b.tied_to.empty()) found.emplace_back("tied_to");
        return found;
    }

private:
    static std::string value_text(const SizedTensor& one) {
        return one.law == TensorLaw::constant ? one.scale : one.std;
    }

    [[nodiscard]] std::string decimal(const std::string& text) {
        const std::optional<std::string> found = proved_decimal(value(text), digits_);
        if (!found) throw InputError("the value of " + text + " is not proved");
        std::string plain = *found;
        if (plain.find('.') != std::string::npos && plain.find('e') == std::string::npos) {
            plain.erase(plain.find_last_not_of('0') + 1);
            if (plain.ends_with('.')) plain.pop_back();
        }
        return plain;
    }

    [[nodiscard]] bool is_other(const std::string& a, const std::string& b) {
        return a != b && !value(a).overlaps(value(b));
    }

    const Ball& value(const std::string& text) {
        const auto found = values_.find(text);
        if (found != values_.end()) return found->second;
        return values_.emplace(text, real_of(bind_expression(text)).at(bits_)).first->second;
    }

    long digits_, bits_;
    std::map<std::string, Ball> values_;
};

void compare_groups(RecipeDiff& diff, Comparer& comparer, const Group& a, const Group& b) {
    const std::size_t layers = std::max(a.tensors.size(), b.tensors.size());
    for (std::size_t i = 0; i < layers; ++i) {
        const SizedTensor& one = *a.tensors[std::min(i, a.tensors.size() - 1)];
        const SizedTensor& other = *b.tensors[std::min(i, b.tensors.size() - 1)];
        ++diff.compared;
        std::vector<std::string> differs = comparer.differences(one, other);
        if (differs.empty()) continue;
        const std::optional<std::int64_t> layer = one.layer ? one.layer : other.layer;
        // of a fused matrix the part says what it is
        const std::string& role = a.role.size() < b.role.size() ? a.role : b.role;
        diff.changed.push_back(
            {role, layer, std::move(differs), comparer.described(one), comparer.described(other)});
    }
}

std::string shown_law(const ComparedTensor& one) {
    std::string text = one.law;
    if (one.cut) text += " truncated at ±" + *one.cut + " scale";
    if (!one.value) return text;
    text += (one.law == "constant" ? " " : ", std ") + *one.value;
    if (one.expression != *one.value) text += " = " + one.expression;
    if (one.written != one.expression && one.written != *one.value) text += " (" + one.written + ")";
    return text;
}

std::string shown_side(const ComparedTensor& one, const RecipeChange& change) {
    std::string text = shown_law(one);
    const auto has = [&](const char* what) {
        return std::ranges::find(change.differs, what) != change.differs.end();
    };
    if (has("learning_rate"))
        text += one.learning_rate.empty() ? ", learning rate not given"
                                          : ", learning rate x " + one.learning_rate;
    if (has("tied_to")) text += one.tied_to.empty() ? ", not tied" : ", tied to " + one.tied_to;
    return text;
}

/// Sizes that both have with the same value, and those that differ.
std::string sizes_text(const RecipeDiff& diff) {
    std::string alike;
    std::string others;
    for (const auto& [name, value] : diff.before.parameters) {
        const auto found =
            std::ranges::find(diff.after.parameters, name, &std::pair<std::string, std::string>::first);
        if (found == diff.after.parameters.end()) continue;
        if (found->second == value) {
            alike += fmt::format("{}{} {}", alike.empty() ? "" : ", ", name, value);
        } else {
            others += fmt::format("; {} {} and {}", name, value, found->second);
        }
    }
    return alike + others;
}

Json json_of(const ComparedTensor& one) {
    Json made = Json::object();
    made.set("name", one.name).set("law", one.law);
    if (one.value) made.set("value", *one.value).set("expression", one.expression);
    if (!one.written.empty()) made.set("written", one.written);
    if (one.cut) made.set("cut", *one.cut);
    if (!one.learning_rate.empty()) made.set("learning_rate", one.learning_rate);
    if (!one.tied_to.empty()) made.set("tied_to", one.tied_to);
    Json shape = Json::array();
    for (const std::int64_t length : one.shape) shape.push_back(length);
    return made.set("shape", std::move(shape));
}

Json json_of(const SizedRecipe& one) {
    Json sizes = Json::object();
    for (const auto& [name, value] : one.parameters) sizes.set(name, value);
    return Json::object().set("recipe", one.name).set("sizes", std::move(sizes));
}

}  // namespace

std::pair<SizedRecipe, SizedRecipe> sized_alike(const Recipe& before, const Recipe& after,
                                                const RecipeSettings& settings) {
    const auto find = [](const Recipe& recipe, const std::string& name) -> const RecipeParameter* {
        const auto found = std::ranges::find(recipe.parameters, name, &RecipeParameter::name);
        return found == recipe.parameters.end() ? nullptr : &*found;
    };
    std::set<std::string> names;
    for (const Recipe* recipe : {&before, &after})
        for (const RecipeParameter& one : recipe->parameters) names.insert(one.name);
    RecipeSettings first;
    RecipeSettings second;
    for (const auto& one : settings) {
        if (!names.contains(one.first)) {
            const std::optional<std::string> nearest =
                nearest_name(one.first, std::vector<std::string>(names.begin(), names.end()));
            throw InputError(fmt::format("neither {} nor {} has a size '{}'{}", before.name, after.name,
                                         one.first.substr(0, 60),
                                         nearest ? "; did you mean '" + *nearest + "'?" : ""));
        }
        if (find(before, one.first) != nullptr) first.push_back(one);
        if (find(after, one.first) != nullptr) second.push_back(one);
    }
    std::pair<SizedRecipe, SizedRecipe> both;
    both.first = sized(before, first);
    for (const auto& [name, value] : both.first.parameters) {
        const RecipeParameter* one = find(after, name);
        const bool given =
            std::ranges::find(second, name, &RecipeSettings::value_type::first) != second.end();
        if (one != nullptr && !given && one->kind == RecipeParameterKind::integer &&
            find(before, name)->kind == one->kind)
            second.emplace_back(name, value);
    }
    both.second = sized(after, second);
    return both;
}

RecipeSettings shared_settings(const Recipe& before, const Recipe& after,
                               const std::optional<ModelConfig>& config, const RecipeSettings& given) {
    if (!config) return given;
    const auto of = [&](const Recipe& recipe) {
        return with_settings(config_settings(recipe, *config, given), given);
    };
    try {
        return of(before);
    } catch (const InputError&) {
        const bool takes = takes_config(after, *config);
        if (!takes) throw;
    }
    return of(after);
}

RecipeDiff compare_recipes(SizedRecipe before, SizedRecipe after, const Context& context) {
    RecipeDiff diff;
    diff.before = std::move(before);
    diff.after = std::move(after);
    const std::vector<Group> one = groups_of(diff.before);
    const std::vector<Group> other = groups_of(diff.after);
    Matcher matcher(one, other);
    Comparer comparer(context);
    for (const auto& [i, j] : matcher()) compare_groups(diff, comparer, one[i], other[j]);
    for (const std::size_t i : matcher.lone(false))
        for (const SizedTensor* tensor : one[i].tensors)
            diff.only_before.push_back({tensor->role, comparer.described(*tensor)});
    for (const std::size_t i : matcher.lone(true))
        for (const SizedTensor* tensor : other[i].tensors)
            diff.only_after.push_back({tensor->role, comparer.described(*tensor)});
    return diff;
}

std::string recipe_diff_text(const RecipeDiff& diff) {
    const std::string& a = diff.before.name;
    const std::string& b = diff.after.name == a ? a + " (second)" : diff.after.name;
    const std::size_t width = std::max(a.size(), b.size());
    std::string text = fmt::format("{} and {} at {}\n", a, b, sizes_text(diff));
    for (std::size_t i = 0; i < diff.changed.size(); ++i) {
        const RecipeChange& one = diff.changed[i];
        const bool between = one.layer && i > 0 && i + 1 < diff.changed.size() && diff.changed[i - 1].layer &&
                             diff.changed[i + 1].layer && *diff.changed[i - 1].layer < *one.layer &&
                             *one.layer < *diff.changed[i + 1].layer &&
                             diff.changed[i - 1].role == one.role && diff.changed[i + 1].role == one.role;
        if (between) {
            const bool first = i < 2 || !diff.changed[i - 2].layer ||
                               *diff.changed[i - 2].layer > *one.layer ||
                               diff.changed[i - 2].role != one.role;
            if (first) text += "  … the layers between them\n";
            continue;
        }
        text += fmt::format("changed  {}{}: {}\n", one.role,
                            one.layer ? fmt::format(", layer {}", *one.layer) : "", joined(one.differs));
        text += fmt::format("  {:<{}}  {}: {}\n", a, width, one.before.name, shown_side(one.before, one));
        text += fmt::format("  {:<{}}  {}: {}\n", b, width, one.after.name, shown_side(one.after, one));
    }
    const auto lone = [&](const std::vector<LoneTensor>& list, const std::string& name) {
        for (const LoneTensor& one : list)
            text += fmt::format("only in {}  {} ({}): {}\n", name, one.tensor.name, one.role,
                                shown_law(one.tensor));
    };
    lone(diff.only_before, a);
    lone(diff.only_after, b);
    if (diff.empty()) return text + fmt::format("no differences ({} compared)\n", diff.compared);
    return text + fmt::format("{}, {} only in {}, {} only in {} ({} compared)\n",
                              counted(diff.changed.size(), "difference"), diff.only_before.size(), a,
                              diff.only_after.size(), b, diff.compared);
}

Json recipe_diff_json(const RecipeDiff& diff) {
    Json changed = Json::array();
    for (const RecipeChange& one : diff.changed) {
        Json made = Json::object();
        made.set("role", one.role);
        if (one.layer) made.set("layer", *one.layer);
        Json differs = Json::array();
        for (const std::string& what : one.differs) differs.push_back(what);
        made.set("differs", std::move(differs))
            .set("before", json_of(one.before))
            .set("after", json_of(one.after));
        changed.push_back(std::move(made));
    }
    const auto lone = [](const std::vector<LoneTensor>& list) {
        Json made = Json::array();
        for (const LoneTensor& one : list)
            made.push_back(Json::object().set("role", one.role).set("tensor", json_of(one.tensor)));
        return made;
    };
    Json made = Json::object();
    made.set("recipe_diff", "1.0").set("equal", diff.empty()).set("compared", diff.compared);
    made.set("before", json_of(diff.before)).set("after", json_of(diff.after));
    made.set("changed", std::move(changed)).set("only_before", lone(diff.only_before));
    return made.set("only_after", lone(diff.only_after));
}

}  // namespace sigprop
