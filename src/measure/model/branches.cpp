#include "measure/model/branches.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <sigprop/core/random/random.hpp>
#include <stdexcept>

#include "core/simd/tile_evaluator.hpp"

namespace sigprop {
namespace {

using Probes = Eigen::MatrixXd;  // a column each

constexpr Eigen::Index probe_count = 64;

Probes probes_of(Eigen::Index dim) {
    Probes probes(dim, probe_count);
    RandomStream(1, "probes")
        .fill_normals(0, std::span(probes.data(), static_cast<std::size_t>(probes.size())));
    // As a norm leaves them.
    for (Eigen::Index k = 0; k < probe_count; ++k)
        probes.col(k) *= std::sqrt(static_cast<double>(dim)) / probes.col(k).norm();
    return probes;
}

ProbedMoment moment_of(const Probes& outputs) {
    const Eigen::ArrayXd moments =
        outputs.colwise().squaredNorm().transpose().array() / static_cast<double>(outputs.rows());
    const auto n = static_cast<double>(moments.size());
    const double mean = moments.mean();
    return {mean, std::sqrt((moments - mean).square().sum() / (n - 1) / n)};
}

void apply(const Formula& activation, Probes& values) {
    TileEvaluator evaluate(activation);
    const auto count = static_cast<std::size_t>(values.size());
    for (std::size_t first = 0; first < count; first += TileEvaluator::tile_size) {
        const std::size_t some = std::min(TileEvaluator::tile_size, count - first);
        double* const from = values.data() + first;
        const std::array<const double*, 1> variables = {from};
        evaluate(variables, some);
        std::copy_n(evaluate.output(0).begin(), some, from);
    }
}

}  // namespace

ProbedMoment attention_moment(const RowMatrix& value, const RowMatrix& output, std::size_t heads,
                              std::size_t kv_heads) {
    const auto count = static_cast<Eigen::Index>(heads);
    const auto shared = static_cast<Eigen::Index>(kv_heads);
    const bool fits = heads > 0 && kv_heads > 0 && heads % kv_heads == 0 && output.cols() % count == 0 &&
                      output.cols() / count * shared == value.rows();
    if (!fits) throw std::logic_error("the number of heads does not divide the sizes of values and outputs");
    const Eigen::Index width = output.cols() / count;
    const Probes values = value * probes_of(value.cols());
    Probes all(output.cols(), values.cols());
    for (Eigen::Index head = 0; head < count; ++head)
        all.middleRows(head * width, width) = values.middleRows(head * shared / count * width, width);
    return moment_of(output * all);
}

ProbedMoment feed_forward_moment(const RowMatrix& hidden, const RowMatrix* up, const RowMatrix& output,
                                 const Formula& activation) {
    const bool fits = output.cols() == hidden.rows() &&
                      (up == nullptr || (up->rows() == hidden.rows() && up->cols() == hidden.cols()));
    if (!fits) throw std::logic_error("the shapes of the matrices in a feed-forward unit do not match");
    const Probes probes = probes_of(hidden.cols());
    Probes units = hidden * probes;
    apply(activation, units);
    if (up != nullptr) units.array() *= (*up * probes).array();
    return moment_of(output * units);
}

}  // namespace sigprop
