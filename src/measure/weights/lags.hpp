#pragma once
// Entries at a distance in memory: neighbours, those of the next row, half an array apart. Of independent
// entries the correlation of m pairs has the standard error 1/sqrt(m) and lighter tails than a normal, since
// |r| <= 1.

#include "measure/weights/vectors.hpp"

namespace sigprop {

struct LagCorrelation {
    std::size_t lag = 0, pairs = 0;
    double correlation = 0;

    [[nodiscard]] double errors() const;
};

/// Distances that structure has in an array of this shape: 1 to 3, along each axis and its diagonal, and a
/// half, a third and a quarter of each axis. At least 64 pairs are that far apart.
[[nodiscard]] std::vector<std::size_t> lags_of(const std::vector<std::size_t>& shape);

[[nodiscard]] LagCorrelation correlation_at(const CentredEntries& entries, std::size_t lag);

/// Whether no entry among the first is less, or none is greater, than the one before.
[[nodiscard]] bool is_sorted(const CentredEntries& entries);

}  // namespace sigprop
