#include "engine/binding/library_call.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <sigprop/core/base/errors.hpp>
#include <utility>

#include "engine/binding/call_arguments.hpp"

namespace sigprop {
namespace {

constexpr std::string_view filled_tensor = "tensor";

bool is_number_name(const Expression& e) {
    return e.kind == Expression::Kind::name && (e.name == "pi" || e.name == "e" || e.name == "inf");
}

bool is_none(const Expression& e) { return e.kind == Expression::Kind::name && e.name == "None"; }

/// Whether the first argument is the tensor that is filled: a name, a shape or a call that makes it. A number
/// is the next argument, because no tensor needs to be named here.
bool is_tensor(const Expression& e) {
    switch (e.kind) {
        case Expression::Kind::name: return !is_number_name(e) && !is_none(e);
        case Expression::Kind::list: return true;
        case Expression::Kind::call: return makes_tensor(e);
        default: return false;
    }
}

bool has_tensor_slot(const Quantity& quantity) {
    return !quantity.signature.empty() && quantity.signature.front().name == filled_tensor;
}

std::optional<std::size_t> parameter_named(const Quantity& quantity, std::string_view name) {
    const auto found = std::ranges::find(quantity.parameters, name, &Parameter::name);
    if (found == quantity.parameters.end()) return std::nullopt;
    return static_cast<std::size_t>(found - quantity.parameters.begin());
}

/// The framework's argument at that place of the call; null where it has none there.
const LibraryArgument* argument_at(const Quantity& quantity, const Expression& call, std::size_t i) {
    const auto& signature = quantity.signature;
    const bool skips = has_tensor_slot(quantity) && !is_tensor(call.arguments.front().value);
    const std::size_t place = i + (skips ? 1 : 0);
    const auto last = std::ranges::find(signature, "*", &LibraryArgument::name);
    return place < static_cast<std::size_t>(last - signature.begin()) ? &signature[place] : nullptr;
}

const LibraryArgument* argument_named(const Quantity& quantity, std::string_view name) {
    const auto found = std::ranges::find(quantity.signature, name, &LibraryArgument::name);
    return found == quantity.signature.end() || name == "*" ? nullptr : &*found;
}

const LibraryArgument* library_argument(const Quantity& quantity, const Expression& call, std::size_t i) {
    const Argument& argument = call.arguments[i];
    return argument.key.empty() ? argument_at(quantity, call, i) : argument_named(quantity, argument.key);
}

/// The parameter that has what a filled tensor tells, its shape.
std::optional<std::size_t> told_by_tensor(const Quantity& quantity, const Expression& e) {
    return e.kind == Expression::Kind::name ? std::nullopt : parameter_named(quantity, "shape");
}

/// "a, mode, nonlinearity": what has a place, as the framework has it.
std::string order_of(const Quantity& quantity) {
    std::string all;
    for (const LibraryArgument& one : quantity.signature) {
        if (one.name == "*") break;
        all += (all.empty() ? "" : ", ") + one.name;
    }
    return quantity.name + "(" + all + ")";
}

bool is_usual(const LibraryArgument& argument, const Expression& e) {
    return is_none(e) || canonical_text(e) == argument.usual || word_of_argument(e) == argument.usual;
}

bool is_word_of_type(const Expression& e) { return is_none(e) || !word_of_argument(e).empty(); }

/// Refuses an argument without effect whose value shows that something else was meant by it.
void check_ignored(const Quantity& quantity, const LibraryArgument& argument, const Argument& given,
                   std::string_view text) {
    const Expression& e = given.value;
    const std::string place =
        quantity.name + ": this position is that of '" + argument.name + "' in " + order_of(quantity);
    if (!argument.usual.empty() && !is_usual(argument, e)) {
        refuse_argument(
            quantity.name + ": a value of '" + argument.name + "' other than " + argument.usual +
                " has another law: evaluate the call that it names, such as keras.HeNormal(shape=[3, 4])",
            e, text);
    }
    if (!given.key.empty()) return;
    if (argument.name.ends_with("dtype") && !is_word_of_type(e))
        refuse_argument(place + ", which is a type: write the name of the argument that you mean", e, text);
    const std::string word = word_of_argument(e);
    for (const Parameter& parameter : quantity.parameters) {
        if (word.empty() || std::ranges::find(parameter.choices, word) == parameter.choices.end()) continue;
        refuse_argument(place + ": write " + parameter.name + "=" + word, e, text);
    }
}

/// bias=False of a layer whose bias is asked for.
void check_there_is_bias(const Quantity& quantity, const Expression& call,
                         const std::vector<const Expression*>& given, std::string_view text) {
    const auto parameter = parameter_named(quantity, "parameter");
    if (!parameter || given[*parameter] == nullptr) return;
    const std::string tensor = word_of_argument(*given[*parameter]);
    if (tensor.find("bias") == std::string::npos) return;
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const LibraryArgument* argument = library_argument(quantity, call, i);
        const Expression& e = call.arguments[i].value;
        if (argument != nullptr && argument->name.ends_with("bias") && word_of_argument(e) == "false")
            refuse_argument(quantity.name + " has no bias if " + argument->name + " is False", e, text);
    }
}

[[noreturn]] void refuse_unknown(const Quantity& quantity, const Expression& call, std::size_t i,
                                 std::string_view text) {
    const Argument& argument = call.arguments[i];
    if (argument.key.empty())
        refuse_argument("too many positional arguments: the call takes " + order_of(quantity), argument.value,
                        text);
    Expression only;  // so that the message is the one for other quantities
    only.kind = Expression::Kind::call;
    only.name = call.name;
    only.arguments = {argument};
    static_cast<void>(matched_arguments(quantity.name, quantity.parameters, only, text));
    throw std::logic_error("an unknown argument was taken");
}

struct Module {
    std::string_view prefix, group;
};

/// Tried in this order. The modules nn, init and initializers have that name in several frameworks.
constexpr std::array modules = {
    Module{"torch.nn.init.", "torch."},
    Module{"torch.nn.", "torch."},
    Module{"nn.init.", "torch."},
    Module{"init.", "torch."},
    Module{"nn.initializers.", "jax."},
    Module{"jax.nn.initializers.", "jax."},
    Module{"initializers.", "jax."},
    Module{"initializers.", "keras."},
    Module{"tf.keras.initializers.", "keras."},
    Module{"tf.keras.layers.", "keras."},
    Module{"tf.initializers.", "keras."},
    Module{"keras.initializers.", "keras."},
    Module{"keras.layers.", "keras."},
    Module{"layers.", "keras."},
    Module{"tf.random.", "tf."},
    Module{"flax.linen.", "flax."},
    Module{"linen.", "flax."},
    Module{"flax.nnx.", "nnx."},
    Module{"hk.initializers.", "haiku."},
    Module{"haiku.initializers.", "haiku."},
    Module{"hk.", "haiku."},
    Module{"eqx.nn.", "equinox."},
    Module{"equinox.nn.", "equinox."},
    Module{"eqx.", "equinox."},
    Module{"mlx.nn.init.", "mlx."},
    Module{"mlx.nn.", "mlx."},
    Module{"timm.layers.", "timm."},
    Module{"timm.models.vision_transformer.", "timm."},
    Module{"transformers.initialization.", "transformers."},
    Module{"transformers.initialization.", "torch."},  // torch.nn.init's own functions, behind a guard
    Module{"transformers.pytorch_utils.", "transformers."},
    Module{"transformers.", "transformers."},
    Module{"transformers.", "torch."},
    Module{"nn.", "torch."},
    Module{"nn.", "flax."},
    Module{"keras.", "keras."},
    Module{"tf.", "tf."},
};

/// he_normal as HeNormal.
std::string camel_case(std::string_view name) {
    std::string camel;
    bool upper = true;
    for (const char c : name) {
        if (c != '_') camel += upper ? static_cast<char>(std::toupper(static_cast<unsigned char>(c))) : c;
        upper = c == '_';
    }
    return camel;
}

bool is_snake_case(std::string_view name) {
    return std::ranges::none_of(name, [](unsigned char c) { return std::isupper(c) != 0 || c == '.'; });
}

}  // namespace

