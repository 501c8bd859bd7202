// Operations whose rows have nothing to do with each other: sums, norms, softmax, losses, activations, gated
// units.

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "measure/kernel/operations.hpp"
#include "models/rounding/activation_kernel.hpp"

namespace sigprop {
namespace {

class RowsOfTask final : public KernelRows {
public:
    RowsOfTask(const KernelTask& task, const JudgedKernelOutput& output, const KernelContract& contract)
        : task_(task), output_(output), contract_(contract), norm_(task.norm) {
        contract_.wide_inputs = task.wide_inputs;
        norm_.weight = task.weight;
        norm_.bias = task.bias;
        if (task.slope_of_output)
            activation_.emplace(contract_, *task.activation, *task.slope_of_output);
        else if (task.activation)
            activation_.emplace(contract_, *task.activation);
    }

    void row(std::size_t row, RowBounds bounds) const override {
        const KernelSlip& slip = task_.slip;
        if (slip.dropped > 0) return row_without_tail(row, bounds);
        if (slip.maximum_of > 0 || slip.subtracts_nothing) return row_of_wrong_maximum(row, bounds);
        const std::string& name = task_.operation;
        if (task_.is_gated()) {
            const char *const of_gate = task_.exchanged ? "up" : "gate", *const of_up =
                                                                             task_.exchanged ? "gate" : "up";
            const bool is_of_gate = (output_.name == "dgate") != task_.exchanged;
            const std::vector<double> gate = read(of_gate, row);
            if (output_.name == "y") return activation_->gated_bounds(gate, read(of_up, row), bounds);
            const std::vector<double> dy = read("dy", row);
            if (!is_of_gate) return activation_->gated_bounds(gate, dy, bounds);
            return activation_->gate_backward_bounds(gate, read(of_up, row), dy, bounds);
        }
        if (slip.sums_in_storage) return stored_sum_bounds(contract_, read("x", row), name == "mean", bounds);
        if (activation_) {
            if (output_.name == "y") return activation_->bounds(read("x", row), bounds);
            return activation_->backward_bounds(read(task_.slope_of_output ? "y" : "x", row), read("dy", row),
                                                bounds);
        }
        const bool is_log = name == "log_softmax";
        if (name == "sum" || name == "mean")
            return sum_bounds(contract_, read("x", row), name == "mean", bounds);
        if (name == "cross_entropy") {
            const std::vector<double> x = read("x", row);
            const double target = task_.targets[row];
            if (output_.name == "y") return cross_entropy_bounds(contract_, task_.loss, x, target, bounds);
            std::vector<double> dy(1);
            task_.tensors.at("dy").view.read(row, dy);
            return cross_entropy_backward_bounds(contract_, task_.loss, x, target, dy[0], bounds);
        }
        if (output_.name == "dbias")
            return column_sum_bounds(contract_, numbers_of(task_, "dy"), "norm.weight_sums", bounds);
        if (output_.name == "dweight")
            return norm_weight_bounds(contract_, norm_, numbers_of(task_, "x"), numbers_of(task_, "dy"),
                                      task_.saved, bounds);
        if (output_.name == "y") {
            const std::vector<double> x = read("x", row);
            return task_.norm_is_asked() ? norm_bounds(contract_, norm_, x, bounds)
                                         : softmax_bounds(contract_, x, is_log, bounds);
        }
        const std::vector<double> dy = read("dy", row);
        if (task_.norm_is_asked()) {
            const auto saved = task_.saved.empty() ? std::nullopt : std::optional(task_.saved[row]);
            return norm_backward_bounds(contract_, norm_, read("x", row), dy, bounds, saved);
        }
        if (task_.from_input)
            return softmax_backward_from_input_bounds(contract_, read("x", row), dy, is_log, bounds);
        softmax_backward_bounds(contract_, read("y", row), dy, is_log, bounds, slip.correction);
    }

private:
    /// What is said of entries that a slip leaves open: anything finite.
    void leave_open(RowBounds bounds, std::size_t from) const {
        const double largest = largest_of(contract_.storage);
        for (std::size_t i = from; i < bounds.lower.size(); ++i) {
            bounds.lower[i] = -largest;
            bounds.upper[i] = largest;
        }
    }

