#include <sigprop/measure/kernel/kernel.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <list>
#include <memory>
#include <numeric>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/models/rounding/bounds.hpp>
#include <utility>

#include "core/base/short_number.hpp"
#include "core/base/suggest.hpp"
#include "core/base/words.hpp"
#include "core/parallel/workers.hpp"
#include "formats/list_text.hpp"
#include "measure/flag_value.hpp"
#include "measure/kernel/alternatives.hpp"
#include "measure/kernel/contract_file.hpp"
#include "measure/kernel/operations.hpp"
#include "measure/kernel/verdict.hpp"

namespace sigprop {
namespace {

/// The element that is furthest outside, and what it may be.
struct Furthest {
    double away = 0, value = 0, lower = 0, upper = 0;
    std::size_t at = 0;
};

/// What a block of rows says of an output; blocks are joined in their order.
struct Counts {
    std::uint64_t outside = 0, unclaimed = 0, rows_outside = 0;
    std::array<std::uint64_t, 64> allowed = {};  ///< enclosures by how many numbers of the type they have
    Furthest worst;
    std::size_t first_row = SIZE_MAX, last_row = 0, first_entry = SIZE_MAX, last_entry = 0;

    void judge(Dtype dtype, std::size_t row, std::span<const double> values, std::span<const double> lower,
               std::span<const double> upper) {
        bool row_is_outside = false;
        for (std::size_t i = 0; i < values.size(); ++i) {
            const bool is_no_number = std::isnan(lower[i]) && std::isnan(upper[i]);  // of a slip's result
            if (is_no_number && std::isnan(values[i])) continue;
            if (!is_no_number && !std::isfinite(lower[i]) && !std::isfinite(upper[i]) &&
                lower[i] != upper[i]) {
                ++unclaimed;
                continue;
            }
            ++allowed[bin_of(numbers_between(dtype, lower[i], upper[i]))];
            if (is_allowed(values[i], lower[i], upper[i])) continue;
            ++outside;
            row_is_outside = true;
            first_entry = std::min(first_entry, i);
            last_entry = std::max(last_entry, i);
            const double away = distance(dtype, values[i], lower[i], upper[i]);
            if (away <= worst.away) continue;
            worst = {away, values[i], lower[i], upper[i], row * values.size() + i};
        }
        if (!row_is_outside) return;
        ++rows_outside;
        first_row = std::min(first_row, row);
        last_row = std::max(last_row, row);
    }

    void join(const Counts& other) {
        outside += other.outside;
        unclaimed += other.unclaimed;
        rows_outside += other.rows_outside;
        for (std::size_t bin = 0; bin < allowed.size(); ++bin) allowed[bin] += other.allowed[bin];
        first_row = std::min(first_row, other.first_row);
        last_row = std::max(last_row, other.last_row);
        first_entry = std::min(first_entry, other.first_entry);
        last_entry = std::max(last_entry, other.last_entry);
        if (other.worst.away <= worst.away) return;
        worst = other.worst;
    }

    [[nodiscard]] double median_allowed() const {
        const std::uint64_t all = std::accumulate(allowed.begin(), allowed.end(), std::uint64_t{0});
        std::uint64_t below = 0;
        for (std::size_t bin = 0; bin < allowed.size(); ++bin) {
            below += allowed[bin];
            if (2 * below >= all && all > 0)
                return bin <= exact_bins ? static_cast<double>(bin)
                                         : std::ldexp(1.0, static_cast<int>(bin - exact_bins) + 3);
        }
        return std::nan("");
    }

private:
    static constexpr std::size_t exact_bins = 8;

    std::size_t bin_of(double numbers) const {
        if (!(numbers > exact_bins)) return static_cast<std::size_t>(std::max(numbers, 0.0));
        const double bin = exact_bins + std::ceil(std::log2(numbers)) - 3;
        return std::min(allowed.size() - 1, static_cast<std::size_t>(bin));
    }

