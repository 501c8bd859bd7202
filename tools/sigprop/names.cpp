#include "names.hpp"

#include "core/notation/notation.hpp"

#include "norm_layers.hpp"
#include "quantities/activation/table.hpp"

#include <utility>

namespace sigprop::tool {

std::string signature(const std::string& name, const std::vector<Parameter>& parameters) {
    std::string text;
    for (const Parameter& parameter : parameters) {
        text += (text.empty() ? "" : ", ") + parameter.name;
        if (parameter.fallback || parameter.optional) text += "=" + parameter.fallback.value_or("");
    }
    return text.empty() ? name : name + "(" + text + ")";
}

Named named(const Quantity& quantity) {
    std::string usage = signature(quantity.name, quantity.parameters);
    if (quantity.parameters.empty()) usage += "()";
    Named line{.plain = quantity.name,
               .usage = std::move(usage),
               .about = quantity.summary,
               .aliases = quantity.aliases,
               .other = {quantity.source, quantity.units, text_of_formula(quantity.formula)},
               .formula = quantity.formula,
               .formula_notes = quantity.formula_notes};
    for (const std::string& note : quantity.formula_notes) line.other.push_back(text_of_prose(note));
    return line;
}

Named named(const ActivationEntry& activation) {
    return {activation.name,
            signature(activation.name, activation.parameters),
            activation.formula,
            activation.aliases,
            {activation.source}};
}

Named named(const NormLayer& layer) {
    const std::string name(layer.name);
    Named line{name,
               name,
               "y = " + formula_of(layer) + ", " + std::string(axes_text(layer)),
               layer.aliases,
               {std::string(layer.source)}};
    for (const NormImplementation& one : norm_implementations()) {
        if (one.layer == layer.name) line.aliases.emplace_back(one.name);
    }
    return line;
}

Named named(const Claim& claim) {
    return {claim.id,
            claim.id,
            claim.statement,
            {},
            {claim.expression, claim.source.title, claim.source.author, claim.note}};
}

}  // namespace sigprop::tool
