#pragma once
// Row statistics of attention for given queries and keys, without ever holding the matrix of weights: an
// online softmax streams over tiles of keys and keeps, for each query, the sums from which every number here
// is made. Memory is O((queries + keys) dim). For iid logits without tensors see
// src/methods/softmax/means.hpp. Reference: Milakov and Gimelshein 2018, arXiv:1805.02867 (the online
// softmax).

#include <cstddef>
#include <cstdint>
#include <sigprop/core/base/context.hpp>
#include <span>
#include <vector>

namespace sigprop {

/// One head. Row-major: q[query, dim], k[key, dim].
template <class Scalar>
struct AttentionHead {
    std::span<const Scalar> q, k;
    std::size_t dim = 0;

    [[nodiscard]] std::size_t queries() const { return q.size() / dim; }
    [[nodiscard]] std::size_t keys() const { return k.size() / dim; }
};

struct AttentionOptions {
    double scale = 1;     ///< the logits are scale q . k
    bool causal = false;  ///< query i of m sees the keys up to n - m + i; the last query sees all
    double softcap = 0;   ///< logits become cap tanh(logit / cap); 0: none
};

/// One entry per query; entropies are in nats. NaN where the row is not finite.
struct AttentionRows {
    std::vector<double> entropy;        ///< -sum a log a
    std::vector<double> log_partition;  ///< log sum e^x
    std::vector<double> participation;  ///< sum a^2
    std::vector<double> sum_cubes;      ///< sum a^3
    std::vector<double> max_weight;
    std::vector<double> logit_mean;           ///< over the keys that the query sees
    std::vector<double> logit_second_moment;  ///< the mean of x^2
    std::uint64_t bad_rows = 0;               ///< rows with a logit that is not finite
    std::size_t first_bad_row = 0;            ///< its index, where bad_rows > 0
};

/// Accuracy a logit is one chain of fused multiply-adds in Scalar over the key and the query; the query is
///          first scaled (divided by the cap) and rounded. For these logits, with u = 2^-17 (float) or 2^-46
///          (double), the errors are: entropy u (1 + log n), log_partition u (1 + |value|); relative to the
///          value, max_weight and participation u, sum_cubes 2 u; moments of logits u times those of |x|. The
///          bits are the same for any number of threads, every vector set, and a query alone or among others.
/// Errors   InputError for shapes that do not fit, and a scale or cap that Scalar cannot hold; Interrupted
[[nodiscard]] AttentionRows attention_rows(const AttentionHead<float>& head, const AttentionOptions& options,
                                           const Context& context);
[[nodiscard]] AttentionRows attention_rows(const AttentionHead<double>& head, const AttentionOptions& options,
                                           const Context& context);

}  // namespace sigprop