std::optional<std::size_t> parameter_of_argument(const Quantity& quantity, const Expression& call,
                                                 std::size_t i) {
    const Argument& argument = call.arguments[i];
    if (!argument.key.empty()) return parameter_named(quantity, argument.key);
    if (quantity.signature.empty()) return i < quantity.parameters.size() ? std::optional(i) : std::nullopt;
    const LibraryArgument* meant = argument_at(quantity, call, i);
    if (meant == nullptr) return std::nullopt;
    if (meant->name == filled_tensor) return told_by_tensor(quantity, argument.value);
    return parameter_named(quantity, meant->name);
}

std::vector<const Expression*> matched_library_arguments(const Quantity& quantity, const Expression& call,
                                                         std::string_view text) {
    std::vector<const Expression*> given(quantity.parameters.size(), nullptr);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const Argument& argument = call.arguments[i];
        if (const auto parameter = parameter_of_argument(quantity, call, i)) {
            if (given[*parameter] != nullptr)
                refuse_argument(
                    "'" + quantity.parameters[*parameter].name + "' is given twice: by position and by name",
                    argument.value, text);
            const bool may_be_none = quantity.parameters[*parameter].optional;
            if (!may_be_none || !is_none(argument.value)) given[*parameter] = &argument.value;
            continue;
        }
        const LibraryArgument* ignored = library_argument(quantity, call, i);
        if (ignored == nullptr) refuse_unknown(quantity, call, i, text);
        if (ignored->name != filled_tensor) check_ignored(quantity, *ignored, argument, text);
    }
    check_there_is_bias(quantity, call, given, text);
    return given;
}

