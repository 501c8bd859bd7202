// The activations known by name, one line of formula each, in the expression language.

#include <algorithm>

#include "quantities/activation/table.hpp"
#include "quantities/quantity.hpp"

namespace sigprop {
namespace {

Parameter parameter(std::string name, std::optional<std::string> fallback, std::string meaning,
                    Range range = Range::finite) {
    Parameter real{std::move(name), ParameterKind::real, std::move(fallback), std::move(meaning)};
    real.range = range;
    return real;
}

/// A parameter without a default; curves over all activations take the sample.
Parameter needed(std::string name, std::string sample, std::string meaning, Range range = Range::finite) {
    Parameter real = parameter(std::move(name), std::nullopt, std::move(meaning), range);
    real.sample = std::move(sample);
    return real;
}

Parameter slope(std::string fallback) { return parameter("a", std::move(fallback), "slope for x < 0"); }

Parameter threshold() {
    return parameter("lambda", "0.5", "half-width of what becomes 0, >= 0", Range::nonnegative);
}

ActivationEntry gated(std::string name, std::string unit, std::vector<Parameter> parameters = {}) {
    ActivationEntry entry{std::move(name), std::move(parameters), std::move(unit),
                          "Dauphin et al. 2016, arXiv:1612.08083; Shazeer 2020, arXiv:2002.05202"};
    entry.gated = true;
    return entry;
}

std::vector<ActivationEntry> rectifiers() {
    return {
        {"identity", {}, "x", "", {"linear"}},
        {"relu", {}, "relu(x)", "Nair and Hinton 2010"},
        {"leaky_relu", {slope("0.01")}, "where(x < 0, a * x, x)", "Maas, Hannun and Ng 2013"},
        {"prelu",
         {needed("a", "0.25", "slope for x < 0")},
         "where(x < 0, a * x, x)",
         "He et al. 2015, arXiv:1502.01852, equation 1"},
        {"relu6", {}, "clip(x, 0, 6)", "Howard et al. 2017, arXiv:1704.04861"},
        {"squared_relu",
         {},
         "relu(x)^2",
         "So et al. 2021, arXiv:2109.08668 (Primer)",
         {"relu2", "relu_squared"}},
        {"elu",
         {parameter("a", "1", "depth of the negative branch")},
         "where(x < 0, a * expm1(x), x)",
         "Clevert et al. 2015, arXiv:1511.07289"},
        {"celu",
         {parameter("a", "1", "depth and width of the negative branch, > 0", Range::positive)},
         "where(x < 0, a * expm1(x / a), x)",
         "Barron 2017, arXiv:1704.07483"},
        {"selu",
         {},
         "selu.lambda() * where(x < 0, selu.alpha() * expm1(x), x)",
         "Klambauer et al. 2017, arXiv:1706.02515"},
    };
}

std::vector<ActivationEntry> self_gated() {
    return {
        {"gelu", {}, "x * normal_cdf(x)", "Hendrycks and Gimpel 2016, arXiv:1606.08415", {"gelu_erf"}},
        {"gelu_tanh",
         {},
         "0.5 * x * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3)))",
         "Hendrycks and Gimpel 2016, arXiv:1606.08415, section 2; PyTorch's approximate='tanh'",
         {"gelu_new", "gelu_pytorch_tanh"}},
        {"quick_gelu",
         {},
         "x * sigmoid(1.702 * x)",
         "Hendrycks and Gimpel 2016, arXiv:1606.08415, section 2; used by CLIP"},
        {"silu", {}, "x * sigmoid(x)", "Elfwing et al. 2017, arXiv:1702.03118", {"swish"}},
        {"mish", {}, "x * tanh(softplus(x))", "Misra 2019, arXiv:1908.08681"},
        {"hard_swish",
         {},
         "x * clip((x + 3) / 6, 0, 1)",
         "Howard et al. 2019, arXiv:1905.02244",
         {"hardswish"}},
    };
}

std::vector<ActivationEntry> saturating() {
    return {
        {"sigmoid", {}, "sigmoid(x)", "", {"logistic"}},
        {"hard_sigmoid",
         {},
         "clip((x + 3) / 6, 0, 1)",
         "Howard et al. 2019, arXiv:1905.02244; PyTorch's (Keras 2 had slope 1/5)",
         {"hardsigmoid"}},
        {"tanh", {}, "tanh(x)", ""},
        {"hardtanh", {}, "clip(x, -1, 1)", "Collobert 2004; PyTorch's defaults", {"hard_tanh"}},
        {"softsign", {}, "x / (1 + abs(x))", "Glorot and Bengio 2010"},
        {"erf", {}, "erf(x)", "Williams 1996"},
        {"derf", {needed("alpha", "0.5", "slope inside")}, "erf(alpha * x)", "the form of dyt with erf"},
        {"dyt",
         {needed("alpha", "0.5", "slope inside")},
         "tanh(alpha * x)",
         "Zhu et al. 2025, arXiv:2503.10622, without the affine map behind it"},
        {"dyisru",
         {needed("c", "1", "what stands for the other coordinates, > 0", Range::positive)},
         "x / sqrt(x^2 + c)",
         "Su 2025, spaces.ac.cn/archives/10831: RMSNorm along one coordinate, without sqrt(d)"},
        {"isru",
         {needed("a", "1", "saturates at 1/sqrt(a), >= 0", Range::nonnegative)},
         "x / sqrt(1 + a * x^2)",
         "Carlile et al. 2017, arXiv:1710.09967"},
        {"softcap",
         {needed("t", "30", "saturates at t, > 0", Range::positive)},
         "t * tanh(x / t)",
         "Gemma Team 2024, arXiv:2408.00118"},
    };
}

std::vector<ActivationEntry> others() {
    return {
        {"softplus", {}, "softplus(x)", "Dugas et al. 2001; beta = 1"},
        {"logsigmoid", {}, "-softplus(-x)", "", {"log_sigmoid"}},
        {"tanhshrink", {}, "x - tanh(x)", ""},
        {"hardshrink",
         {threshold()},
         "where(abs(x) > lambda, x, 0)",
         "Donoho and Johnstone 1994; jumps at +-lambda"},
        {"softshrink",
         {threshold()},
         "where(x > lambda, x - lambda, where(x < -lambda, x + lambda, 0))",
         "Donoho and Johnstone 1994"},
        {"snake",
         {parameter("a", "1", "frequency, not 0", Range::nonzero)},
         "x + sin(a * x)^2 / a",
         "Ziyin, Hartwig and Ueda 2020, arXiv:2006.08195"},
        {"sin", {}, "sin(x)", "Sitzmann et al. 2020, arXiv:2006.09661"},
        {"exp_neg_sq", {}, "exp(-x^2)", "", {"gaussian"}},
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