    /// By how many numbers of the type; infinite for what is not a number.
    static double distance(Dtype dtype, double value, double lower, double upper) {
        if (!std::isfinite(value)) return HUGE_VAL;
        return value < lower ? numbers_between(dtype, value, lower) - 1
                             : numbers_between(dtype, upper, value) - 1;
    }
};

constexpr std::size_t rows_at_once = 16;

struct Rows {
    std::size_t first = 0, end = 0;
};

/// Rows of an output, held against their bounds under a contract.
Counts judged(const KernelTask& task, const JudgedKernelOutput& output, const KernelContract& contract,
              const Context& context, Rows which) {
    const std::size_t columns = output.columns;
    const std::size_t blocks = (which.end - which.first + rows_at_once - 1) / rows_at_once;
    std::vector<Counts> found(blocks);
    const std::unique_ptr<KernelRows> bounds = kernel_rows(task, output, contract, context);
    for_each_index(blocks, context.threads, [&](std::size_t block) {
        std::vector<double> values(columns), lower(columns), upper(columns);
        const std::size_t begin = which.first + block * rows_at_once;
        const std::size_t end = std::min(which.end, begin + rows_at_once);
        context.check_cancelled();
        for (std::size_t row = begin; row < end; ++row) {
            output.tensor->view.read(row * columns, values);
            bounds->row(row, {lower, upper});
            found[block].judge(contract.storage, row, values, lower, upper);
        }
    });
    Counts all;
    for (const Counts& one : found) all.join(one);
    return all;
}

KernelOutput described(const JudgedKernelOutput& output, const Counts& found, Dtype dtype) {
    KernelOutput one;
    one.output = output.name;
    one.name = output.tensor->name;
    one.shape = output.shape;
    one.dtype = dtype;
    one.elements = output.rows * output.columns;
    one.outside = found.outside;
    one.unclaimed = found.unclaimed;
    one.median_allowed = found.median_allowed();
    one.worst = found.worst.away;
    one.worst_at = found.worst.at;
    one.worst_value = found.worst.value;
    one.worst_lower = found.worst.lower;
    one.worst_upper = found.worst.upper;
    one.rows_outside = found.rows_outside;
    one.first_row = found.first_row;
    one.last_row = found.last_row;
    one.first_entry = found.first_entry;
    one.last_entry = found.last_entry;
    return one;
}

/// The narrower types that all elements are numbers of, as of a result that was widened to be saved.
std::vector<Dtype> narrower_types(const JudgedKernelOutput& output) {
    std::vector<Dtype> left = {Dtype::bfloat16, Dtype::float16};
    std::vector<double> values(output.columns);
    for (std::size_t row = 0; row < output.rows && !left.empty(); ++row) {
        output.tensor->view.read(row * output.columns, values);
        std::erase_if(left, [&](Dtype dtype) {
            return std::ranges::any_of(
                values, [&](double x) { return std::isfinite(x) && nearest_of(dtype, x) != x; });
        });
    }
    return left;
}

/// The alternatives that have every element of some rows inside, from the first row with one outside on.
void find_what_it_looks_like(KernelOutput& one, const KernelTask& task, const JudgedKernelOutput& output,
                             const KernelContract& contract, const Context& context) {
    constexpr std::size_t most_rows = 64, most_named = 2;
    const Rows some = {one.first_row, std::min(output.rows, one.first_row + most_rows)};
    for (const KernelAlternative& alternative : kernel_alternatives(task, output, contract)) {
        const KernelTask other = alternative.of(task);
        const Counts under = judged(other, output, alternative.under(contract), context, some);
        if (under.outside > 0 || under.unclaimed > 0) continue;
        one.looks_like.push_back(alternative.text);
        if (one.looks_like.size() == most_named) break;
    }
    one.rows_compared = some.end - some.first;
}

/// The last two axes exchanged, of a copy.
class Transposed {
public:
    explicit Transposed(const KernelTensors& tensors, const std::vector<std::size_t>& shape) {
        for (const auto& [role, tensor] : tensors) {
            if (tensor.view.shape() == shape) {
                add(role, tensor);
            } else {
                tensors_.emplace(role, tensor);
            }
        }
    }
    [[nodiscard]] const KernelTensors& tensors() const { return tensors_; }

private:
    void add(const std::string& role, const NamedTensor& tensor) {
        std::vector<std::size_t> shape = tensor.view.shape();
        const std::size_t columns = shape.back(), rows = shape[shape.size() - 2];
        std::vector<double> plain(tensor.view.size());
        tensor.view.read(0, plain);
        std::vector<double>& turned = numbers_.emplace_back(plain.size());
        for (std::size_t i = 0; i < plain.size(); ++i) {
            const std::size_t block = i / (rows * columns), row = i / columns % rows, column = i % columns;
            turned[(block * columns + column) * rows + row] = plain[i];
        }
        std::swap(shape.back(), shape[shape.size() - 2]);
        tensors_.emplace(role, NamedTensor{TensorView({.shape = shape, .type = ElementType::float64},
                                                      std::as_bytes(std::span(turned))),
                                           tensor.name,
                                           {}});
    }

