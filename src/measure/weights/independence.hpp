#pragma once
// Whether the entries of an array have to do with each other: rows, columns, blocks of either (the gates of a
// recurrent layer, fused matrices), and entries at a distance in memory. An initialiser that draws each entry
// by itself leaves no trace here; orthogonal, sorted, copied, normalised and trained weights do.
//
// Each test gives a number of standard errors, conservatively, and refutes beyond those that the tests of a
// law accept: 6, more among many files. There are at most 50, so that together they call a right file wrong
// less than once in 10^7, within the 10^6 that measure weights promises.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "measure/weights/gates.hpp"
#include "measure/weights/law.hpp"

namespace sigprop {

struct DependenceTest {
    double errors = 0;   ///< from what independent entries have
    std::string reason;  ///< a sentence, where that is too far
};

struct Dependence {
    std::string tested;  ///< "correlation of rows and columns, by blocks (gates) and at 12 lags"; empty: too
                         ///< few entries
    std::vector<DependenceTest> tests;
    std::optional<Orthogonality> orthogonal;
    bool sorted = false;

    /// Reasons why entries of one of `family` files cannot be independent, the strongest first, two at most.
    [[nodiscard]] std::vector<std::string> reasons(double family = 1) const;
    /// What these entries look like instead.
    [[nodiscard]] std::vector<std::string> names() const;
};

/// Shapes   any shape; rows are what one index of the first axis holds, and of three axes and more also the
///          last axis is taken apart from the others. The gates that a name tells: 4 of an LSTM, 3 of a GRU
/// Cost     up to 2^20 numbers of each test, spread over a larger array
[[nodiscard]] Dependence dependence_of(const TensorView& view, const std::string& name,
                                       const WeightStatistics& found);

}  // namespace sigprop
