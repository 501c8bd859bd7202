// One query's row of attention, and the loss of a row of logits: both go through a softmax of numbers that
// are themselves known up to rounding. Scores are s_j = scale q . k_j with the roundings of an inner product
// and of the scale, which may multiply q, k, both with its root, or the product. Of the weights p_j = e_j /
// sum e the ends share their sum, as in a softmax. The output is sum p_j v_j, or (sum e_j v_j) / (sum e_j) as
// online kernels have it: an inner product with two more roundings a term.

#include <algorithm>

#include "models/rounding/attention_gradients.hpp"
#include "models/rounding/kernel_arithmetic.hpp"
#include "models/rounding/softmax_terms.hpp"

namespace sigprop {
AttentionScore attention_score(const KernelArithmetic& kernel, const AttentionKernel& attention,
                               std::span<const double> q, const double* k) {
    const auto [total, size] = inner_product(q, k);
    const KernelContract& contract = kernel.contract();
    // A factor that is scaled before has roundings of its own, and so have its products: of q 2, of k 2, 1.
    constexpr double of_factors = 5;
    const double scale = attention.scale;
    const double reach = std::max(1.0, size) * std::max(1.0, std::abs(scale));
    AttentionScore made;
    KernelInterval score = kernel.sum(KernelInterval::exact(total), q.size(), size, of_factors);
    score = kernel.rounded_terms(score * KernelInterval{down(scale), up(scale)}, 3,
                                 up(size * std::abs(scale)), reach);
    if (attention.softcap > 0) {
        const KernelInterval inside = kernel.rounded(score / KernelInterval::exact(attention.softcap), 1);
        const KernelInterval capped = kernel.function(
            increasing([](double v) { return std::tanh(v); }, inside), contract.error_of("tanh"));
        score = kernel.rounded(attention.softcap * capped, 1);
        // 1 - t^2, with t as it is or as the capped score divided by the cap
        const KernelInterval t = kernel.rounded(capped, 2);
        const KernelInterval square = kernel.rounded(t * t, 1);
        made.slope = kernel.rounded_terms(KernelInterval::exact(1) - square, 1, 1 + square.size());
    }
    made.value = kernel.stored(score, "attention.scores");
    return made;
}

void attention_row_bounds(const KernelContract& contract, const AttentionKernel& attention,
                          std::span<const double> q, std::span<const double> k, std::span<const double> v,
                          std::size_t keys, RowBounds y) {
    const KernelArithmetic kernel(contract);
    if (keys == 0 || !all_finite(q)) return KernelArithmetic::know_nothing(y);
    std::vector<KernelInterval> scores;
    scores.reserve(keys);
    for (std::size_t j = 0; j < keys; ++j)
        scores.push_back(attention_score(kernel, attention, q, k.data() + j * q.size()).value);
    if (!std::ranges::all_of(scores, &KernelInterval::is_known)) return KernelArithmetic::know_nothing(y);
    const SoftmaxTerms terms(kernel, scores, "attention.exponentials", attention.places);
    std::vector<KernelInterval> weights;
    weights.reserve(keys);
    const StorageRounding of_weights = contract.rounding_of("attention.probabilities");
    for (std::size_t j = 0; j < keys; ++j)
        weights.push_back(kernel.stored(kernel.rounded(terms.weight(j), 2), of_weights));
    if (!std::ranges::all_of(weights, &KernelInterval::is_known)) return KernelArithmetic::know_nothing(y);
    const std::size_t columns = y.lower.size();
    // Four sums a column: of the ends, of sizes, and of e |v|, of kernels that divide at the end. One row of
    // v after another.
    std::vector<double> lower(columns), upper(columns), size(columns), undivided(columns);
    for (std::size_t j = 0; j < keys; ++j) {
        const double* const values = v.data() + j * columns;
        const KernelInterval weight = weights[j];
        const double most = terms.most(j);
        for (std::size_t c = 0; c < columns; ++c) {
            const double one = weight.lower * values[c], other = weight.upper * values[c];
            const double low = down(std::min(one, other)), high = up(std::max(one, other));
            lower[c] += low;
            upper[c] += high;
            size[c] += std::max(std::abs(low), std::abs(high));
            undivided[c] += std::abs(values[c]) * most;
        }
    }
    const double passes = contract.online ? 3 : 1;
    for (std::size_t c = 0; c < columns; ++c) {
        if (undivided[c] <= kernel.largest()) {
            const KernelInterval total = {lower[c], upper[c]};
            kernel.store(kernel.sum(total, std::max(keys, attention.places), size[c], passes), y, c);
        } else {
            y.lower[c] = -HUGE_VAL;
            y.upper[c] = HUGE_VAL;
        }
    }
}

namespace {

KernelInterval loss_of(const KernelArithmetic& kernel, const CrossEntropyKernel& loss,
                       std::span<const double> x, double target, const SoftmaxTerms& terms) {
    // m + log s - (1 - a) x_t - a mean(x)
    const KernelInterval log_sum = terms.log_total();
    const auto n = static_cast<double>(x.size());
    const double a = loss.smoothing;
    const double own = x[static_cast<std::size_t>(target)];
    PlainSum sum, plain;  // of x - m, as sums of log p are taken, or of x
    for (const double one : x) {
        sum.add(one - terms.largest());
        plain.add(one);
    }
    const KernelInterval kept = kernel.rounded((1 - a) * KernelInterval::exact(own), a > 0 ? 2 : 0);
    KernelInterval value = log_sum - kept;
    double size = up(log_sum.size() + std::abs(own) + std::abs(terms.largest()));
    if (a > 0) {
        const double each = std::max(sum.size + n * terms.log_sum().size(), plain.size);
        const KernelInterval mean = kernel.rounded(
            kernel.sum(KernelInterval::exact(sum.total), x.size(), up(each), 2) / KernelInterval::exact(n),
            2);
        const KernelInterval part = a * (mean + KernelInterval::exact(terms.largest()));
        value = log_sum - kept - kernel.rounded(part, 3);
        size += up(a * (each / n + std::abs(terms.largest())));
    }
    value = kernel.rounded_terms(value, 4, size);
    if (loss.z_loss > 0) {
        const KernelInterval square = kernel.rounded(log_sum * log_sum, 1);
        const KernelInterval z = kernel.rounded(loss.z_loss * square, 2);
        value = kernel.rounded_terms(value + z, 1, up(value.size() + z.size()));
    }
    return value;
}

}  // namespace

namespace {

/// log p_i as a log_softmax has stored it.
KernelInterval stored_log_probability(const KernelArithmetic& kernel, const SoftmaxTerms& terms, double x) {
    const KernelInterval log_sum = kernel.stored(terms.log_sum(), "log_softmax.log");
    const KernelInterval t = KernelInterval::exact(x) - KernelInterval::exact(terms.largest());
    const double size = std::max(t.size(), up(std::abs(terms.largest()) + log_sum.size()));
    return kernel.to_storage(kernel.rounded(kernel.rounded_terms(t - log_sum, 1, size), 1));
}

/// Whether the kernel starts from a stored log_softmax; with smoothing, or a z-loss, such kernels round on
/// the way in ways that no contract describes yet.
bool starts_from_stored(const KernelContract& contract) {
    return contract.rounding_of("cross_entropy.log_probabilities") != StorageRounding::never;
}
bool is_plain(const CrossEntropyKernel& loss) { return loss.smoothing == 0 && loss.z_loss == 0; }

}  // namespace

void cross_entropy_bounds(const KernelContract& contract, const CrossEntropyKernel& loss,
                          std::span<const double> x, double target, RowBounds y) {
    const KernelArithmetic kernel(contract);
    if (target == loss.ignored) return kernel.store(KernelInterval::exact(0), y, 0);
    if (!all_finite(x)) return KernelArithmetic::know_nothing(y);
    const SoftmaxTerms terms(kernel, x, "log_softmax");
    if (starts_from_stored(contract)) {
        if (!is_plain(loss)) return KernelArithmetic::know_nothing(y);
        return kernel.store(-stored_log_probability(kernel, terms, x[static_cast<std::size_t>(target)]), y,
                            0);
    }
    const KernelInterval value = loss_of(kernel, loss, x, target, terms);
    kernel.store(kernel.rounded(value, kernel.before_storage(1)), y, 0);
}

void cross_entropy_backward_bounds(const KernelContract& contract, const CrossEntropyKernel& loss,
                                   std::span<const double> x, double target, double dy, RowBounds dx) {
    const KernelArithmetic kernel(contract);
    if (target == loss.ignored) {
        for (std::size_t i = 0; i < x.size(); ++i) kernel.store(KernelInterval::exact(0), dx, i);
        return;
    }
    if (!all_finite(x) || !std::isfinite(dy)) return KernelArithmetic::know_nothing(dx);
    const SoftmaxTerms terms(kernel, x, "log_softmax");
    const bool is_stored = starts_from_stored(contract);
    if (is_stored && !is_plain(loss)) return KernelArithmetic::know_nothing(dx);
    const double spread = loss.smoothing / static_cast<double>(x.size());
    const FunctionError of_exp = contract.error_of("exp");
    for (std::size_t i = 0; i < x.size(); ++i) {
        KernelInterval p = is_stored ? kernel.exponential(stored_log_probability(kernel, terms, x[i]), of_exp)
                                     : terms.weight_either_way(kernel, x[i], i);
        if (loss.z_loss > 0) {  // p (1 + 2 z log sum), or p and the other term
            const double size = 1 + 2 * loss.z_loss * (std::abs(terms.largest()) + terms.log_sum().size());
            const KernelInterval factor = KernelInterval::exact(1) + 2 * loss.z_loss * terms.log_total();
            p = kernel.rounded_terms(p * factor, 6, up(p.size() * size));
        }
        const double own = spread + (static_cast<double>(i) == target ? 1 - loss.smoothing : 0.0);
        KernelInterval value = p - KernelInterval{down(own), up(own)};
        // each term times dy, and the difference, in any order
        value = kernel.rounded_terms(dy * value, own == 0 ? 1 : 4, up(std::abs(dy) * (p.size() + own)),
                                     std::max(1.0, std::abs(dy)));
        kernel.store(kernel.rounded(value, kernel.before_storage(1)), dx, i);
    }
}

}  // namespace sigprop
