// Rotary positions, index_add and the gradient of an embedding, as `measure kernel` reads them.

#include <algorithm>
#include <memory>
#include <vector>

#include "measure/kernel/operations.hpp"

namespace sigprop {
namespace {

class RotatedRows final : public KernelRows {
public:
    RotatedRows(const KernelTask& task, const JudgedKernelOutput& output, const KernelContract& contract)
        : contract_(contract),
          x_(task.tensors.at(output.name == "y" ? "x" : "dy").view),
          rotary_{.interleaved = (task.operation != "rotary") != task.exchanged,
                  .backward = (output.name == "dx") != task.turns_back},
          cos_(numbers_of(task, "cos")),
          sin_(numbers_of(task, "sin")),
          rows_(output.shape.begin(), output.shape.end() - 1) {
        contract_.wide_inputs = task.wide_inputs;
        std::vector<std::size_t> own = task.tensors.at("cos").view.shape();
        width_ = own.back();
        own.pop_back();
        own.insert(own.begin(), rows_.size() - own.size(), 1);
        own_ = own;
    }
    void row(std::size_t row, RowBounds bounds) const override {
        std::vector<double> x(bounds.lower.size());
        x_.read(row * x.size(), x);
        const std::size_t at = broadcast_place(row, rows_, own_) * width_;
        rotary_row_bounds(contract_, rotary_, x, std::span(cos_).subspan(at, width_),
                          std::span(sin_).subspan(at, width_), bounds);
    }

private:
    KernelContract contract_;
    const TensorView& x_;
    RotaryKernel rotary_;
    std::vector<double> cos_, sin_;
    std::vector<std::size_t> rows_, own_;  ///< axes before the last, of x and of cos
    std::size_t width_ = 0;
};

class ScatteredRows final : public KernelRows {
public:
    ScatteredRows(const KernelTask& task, const JudgedKernelOutput& output, const KernelContract& contract)
        : contract_(contract), added_(numbers_of(task, output.name == "y" ? "source" : "dy")) {
        contract_.wide_inputs = task.wide_inputs;
        width_ = output.rows * output.columns / output.shape.front();
        if (output.name == "y") start_ = numbers_of(task, "x");
        of_row_.resize(output.shape.front());
        for (std::size_t i = 0; i < task.index.size(); ++i)
            if (task.index[i] != SIZE_MAX) of_row_[task.index[i]].push_back(i);
    }
    void row(std::size_t row, RowBounds bounds) const override {
        const std::size_t n = bounds.lower.size(), part = std::min(n, width_);
        for (std::size_t at = 0; at < n; at += part)  // of one axis, each number has an index of its own
            of_one_index(row * n + at, {bounds.lower.subspan(at, part), bounds.upper.subspan(at, part)});
    }

private:
    void of_one_index(std::size_t first, RowBounds bounds) const {
        const std::size_t n = bounds.lower.size();
        std::vector<double> start(n), terms;
        if (!start_.empty()) start.assign(start_.data() + first, start_.data() + first + n);
        for (const std::size_t i : of_row_[first / width_]) {
            const double* const one = added_.data() + i * width_ + first % width_;
            terms.insert(terms.end(), one, one + n);
        }
        scatter_row_bounds(contract_, start, terms, start_.empty() ? "embedding.sums" : "index_add.sums",
                           bounds);
    }

    KernelContract contract_;
    std::vector<double> added_, start_;
    std::size_t width_ = 1;                         ///< numbers that have the same index
    std::vector<std::vector<std::size_t>> of_row_;  ///< which are added to each row, in their order
};

}  // namespace

std::unique_ptr<KernelRows> moved_rows(const KernelTask& task, const JudgedKernelOutput& output,
                                       const KernelContract& contract) {
    if (!task.index.empty()) return std::make_unique<ScatteredRows>(task, output, contract);
    return std::make_unique<RotatedRows>(task, output, contract);
}

}  // namespace sigprop
