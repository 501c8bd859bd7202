#pragma once
// Rows of attention as in a textbook: every logit one chain of fused multiply-adds, as promised, then long
// double, stored weights, -sum a log a. Beside it an online softmax key by key; both can make the mistakes
// that tests have to detect.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <sigprop/core/random/random.hpp>
#include <sigprop/models/attention/attention.hpp>
#include <string>
#include <vector>

namespace sigprop::test {

template <class Scalar>
struct Tensors {
    std::size_t dim;
    std::vector<Scalar> q, k;

    Tensors(std::size_t queries, std::size_t keys, std::size_t dimension, std::uint64_t draw = 0)
        : dim(dimension), q(queries * dim), k(keys * dim) {
        std::vector<double> numbers(q.size() + k.size());
        RandomStream(9, draw).fill_normals(0, numbers);
        // the same numbers for both scalars
        const auto number = [&, next = std::size_t{0}]() mutable {
            return static_cast<Scalar>(static_cast<float>(numbers[next++]));
        };
        std::ranges::generate(q, number);
        std::ranges::generate(k, number);
    }
    [[nodiscard]] AttentionHead<Scalar> head() const { return {q, k, dim}; }
};

/// Mistakes that a kernel could make.
enum class Fault { none, sees_one_more, sees_one_less, unscaled_sum, unscaled_below, unscaled_squares };

using Row = std::vector<long double>;  ///< logits, or weights

template <class Scalar>
Row logits_of(const AttentionHead<Scalar>& head, const AttentionOptions& options, std::size_t query,
              Fault fault = Fault::none) {
    std::size_t seen = options.causal ? head.keys() - head.queries() + query + 1 : head.keys();
    if (options.causal && fault == Fault::sees_one_more) seen = std::min(seen + 1, head.keys());
    if (options.causal && fault == Fault::sees_one_less && seen > 1) --seen;
    const auto factor =
        static_cast<Scalar>(options.softcap > 0 ? options.scale / options.softcap : options.scale);
    Row logits;
    for (std::size_t key = 0; key < seen; ++key) {
        Scalar sum = 0;
        for (std::size_t j = 0; j < head.dim; ++j) {
            sum = std::fma(head.k[key * head.dim + j], factor * head.q[query * head.dim + j], sum);
        }
        long double x = sum;
        if (options.softcap > 0) x = static_cast<long double>(options.softcap) * std::tanh(x);
        logits.push_back(x);
    }
    return logits;
}

inline void append(AttentionRows& rows, const Row& logits, long double entropy, long double log_partition,
                   long double squares, long double cubes, long double largest) {
    long double sum = 0;
    long double square_sum = 0;
    for (const long double x : logits) {
        sum += x;
        square_sum += x * x;
    }
    const auto n = static_cast<long double>(logits.size());
    rows.entropy.push_back(static_cast<double>(entropy));
    rows.log_partition.push_back(static_cast<double>(log_partition));
    rows.participation.push_back(static_cast<double>(squares));
    rows.sum_cubes.push_back(static_cast<double>(cubes));
    rows.max_weight.push_back(static_cast<double>(largest));
    rows.logit_mean.push_back(static_cast<double>(sum / n));
    rows.logit_second_moment.push_back(static_cast<double>(square_sum / n));
}

/// Two passes: first the sum, then the weights.
template <class Scalar>
AttentionRows textbook_rows(const AttentionHead<Scalar>& head, const AttentionOptions& options,
                            Fault fault = Fault::none) {
    AttentionRows rows;
    for (std::size_t i = 0; i < head.queries(); ++i) {
        const Row logits = logits_of(head, options, i, fault);
        const long double top = *std::ranges::max_element(logits);
        long double sum = 0;
        for (const long double x : logits) sum += std::exp(x - top);
        const long double log_partition = top + std::log(sum);
        long double entropy = 0, squares = 0, cubes = 0, largest = 0;
        for (const long double x : logits) {
            const long double a = std::exp(x - top) / sum;
            if (a > 0) entropy -= a * std::log(a);
            squares += a * a;
            cubes += a * a * a;
            largest = std::max(largest, a);
        }
        append(rows, logits, entropy, log_partition, squares, cubes, largest);
    }
    return rows;
}

/// One pass that keeps the largest logit so far.
template <class Scalar>
AttentionRows online_rows(const AttentionHead<Scalar>& head, const AttentionOptions& options, Fault fault) {
    AttentionRows rows;
    for (std::size_t i = 0; i < head.queries(); ++i) {
        const Row logits = logits_of(head, options, i, fault);
        long double top = logits[0], sum = 0, weighted = 0, squares = 0, cubes = 0;
        for (const long double x : logits) {
            if (x > top) {
                const long double factor = std::exp(top - x);
                if (fault != Fault::unscaled_sum) sum *= factor;
                if (fault != Fault::unscaled_below) weighted *= factor;
                if (fault != Fault::unscaled_squares) squares *= factor * factor;
                cubes *= factor * factor * factor;
                top = x;
            }
            const long double e = std::exp(x - top);
            sum += e;
            weighted += x * e;
            squares += e * e;
            cubes += e * e * e;
        }
        const long double log_partition = top + std::log(sum);
        append(rows, logits, log_partition - weighted / sum, log_partition, squares / (sum * sum),
               cubes / (sum * sum * sum), 1 / sum);
    }
    return rows;
}

}  // namespace sigprop::test
