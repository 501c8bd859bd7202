// What moves numbers, and adds few: rotations of pairs, and sums of rows that have the same index.

#include <utility>

#include "models/rounding/kernel_arithmetic.hpp"

namespace sigprop {
namespace {

/// a c + s b t of a sign s, with two products and a sum.
KernelInterval pair_of(const KernelArithmetic& kernel, std::pair<double, double> first,
                       std::pair<double, double> second, double sign) {
    const KernelContract& contract = kernel.contract();
    const bool is_exact = !contract.wide_inputs && !contract.stores_steps &&
                          2 * significand_bits(contract.storage) <= significand_bits(contract.computing);
    const auto product = [&](std::pair<double, double> of) {
        const KernelInterval exactly = KernelInterval::exact(of.first) * KernelInterval::exact(of.second);
        return kernel.stored(kernel.rounded(exactly, is_exact ? 0 : 1), "rotary.products");
    };
    const KernelInterval a = product(first), b = product(second);
    if (!a.is_known() || !b.is_known()) return KernelInterval::unknown();
    return kernel.rounded(sign < 0 ? a - b : a + b, kernel.before_storage(1));
}

}  // namespace

void rotary_row_bounds(const KernelContract& contract, const RotaryKernel& rotary, std::span<const double> x,
                       std::span<const double> cos, std::span<const double> sin, RowBounds y) {
    const KernelArithmetic kernel(contract);
    if (!all_finite(x) || !all_finite(cos) || !all_finite(sin)) return KernelArithmetic::know_nothing(y);
    const std::size_t half = x.size() / 2;
    const bool is_by_entry = cos.size() == x.size();
    for (std::size_t i = 0; i < half; ++i) {
        const std::size_t a = rotary.interleaved ? 2 * i : i, b = rotary.interleaved ? a + 1 : i + half;
        const std::size_t at_a = is_by_entry ? a : i, at_b = is_by_entry ? b : i;
        // backward, the sine of the other entry comes back with the other sign
        const double sine_a = sin[rotary.backward ? at_b : at_a], sine_b = sin[rotary.backward ? at_a : at_b];
        const double sign = rotary.backward ? 1 : -1;
        kernel.store(pair_of(kernel, {x[a], cos[at_a]}, {x[b], sine_a}, sign), y, a);
        kernel.store(pair_of(kernel, {x[b], cos[at_b]}, {x[a], sine_b}, -sign), y, b);
    }
}

void scatter_row_bounds(const KernelContract& contract, std::span<const double> start,
                        std::span<const double> terms, std::string_view partial_sums, RowBounds y) {
    const KernelArithmetic kernel(contract);
    if (!all_finite(start) || !all_finite(terms)) return KernelArithmetic::know_nothing(y);
    const std::size_t n = y.lower.size(), count = terms.size() / n;
    const StorageRounding storing = contract.rounding_of(partial_sums);
    for (std::size_t j = 0; j < n; ++j) {
        PlainSum sum;
        sum.add(start[j]);
        KernelInterval replayed = KernelInterval::exact(start[j]);
        for (std::size_t k = 0; k < count; ++k) {
            const double one = terms[k * n + j];
            sum.add(one);
            replayed = kernel.to_storage(kernel.rounded(replayed + KernelInterval::exact(one), 1));
        }
        const KernelInterval total = KernelInterval::exact(sum.total);
        if (storing == StorageRounding::must) {
            kernel.store(replayed, y, j);
            continue;
        }
        kernel.store(kernel.sum_of(partial_sums, total, count + 1, sum.size), y, j);
    }
}

}  // namespace sigprop
