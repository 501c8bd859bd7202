#include "engine/binding/call_arguments.hpp"

#include "engine/binding/binder.hpp"
#include "engine/binding/catalogue.hpp"
#include "engine/binding/library_call.hpp"

#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"
#include "core/formula/lowering.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sigprop {
namespace {

struct OtherWord {
    std::string_view word, name;
    std::string_view note = {};
};

/// What people call a parameter that has another name here, where edits would find a wrong one or none:
/// block, layers. The first whose name the quantity has is meant.
constexpr std::array other_words = {
    OtherWord{"blocks", "layers"},
    OtherWord{"layer", "sublayer"},
    OtherWord{"depth", "layers"},
    OtherWord{"n_layers", "layers"},
    OtherWord{"n_layer", "layers"},
    OtherWord{"num_layers", "layers"},
    OtherWord{"num_hidden_layers", "layers"},
    OtherWord{"d_model", "width"},
    OtherWord{"hidden_size", "width"},
    OtherWord{"n_embd", "width"},
    OtherWord{"n_heads", "heads"},
    OtherWord{"n_head", "heads"},
    OtherWord{"num_heads", "heads"},
    OtherWord{"num_attention_heads", "heads"},
    OtherWord{"vocab", "vocabulary"},
    OtherWord{"vocab_size", "vocabulary"},
    OtherWord{"lr", "rate"},
    OtherWord{"learning_rate", "rate"},
    OtherWord{"batch_size", "batch"},
    OtherWord{"bs", "batch"},
    OtherWord{"seq_len", "length"},
    OtherWord{"sequence_length", "length"},
    OtherWord{"block_size", "length"},
    OtherWord{"num_steps", "steps"},
    OtherWord{"max_steps", "steps"},
    OtherWord{"iterations", "steps"},
    OtherWord{"warmup_steps", "warmup"},
    OtherWord{"wd", "weight_decay"},
    OtherWord{"seeds", "networks"},
    OtherWord{"runs", "networks"},
    OtherWord{"act", "activation"},
    OtherWord{"bias", "bias_variance", "which is a variance (of a std write the square, such as 0.05^2)"},
    OtherWord{"bias_std", "bias_variance", "which is a variance, the square of a std"},
    OtherWord{"sigma_b", "bias_variance", "which is a variance, the square of a std"},
    OtherWord{"weight_std", "weight_variance", "which is a variance, the square of a std"},
    OtherWord{"sigma_w", "weight_variance", "which is a variance, the square of a std"},
    OtherWord{"sigma", "std"},
    OtherWord{"temperature", "std", "which is the std of the logits, divided by the temperature"},
    OtherWord{"seq_len", "n"},
    OtherWord{"keys", "n"},
    OtherWord{"length", "n"},
};

const OtherWord* other_word(std::string_view wrong, const std::vector<std::string>& names) {
    const auto found = std::ranges::find_if(other_words, [&](const OtherWord& one) {
        return one.word == wrong && std::ranges::find(names, one.name) != names.end();
    });
    return found == other_words.end() ? nullptr : &*found;
}

/// "; did you mean 'bias_variance', which is a variance, the square of a std? Write …(tanh,
/// bias_variance=0.05^2)"
std::string what_to_write(const Argument& argument, const std::vector<std::string>& names,
                          std::string_view text) {
    constexpr std::size_t longest = 160;
    const OtherWord* other = other_word(argument.key, names);
    if (other == nullptr || text.size() > longest) return {};
    std::string whole(text);
    if (argument.key_offset + argument.key.size() > whole.size()) return {};
    const std::size_t end = argument.value.offset + argument.value.length;
    const bool is_std = argument.key.ends_with("_std") || argument.key.starts_with("sigma_");
    if (other->note.starts_with("which is a variance") && is_std && end <= whole.size() &&
        argument.key_offset < end) {
        const bool is_number = argument.value.kind == Expression::Kind::number;
        whole.insert(end, is_number ? "^2" : ")^2");
        if (!is_number) whole.insert(argument.value.offset, "(");
    }
    whole.replace(argument.key_offset, argument.key.size(), other->name);
    return "; did you mean '" + std::string(other->name) + "'" +
           (other->note.empty() ? "" : ", " + std::string(other->note)) + "? Write " + whole;
}

}  // namespace

