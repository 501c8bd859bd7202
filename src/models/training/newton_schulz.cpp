#include "models/training/newton_schulz.hpp"

#include <algorithm>
#include <cmath>

#include "core/simd/row_operations.hpp"

namespace sigprop {
namespace {

template <class Scalar>
std::vector<Scalar> transposed(const Scalar* from, std::size_t rows, std::size_t columns) {
    std::vector<Scalar> to(rows * columns);
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j < columns; ++j) to[j * rows + i] = from[i * columns + j];
    }
    return to;
}

}  // namespace

template <class Scalar>
std::vector<Scalar> newton_schulz(const MatrixView<const Scalar>& gradient, std::uint64_t steps) {
    constexpr double a = muon_quintic.a, b = muon_quintic.b, c = muon_quintic.c;
    constexpr double smallest_norm = 1e-7;
    const std::size_t rows = gradient.rows, columns = gradient.columns, size = rows * columns;
    std::vector<Scalar> x(size);
    for (std::size_t i = 0; i < rows; ++i)
        std::copy_n(gradient.data + i * gradient.stride, columns, x.data() + i * columns);
    const bool is_tall = rows > columns;  // the products below are over the shorter side
    if (is_tall) x = transposed(x.data(), rows, columns);
    const std::size_t height = std::min(rows, columns), width = std::max(rows, columns);
    const double norm = std::max(std::sqrt(row_product(x.data(), x.data(), size)), smallest_norm);
    for (Scalar& entry : x) entry = static_cast<Scalar>(static_cast<double>(entry) / norm);

    std::vector<Scalar> gram(height * height), square(height * height), product(size);
    const MatrixView<const Scalar> of_x = {x.data(), height, width, width};
    const MatrixView<const Scalar> of_gram = {gram.data(), height, height, height};
    const MatrixView<const Scalar> of_square = {square.data(), height, height, height};
    PackedMatrix<Scalar> packed;
    for (std::uint64_t step = 0; step < steps; ++step) {
        packed.pack_transposed(of_x);
        multiply(of_x, packed, 0, {gram.data(), height, height, height});
        packed.pack(of_gram);
        multiply(of_gram, packed, 0, {square.data(), height, height, height});
        mix(static_cast<Scalar>(b), gram.data(), static_cast<Scalar>(c), square.data(), square.size(),
            square.data());
        packed.pack(of_x);
        multiply(of_square, packed, 0, {product.data(), height, width, width});
        mix(static_cast<Scalar>(a), x.data(), Scalar{1}, product.data(), size, x.data());
    }
    return is_tall ? transposed(x.data(), height, width) : x;
}

template std::vector<float> newton_schulz(const MatrixView<const float>&, std::uint64_t);
template std::vector<double> newton_schulz(const MatrixView<const double>&, std::uint64_t);

}  // namespace sigprop
