#include "engine/binding/arguments.hpp"

#include "engine/binding/call_arguments.hpp"

#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/library_call.hpp"
#include "quantities/normalization/table.hpp"

namespace sigprop {
namespace {

std::vector<Real> bind_reals(const Parameter& parameter, const Expression& e, std::string_view text) {
    if (makes_tensor(e)) {  // torch.empty(3, 5) or torch.empty([3, 5]): the shape of what is filled
        if (e.arguments.front().value.kind == Expression::Kind::list)
            return bind_reals(parameter, e.arguments.front().value, text);
        std::vector<Real> sizes;
        for (const Argument& size : e.arguments)
            if (size.key.empty()) sizes.push_back(bind_real(size.value, text));
        return sizes;
    }
    if (e.kind != Expression::Kind::list) return {bind_real(e, text)};
    if (e.arguments.empty()) refuse_argument("'" + parameter.name + "' is an empty list", e, text);
    std::vector<Real> values;
    values.reserve(e.arguments.size());
    for (const Argument& element : e.arguments) {
        const bool is_open = element.value.kind == Expression::Kind::name && element.value.name == "None";
        if (!is_open) values.push_back(bind_real(element.value, text));  // None is the size of a batch
    }
    return values;
}

std::int64_t bind_integer(const Parameter& parameter, const Expression& e, std::string_view text) {
    const Real value = bind_real(e, text);
    const Rational* exact = value.rational();
    if (exact != nullptr) {
        if (const auto integer = exact->to_int64()) return *integer;
        if (exact->is_integer()) refuse_argument("'" + parameter.name + "' is out of range", e, text);
    }
    refuse_argument("'" + parameter.name + "' must be an integer", e, text);
}

/// The first quantity that has a parameter of that name with that choice.
const Quantity* quantity_with(const std::string& parameter, const std::string& choice) {
    const auto knows = [&](const Parameter& one) {
        return one.name == parameter && std::ranges::find(one.choices, choice) != one.choices.end();
    };
    for (const Quantity& quantity : catalogue()) {
        if (std::ranges::any_of(quantity.parameters, knows)) return &quantity;
    }
    return nullptr;
}

/// The choice that a name stands for, such as rms_norm for the frameworks' rmsnorm; most names stand for
/// themselves.
const std::string& choice_meant(const std::string& name) {
    static const std::map<std::string, std::string> layers = norm_layer_aliases();
    const auto found = layers.find(name);
    return found == layers.end() ? name : found->second;
}

std::string_view theme_of(std::string_view name) { return name.substr(0, name.find('.')); }

/// The first quantity of the same theme that has the choice under another name of a parameter.
std::string like_choice(const Quantity& quantity, const std::string& choice) {
    for (const Quantity& other : catalogue()) {
        if (theme_of(other.name) != theme_of(quantity.name)) continue;
        for (const Parameter& one : other.parameters) {
            if (std::ranges::find(one.choices, choice) == one.choices.end()) continue;
            return "; '" + choice + "' is a value of '" + one.name + "' in " +
                   usage(other.name, other.parameters);
        }
    }
    return {};
}

std::string bind_choice(const Quantity& quantity, const Parameter& parameter, const Expression& e,
                        std::string_view text) {
    std::string all;
    const std::string& meant = choice_meant(e.name);
    for (const std::string& choice : parameter.choices) {
        if (e.kind == Expression::Kind::name && (e.name == choice || meant == choice)) return choice;
        all += (all.empty() ? "" : ", ") + choice;
    }
    std::string message = "'" + parameter.name + "' must be one of " + all;
    if (e.kind == Expression::Kind::text) refuse_argument(message + ", without quotes", e, text);
    if (const auto near = nearest_name(e.name, parameter.choices)) {
        message += "; did you mean '" + *near + "'?";
    } else if (const Quantity* other = quantity_with(parameter.name, e.name)) {
        message += "; '" + e.name + "' is a value for " + other->name;
    } else {
        message += like_choice(quantity, e.name);
    }
    refuse_argument(message, e, text);
}

/// Of a framework's call, whose words may be quoted, and whose types stand in a module.
std::string bind_library_choice(const Quantity& quantity, const Parameter& parameter, const Expression& e,
                                std::string_view text) {
    const std::string word = word_of_argument(e);
    if (std::ranges::find(parameter.choices, word) != parameter.choices.end()) return word;
    if (parameter.name == "dtype") {  // every real type, and every one that is wide enough for the law
        constexpr std::array<std::pair<const char*, const char*>, 9> kinds = {{{"float32", "real"},
                                                                               {"float64", "real"},
                                                                               {"float", "real"},
                                                                               {"complex64", "complex"},
                                                                               {"complex128", "complex"},
                                                                               {"float32", "none"},
                                                                               {"float64", "none"},
                                                                               {"float", "none"},
                                                                               {"None", "none"}}};
        for (const auto& [type, kind] : kinds)
            if (word == type && std::ranges::find(parameter.choices, kind) != parameter.choices.end())
                return kind;
    }
    Expression bare = e;
    if (!word.empty()) {
        bare.kind = Expression::Kind::name;
        bare.name = word;
    }
    return bind_choice(quantity, parameter, bare, text);
}

/// The parameter of the quantity that has the number of dyt(0.5) or dyisru(4); empty where there is none.
std::string parameter_of_map(const Quantity& quantity, const std::string& map) {
    const auto has = [&](const char* name) {
        return std::ranges::find(quantity.parameters, name, &Parameter::name) != quantity.parameters.end();
    };
    if (map != "dyt" && map != "derf" && map != "dyisru") return {};
    // A network's alpha is that of its scheme: what a map starts at has a name of its own.
    if (has("norm_start")) return "norm_start";
    const char* const own = map == "dyisru" ? "c" : "alpha";
    return has(own) ? own : "";
}

/// Refuses dyt(0.5) where the name alone belongs, with the call that says the same.
void check_bare(const Quantity& quantity, const Parameter& parameter, const Expression& call,
                const Expression& e, std::string_view text) {
    if (e.kind != Expression::Kind::call) return;
    const std::string& choice = choice_meant(e.name);
    if (std::ranges::find(parameter.choices, choice) == parameter.choices.end()) return;
    Expression right = call;
    const auto here =
        std::ranges::find(right.arguments, e.offset, [](const Argument& one) { return one.value.offset; });
    if (here == right.arguments.end()) return;
    here->value.kind = Expression::Kind::name;
    here->value.name = choice;
    here->value.arguments.clear();
    const std::string own = parameter_of_map(quantity, choice);
    std::string rest = "; what it takes are parameters of " + quantity.name;
    if (!own.empty() && e.arguments.size() == 1) {
        right.arguments.push_back({own, e.arguments.front().value});
        rest.clear();
    }
    refuse_argument("'" + parameter.name + "' takes a name alone: write " + canonical_text(right) + rest, e,
                    text);
}

/// Refuses a choice where a number belongs, such as `causal` for mask=causal.
void check_misplaced(const Quantity& quantity, const Expression& e, std::string_view text) {
    if (e.kind != Expression::Kind::name) return;
    for (const Parameter& other : quantity.parameters) {
        if (std::ranges::find(other.choices, e.name) == other.choices.end()) continue;
        refuse_argument("a number must be given here: '" + e.name + "' is a value of '" + other.name +
                            "', so write " + other.name + "=" + e.name,
                        e, text);
    }
}

void bind_one(const Quantity& quantity, Arguments& arguments, const Parameter& parameter, const Expression& e,
              std::string_view text) {
    switch (parameter.kind) {
        case ParameterKind::real: return arguments.set(parameter.name, bind_real(e, text));
        case ParameterKind::integer: return arguments.set(parameter.name, bind_integer(parameter, e, text));
        case ParameterKind::choice:
            return arguments.set(parameter.name, quantity.signature.empty()
                                                     ? bind_choice(quantity, parameter, e, text)
                                                     : bind_library_choice(quantity, parameter, e, text));
        case ParameterKind::activation:
            return arguments.set(parameter.name, parameter.gated_allowed
                                                     ? bind_activation(e, text)
                                                     : bind_ungated(parameter.name, e, text));
        case ParameterKind::family: return arguments.set(parameter.name, bind_family(e, text));
        case ParameterKind::reals: return arguments.set(parameter.name, bind_reals(parameter, e, text));
    }
}

}  // namespace

Activation bind_ungated(const std::string& name, const Expression& e, std::string_view text) {
    Activation activation = bind_activation(e, text);
    if (activation.gated) {
        const std::string unit = canonical_text(e);
        refuse_argument("'" + name + "' must be a function of one variable, but " + unit +
                            " has two inputs. For its two input matrices write init.std(lecun, fan_in); for "
                            "the matrix after it, activation.gain(" +
                            unit + ") * init.std(lecun, fan_in)",
                        e, text);
    }
    return activation;
}

Arguments bind_arguments(const Quantity& quantity, const Expression& call, std::string_view text) {
    if (call.kind != Expression::Kind::call) {
        refuse_argument(
            "'" + quantity.name + "' is a quantity: write " + usage(quantity.name, quantity.parameters), call,
            text);
    }
    const auto given = matched_arguments(quantity, call, text);
    Arguments arguments;
    for (std::size_t i = 0; i < given.size(); ++i) {
        const Parameter& parameter = quantity.parameters[i];
        if (given[i] != nullptr) {
            const bool is_number =
                parameter.kind == ParameterKind::real || parameter.kind == ParameterKind::integer;
            if (is_number) check_misplaced(quantity, *given[i], text);
            if (parameter.kind == ParameterKind::choice && quantity.signature.empty())
                check_bare(quantity, parameter, call, *given[i], text);
            bind_one(quantity, arguments, parameter, *given[i], text);
            arguments.mark_given(parameter.name);
        } else if (parameter.fallback) {
            bind_one(quantity, arguments, parameter, parse_expression(*parameter.fallback),
                     *parameter.fallback);
        } else if (!parameter.optional) {
            refuse_argument(
                "'" + parameter.name + "' is missing: write " + usage(quantity.name, quantity.parameters),
                call, text);
        }
    }
    return arguments;
}

}  // namespace sigprop
