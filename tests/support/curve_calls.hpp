#pragma once
// A call for every quantity that equations know in a parameter, with a text in the place of that parameter.

#include <doctest/doctest.h>

#include <map>
#include <string>

#include "quantities/curves/known_curves.hpp"

namespace curve_calls {

/// Arguments that make sense together.
inline const std::map<std::string, std::string> samples = {{"lower", "-1"},
                                                           {"upper", "2"},
                                                           {"mean", "0.5"},
                                                           {"std", "1.25"},
                                                           {"f", "tanh"},
                                                           {"weight_variance", "2"},
                                                           {"bias_variance", "0.05"},
                                                           {"layers", "4"},
                                                           {"sublayer", "1"},
                                                           {"width", "64"},
                                                           {"length", "2"},
                                                           {"n", "6"},
                                                           {"dim", "5"},
                                                           {"x", "0.75"},
                                                           {"c", "0.5"},
                                                           {"z", "2"},
                                                           {"scale", "0.7"},
                                                           {"q", "1.5"}};

/// A scheme that has the parameter, for quantities of residual stacks.
inline std::string scheme_for(const std::string& quantity, const std::string& parameter) {
    if (quantity.find("log_gradient") != std::string::npos)
        return parameter == "alpha" ? "deep_norm" : "post_norm";
    if (parameter == "alpha") return "ngpt";
    return parameter == "branch_scale" ? "skip_init" : "pre_norm";
}

/// "quantity(a=1, p=value)": the value for one parameter, samples for those without a default.
inline std::string call_with(const sigprop::Quantity& quantity, const std::string& parameter,
                             const std::string& value,
                             const std::map<std::string, std::string>& others = {}) {
    std::string text;
    for (const sigprop::Parameter& one : quantity.parameters) {
        const bool is_asked = others.contains(one.name) || one.name == parameter || one.name == "layers" ||
                              (!one.fallback && !one.optional);
        if (!is_asked) continue;
        const auto own = others.find(one.name);
        const std::string argument = one.name == parameter        ? value
                                     : own != others.end()        ? own->second
                                     : one.name == "scheme"       ? scheme_for(quantity.name, parameter)
                                     : samples.contains(one.name) ? samples.at(one.name)
                                                                  : "";
        REQUIRE_MESSAGE(!argument.empty(),
                        quantity.name << " has a parameter without a sample: " << one.name);
        text += (text.empty() ? "" : ", ") + one.name + "=" + argument;
    }
    return quantity.name + "(" + text + ")";
}

}  // namespace curve_calls
