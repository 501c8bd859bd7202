#pragma once
// The operations of `measure kernel`: which arrays each has, how they fit together, and the bounds of a row
// of each result.

#include <memory>
#include <optional>
#include <sigprop/core/formula/formula.hpp>
#include <sigprop/measure/kernel/kernel.hpp>
#include <sigprop/models/rounding/bounds.hpp>
#include <span>
#include <string>
#include <vector>

namespace sigprop {

struct JudgedKernelOutput {
    std::string name;  ///< y or dx
    const NamedTensor* tensor = nullptr;
    std::size_t rows = 0, columns = 0;
    Dtype dtype = Dtype::float32;
};

/// The whole question, checked: shapes fit, numbers have values.
struct KernelTask {
    std::string operation;
    std::string text;  ///< "layer_norm, eps 1e-5, gain weight"
    const KernelTensors& tensors;
    NormKernel norm = {};                    ///< without its arrays
    std::optional<Formula> activation = {};  ///< where the operation is one
    /// Its slope as a formula in the output, where that was saved and not x: 1 - y^2 of tanh.
    std::optional<Formula> slope_of_output = {};
    AttentionKernel attention = {};
    bool causal = false;
    CrossEntropyKernel loss = {};
    std::vector<double> weight = {}, bias = {}, targets = {}, keys = {}, values = {};
    std::vector<double> matrix = {};  ///< [K × N], the right factor of a product
    std::vector<JudgedKernelOutput> outputs = {};

    [[nodiscard]] bool norm_is_asked() const { return operation.ends_with("_norm"); }
};

/// Errors   as measure_kernel
[[nodiscard]] KernelTask kernel_task(const KernelTensors& tensors, const KernelQuestion& question,
                                     const Context& context);

/// The bounds of each row, from any thread.
class KernelRows {
public:
    virtual ~KernelRows() = default;
    virtual void row(std::size_t row, RowBounds bounds) const = 0;
};

/// The task and the contract must outlive it.
[[nodiscard]] std::unique_ptr<KernelRows> kernel_rows(const KernelTask& task,
                                                      const JudgedKernelOutput& output,
                                                      const KernelContract& contract);

}  // namespace sigprop
