// Recipes as code to paste and as a specification that checkpoints are held against.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/version.hpp>

#include "core/ball/text.hpp"
#include "engine/binding/binder.hpp"
#include "engine/recipe/recipe_report.hpp"
#include "formats/json.hpp"

namespace sigprop {
namespace {

Ball value_of(const std::string& text, const Context& context) {
    return real_of(bind_expression(text)).at(Context::bits_for(std::max(context.digits, 20L)) + 32);
}

/// The shortest decimal of the nearest double.
std::string double_text(const std::string& expression, const Context& context) {
    const std::optional<double> number = nearest_double(value_of(expression, context));
    if (!number) throw InputError("the value of " + expression + " is not proved");
    return fmt::format("{}", *number);
}

std::string sizes_text(const SizedRecipe& recipe) {
    std::string text;
    for (const auto& [name, value] : recipe.parameters)
        text += (text.empty() ? "" : ", ") + name + " " + value;
    return text;
}

bool has_rates(const SizedRecipe& recipe) {
    return std::ranges::any_of(recipe.tensors,
                               [](const SizedTensor& one) { return !one.learning_rate.empty(); });
}

bool has_lawless(const SizedRecipe& recipe) {
    return std::ranges::any_of(recipe.tensors, [](const SizedTensor& one) { return !one.has_law; });
}

/// Tuples (pattern, law, scale, cut, learning rate), one per line.
std::string rules(const SizedRecipe& recipe, const Context& context) {
    std::map<std::string, std::string> numbers;
    const auto number = [&](const std::string& text) -> const std::string& {
        const auto found = numbers.find(text);
        return found != numbers.end() ? found->second
                                      : numbers.emplace(text, double_text(text, context)).first->second;
    };
    std::string text =
        "# pattern of a parameter's name, law, scale (normal: std; truncated_normal: std before the cut;\n"
        "# uniform: half the width; constant: the value), cut in units of scale, learning rate\n" +
        std::string(has_lawless(recipe) ? "# any: what the model's constructor made stays\n" : "") +
        "RULES = [\n";
    for (const SizedTensor& one : recipe.tensors) {
        if (!one.has_law) {
            text += fmt::format("    (r\"{}\", \"any\", None, None, None),  # {}\n", one.pattern, one.why);
            continue;
        }
        text += fmt::format("    (r\"{}\", \"{}\", {}, {}, {}),", one.pattern, to_string(one.law),
                            number(one.scale), one.cut.empty() ? "None" : number(one.cut),
                            one.learning_rate.empty() ? "None" : number(one.learning_rate));
        text += one.law == TensorLaw::constant ? "\n" : fmt::format("  # {}\n", one.scale);
    }
    return text + "]\n";
}

/// Inside of a docstring.
std::string quoted(const std::string& text) {
    std::string made;
    for (const char c : text) {
        if (c == '\\' || c == '"') made += '\\';
        made += c;
    }
    return made;
}

/// The command that writes the same file again.
std::string command_of(const SizedRecipe& recipe, const char* kind) {
    std::string text = "sigprop recipe " + recipe.name;
    for (const auto& [name, value] : recipe.given) {
        const bool is_plain = value.find_first_not_of(
                                  "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789_.+-/") == std::string::npos;
        text += " --set " + (is_plain ? name + "=" + value : "'" + name + "=" + value + "'");
    }
    return text + " --emit " + kind;
}

std::string head(const SizedRecipe& recipe, const char* kind, const char* imports) {
    return fmt::format("\"\"\"{}: {}.\n\n{}.\nWritten by sigprop {}: {}\n\"\"\"\n\n{}\n", quoted(recipe.name),
                       quoted(recipe.summary), quoted(sizes_text(recipe)), version,
                       quoted(command_of(recipe, kind)), imports);
}

constexpr const char* find_rule = R"~(

def rule_of(name):
    """Returns the first rule whose pattern matches in the name."""
    for pattern, *rule in RULES:
        if re.search(pattern, name):
            return rule
    raise KeyError(f"no rule matches {name!r}: add one to RULES")
)~";

constexpr const char* torch_init = R"~(

@torch.no_grad()
def init_weights(model, generator=None):
    """Initialises every parameter in place. If no rule matches a name, it raises KeyError and writes nothing."""
    plan = [(parameter, rule_of(name)) for name, parameter in model.named_parameters()]
    for parameter, (law, scale, cut, _) in plan:
        if law == "normal":
            parameter.normal_(0.0, scale, generator=generator)
        elif law == "uniform":
            parameter.uniform_(-scale, scale, generator=generator)
        elif law == "constant":
            parameter.fill_(scale)
        elif law == "truncated_normal":
            # The inverse of the normal distribution function; limits are multiples of scale.
            low, high = math.erf(-cut / math.sqrt(2)), math.erf(cut / math.sqrt(2))
            uniform = torch.empty(parameter.shape, dtype=torch.float64, device=parameter.device).uniform_(low, high, generator=generator)
            parameter.copy_(uniform.erfinv_().mul_(scale * math.sqrt(2)).clamp_(-cut * scale, cut * scale))
    return model
)~";