std::optional<std::string> parameter_meant(std::string_view wrong, const std::vector<std::string>& names) {
    const OtherWord* other = other_word(wrong, names);
    return other != nullptr ? std::optional(std::string(other->name)) : nearest_name(wrong, names);
}

void refuse_argument(const std::string& message, const Expression& at, std::string_view text) {
    throw InputError(message, Place{"expression", std::string(text), at.offset, at.length});
}

std::string usage(const std::string& name, const std::vector<Parameter>& parameters) {
    constexpr std::size_t many = 10;
    constexpr std::size_t shown_of_many = 5;
    std::string shape = name + "(";
    for (std::size_t i = 0; i < parameters.size(); ++i) {
        if (parameters.size() > many && i == shown_of_many)
            return shape + ", …): sigprop show " + name + " has all parameters";
        shape += (i > 0 ? ", " : "") + parameters[i].name;
        if (parameters[i].fallback || parameters[i].optional)
            shape += "=" + parameters[i].fallback.value_or("");
    }
    return shape + ")";
}

namespace {

/// The quantity of another theme that is called the same and has the parameter, as network.second_moment has
/// the norm that residual.second_moment has not.
const Quantity* namesake_with(const std::string& name, const std::string& parameter) {
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos) return nullptr;
    const auto fits = [&](const Quantity& one) {
        return one.name != name && one.name.ends_with(name.substr(dot)) &&
               std::ranges::find(one.parameters, parameter, &Parameter::name) != one.parameters.end();
    };
    const auto found = std::ranges::find_if(catalogue(), fits);
    return found == catalogue().end() ? nullptr : &*found;
}

}  // namespace

std::vector<const Expression*> matched_arguments(const std::string& name,
                                                 const std::vector<Parameter>& parameters,
                                                 const Expression& call, std::string_view text) {
    std::vector<const Expression*> given(parameters.size(), nullptr);
    std::vector<std::string> names;
    names.reserve(parameters.size());
    for (const Parameter& parameter : parameters) names.push_back(parameter.name);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const Argument& argument = call.arguments[i];
        std::size_t index = i;
        if (argument.key.empty()) {
            if (i >= parameters.size()) {
                refuse_argument("too many arguments: write " + usage(name, parameters), argument.value, text);
            }
        } else {
            for (index = 0; index < names.size() && names[index] != argument.key;) ++index;
            if (index == names.size()) {
                std::string message = name + " has no parameter '" + argument.key + "'";
                if (const std::string written = what_to_write(argument, names, text); !written.empty()) {
                    message += written;
                } else if (const auto near = parameter_meant(argument.key, names)) {
                    message += "; did you mean '" + *near + "'?";
                } else if (const Quantity* other = namesake_with(name, argument.key)) {
                    message += ", but " + other->name + " has: sigprop show " + other->name;
                } else {
                    message += ": write " + usage(name, parameters);
                }
                throw InputError(message, Place{"expression", std::string(text), argument.key_offset,
                                                argument.key.size()});
            }
            if (given[index] != nullptr) {
                const bool by_place = call.arguments[index].key.empty();
                refuse_argument(
                    "'" + argument.key + "' is given twice" + (by_place ? ": by position and by name" : ""),
                    argument.value, text);
            }
        }
        given[index] = &argument.value;
    }
    return given;
}

std::vector<const Expression*> matched_arguments(const Quantity& quantity, const Expression& call,
                                                 std::string_view text) {
    return quantity.signature.empty() ? matched_arguments(quantity.name, quantity.parameters, call, text)
                                      : matched_library_arguments(quantity, call, text);
}

Real bind_real(const Expression& e, std::string_view text) {
    const bool negative = e.kind == Expression::Kind::unary_minus;
    const Expression& inner = negative ? e.arguments[0].value : e;
    if (inner.kind == Expression::Kind::name && inner.name == "inf") return Real::infinity(negative ? -1 : 1);
    const BoundExpression bound = bind_expression(e, text);
    if (bound.leaves.empty()) {
        // Find a constant without a value (1/0, log(-1)) now, while its place is still known.
        if (auto reason = proved_undefined(bound.formula, {}))
            refuse_argument("this argument has no value: " + *reason, e, text);
    }
    return real_of(bound);
}

}  // namespace sigprop
