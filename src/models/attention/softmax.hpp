#pragma once
// The sums of a softmax over keys, tile by tile of logits, for many queries side by side: vectors run along
// queries, so that a query's sums are added key by key, whatever the vector set and its neighbours. The
// largest logit so far is subtracted before the exponential; when a tile raises it, the sums are rescaled
// (Milakov and Gimelshein 2018, arXiv:1805.02867), once per tile instead of once per key.

#include <cstddef>
#include <limits>
#include <vector>

namespace sigprop {

/// Logits of some keys: data[key stride + query].
/// Units    a cap of 0 means none; otherwise the data are logits / cap, and are overwritten by the capped
///          logits. Query i sees the first seen + i keys of the tile, which may be all or none.
template <class Scalar>
struct LogitTile {
    Scalar* data = nullptr;
    std::size_t keys = 0, stride = 0;
    std::ptrdiff_t seen = std::numeric_limits<std::ptrdiff_t>::max() / 2;
    Scalar cap = 0;
};

/// For each query's logits x: M is the largest, t = x - M, e = exp(t).
/// Accuracy in units of Scalar's rounding: a sum errs by 27 units of its |terms|, because a chain takes four
///          keys at a time and is added to a double after `run` of them; an e errs by 3 + |t| units. An e
///          below exp(-87) (float; double exp(-708)) counts as that limit.
template <class Scalar>
class SoftmaxSums {
public:
    static constexpr std::size_t run = 96;
    /// The largest number of queries in a vector; a tile's rows have padded() entries.
    static constexpr std::size_t lanes = 64 / sizeof(Scalar);

    explicit SoftmaxSums(std::size_t queries);
    [[nodiscard]] std::size_t padded() const { return largest.size(); }
    /// Forgets all tiles.
    void clear();
    /// A logit that is not finite makes `not_finite` NaN, and perhaps its query's other sums.
    void add(const LogitTile<Scalar>& tile);
    /// log(total[i]) for all queries, the same on every vector set.
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

/// The sums of some queries, for attention/softmax-inl.hpp.
template <class Scalar>
struct SoftmaxColumns {
    Scalar* largest;
    double *total, *below, *squares, *cubes, *logits, *logit_squares, *not_finite;
};

}  // namespace sigprop
