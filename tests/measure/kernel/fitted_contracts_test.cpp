// What fitted contracts promise is needed: a result that a library gave is inside with a promise, and outside
// without it. The numbers are what the libraries returned for these inputs; studies/kernels/libraries.py
// finds more of them.

#include <doctest/doctest.h>

#include <sigprop/core/base/errors.hpp>
#include <sigprop/measure/kernel/kernel.hpp>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/npy_samples.hpp"

using namespace sigprop;

namespace {

/// Inputs and the result of a library, under its contract and under one with a promise less.
struct Needed {
    const char* library;
    const char* less;  ///< JSON of what is left out
    const char* operation;
    Dtype dtype;
    std::vector<std::pair<const char*, std::vector<float>>>
        numbers;  ///< of each array; the result comes last
};

std::uint64_t outside(const Needed& one, const std::string& contract) {
    std::vector<std::string> bytes;
    for (const auto& [role, values] : one.numbers) bytes.push_back(npy_samples::raw(values));
    KernelTensors tensors;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        const TensorView view({.shape = {one.numbers[i].second.size()}, .type = ElementType::float32},
                              npy_samples::bytes_of(bytes[i]));
        tensors.emplace(one.numbers[i].first, NamedTensor{view, one.numbers[i].first, {}});
    }
    const KernelQuestion question = {
        .operation = one.operation, .own_contract = ContractFile{contract, "contract"}, .dtype = one.dtype};
    return measure_kernel(tensors, question, {}).outputs.back().outside;
}

}  // namespace

TEST_CASE("each promise of a fitted contract is needed") {
    const std::vector<Needed> all = {
        {"onnxruntime_cpu",
         R"("functions": {"sigmoid": {"absolute": 0}})",
         "sigmoid",
         Dtype::float32,
         {{"x", {-0x1.febe3ap+3F}}, {"y", {0x1p-22F}}}},
        {"onnxruntime_cpu",
         R"("functions": {"expm1": {"absolute": 0}})",
         "elu",
         Dtype::float32,
         {{"x", {-0x1.efbc08p-11F}}, {"y", {-0x1.ef88p-11F}}}},
        {"jax_cpu",
         R"("every_step_stored": false, "rounded": {"activation.step": "never"})",
         "silu",
         Dtype::bfloat16,
         {{"x", {0x1.7cp-1F}}, {"y", {0x1p-1F}}}},
        {"jax_cpu",
         R"("subnormals_may_be_zero": false)",
         "softmax",
         Dtype::float32,
         {{"x", {0, -88}}, {"y", {1, 0}}}},
        {"jax_cpu",
         R"("functions": {"activation.exp": {"absolute": 0}})",
         "elu",
         Dtype::float32,
         {{"x", {-0x1.0fde62p+4F}}, {"dy", {-0x1.481612p-2F}}, {"dx", {-0x1.481612p-26F}}}},
        // dy (1 - y) is rounded before it is multiplied by y
        {"torch_cpu",
         R"("rounded": {"activation.saved_step": "never"})",
         "sigmoid",
         Dtype::float16,
         {{"y", {0x1.e08p-3F}}, {"dy", {-0x1.658p-1F}}, {"dx", {-0x1.01p-3F}}}}};
    for (const Needed& one : all) {
        CAPTURE(one.less);
        const std::string like = std::string(R"({"name": "less", "like": ")") + one.library + "\"";
        CHECK(outside(one, like + "}") == 0);
        CHECK(outside(one, like + ", " + one.less + "}") == 1);
    }
}

TEST_CASE("a contract of types that a library has not is refused with the reason") {
    const Needed one = {"onnxruntime_cpu", "", "sigmoid", Dtype::bfloat16, {{"x", {0}}, {"y", {0.5}}}};
    CHECK_THROWS_WITH_AS(outside(one, R"({"name": "mine", "like": "onnxruntime_cpu"})"),
                         doctest::Contains("the contract onnxruntime_cpu has no bfloat16"), InputError);
    for (const std::string& name : kernel_contract_names(Dtype::bfloat16)) CHECK(name != "onnxruntime_cpu");
}
