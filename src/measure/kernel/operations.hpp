#pragma once
// The operations of `measure kernel`: which arrays each has, how they fit together, and the bounds of a row
// of each result.

#include <algorithm>
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

/// Slips inside of a row, of kernels that might have been meant to be right.
struct KernelSlip {
    std::size_t dropped = 0;         ///< so many entries at the end of a row are in none of its sums
    bool over_all = false;           ///< a mean without them is still divided by the number of all
    std::size_t maximum_of = 0;      ///< a softmax subtracts the maximum of so many first entries; 0: of all
    bool subtracts_nothing = false;  ///< a softmax subtracts no maximum
    bool sums_in_storage = false;    ///< one term after another is added in the type of storage
    double correction = 1;           ///< of a softmax's gradient, times sum y dy
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
    std::size_t keys_dropped = 0;   ///< so many keys at the end are seen by no query
    std::ptrdiff_t mask_shift = 0;  ///< so many keys more are seen than by the causal mask
    std::size_t window = 0;         ///< a query sees keys that are nearer than this; 0: all
    std::vector<bool> mask = {};    ///< by query of all heads and key; none: all
    CrossEntropyKernel loss = {};
    std::vector<double> weight = {}, bias = {}, targets = {}, keys = {}, values = {};
    std::vector<double> matrix = {};      ///< [K × N], the right factor of a product
    std::vector<SavedNorm> saved = {};    ///< by row, where they are given
    std::vector<std::size_t> index = {};  ///< of each row that is added; SIZE_MAX: none
    bool exchanged = false;               ///< the gate for up, or the pairs of the other layout
    bool turns_back = false;              ///< a rotation by the negative angle
    KernelSlip slip = {};
    bool from_input = false;   ///< the gradient of a softmax starts from x and not from a saved y
    bool wide_inputs = false;  ///< a number of an input is none of the type of storage
    std::vector<JudgedKernelOutput> outputs = {};

    [[nodiscard]] bool is_gated() const { return operation.ends_with("glu"); }
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
[[nodiscard]] std::unique_ptr<KernelRows> attention_kernel_rows(const KernelTask& task,
                                                                const JudgedKernelOutput& output,
                                                                const KernelContract& contract,
                                                                const Context& context);

/// operations_rows.cpp
[[nodiscard]] std::unique_ptr<KernelRows> independent_rows(const KernelTask& task,
                                                           const JudgedKernelOutput& output,
                                                           const KernelContract& contract);

/// operations_scatter.cpp: rotary positions, index_add and the gradient of an embedding.
[[nodiscard]] std::unique_ptr<KernelRows> moved_rows(const KernelTask& task, const JudgedKernelOutput& output,
                                                     const KernelContract& contract);
/// operations_products.cpp
[[nodiscard]] std::unique_ptr<KernelRows> product_rows(const KernelTask& task,
                                                       const JudgedKernelOutput& output,
                                                       const KernelContract& contract);

/// The place of entry `at` of an array of shape `wanted` in one whose axes are as long, or 1.
[[nodiscard]] inline std::size_t broadcast_place(std::size_t at, const std::vector<std::size_t>& wanted,
                                                 const std::vector<std::size_t>& own) {
    std::size_t place = 0, stride = 1;
    for (std::size_t axis = wanted.size(); axis-- > 0;) {
        if (own[axis] > 1) place += at % wanted[axis] * stride;
        stride *= own[axis];
        at /= wanted[axis];
    }
    return place;
}
/// Whether it fits, with axes of 1 put before its own.
[[nodiscard]] inline bool is_broadcast(std::vector<std::size_t>& own,
                                       const std::vector<std::size_t>& wanted) {
    own.insert(own.begin(), wanted.size() - std::min(own.size(), wanted.size()), 1);
    bool fits = own.size() == wanted.size();
    for (std::size_t axis = 0; fits && axis < own.size(); ++axis)
        fits = own[axis] == wanted[axis] || own[axis] == 1;
    return fits;
}

/// All numbers of an array, in row-major order.
[[nodiscard]] inline std::vector<double> numbers_of(const KernelTask& task, const std::string& role) {
    const TensorView& view = task.tensors.at(role).view;
    std::vector<double> all(view.size());
    view.read(0, all);
    return all;
}

}  // namespace sigprop
