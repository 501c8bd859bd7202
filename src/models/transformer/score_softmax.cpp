#include "models/transformer/score_softmax.hpp"

#include <algorithm>
#include <limits>

namespace sigprop {

template <class Scalar>
ScoreSoftmax<Scalar>::ScoreSoftmax() : exp_(exp(Formula::variable())), log_(log(Formula::variable())) {}

template <class Scalar>
void ScoreSoftmax<Scalar>::forward(const AttentionMask& mask, const Scalar* scores, Scalar* weights) {
    const std::size_t n = mask.length;
    largest_.assign(n, -std::numeric_limits<Scalar>::infinity());
    sums_.assign(n, 0);
    for (std::size_t j = 0; j < n; ++j) {
        const Scalar* const row = scores + j * n;
        for (std::size_t i = mask.first(j); i < mask.end(j); ++i)
            largest_[i] = row[i] > largest_[i] ? row[i] : largest_[i];
    }
    for (std::size_t j = 0; j < n; ++j) {
        const Scalar* const row = scores + j * n;
        Scalar* const powers = weights + j * n;
        std::fill_n(powers, mask.first(j), Scalar{0});
        std::fill(powers + mask.end(j), powers + n, Scalar{0});
        for (std::size_t i = mask.first(j); i < mask.end(j); ++i) {
            const Scalar below = row[i] - largest_[i];
            // gives NaN for -infinity, whose power would be a harmless 0
            powers[i] = below + Scalar{0} * below;
        }
    }
    for (std::size_t done = 0; done < n * n; done += exp_.tile_size) {
        Scalar* const tile = weights + done;
        const Scalar* const variable = tile;
        exp_({&variable, 1}, std::min(n * n - done, exp_.tile_size));
        std::copy_n(exp_.output(0).data(), std::min(n * n - done, exp_.tile_size), tile);
    }
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = mask.first(j); i < mask.end(j); ++i)
            sums_[i] += static_cast<double>(weights[j * n + i]);
    }
    for (double& sum : sums_) sum = 1 / sum;
    for (std::size_t j = 0; j < n; ++j) {
        Scalar* const row = weights + j * n;
        std::fill_n(row, mask.first(j), Scalar{0});
        std::fill(row + mask.end(j), row + n, Scalar{0});
        for (std::size_t i = mask.first(j); i < mask.end(j); ++i)
            row[i] = static_cast<Scalar>(static_cast<double>(row[i]) * sums_[i]);
    }
}

template <class Scalar>
void ScoreSoftmax<Scalar>::backward(const AttentionMask& mask, const Scalar* weights, Scalar* gradient) {
    const std::size_t n = mask.length;
    sums_.assign(n, 0);
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = mask.first(j); i < mask.end(j); ++i)
            sums_[i] += static_cast<double>(weights[j * n + i]) * static_cast<double>(gradient[j * n + i]);
    }
    for (std::size_t j = 0; j < n; ++j) {
        Scalar* const row = gradient + j * n;
        std::fill_n(row, mask.first(j), Scalar{0});
        std::fill(row + mask.end(j), row + n, Scalar{0});
        for (std::size_t i = mask.first(j); i < mask.end(j); ++i) {
            const double difference = static_cast<double>(row[i]) - sums_[i];
            row[i] = static_cast<Scalar>(static_cast<double>(weights[j * n + i]) * difference);
        }
    }
}

template <class Scalar>
double ScoreSoftmax<Scalar>::entropy(const AttentionMask& mask, const Scalar* weights) {
    const std::size_t n = mask.length;
    std::vector<double> row(n);
    double entropy = 0;
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = 0; i < n; ++i) row[i] = static_cast<double>(weights[j * n + i]);
        for (std::size_t done = 0; done < n; done += TileEvaluator::tile_size) {
            const std::size_t some = std::min(TileEvaluator::tile_size, n - done);
            const double* const variable = row.data() + done;
            log_({&variable, 1}, some);
            for (std::size_t i = 0; i < some; ++i) {
                // A weight of 0 adds nothing; NaN stays.
                if (row[done + i] != 0) entropy -= row[done + i] * log_.output(0)[i];
            }
        }
    }
    return entropy;
}

template class ScoreSoftmax<float>;
template class ScoreSoftmax<double>;

}  // namespace sigprop
