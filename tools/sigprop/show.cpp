// sigprop show: one quantity, activation, normalisation layer, contract of a kernel's rounding, recipe,
// family of models or claim in full, a group of quantities, or a parameter.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "core/notation/notation.hpp"
#include "engine/binding/catalogue.hpp"
#include "formats/files.hpp"
#include "measure/kernel/contract_file.hpp"
#include "measure/model/family.hpp"

#include "claims.hpp"
#include "command.hpp"
#include "destinations.hpp"
#include "names.hpp"
#include "norm_layers.hpp"
#include "quantities/activation/table.hpp"
#include "quantities/curves/known_curves.hpp"
#include "recipe_text.hpp"
#include "report/text_width.hpp"
#include "terminal.hpp"
#include "twins.hpp"

namespace sigprop::tool {
namespace {

std::string_view to_string(ParameterKind kind) {
    switch (kind) {
        case ParameterKind::real: return "real";
        case ParameterKind::integer: return "integer";
        case ParameterKind::choice: return "choice";
        case ParameterKind::activation: return "activation";
        case ParameterKind::family: return "formula";
        case ParameterKind::reals: return "real, list";
    }
    return "";
}

std::string parameter_row(const Parameter& one) {
    const bool may_be_left_out = one.fallback || one.optional;
    const std::string name = may_be_left_out ? one.name + "=" + one.fallback.value_or("") : one.name;
    const std::string choices = one.choices.empty() ? "" : ": " + joined(one.choices);
    return fmt::format("    {:<19} {:<11} {}", name, to_string(one.kind),
                       fitted(one.description() + choices, 36).substr(36));
}

std::string parameter_rows(const std::vector<Parameter>& parameters) {
    std::string text = parameters.empty() ? "" : "  parameters\n";
    for (const Parameter& one : parameters) text += parameter_row(one);
    return text;
}

/// The first quantity of a group of which all describe the same hundred arguments: whole networks. The others
/// leave them to it. Null for a quantity that describes its own.
const Quantity* describing_for(const Quantity& quantity) {
    constexpr std::size_t too_many = 40;
    if (quantity.parameters.size() <= too_many) return nullptr;
    const std::string group = quantity.name.substr(0, quantity.name.find('.') + 1);
    const auto first = std::ranges::find_if(catalogue(), [&](const Quantity& one) {
        return one.name.starts_with(group) && one.parameters.size() > too_many;
    });
    return first->name == quantity.name ? nullptr : &*first;
}

std::string parameter_rows(const Quantity& quantity) {
    const Quantity* const other = describing_for(quantity);
    if (other == nullptr) return parameter_rows(quantity.parameters);
    std::vector<Parameter> own;
    for (const Parameter& one : quantity.parameters) {
        const auto same = std::ranges::find(other->parameters, one.name, &Parameter::name);
        if (same == other->parameters.end() || parameter_row(*same) != parameter_row(one)) own.push_back(one);
    }
    return parameter_rows(own) +
           fitted(fmt::format("the {} others are those of {}, which sigprop show {} describes; sigprop show "
                              "ARGUMENT describes one of them",
                              quantity.parameters.size() - own.size(), other->name, other->name),
                  4);
}

/// What a parameter means, wherever it has another meaning; "" if no quantity has it.
std::string describe_parameter(const std::string& name) {
    std::vector<std::pair<std::string, std::vector<std::string>>> meanings;  // its row, and who has it
    for (const Quantity& quantity : catalogue()) {
        const auto one = std::ranges::find(quantity.parameters, name, &Parameter::name);
        if (one == quantity.parameters.end()) continue;
        std::string row = parameter_row(*one);
        const auto known = std::ranges::find(meanings, row, [](const auto& pair) { return pair.first; });
        if (known == meanings.end())
            meanings.push_back({std::move(row), {quantity.name}});
        else
            known->second.push_back(quantity.name);
    }
    if (meanings.empty()) return "";
    constexpr std::size_t most = 3;
    std::string text = fmt::format("{}: a parameter\n", name);
    for (const auto& [row, quantities] : meanings) {
        std::vector<std::string> first(
            quantities.begin(),
            quantities.begin() + static_cast<std::ptrdiff_t>(std::min(most, quantities.size())));
        if (quantities.size() > most) first.push_back(fmt::format("{} more", quantities.size() - most));
        text += fitted("of " + joined(first), 2) + row;
    }
    return text;
}

/// What is asked of the arguments together, and what the value can be.
std::string condition_rows(const Quantity& quantity) {
    std::string conditions;
    for (const Relation& one : quantity.relations)
        conditions += (conditions.empty() ? "" : ", ") + one.text();
    return titled("requires", conditions) + titled("values", quantity.values.remark());
}

std::string formula_text(const Quantity& quantity) {
    std::string text = text_of_formula(quantity.formula);
    for (const std::string& note : quantity.formula_notes) text += "\n" + text_of_prose(note);
    return text;
}

/// What it is called within its group; how it is found is no part of that.
std::string_view own_name(const Quantity& quantity) {
    std::string_view name = quantity.name;
    name.remove_prefix(name.rfind('.') + 1);
    constexpr std::string_view found_by = "simulated_";
    if (name.starts_with(found_by)) name.remove_prefix(found_by.size());
    return name;
}

/// Quantities that are called the same and mean another thing: other networks, another library.
std::string namesakes(const Quantity& quantity) {
    std::string text;
    for (const Quantity& one : catalogue()) {
        if (one.name == quantity.name || own_name(one) != own_name(quantity)) continue;
        text += (text.empty() ? "" : "\n") + one.name + ": " + one.summary;
    }
    return text;
}

std::string describe(const Quantity& quantity) {
    std::string text = fitted(named(quantity).usage, 0);
    text += titled("", quantity.summary);
    text += titled("formula", formula_text(quantity)) + titled("units", quantity.units) +
            titled("limit", quantity.limit) + titled("source", quantity.source);
    text += titled("aliases", joined(quantity.aliases)) + parameter_rows(quantity) + condition_rows(quantity);
    text += titled("solve", known_curves_of(quantity.name));
    if (!quantity.route_notes.empty()) text += "  routes\n";
    for (const std::string& note : quantity.route_notes) text += fitted(note, 4);
    return text + titled("rests on", joined(quantity.theorems)) + titled("see also", namesakes(quantity));
}

std::string describe(const ActivationEntry& activation) {
    return fitted(signature(activation.name, activation.parameters), 0) +
           titled("formula", activation.formula) + titled("source", activation.source) +
           titled("aliases", joined(activation.aliases)) + parameter_rows(activation.parameters);
}

/// A group of quantities: each with its call, what it is, and where that stands; "" where there is none.
std::string describe_group(const std::string& group) {
    std::string text;
    std::size_t count = 0;
    for (const Quantity& one : catalogue()) {
        if (!one.name.starts_with(group + ".")) continue;
        ++count;
        text += fitted(named(one).usage, 2) + fitted(one.summary, 6) + fitted(one.source, 6);
    }
    if (count == 0) return {};
    return fmt::format("{}: a group of {} quantities; sigprop show '{}.*' describes each in full\n", group,
                       count, group) +
           text;
}

std::string describe(const Claim& claim) {
    const Source& source = claim.source;
    std::vector<std::string> work;
    for (const std::string& part :
         {source.author, source.title, source.year ? std::to_string(*source.year) : "", source.where,
          source.url}) {
        if (!part.empty()) work.push_back(part);
    }
    std::string text = printable(claim.id) + "\n" + titled("statement", printable(claim.statement)) +
                       titled("expression", printable(claim.expression));
    if (claim.stated)
        text +=
            titled("stated", printable(claim.stated->text() + "  (" + claim.stated->convention_text() + ")"));
    if (claim.is_external()) {
        text +=
            titled("external", claim.external_reason ? std::string(to_string(*claim.external_reason)) : "") +
            titled("reason", printable(claim.why_external));
    } else {
        const std::string how = claim.is_experiment() ? ": trains networks; takes minutes" : "";
        text += titled("kind", std::string(to_string(claim.kind)) + how);
        if (claim.kind != ClaimKind::finding) text += titled("says", std::string(to_string(claim.says)));
        text += titled("expected", std::string(to_string(claim.expected)));
    }
    text += titled("quote", printable(claim.quote)) + titled("in English", printable(claim.quote_en));
    text += titled("source", printable(joined(work))) + titled("note", printable(claim.note));
    return text + titled("file", printable(claim.file + ":" + std::to_string(claim.line)));
}

/// The laws of tensors with one number of axes: each with the names that it holds for.
std::string law_rows(const ModelFamily& family, bool is_matrix) {
    std::string text;
    for (const FamilyLaw& law : family.laws) {
        if (law.is_matrix != is_matrix) continue;
        std::string says = "no simple law";
        if (law.law)
            says =
                fmt::format("{} {}", to_string(*law.law), law.law == TensorLaw::constant ? "" : "of std ") +
                law.scale;
        for (const std::string& other : law.others) says += " or " + other;
        text += fitted(says, 4) + fitted(joined(law.names), 8);
    }
    return text.empty() ? "" : (is_matrix ? "  two axes or more\n" : "  fewer than two axes\n") + text;
}

std::string describe(const ModelFamily& family) {
    std::string defaults;
    for (const auto& [key, value] : family.defaults)
        defaults += (defaults.empty() ? "" : ", ") + key + " " + value;
    std::string seen;  // with spaces, at which it can be wrapped
    for (const char one : family.seen) seen += one == '|' ? std::string(" | ") : std::string(1, one);
    std::string ties;
    for (const TiedTensors& one : family.ties)
        ties += (ties.empty() ? "" : "\n") + one.name + " = " + one.source;
    const std::string when = family.ties.empty()      ? ""
                             : family.ties_by_default ? "unless config.json has tie_word_embeddings false"
                                                      : "if config.json has tie_word_embeddings true";
    return fmt::format("family.{}: the laws of a fresh model in {} {}\n", family.name, family.library,
                       family.version) +
           titled("the same", family.also.empty() ? "" : family.library + " " + joined(family.also)) +
           titled("classes", joined(family.classes)) + titled("models", joined(family.architectures)) +
           titled("config.json", defaults.empty() ? "" : "by default " + defaults) +
           fitted(
               "the longest matching end of a tensor's name gives its law; * is a number, ^ the start of the "
               "name",
               2) +
           law_rows(family, true) + law_rows(family, false) + titled("names", seen) +
           titled("copies", joined(family.copies)) + titled("ties", ties) + titled("", when);
}

/// Another meaning of a name: a choice, such as the scheme kaiming.
std::optional<std::string> said_of(const std::string& name) {
    for (const Quantity& one : catalogue()) {
        for (const Parameter& parameter : one.parameters) {
            const std::vector<std::string>& all = parameter.choices;
            if (std::find(all.begin(), all.end(), name) == all.end()) continue;
            return "'" + name + "' is a value of the parameter '" + parameter.name + "' of " + one.name +
                   ": sigprop show " + one.name;
        }
    }
    return std::nullopt;
}

[[noreturn]] void refuse_unknown(const std::string& name, const std::vector<Claim>& claims) {
    if (const std::optional<std::string> known = said_of(name)) throw InputError(*known);
    std::vector<std::string> names;
    for (const Quantity& one : catalogue()) {
        names.push_back(one.name);
        names.insert(names.end(), one.aliases.begin(), one.aliases.end());
    }
    for (const ActivationEntry& one : activation_table()) {
        names.push_back(one.name);
        names.insert(names.end(), one.aliases.begin(), one.aliases.end());
    }
    const std::vector<std::string> layers = norm_layer_names();
    names.insert(names.end(), layers.begin(), layers.end());
    for (const std::string& one : kernel_contract_names()) names.push_back(one);
    for (const Recipe& one : shipped_recipes()) names.push_back("recipe." + one.name);
    for (const FamilyEntry& one : family_index()) names.push_back("family." + one.name);
    for (const Claim& one : claims) names.push_back(one.id);
    const std::optional<std::string> nearest = nearest_name(name, names);
    throw InputError("nothing is named '" + name + "'" +
                     (nearest ? "; did you mean '" + *nearest + "'?" : "; sigprop list shows every name"));
}

/// The full names that the glob matches, in the order of `list`.
std::vector<std::string> names_matching(const std::string& glob, const std::vector<Claim>& claims) {
    std::vector<std::string> names;
    const auto add = [&](const std::string& name) {
        if (glob_match(glob, name) && std::ranges::find(names, name) == names.end()) names.push_back(name);
    };
    for (const Quantity& one : catalogue()) add(one.name);
    for (const ActivationEntry& one : activation_table()) add(one.name);
    for (const NormLayer& one : norm_layers()) add(std::string(one.name));
    for (const std::string& one : kernel_contract_names()) add(one);
    for (const Recipe& one : shipped_recipes()) add("recipe." + one.name);
    if (glob.starts_with("family."))  // hundreds, which a glob for quantities does not mean
        for (const FamilyEntry& one : family_index()) add("family." + one.name);
    for (const Claim& one : claims) add(one.id);
    return names;
}

/// Pairs of a key and a text, in order.
using Facts = std::vector<std::pair<const char*, std::string>>;

/// What has this name, as an object; facts that are empty are left out.
Json fields_of(const char* kind, const std::string& name, const Facts& facts) {
    Json fields = Json::object().set("kind", kind).set("name", name);
    for (const auto& [key, text] : facts)
        if (!text.empty()) fields.set(key, text);
    return fields;
}

Json json_list(const std::vector<std::string>& texts) {
    Json list = Json::array();
    for (const std::string& one : texts) list.push_back(one);
    return list;
}

Json json_list(const std::vector<Parameter>& parameters) {
    Json list = Json::array();
    for (const Parameter& one : parameters) {
        Json fields = Json::object().set("name", one.name).set("kind", to_string(one.kind));
        fields.set("default", one.fallback ? Json(*one.fallback) : Json());
        fields.set("optional", one.optional || one.fallback.has_value());
        list.push_back(fields.set("meaning", one.description()).set("choices", json_list(one.choices)));
    }
    return list;
}

Json fields_of(const Quantity& quantity) {
    Json fields = fields_of("quantity", quantity.name,
                            {{"call", named(quantity).usage},
                             {"summary", quantity.summary},
                             {"formula", formula_text(quantity)},
                             {"units", quantity.units},
                             {"limit", quantity.limit},
                             {"source", quantity.source}});
    fields.set("aliases", json_list(quantity.aliases)).set("parameters", json_list(quantity.parameters));
    return fields.set("routes", json_list(quantity.route_notes))
        .set("theorems", json_list(quantity.theorems));
}

Json fields_of(const ActivationEntry& activation) {
    Json fields = fields_of("activation", activation.name,
                            {{"call", signature(activation.name, activation.parameters)},
                             {"formula", activation.formula},
                             {"source", activation.source}});
    return fields.set("aliases", json_list(activation.aliases))
        .set("parameters", json_list(activation.parameters));
}

Json fields_of(const Claim& claim) {
    return fields_of("claim", claim.id,
                     {{"statement", claim.statement},
                      {"expression", claim.expression},
                      {"stated", claim.stated ? claim.stated->text() : ""},
                      {"expected", claim.is_external() ? "" : std::string(to_string(claim.expected))},
                      {"quote", claim.quote},
                      {"source", claim.source.title},
                      {"url", claim.source.url},
                      {"note", claim.note}});
}

/// The quantities of a group by name; none if there is no such group.
std::vector<std::string> members_of(const std::string& group) {
    std::vector<std::string> names;
    for (const Quantity& one : catalogue())
        if (one.name.starts_with(group + ".")) names.push_back(one.name);
    return names;
}

/// One of the things that a name stands for: for people, and by field.
struct Shown {
    std::string text;
    Json fields;
};

/// The contract of a kernel's rounding in words, once for what all types of storage have in common; by field
/// it is given for each type, as JSON that measure kernel reads.
Shown shown_contract(const std::vector<KernelContract>& types) {
    Json list = Json::array();
    std::vector<std::vector<ContractWords>> words;
    for (const KernelContract& one : types) {
        list.push_back(parse_json(json_of(one), one.name));
        words.push_back(explained(one));
    }
    std::string text = types.front().name + ": a contract, what a kernel promises of its roundings\n";
    for (std::size_t row = 0; row < words.front().size(); ++row) {
        const std::string& title = words.front()[row].title;
        if (title == "storage" && types.size() > 1) {
            text += titled(title, "the type of the result");
            continue;
        }
        std::vector<std::pair<std::string, std::vector<std::string>>> said;  // a sentence, and its types
        for (std::size_t i = 0; i < types.size(); ++i) {
            const std::string& one = words[i][row].text;
            const auto known = std::ranges::find(said, one, [](const auto& pair) { return pair.first; });
            const std::string type(sigprop::to_string(types[i].storage));
            if (known == said.end())
                said.push_back({one, {type}});
            else
                known->second.push_back(type);
        }
        for (const auto& [one, of] : said)
            text += said.size() == 1 ? titled(title, one) : titled(title, "of " + joined(of) + "\n" + one);
    }
    text += titled("see", "docs/explanation/rounding.md has the theorems; sigprop show " +
                              types.front().name + " --json writes it as a file for --contract");
    Json fields = fields_of("contract", types.front().name, {{"says", types.front().says}});
    fields.set("contracts", std::move(list)).set("text", text);
    return {std::move(text), std::move(fields)};
}

/// A shipped contract, or the one that a file of that name holds.
std::optional<Shown> shown_contract(const std::string& name) {
    constexpr std::array types = {Dtype::float32, Dtype::bfloat16, Dtype::float16};
    const std::vector<std::string> known = kernel_contract_names();
    const bool is_shipped = std::ranges::find(known, name) != known.end();
    if (!is_shipped && !name.ends_with(".json")) return std::nullopt;
    std::vector<KernelContract> all;
    if (is_shipped) {
        for (const Dtype type : types) {
            const std::vector<std::string> of_type = kernel_contract_names(type);
            if (std::ranges::find(of_type, name) != of_type.end()) all.push_back(kernel_contract(name, type));
        }
        return shown_contract(all);
    }
    const ContractFile file{read_file(name), name};
    if (const std::optional<Dtype> own = storage_of(file)) return shown_contract({contract_of(file, *own)});
    for (const Dtype type : types) all.push_back(contract_of(file, type));
    return shown_contract(all);
}

/// Everything with this name, or with a name that a glob matches.
std::vector<Shown> found(const std::string& name, const std::vector<Claim>& claims) {
    std::vector<Shown> all;
    const auto add = [&all](std::string text, Json fields) {
        fields.set("text", text);
        all.push_back({std::move(text), std::move(fields)});
    };
    if (name.find_first_of("*?[") != std::string::npos) {
        for (const std::string& one : names_matching(name, claims)) {
            std::vector<Shown> more = found(one, claims);
            all.insert(all.end(), more.begin(), more.end());
        }
        return all;
    }
    if (const Quantity* quantity = find_quantity(name)) add(describe(*quantity), fields_of(*quantity));
    if (const ActivationEntry* activation = find_activation(name))
        add(describe(*activation), fields_of(*activation));
    if (std::string group = describe_group(name); !group.empty())
        add(std::move(group), fields_of("group", name, {}).set("quantities", json_list(members_of(name))));
    if (name == norm_layers_name) add(norm_layer_text(), fields_of("layers", name, {}));
    if (const NormImplementation* one = find_norm_implementation(name)) {
        add(norm_implementation_text(*one),
            fields_of("implementation", std::string(one->name), {{"layer", std::string(one->layer)}}));
    } else if (const NormLayer* layer = norm_layer_named(name)) {
        add(norm_layer_text(*layer),
            fields_of("layer", std::string(layer->name),
                      {{"formula", "y = " + formula_of(*layer)}, {"source", std::string(layer->source)}}));
    }
    if (std::optional<Shown> contract = shown_contract(name)) all.push_back(std::move(*contract));
    for (const Recipe& one : shipped_recipes()) {
        if ("recipe." + one.name == name)
            add(recipe_description(one), fields_of("recipe", name, {{"summary", one.summary}}));
    }
    constexpr std::string_view family = "family.";
    if (name.starts_with(family)) {
        if (const ModelFamily* one = shipped_family(std::string_view(name).substr(family.size())))
            add(describe(*one), fields_of("family", name, {{"library", one->library + " " + one->version}}));
    }
    for (const Claim& claim : claims) {
        if (claim.id == name) add(describe(claim), fields_of(claim));
    }
    if (all.empty()) {
        if (std::string text = describe_parameter(name); !text.empty())
            add(std::move(text), fields_of("parameter", name, {}));
    }
    return all;
}

std::vector<Shown> shown(const std::vector<std::string>& names, const std::vector<Claim>& claims) {
    std::vector<Shown> all;
    for (const std::string& name : names) {
        const std::vector<Shown> more = found(name, claims);
        if (more.empty()) refuse_unknown(name, claims);
        all.insert(all.end(), more.begin(), more.end());
    }
    return all;
}

Json as_json(const std::vector<Shown>& all) {
    Json list = Json::array();
    for (const Shown& one : all) list.push_back(one.fields);
    return Json::object().set("shown", std::move(list));
}

}  // namespace

Json show_answer(const std::vector<std::string>& names) { return as_json(shown(names, builtin_claims())); }

Exit run_show(const Invocation& call) {
    const std::optional<std::string> json = call.options.output("json");
    if (json) check_destination(call, "--json", *json);
    const std::vector<Shown> all = shown(call.words, read_selected_files(call.flags).claims());
    if (json && write_data(*json, as_json(all))) return Exit::ok;
    std::vector<std::string> texts;
    for (const Shown& one : all) texts.push_back(one.text);
    print(joined(texts, "\n"));
    return Exit::ok;
}

}  // namespace sigprop::tool
