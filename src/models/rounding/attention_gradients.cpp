#include "models/rounding/attention_gradients.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sigprop {
namespace {

double size_of_largest(std::span<const double> x) {
    double most = 0;
    for (const double one : x) most = std::max(most, std::abs(one));
    return most;
}

/// Products of two numbers of 16 bits are exact in float32.
double roundings_of_product(const KernelContract& contract) {
    const bool is_exact = !contract.wide_inputs &&
                          2 * significand_bits(contract.storage) <= significand_bits(contract.computing);
    return is_exact ? 0 : 1;
}

}  // namespace

/// Sums of products of an interval and a row of numbers, entry by entry.
struct AttentionGradients::Sums {
    std::vector<double> lower, upper, sizes;
    double reach = 1;
    std::size_t terms = 0;

    explicit Sums(std::size_t columns) : lower(columns), upper(columns), sizes(columns) {}
    void add(KernelInterval factor, const double* row) {
        const double size = factor.size();
        for (std::size_t c = 0; c < lower.size(); ++c) {
            const double a = factor.lower * row[c], b = factor.upper * row[c];
            lower[c] += std::min(a, b);
            upper[c] += std::max(a, b);
            sizes[c] += size * std::abs(row[c]);
        }
        reach = std::max(reach, std::max(1.0, size));
        ++terms;
    }
    /// Entry c times the scale, with the roundings of both.
    [[nodiscard]] KernelInterval total(const KernelArithmetic& kernel, std::size_t c, std::size_t count,
                                       double scale, double largest_factor) const {
        // scale: a factor of each side with its root as a constant, 2 and 1 each; and the term's own product
        const double own = scale == 1 ? 1 : 7;
        const double size = up(sizes[c] * std::max(1.0, std::abs(scale)));
        if (!(size <= kernel.largest())) return KernelInterval::unknown();
        KernelInterval made = kernel.sum({lower[c], upper[c]}, count, sizes[c], own);
        if (scale != 1) made = made * KernelInterval{down(scale), up(scale)};
        const double all = reach * std::max(1.0, largest_factor) * std::max(1.0, std::abs(scale));
        return kernel.finite(made.within(static_cast<double>(count) * kernel.lost(own, all)));
    }
};

AttentionGradients::AttentionGradients(const KernelContract& contract, const AttentionKernel& attention,
                                       AttentionQueries head, const Executor& run)
    : contract_(contract),
      attention_(attention),
      head_(std::move(head)),
      kernel_(contract),
      d_(head_.k.size() / head_.keys),
      columns_(head_.v.size() / head_.keys),
      largest_({size_of_largest(head_.q), size_of_largest(head_.k), size_of_largest(head_.v),
                size_of_largest(head_.dy)}) {
    if (may_overflow()) return;
    const std::size_t rows = head_.heads * head_.queries;
    std::vector<std::optional<Query>> found(rows);
    run(rows, [&](std::size_t row) {
        for (std::size_t j = 0; j < head_.keys; ++j) {
            if (!head_.sees(row, j)) continue;
            found[row] = query_of(row);  // a query that sees no key has no weights
            break;
        }
    });
    for (const std::optional<Query>& one : found)
        if (!one || !one->along.is_known()) return;
    queries_.reserve(rows);
    for (std::optional<Query>& one : found) queries_.push_back(std::move(*one));
}

std::span<const double> AttentionGradients::query_row(std::size_t row) const {
    return head_.q.subspan(row * d_, d_);
}

/// Also of what a mask takes out, which a kernel may compute before: 0 times infinity is not 0.
bool AttentionGradients::may_overflow() const {
    for (const std::span<const double>& one : {head_.q, head_.k, head_.v, head_.dy, head_.y})
        if (!all_finite(one)) return true;
    const double scores =
        largest_.q * largest_.k * static_cast<double>(d_) * std::max(1.0, std::abs(attention_.scale));
    const double gradients = largest_.dy * largest_.v * static_cast<double>(columns_);
    constexpr double beside = 4;  // dp - D, and roundings
    return !(beside * scores <= kernel_.largest()) || !(beside * gradients <= kernel_.largest());
}

/// In an order that is stated a kernel counts the masked terms, too, which are 0.
std::size_t AttentionGradients::terms_of(std::size_t seen, std::size_t all) const {
    return contract_.order.kind == SumOrder::Kind::any ? seen : all;
}

