#include "measure/model/circuits.hpp"

#include <cmath>
#include <stdexcept>

#include "measure/model/matrix.hpp"

namespace sigprop {
namespace {

/// [outputs, inputs]
RowMatrix oriented(const TensorView& view, bool in_out) {
    RowMatrix matrix = matrix_of(view);
    if (in_out) matrix = RowMatrix(matrix.transpose());
    return matrix;
}

Eigen::MatrixXd gram_of_head(const RowMatrix& matrix, Eigen::Index head, Eigen::Index width) {
    const auto rows = matrix.middleRows(head * width, width);
    return rows * rows.transpose();
}

}  // namespace

std::vector<double> logit_stds(const TensorView& query, bool query_in_out, const TensorView& key,
                               bool key_in_out, std::size_t heads, std::size_t kv_heads) {
    const RowMatrix q = oriented(query, query_in_out);
    const RowMatrix k = oriented(key, key_in_out);
    const auto count = static_cast<Eigen::Index>(heads);
    const auto shared = static_cast<Eigen::Index>(kv_heads);
    const bool fits = heads > 0 && kv_heads > 0 && heads % kv_heads == 0 && q.rows() % count == 0 &&
                      q.rows() / count * shared == k.rows() && q.cols() == k.cols();
    if (!fits) throw std::logic_error("the number of heads does not divide the sizes of queries and keys");
    const Eigen::Index width = q.rows() / count;
    std::vector<Eigen::MatrixXd> keys;
    for (Eigen::Index head = 0; head < shared; ++head) keys.push_back(gram_of_head(k, head, width));
    std::vector<double> stds;
    for (Eigen::Index head = 0; head < count; ++head) {
        // ||Q^T K||_F^2 = tr(Q Q^T K K^T), of matrices as wide as a head
        const double square = gram_of_head(q, head, width)
                                  .cwiseProduct(keys[static_cast<std::size_t>(head * shared / count)])
                                  .sum();
        stds.push_back(std::sqrt(std::max(0.0, square) / static_cast<double>(width)));
    }
    return stds;
}

}  // namespace sigprop
