#include <sigprop/models/rounding/contract.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <sigprop/core/base/errors.hpp>

#include "core/base/suggest.hpp"
#include "core/base/words.hpp"

namespace sigprop {
namespace {

struct TypeNumbers {
    int bits, least_exponent;  ///< of the smallest normal number
    double largest;
};

TypeNumbers numbers_of(Dtype dtype) {
    switch (dtype) {
        case Dtype::float16: return {11, -14, 65504};
        case Dtype::bfloat16: return {8, -126, 0x1.FEp127};
        case Dtype::float32: return {24, -126, std::numeric_limits<float>::max()};
        case Dtype::float64: return {53, -1022, std::numeric_limits<double>::max()};
    }
    return {};
}

Dtype computing_type(Dtype storage) { return storage == Dtype::float64 ? storage : Dtype::float32; }

KernelContract strict(Dtype storage) {
    return {.name = "strict",
            .says =
                "computed in float32 (float64 for float64), sums in any order, functions within 2 units "
                "of the last place, one rounding to storage at the end",
            .storage = storage,
            .computing = computing_type(storage)};
}

constexpr std::array<std::string_view, 34> intermediates = {"sum.total",
                                                            "softmax.difference",
                                                            "softmax.exponential",
                                                            "softmax.sum",
                                                            "softmax.gradient_sum",
                                                            "log_softmax.sum",
                                                            "log_softmax.gradient_sum",
                                                            "log_softmax.log",
                                                            "norm.gain",
                                                            "norm.statistics",
                                                            "norm.saved",
                                                            "norm.normalised",
                                                            "norm.gradient",
                                                            "norm.weight_sums",
                                                            "product.weight_sums",
                                                            "gated.activation",
                                                            "gated.gradient",
                                                            "rotary.products",
                                                            "index_add.sums",
                                                            "embedding.sums",
                                                            "product.sum",
                                                            "activation.slope",
                                                            "activation.step",
                                                            "activation.saved_step",
                                                            "attention.scores",
                                                            "attention.probabilities",
                                                            "attention.exponentials",
                                                            "attention.saved_output",
                                                            "attention.backward_exponentials",
                                                            "attention.backward_probabilities",
                                                            "attention.score_gradients",
                                                            "attention.block_gradients",
                                                            "attention.head_gradients",
                                                            "cross_entropy.log_probabilities"};

constexpr std::array<std::string_view, 13> known_functions = {
    "activation.exp", "exp",      "expm1",      "log", "rsqrt", "tanh",         "erf",
    "sigmoid",        "softplus", "normal_cdf", "sin", "atan",  "attention.exp"};

/// What unfused code does: every operation on arrays stores its result. Which steps there are is the kernel's
/// own choice of a formula, so that none of them is replayed: each may be rounded.
KernelContract composite(Dtype storage) {
    KernelContract made = strict(storage);
    made.name = "composite";
    made.says =
        "every operation on arrays may round its result to storage, as in code without a fused kernel; sums "
        "are "
        "accumulated in float32";
    made.stores_steps = true;
    for (const std::string_view one : kernel_intermediates())
        if (one != "norm.saved") made.rounded[std::string(one)] = StorageRounding::may;
    return made;
}

/// Fitted to PyTorch 2.15 on a CPU: studies/kernels.
KernelContract torch_cpu(Dtype storage) {
    KernelContract made = strict(storage);
    made.name = "torch_cpu";
    made.says =
        "as fitted to PyTorch 2.15 on a CPU: vectorised functions, the mean and the root of norms kept "
        "in storage for the backward pass";
    made.affine = true;
    made.functions["exp"] = {.units = 4, .flushed = least_normal_of(made.computing), .argument = 1};
    made.functions["log"] = {.units = 4};
    made.functions["erf"] = {.absolute = 10 * made.unit()};
    made.flushes = true;
    if (storage != made.computing) {
        made.rounded["cross_entropy.log_probabilities"] = StorageRounding::must;
        made.rounded["gated.activation"] = StorageRounding::must;  // there is no fused gated unit
        made.rounded["gated.gradient"] = StorageRounding::must;
        made.rounded["rotary.products"] = StorageRounding::must;
        made.rounded["embedding.sums"] = StorageRounding::must;   // row after row
        made.rounded["index_add.sums"] = StorageRounding::may;    // of numbers, and not of rows
        made.rounded["norm.weight_sums"] = StorageRounding::may;  // layer_norm adds row after row in storage
        // flash attention has a fast exponential there, and rounds it before the product with v
        made.functions["attention.exp"] = {.units = 1.3e-4 / made.unit(), .flushed = 0x1p-24};
        made.rounded["attention.exponentials"] = StorageRounding::may;
        // backward, p and its gradient are rounded before they are multiplied, and so is the saved output
        made.rounded["attention.backward_probabilities"] = StorageRounding::may;
        made.rounded["attention.score_gradients"] = StorageRounding::may;
        made.rounded["attention.saved_output"] = StorageRounding::may;
        made.rounded["attention.block_gradients"] = StorageRounding::may;
        made.rounded["attention.head_gradients"] =
            StorageRounding::may;  // by query head, then over the group
        made.online = true;
    }
    if (storage == Dtype::float16) made.rounded["activation.saved_step"] = StorageRounding::may;
    made.rounded["norm.saved"] = StorageRounding::may;
    // log_softmax keeps its sum, and the logarithm of that, in the type of its output
    made.rounded["log_softmax.sum"] = StorageRounding::must;
    made.rounded["log_softmax.log"] = StorageRounding::must;
    return made;
}

/// Fitted to onnxruntime 1.32 on a CPU: studies/kernels/libraries.py.
KernelContract onnxruntime_cpu(Dtype storage) {
    if (storage == Dtype::bfloat16)
        throw InputError(
            "the contract onnxruntime_cpu has no bfloat16: onnxruntime's kernels on a CPU are of float32 and "
            "float16; give composite for a graph that casts");
    KernelContract made = strict(storage);
    made.name = "onnxruntime_cpu";
    made.says =
        "as fitted to onnxruntime 1.32 on a CPU: the sigmoid has an absolute error, and e^x - 1 is what exp "
        "leaves of it";
    made.functions["sigmoid"] = {.absolute = 3 * made.unit()};
    made.functions["expm1"] = {.absolute = 1.5 * made.unit()};
    return made;
}

/// Fitted to JAX 0.10 on a CPU: studies/kernels/libraries.py.
KernelContract jax_cpu(Dtype storage) {
    KernelContract made = storage == computing_type(storage) ? strict(storage) : composite(storage);
    made.name = "jax_cpu";
    made.says =
        "as fitted to JAX 0.10 on a CPU: in 16 bits every operation may be stored, subnormal numbers may be "
        "0, "
        "and the slope of e^x - 1 is made from its value";
    made.flushes = true;
    // (e^x - 1) + 1, of which the first is stored
    made.functions["activation.exp"] = {.absolute = 0.75 * std::ldexp(1.0, -significand_bits(storage))};
    return made;
}

constexpr std::array<std::string_view, 5> names = {"strict", "torch_cpu", "jax_cpu", "onnxruntime_cpu",
                                                   "composite"};

}  // namespace

double SumOrder::height(std::uint64_t terms) const {
    if (terms < 2) return 0;
    const auto n = static_cast<double>(terms);
    const auto k = static_cast<double>(std::min(size, terms));
    switch (kind) {
        case Kind::any: return n - 1;
        case Kind::lanes: return std::ceil(n / k) - 1 + std::ceil(std::log2(k));
        case Kind::blocks: return k - 1 + std::ceil(n / k) - 1;
    }
    return n - 1;
}

std::string to_string(const SumOrder& order) {
    switch (order.kind) {
        case SumOrder::Kind::any: break;
        case SumOrder::Kind::lanes: return "lanes:" + std::to_string(order.size);
        case SumOrder::Kind::blocks: return "blocks:" + std::to_string(order.size);
    }
    return "any";
}

std::optional<SumOrder> sum_order(std::string_view text) {
    if (text == "any") return SumOrder{};
    const std::size_t colon = std::min(text.find(':'), text.size());
    const std::string_view kind = text.substr(0, colon);
    if (kind != "lanes" && kind != "blocks") return std::nullopt;
    SumOrder order{.kind = kind == "lanes" ? SumOrder::Kind::lanes : SumOrder::Kind::blocks, .size = 0};
    const char* const end = text.data() + text.size();
    const char* const digits = colon == text.size() ? end : text.data() + colon + 1;
    const auto [rest, error] = std::from_chars(digits, end, order.size);
    if (error != std::errc() || rest != end || order.size == 0) return std::nullopt;
    return order;
}

double KernelContract::unit() const { return std::ldexp(1.0, -significand_bits(computing)); }

StorageRounding KernelContract::rounding_of(std::string_view intermediate) const {
    const auto found = rounded.find(intermediate);
    return found == rounded.end() ? StorageRounding::never : found->second;
}

FunctionError KernelContract::error_of(std::string_view function) const {
    const auto found = functions.find(function);
    if (found != functions.end()) return found->second;
    // "attention.exp" is an operation's own exp, where it has one
    const std::size_t dot = function.find('.');
    return dot == function.npos ? FunctionError{} : error_of(function.substr(dot + 1));
}

std::span<const std::string_view> kernel_intermediates() { return intermediates; }

std::span<const std::string_view> kernel_functions() { return known_functions; }

std::vector<std::string> kernel_contract_names() { return {names.begin(), names.end()}; }

std::vector<std::string> kernel_contract_names(Dtype storage) {
    std::vector<std::string> all = kernel_contract_names();
    if (storage == Dtype::bfloat16) std::erase(all, "onnxruntime_cpu");
    return all;
}

KernelContract kernel_contract(std::string_view name, Dtype storage) {
    if (name == "strict") return strict(storage);
    if (name == "torch_cpu") return torch_cpu(storage);
    if (name == "jax_cpu") return jax_cpu(storage);
    if (name == "onnxruntime_cpu") return onnxruntime_cpu(storage);
    if (name == "composite") return composite(storage);
    const std::vector<std::string> known = kernel_contract_names();
    const std::optional<std::string> nearest = nearest_name(name, known);
    throw InputError("there is no contract '" + std::string(name) + "'" +
                     (nearest ? "; did you mean '" + *nearest + "'?" : "; there are " + joined(known)));
}

namespace {

void check_function(const KernelContract& contract, const std::string& name, const FunctionError& error) {
    const auto refuse = [&](const std::string& why) {
        throw InputError("the function '" + name + "' " + why);
    };
    for (const double one : {error.units, error.absolute, error.flushed, error.argument}) {
        if (!std::isfinite(one) || one < 0) refuse("has an error that is no finite number from 0 on");
    }
    if (error.units < 1)
        refuse("has an error below 1 unit of u, which its own rounding has: units is 1 or more");
    if (error.units * contract.unit() >= 0.5) refuse("has no right digit: units times u must be below 1/2");
    if (error.argument > 0 && !name.ends_with("exp"))
        refuse("has an error of the argument, which exp and attention.exp alone have: leave argument out");
}

void check_known(const std::string& name, std::span<const std::string_view> known, const char* what) {
    if (std::ranges::find(known, name) != known.end()) return;
    const std::optional<std::string> nearest =
        nearest_name(name, std::vector<std::string>(known.begin(), known.end()));
    throw InputError(std::string("no kernel has ") + what + " '" + name + "'" +
                     (nearest ? "; did you mean '" + *nearest + "'?" : "; there are " + joined(known)));
}

}  // namespace

void check_contract(const KernelContract& contract) {
    for (const auto& [name, rounding] : contract.rounded)
        check_known(name, intermediates, "the intermediate number");
    for (const auto& [name, error] : contract.functions) check_known(name, known_functions, "the function");
    if (significand_bits(contract.computing) < significand_bits(contract.storage)) {
        throw InputError("a contract computes in " + std::string(to_string(contract.computing)) +
                         ", which has fewer bits than its storage, " +
                         std::string(to_string(contract.storage)));
    }
    if (contract.computing == Dtype::float64 && contract.storage != Dtype::float64)
        throw InputError(
            "a contract computes in float64, which needs bounds beyond doubles: give float32, whose bounds "
            "hold what float64 does");
    if (contract.order.size == 0) throw InputError("lanes and blocks of a sum have 1 term or more");
    if (!(contract.repeats >= 0) || contract.repeats * contract.unit() >= 0.5)
        throw InputError("the further roundings of an output are from 0 to less than 1/(2 u)");
    for (const auto& [name, error] : contract.functions) check_function(contract, name, error);
    if (!contract.stores_steps) return;
    for (const std::string_view one : intermediates) {
        if (one == "norm.saved" || contract.rounding_of(one) != StorageRounding::never) continue;
        throw InputError("every step may be stored, and '" + std::string(one) +
                         "' is never: leave one of both out");
    }
}

int significand_bits(Dtype dtype) { return numbers_of(dtype).bits; }
double largest_of(Dtype dtype) { return numbers_of(dtype).largest; }
double least_normal_of(Dtype dtype) { return std::ldexp(1.0, numbers_of(dtype).least_exponent); }
double least_of(Dtype dtype) {
    const TypeNumbers type = numbers_of(dtype);
    return std::ldexp(1.0, type.least_exponent - type.bits + 1);
}

double nearest_of(Dtype dtype, double x) {
    if (dtype == Dtype::float64 || !std::isfinite(x) || x == 0) return x;
    if (dtype == Dtype::float32) return static_cast<float>(x);
    const TypeNumbers type = numbers_of(dtype);
    const int exponent = std::max(std::ilogb(x), type.least_exponent);
    const double step = std::ldexp(1.0, exponent - type.bits + 1);
    const double rounded = std::nearbyint(x / step) * step;  // the quotient and the product are exact
    return std::abs(rounded) > type.largest ? std::copysign(HUGE_VAL, x) : rounded;
}

}  // namespace sigprop