AttentionGradients::Query AttentionGradients::query_of(std::size_t row) const {
    std::vector<std::size_t> seen;
    std::vector<AttentionScore> scores;
    std::vector<KernelInterval> values;
    for (std::size_t j = 0; j < head_.keys; ++j) {
        if (!head_.sees(row, j)) continue;
        seen.push_back(j);
        scores.push_back(attention_score(kernel_, attention_, query_row(row), head_.k.data() + j * d_));
        values.push_back(scores.back().value);
    }
    const std::size_t count = terms_of(seen.size(), head_.keys);
    Query made{SoftmaxTerms(kernel_, values, "attention.backward_exponentials", count),
               KernelInterval::unknown()};
    const bool is_known = std::ranges::all_of(values, &KernelInterval::is_known);
    if (!is_known || !made.terms.sum().is_known()) return made;
    made.terms.keep_sums();

    // D as sum p dp, and as dy . y with y = sum p v, whose terms are those of all columns
    const std::span<const double> dy = head_.dy.subspan(row * columns_, columns_);
    const double own = roundings_of_product(contract_);
    KernelInterval by_weights = KernelInterval::exact(0), by_output = by_weights;
    double size = 0, size_of_terms = 0;
    const bool stores_output =
        head_.y.empty() && contract_.rounding_of("attention.saved_output") != StorageRounding::never;
    std::vector<double> keys, seen_values;  // of the forward pass
    for (std::size_t at = 0; at < seen.size(); ++at) {
        const KernelInterval p = probability(made, scores[at]);
        const double* const v = head_.v.data() + seen[at] * columns_;
        const PlainSum product = inner_product(dy, v);
        const KernelInterval dp = output_gradient(row, seen[at]);
        const KernelInterval rounded = p * dp, exactly = p * KernelInterval::exact(product.total);
        by_weights = {by_weights.lower + rounded.lower, by_weights.upper + rounded.upper};
        by_output = {by_output.lower + exactly.lower, by_output.upper + exactly.upper};
        size += rounded.size();
        size_of_terms += up(p.size() * product.size);
        if (!stores_output) continue;
        const auto append = [](std::vector<double>& into, const double* from, std::size_t n) {
            into.insert(into.end(), from, from + n);
        };
        append(keys, head_.k.data() + seen[at] * d_, d_);
        append(seen_values, v, columns_);
    }
    made.along = kernel_.sum(by_weights, count, size, 1);
    // each term has the roundings of two products and of two sums
    const double relative = (1 + kernel_.of_sum(count)) * (1 + kernel_.of_sum(columns_)) - 1;
    const double of_products = kernel_.growth(2);
    double of_size = 0;
    for (const double one : dy) of_size += std::max(1.0, std::abs(one));
    const auto places = static_cast<double>(count + columns_ + 8);
    const double error = error_term("rounding.attention.output_product",
                                    (relative * (1 + of_products) + of_products) * size_of_terms) +
                         places * 0x1p-52 * size_of_terms + places * kernel_.lost(1, 1) * of_size;
    made.along = hull(made.along, kernel_.finite(by_output.within(up(error))));
    const auto join_stored = [&](std::span<const double> lower, std::span<const double> upper) {
        KernelInterval total = KernelInterval::exact(0);
        double sizes = 0;
        for (std::size_t c = 0; c < columns_; ++c) {
            const KernelInterval product = KernelInterval{lower[c], upper[c]} * KernelInterval::exact(dy[c]);
            total = {total.lower + product.lower, total.upper + product.upper};
            sizes += product.size();
        }
        made.along = hull(made.along, kernel_.sum(total, columns_, sizes, own));
    };
    if (!head_.y.empty()) {
        const std::span<const double> y = head_.y.subspan(row * columns_, columns_);
        join_stored(y, y);
    }
    if (stores_output) {
        std::vector<double> lower(columns_), upper(columns_);
        attention_row_bounds(contract_, attention_, query_row(row), keys, seen_values, seen.size(),
                             {lower, upper});
        join_stored(lower, upper);
    }
    return made;
}

/// As e/s or exp(s_ij - log sum), from a score that may have been computed once more.
KernelInterval AttentionGradients::probability(const Query& query, const AttentionScore& score) const {
    const KernelInterval e = query.terms.term(kernel_, score.value), sum = query.terms.sum();
    const KernelInterval quotient =
        sum.lower > 0 ? kernel_.rounded({down(e.lower / sum.upper), up(e.upper / sum.lower)}, 2)
                      : KernelInterval::unknown();
    const FunctionError error = contract_.error_of("attention.exp");
    const KernelInterval t = score.value - query.terms.log_total();
    const KernelInterval at = kernel_.rounded_terms(t, 1 + error.argument, t.size());
    KernelInterval direct = kernel_.exponential(at, error);
    direct.lower = std::max(direct.lower, 0.0);
    KernelInterval made = hull(quotient, direct);
    made.lower = std::max(made.lower, 0.0);
    return kernel_.stored(made, "attention.probabilities");
}

/// dy_i . v_j
KernelInterval AttentionGradients::output_gradient(std::size_t row, std::size_t j) const {
    const PlainSum product =
        inner_product(head_.dy.subspan(row * columns_, columns_), head_.v.data() + j * columns_);
    return kernel_.sum(KernelInterval::exact(product.total), columns_, product.size,
                       roundings_of_product(contract_));
}

