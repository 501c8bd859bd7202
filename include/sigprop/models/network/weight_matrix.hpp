#pragma once
// Random weight matrices of any size as a pure function of (seed, stream, row, column): filled whole, or
// regenerated tile by tile wherever they are needed, so that a network's weights need not be stored for its
// backward pass. Entry (i, j) is scale times sample i columns + j of a law; the bits do not depend on which
// tiles are generated, in which order or on which thread. Matrices are row-major W[rows, columns], as
// PyTorch's W[fan_out, fan_in].
//
//     const WeightMatrix w(Law::truncated_normal(-2, 2), 0.02, {4096, 1024}, RandomStream(seed, "layer 3"));
//     std::vector<float> panel(64 * 1024);
//     w.fill_tile({.row = 128, .column = 0, .rows = 64, .columns = 1024}, panel, 1024);

#include <cstddef>
#include <cstdint>
#include <sigprop/core/formula/law.hpp>
#include <sigprop/core/random/random.hpp>
#include <sigprop/methods/sampling/law_sampler.hpp>
#include <span>

namespace sigprop {

struct MatrixShape {
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
};

struct MatrixTile {
    std::uint64_t row = 0;  ///< of the tile's first entry
    std::uint64_t column = 0;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
};

class WeightMatrix {
public:
    /// The std of the entries is scale times the law's: for a truncated normal, times the std after
    /// truncation, 0.8796… on ±2.
    /// Errors   InputError for an empty matrix, more than 2^63 entries, a scale that is not finite, a law of
    ///          several variables, a truncated normal without zero in or at the end of its interval, or a law
    ///          whose mass cannot be enclosed
    WeightMatrix(const Law& law, double scale, MatrixShape shape, RandomStream stream);
    /// Another matrix of the same law; saves preparing the law, which is what takes time.
    /// Errors   as above
    [[nodiscard]] WeightMatrix like(double scale, MatrixShape shape, RandomStream stream) const {
        return {sampler_, scale, shape, stream};
    }

    [[nodiscard]] MatrixShape shape() const noexcept { return shape_; }
    [[nodiscard]] double scale() const noexcept { return scale_; }

    /// All entries, row by row.
    /// Errors   std::logic_error unless out has exactly rows × columns entries
    void fill(std::span<double> out) const;
    void fill(std::span<float> out) const;

    /// Writes entry (i, j) of the tile to out[i stride + j]; nothing between the rows is touched.
    /// Accuracy float entries are float32 samples times the scale rounded to float32, not rounded doubles
    /// Errors   std::logic_error when the tile leaves the matrix, stride < tile.columns, or out is too short;
    ///          InputError for floats when the scale exceeds the largest float
    void fill_tile(const MatrixTile& tile, std::span<double> out, std::size_t stride) const;
    void fill_tile(const MatrixTile& tile, std::span<float> out, std::size_t stride) const;

private:
    WeightMatrix(LawSampler sampler, double scale, MatrixShape shape, RandomStream stream);
    template <class T>
    void fill_rows(const MatrixTile& tile, std::span<T> out, std::size_t stride) const;

    LawSampler sampler_;
    double scale_;
    MatrixShape shape_;
    RandomStream stream_;
};

}  // namespace sigprop