    /// The row without its last entries: shorter, or with zeros in their place, where the length divides.
    void row_without_tail(std::size_t row, RowBounds bounds) const {
        const std::string& name = task_.operation;
        const KernelSlip& slip = task_.slip;
        const bool is_forward = output_.name == "y";
        const auto with_zeros = [&](std::vector<double> all) {
            std::fill(all.end() - static_cast<std::ptrdiff_t>(slip.dropped), all.end(), 0.0);
            return all;
        };
        const auto shorter = [&](std::vector<double> all) {
            all.resize(all.size() - slip.dropped);
            return all;
        };
        if (name == "sum" || name == "mean") {
            const std::vector<double> x = read("x", row);
            return sum_bounds(contract_, slip.over_all ? with_zeros(x) : shorter(x), name == "mean", bounds);
        }
        const std::size_t kept = bounds.lower.size() - slip.dropped;
        const RowBounds first = {bounds.lower.first(kept), bounds.upper.first(kept)};
        leave_open(bounds, kept);
        if (task_.norm_is_asked()) {
            NormKernel norm = norm_;
            if (is_forward && slip.over_all) norm_bounds(contract_, norm, with_zeros(read("x", row)), bounds);
            norm.weight = norm.weight.first(std::min(kept, norm.weight.size()));
            norm.bias = norm.bias.first(std::min(kept, norm.bias.size()));
            if (!is_forward)
                norm_backward_bounds(contract_, norm, shorter(read("x", row)), shorter(read("dy", row)),
                                     first);
            else if (!slip.over_all)
                norm_bounds(contract_, norm, shorter(read("x", row)), first);
            return leave_open(bounds, kept);
        }
        const bool is_log = name == "log_softmax";
        if (is_forward) return softmax_bounds(contract_, shorter(read("x", row)), is_log, first);
        if (task_.from_input)
            return softmax_backward_from_input_bounds(contract_, shorter(read("x", row)),
                                                      shorter(read("dy", row)), is_log, first);
        softmax_backward_bounds(contract_, shorter(read("y", row)), shorter(read("dy", row)), is_log, first);
    }

    /// e^(x - m) of another m overflows, or not: then 0 of what is finite, and no number of what is not.
    void row_of_wrong_maximum(std::size_t row, RowBounds bounds) const {
        const std::vector<double> x = read("x", row);
        const std::size_t first = std::min(task_.slip.maximum_of, x.size());
        const double m = task_.slip.subtracts_nothing
                             ? 0.0
                             : *std::max_element(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(first));
        const double most = *std::ranges::max_element(x) - m;
        const double beyond = std::log(largest_of(contract_.computing));
        // of a sum of so many, and of the argument's own error
        const double slack = std::log(static_cast<double>(x.size())) + 1;
        if (most < beyond - slack) return softmax_bounds(contract_, x, false, bounds);
        if (most < beyond + 1) return leave_open(bounds, 0);
        for (std::size_t i = 0; i < x.size(); ++i) {
            const double t = x[i] - m;
            const bool is_open = std::abs(t - beyond) <= 1;
            const double value = t > beyond ? std::nan("") : 0.0;
            bounds.lower[i] = is_open ? -largest_of(contract_.storage) : value;
            bounds.upper[i] = is_open ? largest_of(contract_.storage) : value;
        }
    }

    [[nodiscard]] std::vector<double> read(const char* role, std::size_t row) const {
        const TensorView& view = task_.tensors.at(role).view;
        std::vector<double> values(view.shape().back());
        view.read(row * values.size(), values);
        return values;
    }

    const KernelTask& task_;
    const JudgedKernelOutput& output_;
    KernelContract contract_;
    NormKernel norm_;
    std::optional<ActivationKernel> activation_;
};

}  // namespace

std::unique_ptr<KernelRows> independent_rows(const KernelTask& task, const JudgedKernelOutput& output,
                                             const KernelContract& contract) {
    return std::make_unique<RowsOfTask>(task, output, contract);
}

}  // namespace sigprop