constexpr const char* torch_groups = R"~(

def parameter_groups(model, lr):
    """Returns groups for torch.optim: each parameter with its own learning rate, relative to `lr`."""
    groups = {}
    for name, parameter in model.named_parameters():
        rate = rule_of(name)[-1]
        groups.setdefault(1.0 if rate is None else rate, []).append(parameter)
    return [{"params": parameters, "lr": lr * rate} for rate, parameters in groups.items()]
)~";

constexpr const char* jax_init = R"~(

def _name(path):
    return "/".join(str(getattr(part, "key", getattr(part, "idx", getattr(part, "name", part)))) for part in path)


def _sample(key, leaf, law, scale, cut):
    if law == "constant":
        return jnp.full(leaf.shape, scale, leaf.dtype)
    if law == "normal":
        return scale * jax.random.normal(key, leaf.shape, leaf.dtype)
    if law == "uniform":
        return jax.random.uniform(key, leaf.shape, leaf.dtype, -scale, scale)
    return scale * jax.random.truncated_normal(key, -cut, cut, leaf.shape, leaf.dtype)


def init_params(key, tree):
    """Returns arrays for a tree of arrays or ShapeDtypeStructs, such as jax.eval_shape returns for a model's init."""
    leaves, treedef = jax.tree_util.tree_flatten_with_path(tree)
    keys = jax.random.split(key, len(leaves))
    sampled = [_sample(k, leaf, *rule_of(_name(path))[:3]) for k, (path, leaf) in zip(keys, leaves)]
    return jax.tree_util.tree_unflatten(treedef, sampled)
)~";

Json texts(const std::vector<std::int64_t>& numbers) {
    Json list = Json::array();
    for (const std::int64_t one : numbers) list.push_back(one);
    return list;
}

Json decimal(const std::string& expression, const Context& context) {
    const std::optional<std::string> text = proved_decimal(value_of(expression, context), context.digits);
    if (!text) throw InputError("the value of " + expression + " is not proved");
    return *text;
}

}  // namespace

std::string torch_code(const SizedRecipe& recipe, const Context& context) {
    return head(recipe, "python", "import math\nimport re\n\nimport torch\n") + rules(recipe, context) +
           find_rule + torch_init + (has_rates(recipe) ? torch_groups : "");
}

std::string jax_code(const SizedRecipe& recipe, const Context& context) {
    for (const SizedTensor& one : recipe.tensors)
        if (!one.has_law)
            throw InputError("init_params makes each array by its law, and " + one.name +
                             " has none: " + one.why);
    return head(recipe, "jax", "import re\n\nimport jax\nimport jax.numpy as jnp\n") +
           rules(recipe, context) + find_rule + jax_init;
}

std::string recipe_spec(const SizedRecipe& recipe, const Context& context) {
    Json sizes = Json::object();
    for (const auto& [name, value] : recipe.parameters) sizes.set(name, value);
    Json tensors = Json::array();
    for (const SizedTensor& one : recipe.tensors) {
        Json tensor = Json::object();
        tensor.set("name", one.name).set("pattern", one.pattern).set("role", one.role);
        if (one.layer) tensor.set("layer", *one.layer);
        if (!one.shape.empty()) tensor.set("shape", texts(one.shape));
        if (one.fan_in) tensor.set("fan_in", *one.fan_in);
        tensor.set("law", one.has_law ? to_string(one.law) : "any");
        if (one.has_law) tensor.set("scale", decimal(one.scale, context));
        if (!one.cut.empty()) tensor.set("cut", decimal(one.cut, context));
        if (!one.std.empty()) tensor.set("std", decimal(one.std, context)).set("expression", one.std);
        if (!one.learning_rate.empty()) tensor.set("learning_rate", decimal(one.learning_rate, context));
        if (!one.tied_to.empty()) tensor.set("tied_to", one.tied_to);
        tensors.push_back(std::move(tensor));
    }
    Json spec = Json::object();
    spec.set("spec", "1.0").set("recipe", recipe.name).set("sizes", std::move(sizes));
    return write_json(spec.set("tensors", std::move(tensors)));
}

}  // namespace sigprop
