#include "measure/kernel/alternatives.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <set>

#include "core/base/short_number.hpp"
#include "measure/gradient/activation.hpp"

namespace sigprop {
namespace {

using Alternatives = std::vector<KernelAlternative>;

/// Rows have so many entries.
std::size_t row_length(const KernelTask& task) {
    return task.tensors.at(task.tensors.contains("x") ? "x" : "dy").view.shape().back();
}

/// y = (x - m)/sqrt(v n/(n - 1) + eps) is the norm with another gain and epsilon.
void divide_by_one_less(KernelTask& task) {
    const std::size_t n = row_length(task);
    const double share = static_cast<double>(n - 1) / static_cast<double>(n);
    task.norm.epsilon *= share;
    if (task.weight.empty()) task.weight.assign(n, 1 - task.norm.weight_offset);
    for (double& one : task.weight)
        one = std::sqrt(share) * (task.norm.weight_offset + one) - task.norm.weight_offset;
}

void add_of_norm(Alternatives& all, const KernelTask& task) {
    const NormKernel& norm = task.norm;
    const double own = norm.epsilon;
    if (!task.weight.empty()) {
        all.push_back({"the weight left out", [](KernelTask& one) {
                           one.weight.clear();
                           one.norm.weight_offset = 0;
                       }});
        const double other = norm.weight_offset == 0 ? 1 : 0;
        all.push_back(
            {other == 1 ? "a gain of 1 + weight instead of weight" : "a gain of weight instead of 1 + weight",
             [other](KernelTask& one) { one.norm.weight_offset = other; }});
    }
    if (!task.bias.empty()) all.push_back({"the bias left out", [](KernelTask& one) { one.bias.clear(); }});
    all.push_back(
        {norm.centred ? "the mean not subtracted, as in rms_norm" : "the mean subtracted, as in layer_norm",
         [](KernelTask& one) { one.norm.centred = !one.norm.centred; }});
    if (own > 0)
        all.push_back({norm.epsilon_outside ? "eps inside of the root" : "eps outside of the root",
                       [](KernelTask& one) { one.norm.epsilon_outside = !one.norm.epsilon_outside; }});
    for (const double other : {1e-5, 1e-6, 1e-8, 1e-12, 1e-3, 0.0}) {
        if (other == own) continue;
        const std::string text =
            other == 0 ? "eps left out"
                       : fmt::format("eps {} instead of {}", shortest_number(other), shortest_number(own));
        all.push_back({text, [other](KernelTask& one) { one.norm.epsilon = other; }});
    }
    if (row_length(task) > 1) all.push_back({"the variance divided by n - 1", divide_by_one_less});
}

void add_of_attention(Alternatives& all, const KernelTask& task) {
    const double scale = task.attention.scale;
    const auto with_scale = [&](const char* text, double other) {
        if (other != scale) all.push_back({text, [other](KernelTask& one) { one.attention.scale = other; }});
    };
    if (task.causal) {
        all.push_back({"no causal mask", [](KernelTask& one) { one.causal = false; }});
        all.push_back({"a mask that hides the own key", [](KernelTask& one) { one.mask_shift = -1; }});
        all.push_back({"a mask that shows one key too many", [](KernelTask& one) { one.mask_shift = 1; }});
        const std::vector<std::size_t>& q = task.tensors.at("q").view.shape();
        const std::vector<std::size_t>& k = task.tensors.at("k").view.shape();
        const auto behind = static_cast<std::ptrdiff_t>(k[k.size() - 2] - q[q.size() - 2]);
        if (behind > 0)
            all.push_back({"a mask that is aligned with the first key instead of the last",
                           [behind](KernelTask& one) { one.mask_shift = -behind; }});
    }
    if (task.window > 0) {
        const std::size_t own = task.window;
        all.push_back({"no window", [](KernelTask& one) { one.window = 0; }});
        all.push_back({"a window of one key more", [own](KernelTask& one) { one.window = own + 1; }});
        if (own > 1)
            all.push_back({"a window of one key less", [own](KernelTask& one) { one.window = own - 1; }});
    }
    if (!task.mask.empty()) all.push_back({"no mask", [](KernelTask& one) { one.mask.clear(); }});
    with_scale("no scale", 1);
    with_scale("the scale applied twice", scale * scale);
    with_scale("the root of the scale", std::sqrt(std::fabs(scale)));
    if (task.attention.softcap > 0)
        all.push_back({"no softcap", [](KernelTask& one) { one.attention.softcap = 0; }});
}

void add_of_loss(Alternatives& all, const KernelTask& task) {
    if (task.loss.smoothing > 0)
        all.push_back({"no label smoothing", [](KernelTask& one) { one.loss.smoothing = 0; }});
    if (task.loss.z_loss > 0) {
        const double own = task.loss.z_loss;
        all.push_back({"no z-loss", [](KernelTask& one) { one.loss.z_loss = 0; }});
        all.push_back({"half of the z-loss", [own](KernelTask& one) { one.loss.z_loss = own / 2; }});
        all.push_back({"twice the z-loss", [own](KernelTask& one) { one.loss.z_loss = 2 * own; }});
    }
}

/// Other activations, those first that are taken for each other.
void add_of_activation(Alternatives& all, const KernelTask& task) {
    if (task.slope_of_output) return;  // made from the output of one alone
    constexpr std::array names = {"gelu",       "gelu_tanh",    "quick_gelu", "silu",       "mish",
                                  "relu",       "squared_relu", "relu6",      "leaky_relu", "elu",
                                  "selu",       "tanh",         "sigmoid",    "softplus",   "hard_swish",
                                  "logsigmoid", "softsign",     "identity"};
    for (const char* name : names) {
        if (name == task.operation) continue;
        const std::optional<Activation> other = activation_layer(name);
        if (!other) continue;
        all.push_back({fmt::format("{} instead of {}", name, task.operation),
                       [formula = other->formula](KernelTask& one) { one.activation = formula; }});
    }
}

void add_of_gate(Alternatives& all, const KernelTask& task) {
    all.push_back({"gate and up exchanged", [](KernelTask& one) { one.exchanged = true; }});
    constexpr std::array others = {std::pair("swiglu", "silu"), std::pair("geglu", "gelu"),
                                   std::pair("tanh_geglu", "gelu_tanh"), std::pair("reglu", "relu")};
    for (const auto& [name, of_gate] : others) {
        if (name == task.operation) continue;
        all.push_back(
            {fmt::format("{} instead of {}", name, task.operation),
             [formula = activation_layer(of_gate)->formula](KernelTask& one) { one.activation = formula; }});
    }
}

/// As assignment by an index has it.
void keep_last_rows(KernelTask& task) {
    std::set<std::size_t> later;
    for (std::size_t i = task.index.size(); i-- > 0;)
        if (!later.insert(task.index[i]).second) task.index[i] = SIZE_MAX;
}

}  // namespace

std::vector<KernelAlternative> kernel_alternatives(const KernelTask& task) {
    Alternatives all;
    if (task.norm_is_asked()) add_of_norm(all, task);
    if (task.operation == "attention") add_of_attention(all, task);
    if (task.operation == "cross_entropy") add_of_loss(all, task);
    if (task.is_gated()) add_of_gate(all, task);
    if (task.activation && !task.is_gated()) add_of_activation(all, task);
    if (task.operation.starts_with("rotary")) {
        all.push_back({"the pairs of the other layout", [](KernelTask& one) { one.exchanged = true; }});
        all.push_back({"a rotation by the negative angle", [](KernelTask& one) { one.turns_back = true; }});
    }
    if (task.operation == "index_add" || task.operation == "embedding")
        all.push_back({"the last row of each index alone, not their sum", keep_last_rows});
    if (task.operation == "softmax" || task.operation == "log_softmax") {
        const std::string other = task.operation == "softmax" ? "log_softmax" : "softmax";
        all.push_back(
            {other + " instead of " + task.operation, [other](KernelTask& one) { one.operation = other; }});
    }
    if (task.operation == "sum" || task.operation == "mean") {
        const std::string other = task.operation == "sum" ? "mean" : "sum";
        all.push_back({"the " + other + " instead of the " + task.operation,
                       [other](KernelTask& one) { one.operation = other; }});
    }
    const bool is_product = task.operation == "linear" || task.operation == "matmul";
    if (is_product && !task.bias.empty())
        all.push_back({"the bias left out", [](KernelTask& one) { one.bias.clear(); }});
    return all;
}

}  // namespace sigprop
