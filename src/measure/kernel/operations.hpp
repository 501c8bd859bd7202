#pragma once
// The operations of `measure kernel`: which arrays each has, how they fit together, and the bounds of a row
// of each result.

#include <cstddef>
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
    std::string name;                     ///< y, dx, dweight, …
    const NamedTensor* tensor = nullptr;  ///< none where its bounds are asked for
    std::vector<std::size_t> shape;
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
    std::ptrdiff_t mask_shift = 0;  ///< so many keys more are seen than by the causal mask
    std::size_t window = 0;         ///< a query sees keys that are nearer than this; 0: all
    std::vector<bool> mask = {};    ///< by query of all heads and key; none: all
    CrossEntropyKernel loss = {};
    std::vector<double> weight = {}, bias = {}, targets = {}, keys = {}, values = {};
    std::vector<double> matrix = {};         ///< [K × N], the right factor of a product
    std::vector<NormStatistics> saved = {};  ///< by row, where they are given
    bool wide_inputs = false;                ///< a number of an input is none of the type of storage
    std::vector<JudgedKernelOutput> outputs = {};

    [[nodiscard]] bool norm_is_asked() const { return operation.ends_with("_norm"); }
};

/// The results that are given, or the one that is asked for, such as "dx".
/// Errors   as measure_kernel and kernel_bounds
[[nodiscard]] KernelTask kernel_task(const KernelTensors& tensors, const KernelQuestion& question,
                                     const Context& context, std::string_view asked = {});

/// The bounds of each row, from any thread.
class KernelRows {
public:
    virtual ~KernelRows() = default;
    virtual void row(std::size_t row, RowBounds bounds) const = 0;
};

/// The task and the contract must outlive it.
[[nodiscard]] std::unique_ptr<KernelRows> kernel_rows(const KernelTask& task,
                                                      const JudgedKernelOutput& output,
                                                      const KernelContract& contract, const Context& context);
/// The same for one operation: operations_attention.cpp.
[[nodiscard]] std::unique_ptr<KernelRows> attention_rows(const KernelTask& task,
                                                         const JudgedKernelOutput& output,
                                                         const KernelContract& contract,
                                                         const Context& context);

/// operations_products.cpp
[[nodiscard]] std::unique_ptr<KernelRows> product_rows(const KernelTask& task,
                                                       const JudgedKernelOutput& output,
                                                       const KernelContract& contract);

/// All numbers of an array, in row-major order.
[[nodiscard]] inline std::vector<double> numbers_of(const KernelTask& task, const std::string& role) {
    const TensorView& view = task.tensors.at(role).view;
    std::vector<double> all(view.size());
    view.read(0, all);
    return all;
}

}  // namespace sigprop
