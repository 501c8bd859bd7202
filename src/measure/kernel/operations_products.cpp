// Products of matrices as `measure kernel` reads them: the gradients of both factors are products, too.

#include <algorithm>
#include <memory>
#include <vector>

#include "measure/kernel/operations.hpp"

namespace sigprop {
namespace {

/// The other axis first.
std::vector<double> transposed(const std::vector<double>& all, std::size_t columns) {
    const std::size_t rows = all.size() / columns;
    std::vector<double> made(all.size());
    for (std::size_t i = 0; i < rows; ++i)
        for (std::size_t j = 0; j < columns; ++j) made[j * rows + i] = all[i * columns + j];
    return made;
}

/// Row r of the result is row r of the left factor times the right one.
class ProductRows final : public KernelRows {
public:
    ProductRows(const KernelTask& task, const JudgedKernelOutput& output, const KernelContract& contract)
        : task_(task), contract_(contract), result_(output.name) {
        contract_.wide_inputs = task.wide_inputs;
        const bool is_linear = task.operation == "linear";
        const char *const left = is_linear ? "x" : "a", *const right = is_linear ? "weight" : "b";
        const auto width = [&](const char* role) { return task.tensors.at(role).view.shape().back(); };
        if (result_ == "y") {
            rows_ = left;
            terms_ = width(left);
        } else if (result_ == "dx" || result_ == "da") {
            rows_ = "dy";
            terms_ = width("dy");
            right_ = numbers_of(task, right);
            if (!is_linear) right_ = transposed(right_, width(right));
        } else {
            left_ = is_linear ? transposed(numbers_of(task, "dy"), width("dy"))
                              : transposed(numbers_of(task, left), width(left));
            right_ = numbers_of(task, is_linear ? left : "dy");
            terms_ = right_.size() / output.columns;
        }
    }

    void row(std::size_t row, RowBounds bounds) const override {
        std::vector<double> held;
        std::span<const double> left = left_;
        if (left_.empty()) {
            held.resize(terms_);
            task_.tensors.at(rows_).view.read(row * terms_, held);
            left = held;
        } else {
            left = left.subspan(row * terms_, terms_);
        }
        if (result_ != "y") return product_row_bounds(contract_, left, right_, {}, bounds);
        const KernelSlip& slip = task_.slip;
        if (slip.sums_in_storage)
            return stored_product_row_bounds(contract_, left, task_.matrix, task_.bias, bounds);
        if (slip.dropped > 0)
            std::fill(held.end() - static_cast<std::ptrdiff_t>(slip.dropped), held.end(), 0.0);
        product_row_bounds(contract_, left, task_.matrix, task_.bias, bounds);
    }

private:
    const KernelTask& task_;
    KernelContract contract_;
    std::string result_, rows_;  ///< rows_: the array whose rows are the left factor's
    std::size_t terms_ = 0;
    std::vector<double> left_, right_;
};

class ColumnSums final : public KernelRows {
public:
    ColumnSums(const KernelTask& task, const KernelContract& contract)
        : dy_(numbers_of(task, "dy")), contract_(contract) {}
    void row(std::size_t /*row*/, RowBounds bounds) const override {
        column_sum_bounds(contract_, dy_, "product.weight_sums", bounds);
    }

private:
    std::vector<double> dy_;
    KernelContract contract_;
};

}  // namespace

std::unique_ptr<KernelRows> product_rows(const KernelTask& task, const JudgedKernelOutput& output,
                                         const KernelContract& contract) {
    if (output.name == "dbias") return std::make_unique<ColumnSums>(task, contract);
    return std::make_unique<ProductRows>(task, output, contract);
}

}  // namespace sigprop