std::vector<std::string> remarks_on_call(const Quantity& quantity, const Expression& call) {
    std::vector<std::string> all;
    if (call.name.find('.') == std::string::npos)
        all.push_back("'" + call.name + "' is read as " + quantity.name);
    for (std::size_t i = 0; i < call.arguments.size(); ++i) {
        const LibraryArgument* argument = library_argument(quantity, call, i);
        if (argument == nullptr || parameter_of_argument(quantity, call, i)) continue;
        const Expression& e = call.arguments[i].value;
        if (argument->name == filled_tensor)
            all.push_back("'" + canonical_text(e) + "' is the tensor to fill; its shape is unknown here");
        const std::string word = word_of_argument(e);
        if (argument->name.ends_with("dtype") && (word == "bfloat16" || word == "float16"))
            all.push_back("the number is that of the law, before rounding of the weights to " + word);
    }
    return all;
}

std::string word_of_argument(const Expression& e) {
    if (e.kind == Expression::Kind::text) return e.name;
    if (e.kind != Expression::Kind::name) return {};
    if (e.name == "True" || e.name == "False") return e.name == "True" ? "true" : "false";
    for (const std::string_view module : {"torch.", "jnp.", "jax.numpy.", "np.", "numpy.", "tf.", "mx."})
        if (e.name.starts_with(module)) return e.name.substr(module.size());
    return e.name;
}

bool makes_tensor(const Expression& e) {
    if (e.kind != Expression::Kind::call) return false;
    const std::size_t dot = e.name.rfind('.');
    const std::string name = dot == std::string::npos ? e.name : e.name.substr(dot + 1);
    constexpr std::array<std::string_view, 6> makers = {"empty", "zeros", "ones", "randn", "rand", "Tensor"};
    return dot != std::string::npos && !e.arguments.empty() && e.arguments.front().key.empty() &&
           std::ranges::find(makers, name) != makers.end();
}

std::vector<std::string> names_spelled(std::string_view name) {
    std::vector<std::string> all;
    // trunc_normal_ was imported by name. Only functions that fill a tensor end so, and none of ours.
    if (name.find('.') == std::string_view::npos && name.ends_with('_'))
        all = {"torch." + std::string(name), "timm." + std::string(name)};
    for (const Module& one : modules) {
        if (!name.starts_with(one.prefix)) continue;
        const std::string_view rest = name.substr(one.prefix.size());
        const bool keras = one.group == "keras." && is_snake_case(rest);
        all.push_back(std::string(one.group) + (keras ? camel_case(rest) : std::string(rest)));
    }
    return all;
}

}  // namespace sigprop
