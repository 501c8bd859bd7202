// Softmax and its logarithm. With m the largest entry, e_i = exp(x_i - m) and s = sum e_i, forward
//
//     y_i = e_i / s,   log y_i = x_i - m - log s.
//
// The errors of the e_i enter y_i twice, above and below: y_i = e_i / (e_i + sum of the others) grows with
// e_i and falls with each other one, so that its ends are those with e_i at one end and the others at the
// other. Backward from the saved y: dx_i = y_i (dy_i - D), D = sum y_j dy_j; a kernel may compute the
// difference first or y_i dy_i - y_i D, and so the roundings are of the size y_i (|dy_i| + |D|).

#include "models/rounding/kernel_arithmetic.hpp"
#include "models/rounding/softmax_terms.hpp"

namespace sigprop {
void softmax_bounds(const KernelContract& contract, std::span<const double> x, bool is_log, RowBounds y) {
    const KernelArithmetic kernel(contract);
    if (x.empty() || !all_finite(x)) return KernelArithmetic::know_nothing(y);
    const SoftmaxTerms terms(kernel, x, is_log ? "log_softmax" : "softmax");
    if (!is_log) {
        const double roundings = kernel.before_storage(2);  // a quotient, or a reciprocal and a product
        for (std::size_t i = 0; i < x.size(); ++i)
            kernel.store(kernel.rounded(terms.weight(i), roundings), y, i);
        return;
    }
    const KernelInterval log_sum = kernel.stored(terms.log_sum(), "log_softmax.log");
    const double largest = terms.largest();
    for (std::size_t i = 0; i < x.size(); ++i) {
        const KernelInterval t = KernelInterval::exact(x[i]) - KernelInterval::exact(largest);
        const KernelInterval exactly = t - log_sum;
        // (x - m) - log s, or x - (m + log s): one rounding of the inner difference, then the last
        const KernelInterval one = kernel.rounded_terms(exactly, 1, t.size());
        const KernelInterval other = kernel.rounded_terms(exactly, 1, up(std::abs(largest) + log_sum.size()));
        kernel.store(kernel.rounded(hull(one, other), kernel.before_storage(1)), y, i);
    }
}

void softmax_backward_bounds(const KernelContract& contract, std::span<const double> y,
                             std::span<const double> dy, bool is_log, RowBounds dx, double correction) {
    const KernelArithmetic kernel(contract);
    if (y.empty() || !all_finite(y) || !all_finite(dy)) return KernelArithmetic::know_nothing(dx);
    PlainSum along;
    for (std::size_t i = 0; i < y.size(); ++i) along.add(is_log ? dy[i] : y[i] * dy[i]);
    KernelInterval sum =
        kernel.stored(kernel.sum(KernelInterval::exact(along.total), y.size(), along.size, is_log ? 0 : 1),
                      is_log ? "log_softmax.gradient_sum" : "softmax.gradient_sum");
    if (correction != 1) sum = correction * sum;
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

void softmax_backward_from_input_bounds(const KernelContract& contract, std::span<const double> x,
                                        std::span<const double> dy, bool is_log, RowBounds dx) {
    const KernelArithmetic kernel(contract);
    if (x.empty() || !all_finite(x) || !all_finite(dy)) return KernelArithmetic::know_nothing(dx);
    const SoftmaxTerms terms(kernel, x, is_log ? "log_softmax" : "softmax");
    std::vector<KernelInterval> weights;
    weights.reserve(x.size());
    KernelInterval along = KernelInterval::exact(0);
    double size = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        weights.push_back(terms.weight_either_way(kernel, x[i], i));
        const KernelInterval one = KernelInterval::exact(dy[i]);
        const KernelInterval term = is_log ? one : weights.back() * one;
        along.lower += term.lower;
        along.upper += term.upper;
        size += term.size();
    }
    // sum dy/sum e is a sum of quotients, where each is a step
    const double own = !is_log || contract.stores_steps ? 1 : 0;
    const KernelInterval sum = kernel.stored(kernel.sum(along, x.size(), size, own),
                                             is_log ? "log_softmax.gradient_sum" : "softmax.gradient_sum");
    for (std::size_t i = 0; i < x.size(); ++i) {
        const KernelInterval one = KernelInterval::exact(dy[i]);
        const KernelInterval& p = weights[i];
        const KernelInterval exactly = is_log ? one - p * sum : p * (one - sum);
        const double of_terms = is_log ? (p * sum).size() : up(p.size() * (std::abs(dy[i]) + sum.size()));
        const KernelInterval inner = kernel.rounded_terms(exactly, 1, of_terms);
        kernel.store(kernel.rounded(inner, kernel.before_storage(1)), dx, i);
    }
}

}  // namespace sigprop
