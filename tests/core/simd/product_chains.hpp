#pragma once
// The exact expected products of matrices, entry by entry.

#include <bit>
#include <cmath>
#include <cstdint>
#include <sigprop/core/random/random.hpp>
#include <type_traits>
#include <vector>

#include "core/simd/product.hpp"

namespace sigprop::test {

/// A matrix inside a larger one, with room after each row and before the first.
template <class Scalar>
struct Roomy {
    std::size_t rows, columns, stride;
    std::vector<Scalar> entries;

    Roomy(std::size_t m, std::size_t n, std::size_t room, std::uint64_t draw)
        : rows(m), columns(n), stride(n + room), entries(room + m * (n + room)) {
        RandomStream(5, draw).fill_normals(0, entries);
    }
    Scalar& at(std::size_t i, std::size_t j) { return view().data[i * stride + j]; }
    MatrixView<Scalar> view() { return {entries.data() + (stride - columns), rows, columns, stride}; }
    MatrixView<const Scalar> read() { return {view().data, rows, columns, stride}; }
};

template <class Scalar>
bool same(const std::vector<Scalar>& a, const std::vector<Scalar>& b) {
    using Bits = std::conditional_t<sizeof(Scalar) == 4, std::uint32_t, std::uint64_t>;
    for (std::size_t k = 0; k < a.size(); ++k) {
        if (std::bit_cast<Bits>(a[k]) != std::bit_cast<Bits>(b[k])) return false;
    }
    return a.size() == b.size();
}

/// Ways in which a chain may go wrong, for the controls.
enum class Order { forwards, backwards, unfused };

template <class Scalar>
void chains(bool transposed, Roomy<Scalar>& a, Roomy<Scalar>& b, Roomy<Scalar>& c, Into into, Order order) {
    for (std::size_t i = 0; i < c.rows; ++i) {
        for (std::size_t t = 0; t < c.columns; ++t) {
            Scalar sum = into == Into::zero ? 0 : c.at(i, t);
            for (std::size_t step = 0; step < b.rows; ++step) {
                const std::size_t k = order == Order::backwards ? b.rows - 1 - step : step;
                const Scalar left = transposed ? a.at(k, i) : a.at(i, k);
                sum = order == Order::unfused ? sum + left * b.at(k, t) : std::fma(left, b.at(k, t), sum);
            }
            c.at(i, t) = sum;
        }
    }
}

}  // namespace sigprop::test