KernelInterval AttentionGradients::score_gradient(std::size_t row, std::size_t j) const {
    const Query& query = queries_[row];
    const AttentionScore score =
        attention_score(kernel_, attention_, query_row(row), head_.k.data() + j * d_);
    const KernelInterval p = probability(query, score), dp = output_gradient(row, j);
    // p (dp - D), or p dp - p D
    const double inside = up(dp.size() + query.along.size());
    const double reach = std::max(1.0, inside) * std::max(1.0, p.size());
    KernelInterval ds = kernel_.rounded_terms(p * (dp - query.along), 2, up(p.size() * inside), reach);
    // or the sum of dp starts from -D, one more term that is there in each partial sum
    const PlainSum product =
        inner_product(head_.dy.subspan(row * columns_, columns_), head_.v.data() + j * columns_);
    const KernelInterval started =
        kernel_.sum(KernelInterval::exact(product.total) - query.along, columns_,
                    up(product.size + query.along.size()), roundings_of_product(contract_), 1);
    ds = hull(ds, kernel_.rounded(p * started, 1, reach));
    if (attention_.softcap > 0) ds = kernel_.rounded(ds * score.slope, 1, reach);
    return kernel_.stored(kernel_.finite(ds), "attention.score_gradients");
}

/// Where a contract lets blocks of queries be added in storage: a rounding a block, but for the last.
KernelInterval AttentionGradients::accumulated(KernelInterval x, double size, std::size_t heads) const {
    if (contract_.rounding_of("attention.block_gradients") == StorageRounding::never) return x;
    constexpr double block = 32;
    const double blocks =
        static_cast<double>(heads) * std::ceil(static_cast<double>(head_.queries) / block) - 1;
    const double u = std::ldexp(1.0, -significand_bits(contract_.storage));
    if (!(blocks * u < 0.5)) return KernelInterval::unknown();
    return x.within(up(blocks * u / (1 - blocks * u) * size) + blocks * least_of(contract_.storage) / 2);
}

void AttentionGradients::query(std::size_t row, RowBounds dq) const {
    if (queries_.empty()) return KernelArithmetic::know_nothing(dq);
    Sums sums(d_);
    for (std::size_t j = 0; j < head_.keys; ++j) {
        if (!head_.sees(row, j)) continue;
        const KernelInterval ds = score_gradient(row, j);
        if (!ds.is_known()) return KernelArithmetic::know_nothing(dq);
        sums.add(ds, head_.k.data() + j * d_);
    }
    const std::size_t count = terms_of(sums.terms, head_.keys);
    for (std::size_t c = 0; c < d_; ++c)
        kernel_.store(sums.total(kernel_, c, count, attention_.scale, largest_.k), dq, c);
}

void AttentionGradients::key(std::size_t j, RowBounds dk) const { of_key(j, false, dk); }
void AttentionGradients::value(std::size_t j, RowBounds dv) const { of_key(j, true, dv); }

void AttentionGradients::of_key(std::size_t j, bool is_value, RowBounds into) const {
    if (queries_.empty()) return KernelArithmetic::know_nothing(into);
    const std::size_t columns = into.lower.size();
    const std::span<const double> rows = is_value ? head_.dy : head_.q;
    const double scale = is_value ? 1 : attention_.scale, largest = is_value ? largest_.dy : largest_.q;
    Sums all(columns);
    std::vector<Sums> by_head(head_.heads, Sums(columns));
    for (std::size_t row = 0; row < queries_.size(); ++row) {
        if (!head_.sees(row, j)) continue;
        KernelInterval factor;
        if (is_value) {
            const AttentionScore score =
                attention_score(kernel_, attention_, query_row(row), head_.k.data() + j * d_);
            factor = kernel_.stored(probability(queries_[row], score), "attention.backward_probabilities");
        } else {
            factor = score_gradient(row, j);
        }
        if (!factor.is_known()) return KernelArithmetic::know_nothing(into);
        all.add(factor, rows.data() + row * columns);
        by_head[row / head_.queries].add(factor, rows.data() + row * columns);
    }
    const std::size_t count = terms_of(all.terms, queries_.size());
    const StorageRounding by_heads =
        head_.heads > 1 ? contract_.rounding_of("attention.head_gradients") : StorageRounding::never;
    for (std::size_t c = 0; c < columns; ++c) {
        const KernelInterval whole = accumulated(all.total(kernel_, c, count, scale, largest),
                                                 up(all.sizes[c] * std::abs(scale)), head_.heads);
        kernel_.store(whole, into, c);
        if (by_heads == StorageRounding::never) continue;
        KernelInterval total = KernelInterval::exact(0);
        double size = 0;
        for (const Sums& one : by_head) {
            const KernelInterval sum =
                one.total(kernel_, c, terms_of(one.terms, head_.queries), scale, largest);
            const KernelInterval part =
                kernel_.to_storage(accumulated(sum, up(one.sizes[c] * std::abs(scale)), 1));
            total = {total.lower + part.lower, total.upper + part.upper};
            size += part.size();
        }
        KernelInterval apart = kernel_.sum(total, head_.heads, size);
        apart = apart.is_known() ? kernel_.to_storage(apart) : apart;
        const bool is_joined = by_heads == StorageRounding::may;
        into.lower[c] = is_joined ? std::min(into.lower[c], apart.lower) : apart.lower;
        into.upper[c] = is_joined ? std::max(into.upper[c], apart.upper) : apart.upper;
    }
}

}  // namespace sigprop
