#include "measure/weights/gates.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/lower_case.hpp"
#include "core/base/shape.hpp"
#include "measure/weights/law.hpp"

namespace sigprop {
namespace {

constexpr std::size_t max_vectors = 64;
constexpr std::size_t max_gates = 4;

/// Vectors that independence leaves with a probability far below that of any test here.
std::optional<double> length_if_orthogonal(const VectorStatistics& one, const WeightStatistics& found,
                                           bool coarse) {
    const std::optional<double> errors = errors_of_cosines(one, found);
    return errors && *errors < -accepted_errors ? orthogonal_length(one, coarse) : std::nullopt;
}

struct KnownGates {
    std::optional<GateSplit> split;
    bool named = false;
};

/// The blocks that a matrix is said to have, by its name, or by a shape of several squares.
KnownGates known_gates(const MatrixBlock& whole, const std::string& tensor) {
    const std::string name = lower_case(tensor);
    const auto has = [&](const char* part) { return name.find(part) != std::string::npos; };
    const std::size_t gates = has("lstm") ? 4 : has("gru") ? 3 : 1;
    if (gates > 1) {
        const bool of_columns = has("kernel") || whole.rows % gates != 0;  // Keras, Flax
        const std::size_t length = of_columns ? whole.columns : whole.rows;
        if (length % gates == 0) return {GateSplit{whole, gates, !of_columns}, true};
    }
    for (std::size_t k = 2; k <= max_gates; ++k) {
        if (whole.rows == k * whole.columns) return {GateSplit{whole, k, true}, false};
        if (whole.columns == k * whole.rows) return {GateSplit{whole, k, false}, false};
    }
    return {};
}

}  // namespace

std::vector<MatrixBlock> matrices_of(const std::vector<std::size_t>& shape) {
    const std::size_t size = entries_of(shape);
    std::vector<MatrixBlock> matrices;
    if (shape.size() < 2 || size == 0) return matrices;
    const auto add = [&](std::size_t rows, std::size_t columns) {
        if (rows > 1 && columns > 1) matrices.push_back(MatrixBlock::of(rows, columns));
    };
    add(shape.front(), size / shape.front());
    if (shape.size() > 2) add(size / shape.back(), shape.back());
    return matrices;
}

std::string GateSplit::text(const char* blocks) const {
    return fmt::format("{} {} of {} {}", gates, blocks, length(), of_rows ? "rows" : "columns");
}

std::vector<GateSplit> gate_splits(const std::vector<std::size_t>& shape) {
    std::vector<GateSplit> splits;
    const std::vector<MatrixBlock> matrices = matrices_of(shape);
    if (matrices.empty()) return splits;
    const auto add = [&](const MatrixBlock& whole, bool of_rows) {
        for (std::size_t k = 2; k <= max_gates; ++k) {
            const std::size_t length = of_rows ? whole.rows : whole.columns;
            if (length % k == 0 && length > k) splits.push_back({whole, k, of_rows});
        }
    };
    add(matrices.front(), true);
    add(matrices.back(), false);
    return splits;
}

VectorStatistics gate_statistics(const CentredEntries& entries, const GateSplit& split, std::size_t most) {
    VectorStatistics together;
    for (std::size_t k = 0; k < split.gates; ++k) {
        const MatrixBlock block = split.whole.part(k, split.gates, split.of_rows);
        together.merge(vector_statistics(entries, block, block.has_long_rows(), most));
    }
    return together;
}

std::string Orthogonality::text() const {
    const char* vectors = by_rows ? "rows" : "columns";
    const std::string size = number_text(length, 5);
    if (split.gates > 1)
        return fmt::format("orthogonal by gate: the {} have orthogonal {} of length {}",
                           split.text("matrices"), vectors, size);
    std::string text = fmt::format("orthogonal as one matrix [{}, {}], with {} of length {}",
                                   split.whole.rows, split.whole.columns, vectors, size);
    if (!missed) return text;
    return text + (named ? "; its " + missed->text("gates") + " are not orthogonal matrices"
                         : "; if it packs " + missed->text("gates") + ", they are not orthogonal matrices");
}

std::string Orthogonality::initialiser() const {
    return fmt::format("torch.nn.init.orthogonal_ {}, gain {}",
                       split.gates > 1 ? "gate by gate" : "of the whole matrix", number_text(length, 5));
}

std::string Orthogonality::std() const { return fmt::format("{}/sqrt({})", number_text(length, 5), entries); }

std::optional<Orthogonality> orthogonality_of(const CentredEntries& entries, const WeightStatistics& found,
                                              const std::vector<std::size_t>& shape, const std::string& name,
                                              bool coarse) {
    const auto examined = [&](const GateSplit& split) -> std::optional<Orthogonality> {
        const VectorStatistics one = gate_statistics(entries, split, max_vectors);
        const std::optional<double> length = length_if_orthogonal(one, found, coarse);
        if (!length) return std::nullopt;
        const bool rows = split.whole.part(0, split.gates, split.of_rows).has_long_rows();
        return Orthogonality{split, rows, *length, one.length};
    };
    std::optional<Orthogonality> whole;
    for (const MatrixBlock& one : matrices_of(shape)) {
        if (!whole) whole = examined({one, 1, true});
    }
    std::optional<Orthogonality> by_gate;
    for (const GateSplit& split : gate_splits(shape)) {
        // Some of orthogonal rows are orthogonal rows; square or tall gates, one below the other, leave
        // orthogonal columns of the whole, and the finest of them say most.
        const bool square = split.whole.rows == split.whole.columns;
        const bool follows = whole && (square || whole->by_rows == split.of_rows);
        const std::size_t across = split.of_rows ? split.whole.columns : split.whole.rows;
        if (follows || (by_gate && split.length() < across)) continue;
        if (std::optional<Orthogonality> one = examined(split)) by_gate = std::move(one);
    }
    if (by_gate || !whole) return by_gate;
    const KnownGates known = known_gates(whole->split.whole, name);
    if (known.split && !examined(*known.split)) {
        whole->missed = known.split;
        whole->named = known.named;
    }
    return whole;
}

}  // namespace sigprop
