// Sums, means and products of matrices: heights of sums times the sizes of their terms.

#include <bit>
#include <cstdint>

#include "models/rounding/kernel_arithmetic.hpp"

namespace sigprop {

void sum_bounds(const KernelContract& contract, std::span<const double> x, bool is_mean, RowBounds y) {
    const KernelArithmetic kernel(contract);
    if (!all_finite(x)) return KernelArithmetic::know_nothing(y);
    PlainSum sum;
    for (const double one : x) sum.add(one);
    const KernelInterval total =
        kernel.stored(kernel.sum(KernelInterval::exact(sum.total), x.size(), sum.size), "sum.total");
    if (!is_mean) return kernel.store(total, y, 0);
    const KernelInterval mean = total / KernelInterval::exact(static_cast<double>(x.size()));
    kernel.store(kernel.rounded(mean, kernel.before_storage(2)), y, 0);
}

void column_sum_bounds(const KernelContract& contract, std::span<const double> dy,
                       std::string_view partial_sums, RowBounds dbias) {
    const KernelArithmetic kernel(contract);
    if (!all_finite(dy)) return KernelArithmetic::know_nothing(dbias);
    const std::size_t columns = dbias.lower.size(), rows = dy.size() / columns;
    std::vector<PlainSum> sums(columns);
    for (std::size_t i = 0; i < dy.size(); ++i) sums[i % columns].add(dy[i]);
    for (std::size_t j = 0; j < columns; ++j)
        kernel.store(kernel.sum_of(partial_sums, KernelInterval::exact(sums[j].total), rows, sums[j].size),
                     dbias, j);
}

void product_row_bounds(const KernelContract& contract, std::span<const double> a, std::span<const double> b,
                        std::span<const double> bias, RowBounds y) {
    const KernelArithmetic kernel(contract);
    const std::size_t columns = y.lower.size();
    if (!all_finite(a)) return KernelArithmetic::know_nothing(y);
    // Products of two numbers of 16 bits are exact in float32: 22 bits at most.
    const bool exact_products = !contract.wide_inputs && 2 * significand_bits(contract.storage) <=
                                                             significand_bits(contract.computing);
    std::vector<double> totals(columns), sizes(columns);
    for (std::size_t k = 0; k < a.size(); ++k) {
        const double* const row = b.data() + k * columns;
        for (std::size_t j = 0; j < columns; ++j) {
            const double product = a[k] * row[j];
            totals[j] += product;
            sizes[j] += std::abs(product);
        }
    }
    for (std::size_t j = 0; j < columns; ++j) {
        const double own = exact_products ? 0 : 1;
        const KernelInterval total = KernelInterval::exact(totals[j]);
        KernelInterval value = kernel.sum(total, a.size(), sizes[j], own);
        if (!bias.empty()) {
            // the bias is added at the end, or is what the sum starts from: one more term, in any place
            const KernelInterval one = KernelInterval::exact(bias[j]);
            const KernelInterval inside =
                kernel.sum(total + one, a.size(), up(sizes[j] + std::abs(bias[j])), own, 1);
            const KernelInterval behind =
                kernel.rounded(kernel.stored(value, "product.sum") + one, kernel.before_storage(1));
            switch (contract.rounding_of("product.sum")) {
                case StorageRounding::never: value = inside; break;
                case StorageRounding::must: value = behind; break;
                case StorageRounding::may: value = hull(inside, behind); break;
            }
        }
        kernel.store(value, y, j);
    }
}

namespace {

/// RN(s + t) of an accumulator in storage, which the computing type has added before: two roundings where
/// storage is narrower.
KernelInterval accumulated(const KernelArithmetic& kernel, KernelInterval sum, KernelInterval term) {
    return kernel.to_storage(kernel.rounded(sum + term, kernel.before_storage(1)));
}

}  // namespace

void stored_sum_bounds(const KernelContract& contract, std::span<const double> x, bool is_mean, RowBounds y) {
    const KernelArithmetic kernel(contract);
    if (!all_finite(x)) return KernelArithmetic::know_nothing(y);
    KernelInterval total = KernelInterval::exact(0);
    for (const double one : x) total = accumulated(kernel, total, KernelInterval::exact(one));
    if (!is_mean) return kernel.store(total, y, 0);
    const KernelInterval mean = total / KernelInterval::exact(static_cast<double>(x.size()));
    kernel.store(kernel.rounded(mean, kernel.before_storage(2)), y, 0);
}

void stored_product_row_bounds(const KernelContract& contract, std::span<const double> a,
                               std::span<const double> b, std::span<const double> bias, RowBounds y) {
    const KernelArithmetic kernel(contract);
    const std::size_t columns = y.lower.size();
    if (!all_finite(a)) return KernelArithmetic::know_nothing(y);
    for (std::size_t j = 0; j < columns; ++j) {
        KernelInterval total = KernelInterval::exact(0);
        for (std::size_t k = 0; k < a.size(); ++k) {
            const KernelInterval product =
                KernelInterval::exact(a[k]) * KernelInterval::exact(b[k * columns + j]);
            total = accumulated(kernel, total, kernel.rounded(product, 1));
        }
        if (!bias.empty()) total = accumulated(kernel, total, KernelInterval::exact(bias[j]));
        kernel.store(total, y, j);
    }
}

namespace {

/// The place of a float among all floats, negative ones below 0.
double place_of_float(double x) {
    const auto bits = std::bit_cast<std::uint32_t>(static_cast<float>(x));
    const auto size = static_cast<double>(bits & 0x7FFFFFFFU);
    return bits >> 31U == 0 ? size : -size;
}

}  // namespace

double numbers_between(Dtype dtype, double lower, double upper) {
    if (!std::isfinite(lower) || !std::isfinite(upper)) return HUGE_VAL;
    if (dtype == Dtype::float32) return place_of_float(upper) - place_of_float(lower) + 1;
    if (dtype == Dtype::bfloat16) {  // the upper half of a float
        const double half = 65536;
        return std::trunc(place_of_float(upper) / half) - std::trunc(place_of_float(lower) / half) + 1;
    }
    const int bits = significand_bits(dtype);
    // the place of a number among all of its type, negative ones below 0
    const auto place = [&](double x) {
        const double size = std::abs(x);
        if (size == 0) return 0.0;
        const double least = least_normal_of(dtype);
        if (size < least) return std::copysign(size / least_of(dtype), x);
        const int exponent = std::ilogb(size);
        const double steps = std::ldexp(1.0, bits - 1);
        const double within = std::ldexp(size, bits - 1 - exponent) - steps;
        return std::copysign(steps * (1 + exponent - std::ilogb(least)) + within, x);
    };
    return place(upper) - place(lower) + 1;
}

}  // namespace sigprop
