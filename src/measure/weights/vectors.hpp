#pragma once
// Rows and columns of an array taken as a matrix, and how they lie to each other: their cosines, lengths and
// sums, each as a number of standard errors from what independent entries have.
//
// Of vectors with independent entries of one symmetric law, L cos^2 has mean 1 for every pair, whatever the
// law, and pairs are uncorrelated; for normal entries its variance is 2 (L - 1) / (L + 2). Sums over pairs
// are taken for gamma variates of that mean and variance, and those for normal variates by Wilson and
// Hilferty (1931), whose errors in the tails make a test milder. Orthogonal vectors have no cosines at all,
// copies have cosines of 1, and rows that are normalised or centred show in lengths and sums.

#include <cstddef>
#include <optional>
#include <sigprop/formats/npy.hpp>
#include <sigprop/measure/weights/weights.hpp>
#include <span>
#include <vector>

namespace sigprop {

/// The numbers of an array in row-major order, less the mean of the law that is claimed, or less their own
/// where they have another; a small array is held, a large one read where it is asked. Without a claim a mean
/// within 4 standard errors of 0 stays: less that, an orthogonal matrix is none.
class CentredEntries {
public:
    CentredEntries(const TensorView& view, const WeightStatistics& found);
    /// Whether all of them add up to 0, since their own mean was taken off.
    [[nodiscard]] bool is_centred() const { return centred_; }
    [[nodiscard]] std::size_t size() const { return size_; }
    void read(std::size_t first, std::span<double> out) const;
    [[nodiscard]] double at(std::size_t place) const;

private:
    const TensorView& view_;
    double mean_ = 0;
    bool centred_ = false;
    std::size_t size_;
    std::vector<double> held_;
};

/// Entry (r, c) is number first + r stride + c of the array.
struct MatrixBlock {
    std::size_t rows = 0, columns = 0, first = 0, stride = 0;

    [[nodiscard]] static MatrixBlock of(std::size_t rows, std::size_t columns) {
        return {rows, columns, 0, columns};
    }
    /// One of `count` blocks side by side, of rows or of columns, whose number divides theirs.
    [[nodiscard]] MatrixBlock part(std::size_t which, std::size_t count, bool of_rows) const;
    /// The fewer of its rows and columns are the longer vectors.
    [[nodiscard]] bool has_long_rows() const { return columns >= rows; }
};

/// What a sample of vectors of one length says.
struct VectorStatistics {
    std::size_t count = 0, length = 0;
    double pairs = 0;
    double cosines = 0;  ///< sum over pairs of length times cosine squared: as many as pairs, on the average
    double largest_cosine = 0;
    double shortest = 0, longest = 0;  ///< Euclidean lengths
    double squares = 0;                ///< sum of (|x|^2 - their mean)^2
    double sums = 0;                   ///< sum of the squares of the vectors' sums

    [[nodiscard]] double rms_cosine() const;
    /// Standard errors of the cosines alone, of which sets of the same length can be added.
    void merge(const VectorStatistics& other);
};

/// Rows, or columns, spread over the block; at most `most`, and of 2^20 numbers together. Constant vectors,
/// as those of padding, are left out.
[[nodiscard]] VectorStatistics vector_statistics(const CentredEntries& entries, const MatrixBlock& block,
                                                 bool rows, std::size_t most);

/// Standard normal variates where entries are independent, conservative in the tails; none where there are
/// too few numbers. `found` is of the whole array, of which the vectors are a part; its kurtosis is at
/// most 6.
[[nodiscard]] std::optional<double> errors_of_cosines(const VectorStatistics& one,
                                                      const WeightStatistics& found);
[[nodiscard]] std::optional<double> errors_of_lengths(const VectorStatistics& one,
                                                      const WeightStatistics& found);
[[nodiscard]] std::optional<double> errors_of_sums(const VectorStatistics& one, const WeightStatistics& found,
                                                   bool centred);

/// The length of vectors that are orthogonal and equally long but for rounding, by 2^-8 of themselves where
/// `coarse`. Independent entries are called so with probability below 10^-12 where there are 12 vectors of 32
/// entries.
[[nodiscard]] std::optional<double> orthogonal_length(const VectorStatistics& one, bool coarse);

}  // namespace sigprop
