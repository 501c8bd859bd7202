#pragma once
// Matrices that are stored as one: the gates of LSTM and GRU, fused queries, keys and values. An orthogonal
// initialiser runs on each of them, or, by mistake or on purpose, on the whole.

#include <optional>
#include <string>
#include <vector>

#include "measure/weights/vectors.hpp"

namespace sigprop {

/// The array as matrices: rows are what one index of the first axis holds; of three axes and more, a second
/// one has the last axis as its columns. None for one axis, or where all others have length 1.
[[nodiscard]] std::vector<MatrixBlock> matrices_of(const std::vector<std::size_t>& shape);

/// A matrix in 2 to 4 blocks of rows or of columns.
struct GateSplit {
    MatrixBlock whole;
    std::size_t gates = 1;
    bool of_rows = true;

    [[nodiscard]] std::size_t length() const { return (of_rows ? whole.rows : whole.columns) / gates; }
    /// "4 blocks of 128 rows"
    [[nodiscard]] std::string text(const char* blocks = "blocks") const;
};

/// Those whose lengths divide: blocks of the first axis, and of the last.
[[nodiscard]] std::vector<GateSplit> gate_splits(const std::vector<std::size_t>& shape);

/// The longer vectors of each block, together.
[[nodiscard]] VectorStatistics gate_statistics(const CentredEntries& entries, const GateSplit& split,
                                               std::size_t most);

/// A matrix, or each of several blocks of it, whose rows or columns are orthogonal and equally long.
struct Orthogonality {
    GateSplit split;          ///< of one block: the whole matrix
    bool by_rows = true;      ///< else its columns are orthogonal
    double length = 0;        ///< of the orthogonal vectors: the gain
    std::size_t entries = 0;  ///< of each
    /// The blocks that it must have, by its name or by its shape, and that are not orthogonal.
    std::optional<GateSplit> missed = {};
    bool named = false;  ///< as gates, by the tensor's name

    [[nodiscard]] std::string text() const;         ///< "orthogonal as one matrix [512, 128]: …"
    [[nodiscard]] std::string initialiser() const;  ///< "torch.nn.init.orthogonal_ …"
    [[nodiscard]] std::string std() const;          ///< of an entry, an expression
};

/// `coarse` where the entries are rounded to a few bits.
[[nodiscard]] std::optional<Orthogonality> orthogonality_of(const CentredEntries& entries,
                                                            const WeightStatistics& found,
                                                            const std::vector<std::size_t>& shape,
                                                            const std::string& name, bool coarse);

}  // namespace sigprop
