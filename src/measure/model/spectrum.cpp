#include "measure/model/spectrum.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <sigprop/core/random/random.hpp>
#include <span>

#include "measure/model/matrix.hpp"

namespace sigprop {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double outside =
    4;  // of edge_scale; Tracy and Widom's law lies beyond with probability below 10^-5

void by_gram(Spectrum& found, const RowMatrix& matrix) {
    const bool wide = matrix.cols() >= matrix.rows();
    const Eigen::Index size = std::min(matrix.rows(), matrix.cols());
    MatrixXd gram = MatrixXd::Zero(size, size);
    if (wide) {
        gram.selfadjointView<Eigen::Lower>().rankUpdate(matrix);
    } else {
        gram.selfadjointView<Eigen::Lower>().rankUpdate(matrix.transpose());
    }
    const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(gram, Eigen::EigenvaluesOnly);
    const VectorXd& squares = solver.eigenvalues();  // rising
    found.largest = std::sqrt(std::max(0.0, squares[size - 1]));
    constexpr double rounding = 1e-14;  // of the Gram matrix, relative
    found.largest_error = found.largest * rounding * static_cast<double>(size);
    found.smallest = std::sqrt(std::max(0.0, squares[0]));
    const double limit = found.upper_edge() + outside * found.edge_scale();
    found.outliers = static_cast<std::size_t>((squares.array() > limit * limit).count());
}

/// Removes what a vector has of the first columns, twice, since once leaves rounding errors.
void reorthogonalise(VectorXd& vector, const MatrixXd& basis, Eigen::Index columns) {
    for (int round = 0; round < 2; ++round)
        vector -= basis.leftCols(columns) * (basis.leftCols(columns).transpose() * vector);
}

void by_bidiagonalisation(Spectrum& found, const RowMatrix& matrix, const Context& context) {
    constexpr Eigen::Index max_steps = 80;
    const Eigen::Index steps = std::min({max_steps, matrix.rows(), matrix.cols()});
    MatrixXd left = MatrixXd::Zero(matrix.rows(), steps);
    MatrixXd right = MatrixXd::Zero(matrix.cols(), steps);
    MatrixXd bidiagonal = MatrixXd::Zero(steps, steps);
    VectorXd v(matrix.cols());
    RandomStream(1, "spectrum").fill_normals(0, std::span(v.data(), static_cast<std::size_t>(v.size())));
    v.normalize();
    double beta = 0;
    for (Eigen::Index k = 0; k < steps; ++k) {
        context.check_interrupted();
        right.col(k) = v;
        VectorXd u = matrix * v;
        if (k > 0) u -= beta * left.col(k - 1);
        reorthogonalise(u, left, k);
        const double alpha = u.norm();
        bidiagonal(k, k) = alpha;
        if (k > 0) bidiagonal(k - 1, k) = beta;
        const Eigen::JacobiSVD<MatrixXd> svd(bidiagonal.topLeftCorner(k + 1, k + 1), Eigen::ComputeThinU);
        found.largest = svd.singularValues()[0];
        if (!(alpha > 0)) return;
        u /= alpha;
        left.col(k) = u;
        v = matrix.transpose() * u - alpha * right.col(k);
        reorthogonalise(v, right, k + 1);
        beta = v.norm();
        found.largest_error = beta * std::abs(svd.matrixU()(k, 0));
        constexpr double enough = 1e-9;
        if (!(beta > 0) || found.largest_error <= enough * found.largest) return;
        v /= beta;
    }
}

}  // namespace

double Spectrum::upper_edge() const {
    const auto m = static_cast<double>(rows);
    const auto n = static_cast<double>(columns);
    return frobenius / std::sqrt(m * n) * (std::sqrt(m) + std::sqrt(n));
}

double Spectrum::lower_edge() const {
    const auto m = static_cast<double>(rows);
    const auto n = static_cast<double>(columns);
    return frobenius / std::sqrt(m * n) * std::abs(std::sqrt(m) - std::sqrt(n));
}

double Spectrum::edge_scale() const {
    const auto m = static_cast<double>(rows);
    const auto n = static_cast<double>(columns);
    return frobenius / std::sqrt(m * n) * std::cbrt(1 / std::sqrt(m) + 1 / std::sqrt(n)) / 2;
}

std::optional<Spectrum> spectrum_of(const TensorView& view, const Context& context, std::size_t whole_up_to) {
    if (view.shape().size() != 2 || view.size() == 0) return std::nullopt;
    const RowMatrix matrix = matrix_of(view);
    Spectrum found;
    found.rows = view.shape()[0];
    found.columns = view.shape()[1];
    found.frobenius = matrix.norm();
    if (!std::isfinite(found.frobenius) || !(found.frobenius > 0)) return std::nullopt;
    if (std::min(found.rows, found.columns) <= whole_up_to) {
        by_gram(found, matrix);
    } else {
        by_bidiagonalisation(found, matrix, context);
    }
    return found;
}

}  // namespace sigprop