    std::list<std::vector<double>> numbers_;
    KernelTensors tensors_;
};

/// Whether every element is inside where the sums run along the axis before the last.
bool is_along_other_axis(const KernelTask& task, const JudgedKernelOutput& output,
                         const KernelQuestion& question, const KernelContract& contract,
                         const Context& context) {
    constexpr std::size_t most_elements = std::size_t{1} << 24U;
    const bool has_rows = task.norm_is_asked() || task.operation.ends_with("softmax");
    if (!has_rows || output.shape.size() < 2 || output.rows * output.columns > most_elements) return false;
    const std::size_t columns = output.shape.back(), rows = output.shape[output.shape.size() - 2];
    if (columns == 1 || rows == 1 || ((!task.weight.empty() || !task.bias.empty()) && rows != columns))
        return false;
    const Transposed turned(task.tensors, output.shape);
    KernelQuestion same = question;
    same.dtype = contract.storage;
    const KernelTask other = kernel_task(turned.tensors(), same, context);
    for (const JudgedKernelOutput& one : other.outputs) {
        if (one.name != output.name) continue;
        const Counts found = judged(other, one, contract, context, {0, one.rows});
        return found.outside == 0 && found.unclaimed == 0;
    }
    return false;
}

/// The contract that is asked for, or another one by its name.
KernelContract contract_of(const KernelQuestion& question, Dtype dtype, std::string_view other = {}) {
    if (dtype == Dtype::float64)
        throw InputError(
            "float64 has no bounds yet: they need more than doubles; give --dtype of the kernel");
    KernelContract contract = !other.empty()          ? kernel_contract(other, dtype)
                              : question.own_contract ? contract_of(*question.own_contract, dtype)
                                                      : kernel_contract(question.contract, dtype);
    if (question.order) contract.order = *question.order;
    check_contract(contract);
    return contract;
}

}  // namespace

KernelMeasurement measure_kernel(const KernelTensors& tensors, const KernelQuestion& question,
                                 const Context& context) {
    const KernelTask task = kernel_task(tensors, question, context);
    KernelMeasurement measured;
    measured.operation = task.text;
    for (const auto& [role, tensor] : tensors)
        measured.inputs.push_back(role + " " + tensor.name + " " + list_text(tensor.view.shape()));
    measured.rows = task.outputs.front().rows;
    for (const JudgedKernelOutput& output : task.outputs) {
        const Dtype dtype = question.dtype.value_or(output.dtype);
        const KernelContract contract = contract_of(question, dtype);
        measured.contract = contract.name;
        measured.contract_says = contract.says;
        const Rows all = {0, output.rows};
        const Counts found = judged(task, output, contract, context, all);
        KernelOutput one = described(output, found, dtype);
        if (one.outside > 0) {
            if (!question.dtype && dtype == Dtype::float32) one.narrower = narrower_types(output);
            find_what_it_looks_like(one, task, output, contract, context);
            if (one.looks_like.empty() && is_along_other_axis(task, output, question, contract, context))
                one.looks_like.emplace_back("the sums taken along the axis before the last");
            for (const std::string& other : kernel_contract_names(dtype)) {
                if (other == contract.name) continue;
                const Counts under = judged(task, output, contract_of(question, dtype, other), context, all);
                if (under.outside == 0 && under.unclaimed == found.unclaimed) one.kept.push_back(other);
            }
        }
        describe_kernel_output(one, measured, context);
        measured.outputs.push_back(std::move(one));
    }
    return measured;
}

namespace {

/// A result whose bounds are asked for, and the contract that it is under.
struct AskedKernel {
    KernelTask task;
    KernelContract contract;

