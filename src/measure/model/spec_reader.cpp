#include <re2/re2.h>

#include <algorithm>
#include <array>
#include <sigprop/core/base/errors.hpp>

#include "core/expression/expression.hpp"
#include "formats/field.hpp"
#include "formats/place.hpp"
#include "measure/model/spec.hpp"

namespace sigprop {
namespace {

constexpr std::array<std::string_view, 4> spec_keys = {"spec", "recipe", "sizes", "tensors"};
constexpr std::array<std::string_view, 13> rule_keys = {
    "name",  "pattern", "role", "layer",      "shape",         "fan_in", "law",
    "scale", "cut",     "std",  "expression", "learning_rate", "tied_to"};

/// An expression, written as a text or as a number.
std::string expression(const Json& json, const char* key) {
    const std::string text = json.is_number() ? json.as_number_text(key) : json.as_string(key);
    told_at(
        json, [&] { static_cast<void>(parse_expression(text)); }, std::string(key) + ": ");
    return text;
}

std::string pattern_text(const Json& json) {
    if (const Json* pattern = json.find("pattern")) {
        const std::string& text = pattern->as_string("pattern");
        const RE2 regex(text, RE2::Quiet);
        if (!regex.ok())
            refuse(
                *pattern,
                "'" + text +
                    "' is not a regular expression of RE2 (it has no look-around and no back-references): " +
                    regex.error());
        return text;
    }
    const Json* name = json.find("name");
    if (name == nullptr)
        refuse(json, "a tensor has neither 'pattern' nor 'name': give one, such as \"h.*.mlp.c_fc.weight\"");
    return name_pattern(name->as_string("name"));
}

SpecRule rule_of(const Json& json) {
    check_keys(json, rule_keys, "a tensor of the specification");
    SpecRule rule;
    rule.pattern = pattern_text(json);
    const Json* name = json.find("name");
    rule.name = name != nullptr ? name->as_string("name") : rule.pattern;
    if (const Json* layer = json.find("layer")) rule.layer = layer->as_integer("layer");
    if (const Json* shape = json.find("shape")) {
        for (const Json& one : shape->as_array("shape")) rule.shape.push_back(one.as_integer("shape"));
    }
    if (const Json* tied = json.find("tied_to")) rule.tied_to = tied->as_string("tied_to");
    const std::optional<TensorLaw> law = read_tensor_law(json);
    rule.judged = law.has_value();
    if (!rule.judged) return rule;
    rule.law = *law;
    const Json* scale = json.find("scale");
    if (scale == nullptr)
        refuse(json, rule.name + ": a tensor of the law " + std::string(to_string(*law)) +
                         " needs 'scale': the std of a normal, half the width of a uniform law, the value of "
                         "a constant");
    rule.scale = expression(*scale, "scale");
    const Json* cut = json.find("cut");
    if (rule.law == TensorLaw::truncated_normal && cut == nullptr)
        refuse(json, rule.name + ": a truncated normal needs 'cut', in units of scale: 2 for ±2 std");
    if (rule.law != TensorLaw::truncated_normal && cut != nullptr)
        refuse(*cut, "'cut' is only for the law truncated_normal");
    if (cut != nullptr) rule.cut = expression(*cut, "cut");
    if (const Json* written = json.find("expression")) rule.written = written->as_string("expression");
    return rule;
}

}  // namespace

InitSpec read_spec(std::string_view json_text, std::string_view source) {
    const Json root = parse_json(json_text, source);
    try {
        check_keys(root, spec_keys, "a specification");
        InitSpec spec;
        spec.source = source;
        const Json& version = needed(root, "spec");
        if (version.as_string("spec") != "1.0")
            refuse(version,
                   "the format of a specification must be \"1.0\", not \"" + version.as_string() + "\"");
        if (const Json* recipe = root.find("recipe")) spec.recipe = recipe->as_string("recipe");
        if (const Json* sizes = root.find("sizes")) {
            for (const JsonMember& one : sizes->as_object("sizes")) {
                if (one.key != "activation") spec.sizes.emplace_back(one.key, expression(one.value, "sizes"));
            }
        }
        for (const Json& one : items(needed(root, "tensors"), "tensors")) spec.rules.push_back(rule_of(one));
        return spec;
    } catch (const InputError& error) {
        throw located(error, json_text, source);
    }
}

}  // namespace sigprop
