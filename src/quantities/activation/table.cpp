// The activations known by name, one line of formula each, in the expression language.

#include <algorithm>

#include "quantities/activation/table.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {
namespace {

Parameter parameter(std::string name, std::optional<std::string> fallback, std::string meaning,
                    const char* range = "(-inf, inf)") {
    return {.name = std::move(name),
            .fallback = std::move(fallback),
            .meaning = std::move(meaning),
            .range = range};
}

/// A parameter without a default; curves over all activations use the sample.
Parameter needed(std::string name, std::string sample, std::string meaning,
                 const char* range = "(-inf, inf)") {
    return {
        .name = std::move(name), .meaning = std::move(meaning), .range = range, .sample = std::move(sample)};
}

Parameter slope(std::string fallback) { return parameter("a", std::move(fallback), "slope for x < 0"); }

Parameter threshold() { return parameter("lambda", "0.5", "half-width of what becomes 0", "[0, inf)"); }

ActivationEntry gated(std::string name, std::string unit, std::vector<Parameter> parameters = {}) {
    return {.name = std::move(name),
            .parameters = std::move(parameters),
            .formula = std::move(unit),
            .source = "Dauphin et al. 2016, arXiv:1612.08083; Shazeer 2020, arXiv:2002.05202",
            .gated = true};
}

std::vector<ActivationEntry> rectifiers() {
    return {
        {.name = "identity", .formula = "x", .aliases = {"linear"}},
        {.name = "relu", .formula = "relu(x)", .source = "Nair and Hinton 2010"},
        {.name = "leaky_relu",
         .parameters = {slope("0.01")},
         .formula = "where(x < 0, a * x, x)",
         .source = "Maas, Hannun and Ng 2013"},
        {.name = "prelu",
         .parameters = {needed("a", "0.25", "slope for x < 0")},
         .formula = "where(x < 0, a * x, x)",
         .source = "He et al. 2015, arXiv:1502.01852, equation 1"},
        {.name = "relu6", .formula = "clip(x, 0, 6)", .source = "Howard et al. 2017, arXiv:1704.04861"},
        {.name = "squared_relu",
         .formula = "relu(x)^2",
         .source = "So et al. 2021, arXiv:2109.08668 (Primer)",
         .aliases = {"relu2", "relu_squared"}},
        {.name = "elu",
         .parameters = {parameter("a", "1", "depth of the negative branch")},
         .formula = "where(x < 0, a * expm1(x), x)",
         .source = "Clevert et al. 2015, arXiv:1511.07289"},
        {.name = "celu",
         .parameters = {parameter("a", "1", "depth and width of the negative branch", "(0, inf)")},
         .formula = "where(x < 0, a * expm1(x / a), x)",
         .source = "Barron 2017, arXiv:1704.07483"},
        {.name = "selu",
         .formula = "selu.lambda() * where(x < 0, selu.alpha() * expm1(x), x)",
         .source = "Klambauer et al. 2017, arXiv:1706.02515"},
    };
}

std::vector<ActivationEntry> self_gated() {
    return {
        {.name = "gelu",
         .formula = "x * normal_cdf(x)",
         .source = "Hendrycks and Gimpel 2016, arXiv:1606.08415",
         .aliases = {"gelu_erf"}},
        {.name = "gelu_tanh",
         .formula = "0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))",
         .source = "Hendrycks and Gimpel 2016, arXiv:1606.08415, section 2; PyTorch's approximate='tanh'",
         .aliases = {"gelu_new", "gelu_pytorch_tanh"}},
        {.name = "quick_gelu",
         .formula = "x * sigmoid(1.702 * x)",
         .source = "Hendrycks and Gimpel 2016, arXiv:1606.08415, section 2; used by CLIP"},
        {.name = "silu",
         .formula = "x * sigmoid(x)",
         .source = "Elfwing et al. 2017, arXiv:1702.03118",
         .aliases = {"swish"}},
        {.name = "mish", .formula = "x * tanh(softplus(x))", .source = "Misra 2019, arXiv:1908.08681"},
        {.name = "hard_swish",
         .formula = "x * clip((x + 3) / 6, 0, 1)",
         .source = "Howard et al. 2019, arXiv:1905.02244",
         .aliases = {"hardswish"}},
    };
}

std::vector<ActivationEntry> saturating() {
    return {
        {.name = "sigmoid", .formula = "sigmoid(x)", .aliases = {"logistic"}},
        {.name = "hard_sigmoid",
         .formula = "clip((x + 3) / 6, 0, 1)",
         .source = "Howard et al. 2019, arXiv:1905.02244; PyTorch's (Keras 2 had slope 1/5)",
         .aliases = {"hardsigmoid"}},
        {.name = "tanh", .formula = "tanh(x)"},
        {.name = "hardtanh",
         .formula = "clip(x, -1, 1)",
         .source = "Collobert 2004; PyTorch's defaults",
         .aliases = {"hard_tanh"}},
        {.name = "softsign", .formula = "x / (1 + abs(x))", .source = "Glorot and Bengio 2010"},
        {.name = "erf", .formula = "erf(x)", .source = "Williams 1996"},
        {.name = "derf",
         .parameters = {needed("alpha", "0.5", "slope inside")},
         .formula = "erf(alpha * x)",
         .source = "the form of dyt with erf"},
        {.name = "dyt",
         .parameters = {needed("alpha", "0.5", "slope inside")},
         .formula = "tanh(alpha * x)",
         .source = "Zhu et al. 2025, arXiv:2503.10622, without the affine map behind it"},
        {.name = "dyisru",
         .parameters = {needed("c", "1", "what stands for the other coordinates", "(0, inf)")},
         .formula = "x / sqrt(x^2 + c)",
         .source = "Su 2025, spaces.ac.cn/archives/10831: RMSNorm along one coordinate, without sqrt(d)"},
        {.name = "isru",
         .parameters = {needed("a", "1", "saturates at 1/sqrt(a)", "[0, inf)")},
         .formula = "x / sqrt(1 + a * x^2)",
         .source = "Carlile et al. 2017, arXiv:1710.09967"},
        {.name = "softcap",
         .parameters = {needed("t", "30", "saturates at t", "(0, inf)")},
         .formula = "t * tanh(x / t)",
         .source = "Gemma Team 2024, arXiv:2408.00118"},
    };
}

std::vector<ActivationEntry> others() {
    return {
        {.name = "softplus", .formula = "softplus(x)", .source = "Dugas et al. 2001; beta = 1"},
        {.name = "logsigmoid", .formula = "-softplus(-x)", .aliases = {"log_sigmoid"}},
        {.name = "tanhshrink", .formula = "x - tanh(x)"},
        {.name = "hardshrink",
         .parameters = {threshold()},
         .formula = "where(abs(x) > lambda, x, 0)",
         .source = "Donoho and Johnstone 1994; jumps at +-lambda"},
        {.name = "softshrink",
         .parameters = {threshold()},
         .formula = "where(x > lambda, x - lambda, where(x < -lambda, x + lambda, 0))",
         .source = "Donoho and Johnstone 1994"},
        {.name = "snake",
         .parameters = {parameter("a", "1", "frequency", "(-inf, 0) or (0, inf)")},
         .formula = "x + sin(a * x)^2 / a",
         .source = "Ziyin, Hartwig and Ueda 2020, arXiv:2006.08195"},
        {.name = "sin", .formula = "sin(x)", .source = "Sitzmann et al. 2020, arXiv:2006.09661"},
        {.name = "exp_neg_sq", .formula = "exp(-x^2)", .aliases = {"gaussian"}},
    };
}

std::vector<ActivationEntry> gated_units() {
    const Parameter gate{"f", ParameterKind::activation, "sigmoid", "what the gate applies to its input"};
    return {gated("glu", "x_a * f(x_b)", {gate}), gated("bilinear", "glu(identity)"),
            gated("reglu", "glu(relu)"), gated("geglu", "glu(gelu)"), gated("swiglu", "glu(silu)")};
}

}  // namespace

const std::vector<ActivationEntry>& activation_table() {
    static const std::vector<ActivationEntry> table = [] {
        std::vector<ActivationEntry> all;
        for (auto family : {rectifiers, self_gated, saturating, others, gated_units}) {
            std::ranges::move(family(), std::back_inserter(all));
        }
        return all;
    }();
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
