// Softmax and its logarithm. With m the largest entry, e_i = exp(x_i - m) and s = sum e_i, forward
//
//     y_i = e_i / s,   log y_i = x_i - m - log s.
//
// The errors of the e_i enter y_i twice, above and below: y_i = e_i / (e_i + sum of the others) grows with
// e_i and falls with each other one, so that its ends are those with e_i at one end and the others at the
// other. Backward from the saved y: dx_i = y_i (dy_i - D), D = sum y_j dy_j; a kernel may compute the
// difference first or y_i dy_i - y_i D, and so the roundings are of the size y_i (|dy_i| + |D|).

#include "models/rounding/kernel_arithmetic.hpp"

namespace sigprop {
namespace {

/// e_i of a row, as the kernel has them, and their sum.
struct Exponentials {
    std::vector<KernelInterval> all;
    double lower = 0, upper = 0;  ///< sums of the ends
};

Exponentials exponentials(const KernelArithmetic& kernel, std::span<const double> x, double largest) {
    const FunctionError error = kernel.contract().error_of("exp");
    // As 2^(x log2 e) the argument has errors of its own; with an online sum each e_i is a product of two.
    const double argument = 1 + error.argument;
    const double passes = kernel.contract().online ? 2 : 1;
    Exponentials found;
    found.all.reserve(x.size());
    for (const double one : x) {
        KernelInterval t = KernelInterval::exact(one) - KernelInterval::exact(largest);
        t.upper = std::min(t.upper, 0.0);
        t = kernel.stored(kernel.rounded(t, argument * passes), "softmax.difference");
        KernelInterval e = increasing([](double v) { return std::exp(v); }, t);
        e = kernel.function(e, {.units = error.units * passes + (passes - 1),
                                .absolute = error.absolute,
                                .flushed = error.flushed});
        e.lower = std::max(e.lower, 0.0);
        e = kernel.stored(e, "softmax.exponential");
        found.lower += e.lower;
        found.upper += e.upper;
        found.all.push_back(e);
    }
    return found;
}

}  // namespace

void softmax_bounds(const KernelContract& contract, std::span<const double> x, bool is_log, RowBounds y) {
    const KernelArithmetic kernel(contract);
    if (x.empty() || !all_finite(x)) return KernelArithmetic::know_nothing(y);
    const double largest = *std::ranges::max_element(x);
    const Exponentials e = exponentials(kernel, x, largest);
    const KernelInterval exact = {e.lower, e.upper};
    const KernelInterval sum =
        kernel.stored(kernel.sum(exact, x.size(), e.upper), is_log ? "log_softmax.sum" : "softmax.sum");
    if (is_log) {
        const FunctionError error = contract.error_of("log");
        KernelInterval log_sum = increasing([](double v) { return std::log(v); }, sum);
        log_sum = kernel.stored(kernel.function(log_sum, error), "log_softmax.log");
        for (std::size_t i = 0; i < x.size(); ++i) {
            const KernelInterval t = KernelInterval::exact(x[i]) - KernelInterval::exact(largest);
            const KernelInterval exactly = t - log_sum;
            // (x - m) - log s, or x - (m + log s): one rounding of the inner difference, then the last
            const KernelInterval one = kernel.rounded_terms(exactly, 1, t.size());
            const KernelInterval other =
                kernel.rounded_terms(exactly, 1, up(std::abs(largest) + log_sum.size()));
            const KernelInterval inner = hull(one, other);
            kernel.store(kernel.rounded(inner, kernel.before_storage(1)), y, i);
        }
        return;
    }
    // what the sum's roundings add to it, relative to the sum of the same ends
    const double up_by = sum.upper / e.upper, down_by = sum.lower / e.lower;
    const double roundings = kernel.before_storage(2);  // a quotient, or a reciprocal and a product
    for (std::size_t i = 0; i < x.size(); ++i) {
        const KernelInterval& own = e.all[i];
        const double others_low = std::max(e.lower - own.lower, 0.0);
        const double others_high = std::max(e.upper - own.upper, 0.0);
        const double slack = static_cast<double>(x.size() + 4) * 0x1p-52;  // of our own sums and quotients
        const double low = own.lower / ((own.lower + others_high) * up_by) * (1 - slack);
        const double high = own.upper / ((own.upper + others_low) * down_by) * (1 + slack);
        kernel.store(kernel.rounded({down(low), up(high)}, roundings), y, i);
    }
}

void softmax_backward_bounds(const KernelContract& contract, std::span<const double> y,
                             std::span<const double> dy, bool is_log, RowBounds dx) {
    const KernelArithmetic kernel(contract);
    if (y.empty() || !all_finite(y) || !all_finite(dy)) return KernelArithmetic::know_nothing(dx);
    PlainSum along;
    for (std::size_t i = 0; i < y.size(); ++i) along.add(is_log ? dy[i] : y[i] * dy[i]);
    const KernelInterval sum =
        kernel.stored(kernel.sum(KernelInterval::exact(along.total), y.size(), along.size, is_log ? 0 : 1),
                      is_log ? "log_softmax.gradient_sum" : "softmax.gradient_sum");
    const FunctionError error = contract.error_of("exp");
    for (std::size_t i = 0; i < y.size(); ++i) {
        const KernelInterval one = KernelInterval::exact(dy[i]);
        if (is_log) {
            KernelInterval e = increasing([](double v) { return std::exp(v); }, KernelInterval::exact(y[i]));
            e = kernel.function(kernel.rounded(e, error.argument * std::abs(y[i])), error);
            const KernelInterval product = e * sum;
            const KernelInterval whole = kernel.rounded_terms(one - product, 1, product.size());
            kernel.store(kernel.rounded(whole, kernel.before_storage(1)), dx, i);
            continue;
        }
        const KernelInterval exactly = y[i] * (one - sum);
        const double terms = up(std::abs(y[i]) * (std::abs(dy[i]) + sum.size()));
        const KernelInterval inner = kernel.rounded_terms(exactly, 1, terms);
        kernel.store(kernel.rounded(inner, kernel.before_storage(1)), dx, i);
    }
}

}  // namespace sigprop
