#pragma once
// Loops over matrices [features × tokens] whose order of additions is fixed: the same bits with any compiler,
// vector width and number of threads.

#include <algorithm>
#include <cstddef>

#include "core/simd/product.hpp"
#include "core/simd/row_operations.hpp"

#include "core/parallel/team.hpp"
#include "models/network/tokens.hpp"

namespace sigprop {

inline constexpr std::size_t token_unit = 64;  ///< tokens that one thread takes at least: whole vectors

/// The sum of f(k), k < n: eight sums side by side, then a tree. Of numbers in memory: row_sum.
template <class Term>
[[nodiscard]] double ordered_sum(std::size_t n, const Term& term) {
    constexpr std::size_t lanes = 8;
    double sums[lanes] = {};
    std::size_t k = 0;
    for (; k + lanes <= n; k += lanes) {
        for (std::size_t j = 0; j < lanes; ++j) sums[j] += term(k + j);
    }
    for (std::size_t j = 0; k < n; ++k, ++j) sums[j] += term(k);
    for (std::size_t step = lanes / 2; step > 0; step /= 2) {
        for (std::size_t j = 0; j < step; ++j) sums[j] += sums[j + step];
    }
    return sums[0];
}

template <class Scalar>
void transpose_into(const Tokens<Scalar>& from, Tokens<Scalar>& to, Team& team) {
    to.resize(from.cols(), from.rows());
    team.split(static_cast<std::size_t>(from.rows()), 16, [&](std::size_t begin, std::size_t end) {
        transpose_range(view(from), view(to), begin, end);
    });
}

template <class Scalar>
[[nodiscard]] MatrixView<Scalar> columns_of(const MatrixView<Scalar>& all, std::size_t begin,
                                            std::size_t end) {
    return {all.data + begin, all.rows, end - begin, all.stride};
}

template <class Scalar>
[[nodiscard]] MatrixView<Scalar> rows_of(const MatrixView<Scalar>& all, std::size_t begin,
                                         std::size_t count) {
    return {all.data + begin * all.stride, count, all.columns, all.stride};
}

/// Calls body(begin, end, thread) for pieces of 0, …, count - 1 of a length that holds one tile of an
/// evaluator.
template <class Body>
void for_tiles(std::size_t count, std::size_t tile, Team& team, const Body& body) {
    team.share((count + tile - 1) / tile, [&](std::size_t piece, std::size_t thread) {
        body(piece * tile, std::min(count, (piece + 1) * tile), thread);
    });
}

}  // namespace sigprop
