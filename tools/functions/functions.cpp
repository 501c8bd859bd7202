#include "functions.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <stdexcept>
#include <string_view>

#include "core/base/utf8.hpp"
#include "core/notation/notation.hpp"
#include "quantities/rows.hpp"

namespace functions {
namespace {

using sigprop::OptionGroupRow;
using sigprop::Parameter;
using sigprop::ParameterKind;
using sigprop::Quantity;

/// A public header: the groups of quantities in it, each a namespace of that name.
struct Header {
    std::string_view name, groups, about;
};
constexpr std::array headers = {
    Header{"initialization",
           "truncated_normal complex_truncated_normal init deepnorm torch jax flax keras tf timm nnx haiku "
           "equinox mlx transformers",
           "Laws of weights, the standard deviations of initialisation schemes, and the weights that calls "
           "of PyTorch, JAX, Flax, Keras, TensorFlow, timm, Haiku, Equinox, MLX and transformers actually "
           "produce."},
    Header{"activation", "activation selu dks tat",
           "Activations under a normal input, SELU's constants, and those of DKS and TAT."},
    Header{"residual", "residual",
           "Residual streams and their gradients: in theory, and in sampled networks (simulated_...)."},
    Header{"training", "network training",
           "Whole Transformers at initialisation (network) and after training (training), by simulation."},
    Header{"attention", "attention rope alibi", "Attention rows, length rules, logits and positions."},
    Header{"normalization", "norm", "Normalisation layers: outputs, Jacobians and statistics."},
    Header{"elementwise", "elementwise",
           "Elementwise stand-ins for normalisation: DyT, DyISRU and their ODEs."},
    Header{"optimizer", "optimizer muon",
           "First steps of optimisers, running statistics, and what Muon does to singular values."},
    Header{"quantizer", "quantizer normal", "Quantisers of normal numbers, and the largest of them."},
    Header{"mixture", "moe", "Mixtures of experts at initialisation."},
    Header{"sampler", "sampler", "What samplers of random numbers really draw."},
    Header{"unit_scaling", "unit_scaling",
           "Factors that give outputs and gradients of operations unit variance."},
};

/// Names of option structs that several functions share, by the first of these functions; otherwise a struct
/// is named after the function.
struct SharedName {
    std::string_view first, name;
};
constexpr std::array shared_names = {
    SharedName{"truncated_normal.mass", "Parent"},
    SharedName{"activation.mean", "NormalPreactivation"},
    SharedName{"activation.variance_map", "Bias"},
    SharedName{"selu.alpha", "Moments"},
    SharedName{"init.std", "Scheme"},
    SharedName{"deepnorm.encoder_alpha", "Depth"},
    SharedName{"torch.kaiming_uniform_", "Kaiming"},
    SharedName{"torch.xavier_uniform_", "Xavier"},
    SharedName{"jax.lecun_uniform", "FanIn"},
    SharedName{"jax.glorot_uniform", "FanAverage"},
    SharedName{"keras.LecunNormal", "FanIn"},
    SharedName{"keras.TruncatedNormal", "Normal"},
    SharedName{"tf.truncated_normal", "Normal"},
    SharedName{"keras.GlorotUniform", "FanAverage"},
    SharedName{"residual.second_moment", "Stream"},
    SharedName{"residual.weight_gradient_ratio", "Gradient"},
    SharedName{"residual.log_gradient_mean", "LogGradient"},
    SharedName{"residual.simulated_second_moment", "Simulated"},
    SharedName{"residual.simulated_path_length_mean", "SimulatedPath"},
    SharedName{"residual.simulated_token_similarity", "SimulatedTokens"},
    SharedName{"residual.sublayer_angle", "OneSublayer"},
    SharedName{"attention.entropy", "Row"},
    SharedName{"attention.annealed_entropy", "Annealed"},
    SharedName{"attention.log_rule", "Reference"},
    SharedName{"attention.rule_factor", "Rule"},
    SharedName{"norm.partial_rms_std", "PartialRms"},
    SharedName{"optimizer.running_half_life", "Convention"},
    SharedName{"elementwise.best_map", "MapInput"},
    SharedName{"elementwise.excess_error", "Map"},
};

/// Frameworks call the same thing by the same name: their option structs begin with the framework's.
constexpr std::string_view frameworks = "torch jax flax keras tf timm nnx haiku equinox mlx transformers";

constexpr std::size_t width = 110;

bool must_be_given(const Parameter& parameter) { return !parameter.fallback && !parameter.optional; }

std::string group_of(const Quantity& quantity) { return quantity.name.substr(0, quantity.name.find('.')); }
std::string function_of(const Quantity& quantity) {
    return quantity.name.substr(quantity.name.find('.') + 1);
}

std::string camel_case(std::string_view name) {
    std::string camel;
    bool upper = true;
    for (const char c : name) {
        if (c != '_') camel += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        upper = c == '_';
    }
    return camel;
}

std::size_t columns(std::string_view text) {
    return text.size() - static_cast<std::size_t>(std::ranges::count_if(text, sigprop::utf8_continues));
}

std::vector<std::string> split(std::string_view text, char separator) {
    std::vector<std::string> parts;
    for (std::size_t i = 0; i <= text.size();) {
        const std::size_t end = std::min(text.find(separator, i), text.size());
        if (end > i) parts.emplace_back(text.substr(i, end - i));
        i = end + 1;
    }
    return parts;
}

/// A comment in lines of at most `width` columns: `label`, then the text, whose own lines stay lines. Further
/// lines are indented by as much as the label is wide.
std::string comment(const std::string& lead, std::string_view label, std::string_view text) {
    const std::string hanging = lead + std::string(columns(label), ' ');
    std::string all;
    std::string line = lead + std::string(label);
    for (const std::string& paragraph : split(text, '\n')) {
        bool empty = true;
        for (const std::string& word : split(paragraph, ' ')) {
            if (!empty && columns(line) + 1 + columns(word) > width) {
                all += line + "\n";
                line = hanging;
                empty = true;
            }
            line += (empty ? "" : " ") + word;
            empty = false;
        }
        all += line + "\n";
        line = hanging;
    }
    return all;
}

bool is_boolean(const Parameter& parameter) {
    const auto has = [&](const char* choice) {
        return std::ranges::find(parameter.choices, choice) != parameter.choices.end();
    };
    return parameter.choices.size() == 2 && has("true") && has("false");
}

std::string type_of(const Parameter& parameter) {
    switch (parameter.kind) {
        case ParameterKind::real:
        case ParameterKind::integer: return "NumberArgument";
        case ParameterKind::reals: return "ListArgument";
        case ParameterKind::choice: return is_boolean(parameter) ? "bool" : "std::string";
        case ParameterKind::activation:
        case ParameterKind::family: return "FunctionArgument";
    }
    throw std::logic_error("a kind of parameter without a C++ type");
}

std::string meaning_of(const Parameter& parameter) {
    std::string text = parameter.description();
    if (!parameter.choices.empty() && !is_boolean(parameter)) {
        text += "; one of ";
        for (const std::string& choice : parameter.choices)
            text += (&choice == &parameter.choices.front() ? "" : ", ") + choice;
    }
    if (parameter.fallback) text += "; default " + *parameter.fallback;
    return text;
}

bool has(std::span<const char* const> names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

/// The struct that the parameter is a member of; null for an option of the function itself.
const OptionGroupRow* group_with(const Quantity& quantity, const Parameter& parameter) {
    for (const OptionGroupRow& one : sigprop::option_groups())
        if (has(one.quantities, quantity.name) && has(one.parameters, parameter.name)) return &one;
    return nullptr;
}

/// What tells option structs apart: names, types and defaults.
std::set<std::string> shape_of(const Quantity& quantity) {
    std::set<std::string> shape;
    for (const Parameter& parameter : quantity.parameters) {
        if (must_be_given(parameter)) continue;
        if (const OptionGroupRow* group = group_with(quantity, parameter)) {
            shape.insert(group->options);
            continue;
        }
        shape.insert(parameter.name + " " + type_of(parameter) + " " + parameter.fallback.value_or(""));
    }
    return shape;
}

/// The quantities of one group, and the option structs that they share.
class Group {
public:
    Group(const std::vector<Quantity>& catalogue, std::string_view name) : name_(name) {
        for (const Quantity& quantity : catalogue) {
            if (group_of(quantity) == name) quantities_.push_back(&quantity);
        }
    }

    /// The structs of options that functions of this group take.
    std::string option_groups_text() const {
        std::string text;
        for (const OptionGroupRow& group : sigprop::option_groups()) {
            std::vector<const Quantity*> users;
            for (const Quantity* one : quantities_)
                if (has(group.quantities, one->name)) users.push_back(one);
            if (users.empty()) continue;
            text += "struct " + std::string(group.options) + " {\n";
            for (const char* name : group.parameters)
                text += option(users, *std::ranges::find(users.front()->parameters, name, &Parameter::name));
            text += "};\n\n";
        }
        return text;
    }

    /// Where people write `using namespace sigprop`, a namespace `normal` would meet their own function or
    /// variable of that name.
    std::string space() const { return "sigprop::" + (name_ == "normal" ? "normal_sample" : name_); }

    std::string text() const {
        std::string text = "namespace " + space() + " {\n\n" + option_groups_text();
        for (const Quantity* quantity : quantities_) {
            if (sharers(*quantity).front() == quantity) text += options_struct(*quantity);
        }
        for (const Quantity* quantity : quantities_)
            text += contract(*quantity) + signature(*quantity) + body(*quantity);
        return text + "}  // namespace " + space() + "\n";
    }

private:
    std::vector<const Quantity*> sharers(const Quantity& quantity) const {
        std::vector<const Quantity*> same;
        for (const Quantity* other : quantities_) {
            if (shape_of(*other) == shape_of(quantity)) same.push_back(other);
        }
        return same;
    }

    std::string options_name(const Quantity& quantity) const {
        const Quantity& first = *sharers(quantity).front();
        const auto* shared = std::ranges::find(shared_names, first.name, &SharedName::first);
        const std::string stem =
            shared != shared_names.end() ? std::string(shared->name) : camel_case(function_of(first));
        const std::vector<std::string> prefixed = split(frameworks, ' ');
        const bool is_framework = std::ranges::find(prefixed, name_) != prefixed.end();
        return (is_framework ? camel_case(name_) : "") + stem + "Options";
    }

    /// What a shared option means; where that differs, a line for each meaning, with its functions.
    static std::string meanings(const std::vector<const Quantity*>& users, const std::string& name) {
        std::vector<std::pair<std::string, std::string>> all;  // meaning, functions
        for (const Quantity* user : users) {
            const auto own = std::ranges::find(user->parameters, name, &Parameter::name);
            const std::string meaning = meaning_of(*own);
            const auto known = std::ranges::find(all, meaning, &std::pair<std::string, std::string>::first);
            if (known == all.end()) {
                all.emplace_back(meaning, function_of(*user));
            } else {
                known->second += ", " + function_of(*user);
            }
        }
        if (all.size() == 1) return comment("    /// ", "", all.front().first);
        std::string text;
        for (const auto& [meaning, functions] : all) text += comment("    /// ", functions + ": ", meaning);
        return text;
    }

    std::string options_struct(const Quantity& quantity) const {
        if (shape_of(quantity).empty()) return {};
        const std::vector<const Quantity*> users = sharers(quantity);
        std::string names;
        for (const Quantity* user : users) names += (names.empty() ? "" : ", ") + function_of(*user);
        std::string text =
            comment("/// ", "", "Options of " + names + ".") + "struct " + options_name(quantity) + " {\n";
        std::set<const OptionGroupRow*> groups;
        for (const Parameter& parameter : quantity.parameters) {
            if (must_be_given(parameter)) continue;
            const OptionGroupRow* group = group_with(quantity, parameter);
            if (group == nullptr)
                text += option(users, parameter);
            else if (groups.insert(group).second)
                text += "    " + std::string(group->options) + " " + group->member + " = {};\n";
        }
        return text + "};\n\n";
    }

    static std::string option(const std::vector<const Quantity*>& users, const Parameter& parameter) {
        return meanings(users, parameter.name) + "    std::optional<" + type_of(parameter) + "> " +
               parameter.name + " = {};\n";
    }

    static std::string requirements_of(const Quantity& quantity) {
        std::string all;
        for (const auto& one : quantity.relations) all += (all.empty() ? "" : ", ") + one.text();
        return all.empty() ? all : comment("/// ", "Requires ", all);
    }

    /// The call as text, where its order is another than that of the C++ arguments.
    static std::string order_as_text(const Quantity& quantity) {
        const auto first_option = std::ranges::find_if_not(
            quantity.parameters, [](const Parameter& one) { return must_be_given(one); });
        const auto last_given =
            std::find_if(quantity.parameters.rbegin(), quantity.parameters.rend(), must_be_given);
        if (last_given == quantity.parameters.rend() || &*last_given < &*first_option) return {};
        std::string call;
        for (auto one = quantity.parameters.begin(); &*one <= &*last_given; ++one)
            call += (call.empty() ? "" : ", ") + one->name;
        return comment("/// ", "As text  ", quantity.name + "(" + call + ", …)");
    }

    /// The formula and its notes. Notes that an earlier function of the group has too are named, not
    /// repeated.
    std::string value_of(const Quantity& quantity) const {
        std::string value = sigprop::text_of_formula(quantity.formula);
        if (quantity.formula_notes.empty()) return value;
        for (const Quantity* earlier : quantities_) {
            if (earlier == &quantity) break;
            if (earlier->formula_notes == quantity.formula_notes)
                return value + "\nfurther lines as at " + function_of(*earlier);
        }
        for (const std::string& note : quantity.formula_notes) value += "\n" + sigprop::text_of_prose(note);
        return value;
    }

    std::string contract(const Quantity& quantity) const {
        std::string text = comment("/// ", "", quantity.summary);
        if (!quantity.formula.empty()) text += comment("/// ", "Value    ", value_of(quantity));
        if (!quantity.units.empty()) text += comment("/// ", "Units    ", quantity.units);
        bool first = true;
        for (const Parameter& parameter : quantity.parameters) {
            if (!must_be_given(parameter)) continue;
            text += comment("/// ", first ? "Given    " : "         ",
                            parameter.name + ": " + meaning_of(parameter));
            first = false;
        }
        text += requirements_of(quantity) + order_as_text(quantity);
        return text + (quantity.source.empty() ? "" : comment("/// ", "Source   ", quantity.source));
    }

    std::string signature(const Quantity& quantity) const {
        std::string text = "[[nodiscard]] inline Result " + function_of(quantity) + "(";
        for (const Parameter& parameter : quantity.parameters) {
            if (must_be_given(parameter))
                text += "const " + type_of(parameter) + "& " + parameter.name + ", ";
        }
        if (!shape_of(quantity).empty()) text += "const " + options_name(quantity) + "& options = {}, ";
        return text + "const Context& context = {})";
    }

    static std::string body(const Quantity& quantity) {
        std::string arguments;
        for (const Parameter& parameter : quantity.parameters) {
            const OptionGroupRow* group = group_with(quantity, parameter);
            const std::string value = (must_be_given(parameter) ? "" : "options.") +
                                      (group == nullptr ? "" : std::string(group->member) + ".") +
                                      parameter.name;
            arguments += (arguments.empty() ? "{\"" : ", {\"") + parameter.name + "\", " + value + "}";
        }
        return " {\n    return evaluate_call(\"" + quantity.name + "\", {" + arguments +
               "}, context);\n}\n\n";
    }

    std::string name_;
    std::vector<const Quantity*> quantities_;
};

constexpr std::string_view written_by =
    "Written by tools/functions from the tables of quantities: change those.";

std::string header_text(const Header& header, const std::vector<Quantity>& catalogue) {
    std::string text = "#pragma once\n";
    text +=
        comment("// ", "",
                std::string(header.about) +
                    " Each quantity has one function of the same name. evaluate() of the same call as text, "
                    "with named arguments, gives the same answer, including random numbers. Required "
                    "arguments come first, so their order can differ from that of the text. A choice is a "
                    "word, as in expressions; an unknown word is an InputError that lists the choices.");
    text += "//\n";
    text += comment(
        "// ", "Accuracy ",
        "an enclosure to context.digits significant digits if the quantity has a proof, else a sample with "
        "its standard error. The status and evidence of the result say which one, or why there is no value.");
    text +=
        comment("// ", "Errors   ", "InputError, with the name of the parameter, for an invalid argument.");
    text += comment("// ", "", written_by);
    text += "\n#include <sigprop/engine/evaluate.hpp>\n\n// clang-format off\n";
    for (const std::string& group : split(header.groups, ' ')) text += "\n" + Group(catalogue, group).text();
    return text;
}

void check_groups(const std::vector<Quantity>& catalogue) {
    for (const Quantity& quantity : catalogue) {
        const bool known = std::ranges::any_of(headers, [&](const Header& header) {
            const std::vector<std::string> groups = split(header.groups, ' ');
            return std::ranges::find(groups, group_of(quantity)) != groups.end();
        });
        if (!known) throw std::logic_error("no header of tools/functions has the group of " + quantity.name);
    }
}

}  // namespace

std::map<std::string, std::string> files(const std::vector<Quantity>& catalogue) {
    check_groups(catalogue);
    std::map<std::string, std::string> all;
    for (const Header& header : headers)
        all[std::string(header.name) + ".hpp"] = header_text(header, catalogue);
    return all;
}

}  // namespace functions
