// The activations known by name, one line of formula each, in the expression language.

#include <algorithm>
#include <sigprop/quantities/quantity.hpp>

namespace sigprop {
namespace {

Parameter real_parameter(std::string name, std::string fallback, std::string meaning) {
    return {std::move(name), ParameterKind::real, std::move(fallback), std::move(meaning)};
}

}  // namespace

const std::vector<ActivationEntry>& activation_table() {
    static const std::vector<ActivationEntry> table = {
        {"identity", {}, "x", "", {"linear"}},
        {"relu", {}, "relu(x)", "Nair and Hinton 2010"},
        {"leaky_relu",
         {real_parameter("a", "0.01", "slope for x < 0")},
         "where(x < 0, a * x, x)",
         "Maas, Hannun and Ng 2013"},
        {"elu",
         {real_parameter("a", "1", "depth of the negative branch")},
         "where(x < 0, a * expm1(x), x)",
         "Clevert et al. 2015, arXiv:1511.07289"},
        {"selu",
         {},
         "selu.lambda() * where(x < 0, selu.alpha() * expm1(x), x)",
         "Klambauer et al. 2017, arXiv:1706.02515"},
        {"sigmoid", {}, "sigmoid(x)", "", {"logistic"}},
        {"tanh", {}, "tanh(x)", ""},
        {"softplus", {}, "softplus(x)", "Dugas et al. 2001"},
        {"gelu", {}, "x * normal_cdf(x)", "Hendrycks and Gimpel 2016, arXiv:1606.08415"},
        {"silu", {}, "x * sigmoid(x)", "Elfwing et al. 2017, arXiv:1702.03118", {"swish"}},
    };
    return table;
}

const ActivationEntry* find_activation(std::string_view name) {
    for (const ActivationEntry& entry : activation_table()) {
        if (entry.name == name || std::ranges::find(entry.aliases, name) != entry.aliases.end())
            return &entry;
    }
    return nullptr;
}

}  // namespace sigprop
