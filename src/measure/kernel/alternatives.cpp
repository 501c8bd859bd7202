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

/// So many entries at the end that a kernel leaves out which takes a row in blocks, or one too few.
std::vector<std::size_t> tails(std::size_t length) {
    std::vector<std::size_t> all = {1};
    for (std::size_t block = 4; block <= 4096; block *= 2) {
        const std::size_t tail = length % block;
        if (tail > 0 && tail < length && std::ranges::find(all, tail) == all.end()) all.push_back(tail);
    }
    return all;
}

void add_of_tail(Alternatives& all, const KernelTask& task, bool is_forward) {
    if (task.operation == "attention") {
        const std::vector<std::size_t>& k = task.tensors.at("k").view.shape();
        if (!task.causal && k[k.size() - 2] > 1)
            all.push_back({"the last key left out", [](KernelTask& one) { one.keys_dropped = 1; }});
        return;
    }
    const bool has_rows = task.norm_is_asked() || task.operation.ends_with("softmax") ||
                          task.operation == "sum" || task.operation == "mean" || task.operation == "linear" ||
                          task.operation == "matmul";
    if (!has_rows) return;
    const char* const role = task.operation == "matmul"            ? "a"
                             : task.tensors.contains("x")          ? "x"
                             : task.operation.ends_with("softmax") ? "y"
                                                                   : "x";
    const std::size_t length = task.tensors.at(role).view.shape().back();
    if (length < 2) return;
    const bool divides = is_forward && (task.operation == "mean" || task.operation == "rms_norm");
    for (const std::size_t tail : tails(length)) {
        const std::string text =
            tail == 1 ? fmt::format("the last of {} entries left out of the row's sum", length)
                      : fmt::format("the last {} of {} entries left out of the row's sum", tail, length);
        for (const bool over_all : {true, false}) {
            if (over_all && !divides) continue;
            const std::string how = !divides   ? ""
                                    : over_all ? ", which is divided by the number of all"
                                               : ", which is divided by the number of the others";
            all.push_back({text + how, [tail, over_all](KernelTask& one) {
                               one.slip.dropped = tail;
                               one.slip.over_all = over_all;
                           }});
        }
    }
}

void add_of_maximum(Alternatives& all, const KernelTask& task) {
    const std::size_t length = task.tensors.at("x").view.shape().back();
    all.push_back({"no maximum subtracted", [](KernelTask& one) { one.slip.subtracts_nothing = true; }});
    for (std::size_t block = 1024; block >= 16; block /= 2) {
        if (block >= length) continue;
        all.push_back({fmt::format("a stale maximum, of the first {} entries", block),
                       [block](KernelTask& one) { one.slip.maximum_of = block; }});
    }
}

/// Terms of a gradient that are left out, or have another factor.
void add_of_gradient(Alternatives& all, const KernelTask& task) {
    const auto named = [](const char* term, double factor) {
        return factor == 0 ? fmt::format("{} left out of the gradient", term)
                           : fmt::format("{} with the factor {} in the gradient", term, factor);
    };
    for (const double factor : {0.0, 0.5, 2.0, -1.0}) {
        if (task.norm_is_asked()) {
            if (task.norm.centred)
                all.push_back({named("the mean of dy times gain", factor),
                               [factor](KernelTask& one) { one.norm.mean_share = factor; }});
            all.push_back({named("the term of the normalised x", factor),
                           [factor](KernelTask& one) { one.norm.along_share = factor; }});
        } else if (!task.from_input) {
            all.push_back({named(task.operation == "softmax" ? "the sum of y dy" : "the sum of dy", factor),
                           [factor](KernelTask& one) { one.slip.correction = factor; }});
        }
    }
    if (task.norm_is_asked() && !task.weight.empty())
        all.push_back({"the gain left out of the gradient's means",
                       [](KernelTask& one) { one.norm.means_without_gain = true; }});
}

/// Numbers that a kernel rounds to storage on its way, by the operation and its result.
struct EarlyRounding {
    std::string_view operation, result, intermediate, text;
};
constexpr std::array<EarlyRounding, 14> early_roundings = {
    {{"softmax", "y", "softmax.sum", "the sum rounded to storage"},
     {"softmax", "y", "softmax.exponential", "the exponentials rounded to storage"},
     {"softmax", "dx", "softmax.gradient_sum", "the sum of y dy rounded to storage"},
     {"log_softmax", "y", "log_softmax.sum", "the sum rounded to storage"},
     {"log_softmax", "y", "log_softmax.log", "the logarithm of the sum rounded to storage"},
     {"rms_norm", "y", "norm.normalised", "rounded to storage before the gain"},
     {"layer_norm", "y", "norm.normalised", "rounded to storage before the gain"},
     {"rms_norm", "", "norm.statistics", "the root rounded to storage"},
     {"layer_norm", "", "norm.statistics", "the mean and the root rounded to storage"},
     {"rms_norm", "", "norm.gain", "the gain rounded to storage"},
     {"linear", "y", "product.sum", "rounded to storage before the bias"},
     {"matmul", "y", "product.sum", "rounded to storage before the bias"},
     {"attention", "y", "attention.probabilities", "p rounded to storage"},
     {"attention", "y", "attention.scores", "the scores rounded to storage"}}};

void add_of_rounding(Alternatives& all, const KernelTask& task, std::string_view result) {
    for (const EarlyRounding& one : early_roundings) {
        if (one.operation != task.operation || (!one.result.empty() && one.result != result)) continue;
        if (one.intermediate == "product.sum" && task.bias.empty()) continue;
        if (one.intermediate == "norm.gain" && task.norm.weight_offset == 0) continue;
        if (one.intermediate == "norm.normalised" && task.weight.empty()) continue;
        all.push_back({std::string(one.text), {}, [name = one.intermediate](KernelContract& contract) {
                           contract.rounded[std::string(name)] = StorageRounding::must;
                       }});
    }
    const bool has_sum = task.operation == "sum" || task.operation == "mean" || task.operation == "linear" ||
                         task.operation == "matmul";
    if (has_sum)
        all.push_back({"accumulated in storage, one term after another",
                       [](KernelTask& one) { one.slip.sums_in_storage = true; }});
}

}  // namespace

std::vector<KernelAlternative> kernel_alternatives(const KernelTask& task, const JudgedKernelOutput& output,
                                                   const KernelContract& contract) {
    Alternatives all;
    const bool is_forward = output.name == "y";
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
    const bool is_of_input = output.name == "dx" && task.saved.empty() &&
                             (task.norm_is_asked() || task.operation.ends_with("softmax"));
    if (is_of_input) add_of_gradient(all, task);
    if (is_forward || is_of_input) {  // slips inside of rows of the input
        if (contract.storage != contract.computing) add_of_rounding(all, task, output.name);
        add_of_tail(all, task, is_forward);
    }
    if (is_forward && task.operation == "softmax") add_of_maximum(all, task);
    return all;
}

}  // namespace sigprop
