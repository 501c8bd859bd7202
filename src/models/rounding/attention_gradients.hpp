#pragma once
// The gradients of attention. With s_ij = scale q_i . k_j (or its cap), p_i the softmax of s_i over the keys
// that query i sees, and dp_ij = dy_i . v_j,
//
//     D_i = sum_j p_ij dp_ij = dy_i . y_i,      ds_ij = p_ij (dp_ij - D_i) (1 - tanh^2 under a cap),
//     dq_i = scale sum_j ds_ij k_j,   dk_j = scale sum_i ds_ij q_i,   dv_j = sum_i p_ij dy_i.
//
// p may be computed once more, as e/s or as exp(s_ij - log sum), D in both ways, and from the stored output
// where that is given; docs/explanation/rounding.md has what follows. Memory: a few numbers for each query.

#include <functional>
#include <sigprop/core/base/context.hpp>
#include <sigprop/models/rounding/bounds.hpp>
#include <span>
#include <vector>

#include "models/rounding/kernel_arithmetic.hpp"
#include "models/rounding/softmax_terms.hpp"

namespace sigprop {

struct AttentionScore {
    KernelInterval value;                             ///< scale q . k, or its cap
    KernelInterval slope = KernelInterval::exact(1);  ///< of the cap: 1 - tanh^2
};

[[nodiscard]] AttentionScore attention_score(const KernelArithmetic& kernel, const AttentionKernel& attention,
                                             std::span<const double> q, const double* k);

/// One head of keys and values with the queries of all heads that share it, one head after the other.
struct AttentionQueries {
    std::span<const double> q, k, v;  ///< [heads × queries × d], [keys × d], [keys × c]
    std::span<const double> dy;       ///< [heads × queries × c]
    std::span<const double> y = {};   ///< the output that the forward pass has stored, or none
    std::size_t heads = 1, queries = 0, keys = 0;
    std::function<bool(std::size_t row, std::size_t key)> sees;  ///< row: a query of any of the heads
};

/// Bounds of the rows of each gradient, from any thread.
class AttentionGradients {
public:
    /// The contract, and what the head points to, must outlive it.
    AttentionGradients(const KernelContract& contract, const AttentionKernel& attention,
                       AttentionQueries head, const Executor& run);
    void query(std::size_t row, RowBounds dq) const;
    void key(std::size_t j, RowBounds dk) const;
    void value(std::size_t j, RowBounds dv) const;

private:
    struct Query {
        SoftmaxTerms terms;
        KernelInterval along;  ///< D
    };
    struct Sums;

    [[nodiscard]] std::span<const double> query_row(std::size_t row) const;
    [[nodiscard]] Query query_of(std::size_t row) const;
    [[nodiscard]] KernelInterval probability(const Query& query, const AttentionScore& score) const;
    [[nodiscard]] KernelInterval output_gradient(std::size_t row, std::size_t j) const;
    [[nodiscard]] KernelInterval score_gradient(std::size_t row, std::size_t j) const;
    void of_key(std::size_t j, bool is_value, RowBounds into) const;
    [[nodiscard]] KernelInterval accumulated(KernelInterval x, double size, std::size_t heads) const;
    [[nodiscard]] bool may_overflow() const;
    [[nodiscard]] std::size_t terms_of(std::size_t seen, std::size_t all) const;

    const KernelContract& contract_;
    AttentionKernel attention_;
    AttentionQueries head_;
    KernelArithmetic kernel_;
    std::size_t d_, columns_;
    struct {
        double q, k, v, dy;
    } largest_;                   ///< sizes of entries
    std::vector<Query> queries_;  ///< none where nothing is claimed
};

}  // namespace sigprop
