#pragma once
// The sums of a softmax over keys, tile by tile of logits, for queries side by side: vectors run along
// queries, so that a query's sums are added key by key whatever the vector set and whoever its neighbours
// are. The largest logit so far is subtracted before the exponential; when a tile raises it, the sums are
// scaled (Milakov and Gimelshein 2018, arXiv:1805.02867), once a tile and not once a key.

#include <cstddef>
#include <limits>
#include <vector>

namespace sigprop {

/// Logits of some keys: data[key stride + query].
/// Units    a cap of 0 is none; otherwise the data are logits / cap before it, and are overwritten by the
///          capped ones. Query i sees the first seen + i keys of the tile, which may be all or none.
template <class Scalar>
struct LogitTile {
    Scalar* data = nullptr;
    std::size_t keys = 0, stride = 0;
    std::ptrdiff_t seen = std::numeric_limits<std::ptrdiff_t>::max() / 2;
    Scalar cap = 0;
};

/// Of each query's logits x: M the largest, t = x - M, e = exp(t).
/// Accuracy with the unit of rounding in Scalar: a sum errs by 27 units of its |terms|, for a chain takes
///          four keys at a time and ends in doubles after `run` of them; an e by 3 + |t|. Below exp(-87) (float;
///          double exp(-708)) an e counts as that much.
template <class Scalar>
class SoftmaxSums {
public:
    static constexpr std::size_t run = 96;
    /// Queries come in vectors of at most this many; a tile's rows are as long as padded().
    static constexpr std::size_t lanes = 64 / sizeof(Scalar);

    explicit SoftmaxSums(std::size_t queries);
    [[nodiscard]] std::size_t padded() const { return largest.size(); }
    /// As if there had been no tile.
    void clear();
    /// A logit that is not finite makes NaN of `not_finite` and perhaps of its query's other sums.
    void add(const LogitTile<Scalar>& tile);
    /// log(total[i]) of all queries, the same on every vector set.
    [[nodiscard]] std::vector<double> log_totals() const;

    std::vector<Scalar> largest;  ///< M
    std::vector<double> total;    ///< of e
    std::vector<double> below;    ///< of t e
    std::vector<double> squares;  ///< of e^2
    std::vector<double> cubes;    ///< of e^3
    std::vector<double> logits;   ///< of x
    std::vector<double> logit_squares;
    std::vector<double> not_finite;  ///< 0, or NaN
};

extern template class SoftmaxSums<float>;
extern template class SoftmaxSums<double>;

/// Some queries' sums, for attention/softmax-inl.hpp.
template <class Scalar>
struct SoftmaxColumns {
    Scalar* largest;
    double *total, *below, *squares, *cubes, *logits, *logit_squares, *not_finite;
};

}  // namespace sigprop
