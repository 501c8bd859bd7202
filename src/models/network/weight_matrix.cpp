#include <cmath>
#include <limits>
#include <sigprop/core/base/errors.hpp>
#include <sigprop/models/network/weight_matrix.hpp>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/simd/product.hpp"

namespace sigprop {
namespace {

constexpr std::uint64_t max_entries = std::uint64_t{1} << 63;

LawSampler prepared(const Law& law) {
    if (law.dimension != 1)
        throw InputError::about({"law"}, "a weight has a law of one variable, not " + law.text());
    // Otherwise the samples would be those of X - origin.
    if (compare(law.origin, 0).value_or(1) != 0) {
        throw InputError::about({"law"},
                                "the law of a weight must have zero between its limits: " + law.text());
    }
    std::optional<LawSampler> sampler = LawSampler::prepare(law);
    if (!sampler) throw InputError::about({"law"}, "the mass of " + law.text() + " could not be enclosed");
    return std::move(*sampler);
}

std::string text(MatrixShape shape) {
    return std::to_string(shape.rows) + " x " + std::to_string(shape.columns);
}

}  // namespace

WeightMatrix::WeightMatrix(const Law& law, double scale, MatrixShape shape, RandomStream stream)
    : WeightMatrix(prepared(law), scale, shape, stream) {}

WeightMatrix::WeightMatrix(LawSampler sampler, double scale, MatrixShape shape, RandomStream stream)
    : sampler_(std::move(sampler)), scale_(scale), shape_(shape), stream_(stream) {
    if (shape.rows == 0 || shape.columns == 0) {
        throw InputError::about({"shape"}, "a weight matrix of " + text(shape) + " has no entries");
    }
    if (shape.rows > max_entries / shape.columns) {
        throw InputError::about({"shape"},
                                "a weight matrix of " + text(shape) + " has more than 2^63 entries");
    }
    if (!std::isfinite(scale))
        throw InputError::about({"scale"}, "the scale of a weight matrix must be finite");
}

template <class T>
void WeightMatrix::fill_rows(const MatrixTile& tile, std::span<T> out, std::size_t stride) const {
    const bool inside = tile.row <= shape_.rows && tile.rows <= shape_.rows - tile.row &&
                        tile.column <= shape_.columns && tile.columns <= shape_.columns - tile.column;
    if (!inside) throw std::logic_error("a tile lies partly outside its weight matrix");
    if (tile.rows == 0 || tile.columns == 0) return;
    const bool fits = stride >= tile.columns && out.size() >= tile.columns &&
                      (out.size() - tile.columns) / stride >= tile.rows - 1;
    if (!fits) throw std::logic_error("a tile of weights does not fit into the output");
    if (std::fabs(scale_) > static_cast<double>(std::numeric_limits<T>::max())) {
        throw InputError::about({"scale"},
                                "the scale of a weight matrix is too large for float32: fill doubles");
    }
    const auto factor = static_cast<T>(scale_);
    for (std::uint64_t i = 0; i < tile.rows; ++i) {
        const std::span<T> row = out.subspan(i * stride, tile.columns);
        sampler_.fill(stream_, (tile.row + i) * shape_.columns + tile.column, row);
        sigprop::scale(row, factor);
    }
}

void WeightMatrix::fill_tile(const MatrixTile& tile, std::span<double> out, std::size_t stride) const {
    fill_rows(tile, out, stride);
}

void WeightMatrix::fill_tile(const MatrixTile& tile, std::span<float> out, std::size_t stride) const {
    fill_rows(tile, out, stride);
}

void WeightMatrix::fill(std::span<double> out) const {
    if (out.size() != shape_.rows * shape_.columns)
        throw std::logic_error("the output does not have the size of the weight matrix");
    fill_rows({0, 0, shape_.rows, shape_.columns}, out, shape_.columns);
}

void WeightMatrix::fill(std::span<float> out) const {
    if (out.size() != shape_.rows * shape_.columns)
        throw std::logic_error("the output does not have the size of the weight matrix");
    fill_rows({0, 0, shape_.rows, shape_.columns}, out, shape_.columns);
}

}  // namespace sigprop