    AskedKernel(const KernelTensors& tensors, const KernelQuestion& question, const std::string& result,
                const Context& context)
        : task(kernel_task(tensors, question, context, result)),
          contract(contract_of(question, question.dtype.value_or(task.outputs.front().dtype))) {}

    [[nodiscard]] KernelBounds bounds(const KernelTask& of, const KernelContract& under,
                                      const Context& context) const {
        const JudgedKernelOutput& output = of.outputs.front();
        const std::unique_ptr<KernelRows> rows = kernel_rows(of, output, under, context);
        const std::size_t columns = output.columns, numbers = output.rows * columns;
        KernelBounds made{output.shape, contract.storage, std::vector<double>(numbers),
                          std::vector<double>(numbers)};
        for_each_index((output.rows + rows_at_once - 1) / rows_at_once, context.threads,
                       [&](std::size_t block) {
                           context.check_cancelled();
                           const std::size_t end = std::min(output.rows, (block + 1) * rows_at_once);
                           for (std::size_t row = block * rows_at_once; row < end; ++row) {
                               const auto part = [&](std::vector<double>& all) {
                                   return std::span(all).subspan(row * columns, columns);
                               };
                               rows->row(row, {part(made.lower), part(made.upper)});
                           }
                       });
        return made;
    }
};

}  // namespace

KernelBounds kernel_bounds(const KernelTensors& tensors, const KernelQuestion& question,
                           const std::string& result, const Context& context) {
    const AskedKernel asked(tensors, question, result, context);
    return asked.bounds(asked.task, asked.contract, context);
}

std::vector<KernelPower> kernel_power(const KernelTensors& tensors, const KernelQuestion& question,
                                      const std::string& result, const Context& context) {
    const AskedKernel asked(tensors, question, result, context);
    const KernelBounds right = asked.bounds(asked.task, asked.contract, context);
    std::vector<KernelPower> powers;
    for (const KernelAlternative& alternative :
         kernel_alternatives(asked.task, asked.task.outputs.front(), asked.contract)) {
        const KernelTask other = alternative.of(asked.task);
        const KernelBounds wrong = asked.bounds(other, alternative.under(asked.contract), context);
        KernelPower power{alternative.text, right.lower.size()};
        for (std::size_t i = 0; i < right.lower.size(); ++i) {
            const bool is_no_number = std::isnan(wrong.lower[i]) && std::isfinite(right.lower[i]);
            if (is_no_number || wrong.upper[i] < right.lower[i] || wrong.lower[i] > right.upper[i])
                ++power.shown;
        }
        powers.push_back(std::move(power));
    }
    return powers;
}

KernelMeasurement measure_kernel(const KernelFiles& files, const KernelQuestion& question,
                                 const Context& context) {
    std::vector<std::unique_ptr<NpyFile>> open;
    const NpyOptions options = {.bfloat16 = question.bfloat16 || question.dtype == Dtype::bfloat16};
    KernelTensors tensors;
    std::vector<ElementType> types;
    for (const auto& [role, path] : files) {
        open.push_back(std::make_unique<NpyFile>(path, options));
        const NpyFile* const file = open.back().get();
        tensors.emplace(role, NamedTensor{file->view(), path, {}});
        types.push_back(file->view().type());
    }
    if (question.bfloat16) check_read_as_bfloat16(types);
    return measure_kernel(tensors, question, context);
}

}  // namespace sigprop
