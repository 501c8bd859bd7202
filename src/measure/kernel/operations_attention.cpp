// Attention as `measure kernel` reads it: which keys a query sees, and the heads that share keys.

#include <algorithm>
#include <memory>
#include <span>

#include "core/parallel/workers.hpp"
#include "measure/kernel/operations.hpp"
#include "models/rounding/attention_gradients.hpp"

namespace sigprop {
namespace {

class AttentionRows final : public KernelRows {
public:
    AttentionRows(const KernelTask& task, const JudgedKernelOutput& output, const KernelContract& contract,
                  const Context& context)
        : task_(task), contract_(contract), attention_(task.attention), result_(output.name.back()) {
        const std::vector<std::size_t>& q = task.tensors.at("q").view.shape();
        const std::vector<std::size_t>& k = task.tensors.at("k").view.shape();
        queries_ = q[q.size() - 2];
        keys_ = k[k.size() - 2];
        d_ = k.back();
        columns_ = task.tensors.at("v").view.shape().back();
        contract_.wide_inputs = task.wide_inputs;
        const std::size_t heads = task.keys.size() / (keys_ * d_);
        q_ = numbers_of(task, "q");
        groups_ = q_.size() / (queries_ * d_) / heads;
        // Where the order of sums is stated, a kernel counts masked terms, too.
        const bool is_masked = task.window > 0 || !task.mask.empty();
        if (is_masked && contract_.order.kind != SumOrder::Kind::any) attention_.places = keys_;
        if (result_ != 'y') take_gradients(heads, context);
    }

    void row(std::size_t row, RowBounds bounds) const override {
        if (result_ == 'y') return forward(row, bounds);
        const std::size_t by_head = result_ == 'q' ? groups_ * queries_ : keys_;
        const AttentionGradients& head = gradients_[row / by_head];
        if (result_ == 'q') return head.query(row % by_head, bounds);
        if (result_ == 'k') return head.key(row % by_head, bounds);
        head.value(row % by_head, bounds);
    }

private:
    /// `row`: of q, over all heads.
    [[nodiscard]] bool sees(std::size_t row, std::size_t key) const {
        const auto place = static_cast<std::ptrdiff_t>(row % queries_ + keys_ - queries_);
        const auto ahead = static_cast<std::ptrdiff_t>(key) - place;
        const auto window = static_cast<std::ptrdiff_t>(task_.window);
        if (task_.causal && ahead > task_.mask_shift) return false;
        if (key + task_.keys_dropped >= keys_) return false;
        if (window > 0 && (ahead <= -window || ahead >= window)) return false;
        return task_.mask.empty() || task_.mask[row * keys_ + key];
    }

    void take_gradients(std::size_t heads, const Context& context) {
        dy_ = numbers_of(task_, "dy");
        if (task_.tensors.contains("y") && result_ != 'v') y_ = numbers_of(task_, "y");
        const std::size_t rows = groups_ * queries_;
        for (std::size_t h = 0; h < heads; ++h) {
            const auto part = [h](const std::vector<double>& all, std::size_t size) {
                return all.empty() ? std::span<const double>()
                                   : std::span<const double>(all).subspan(h * size, size);
            };
            gradients_.emplace_back(
                contract_, attention_,
                AttentionQueries{
                    .q = part(q_, rows * d_),
                    .k = part(task_.keys, keys_ * d_),
                    .v = part(task_.values, keys_ * columns_),
                    .dy = part(dy_, rows * columns_),
                    .y = part(y_, rows * columns_),
                    .heads = groups_,
                    .queries = queries_,
                    .keys = keys_,
                    .sees = [this, first = h * rows](std::size_t row,
                                                     std::size_t key) { return sees(first + row, key); }},
                on_threads(context));
        }
    }

    void forward(std::size_t row, RowBounds bounds) const {
        const std::size_t head = row / queries_ / groups_;
        const std::span<const double> q = std::span(q_).subspan(row * d_, d_);
        const std::span<const double> k = std::span(task_.keys).subspan(head * keys_ * d_, keys_ * d_);
        const std::span<const double> v =
            std::span(task_.values).subspan(head * keys_ * columns_, keys_ * columns_);
        std::size_t seen = 0;
        while (seen < keys_ && sees(row, seen)) ++seen;
        bool is_prefix = true;
        for (std::size_t j = seen; j < keys_ && is_prefix; ++j) is_prefix = !sees(row, j);
        if (is_prefix) return bounds_of(q, k, v, seen, bounds);
        std::vector<double> keys, values;
        for (std::size_t j = 0; j < keys_; ++j) {
            if (!sees(row, j)) continue;
            const auto append = [j](std::vector<double>& into, std::span<const double> from, std::size_t n) {
                const auto begin = from.begin() + static_cast<std::ptrdiff_t>(j * n);
                into.insert(into.end(), begin, begin + static_cast<std::ptrdiff_t>(n));
            };
            append(keys, k, d_);
            append(values, v, columns_);
        }
        bounds_of(q, keys, values, keys.size() / d_, bounds);
    }

    void bounds_of(std::span<const double> q, std::span<const double> k, std::span<const double> v,
                   std::size_t seen, RowBounds bounds) const {
        if (seen > 0) return attention_row_bounds(contract_, attention_, q, k, v, seen, bounds);
        std::ranges::fill(bounds.lower, -HUGE_VAL);  // without a key the result is what a kernel likes
        std::ranges::fill(bounds.upper, HUGE_VAL);
    }

    const KernelTask& task_;
    KernelContract contract_;
    AttentionKernel attention_;
    char result_;  ///< y, or the last letter of dq, dk and dv
    std::size_t queries_ = 0, keys_ = 0, d_ = 0, columns_ = 0, groups_ = 1;
    std::vector<double> q_, dy_, y_;
    std::vector<AttentionGradients> gradients_;
};

}  // namespace

std::unique_ptr<KernelRows> attention_kernel_rows(const KernelTask& task, const JudgedKernelOutput& output,
                                                  const KernelContract& contract, const Context& context) {
    return std::make_unique<AttentionRows>(task, output, contract, context);
}

}  // namespace sigprop
