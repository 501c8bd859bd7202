#include "models/attention_softmax.hpp"

#include <algorithm>
#include <limits>

namespace sigprop {

template <class Scalar>
AttentionSoftmax<Scalar>::AttentionSoftmax(std::size_t length, bool causal)
    : length_(length),
      causal_(causal),
      exp_(exp(Formula::variable())),
      log_(log(Formula::variable())),
      largest_(length),
      sums_(length),
      factors_(length) {}

template <class Scalar>
double AttentionSoftmax<Scalar>::seen() const {
    const auto n = static_cast<double>(length_);
    return causal_ ? n * (n + 1) / 2 : n * n;
}

template <class Scalar>
void AttentionSoftmax<Scalar>::exponentiate(Scalar* values) {
    const std::size_t count = length_ * length_;
    for (std::size_t done = 0; done < count; done += exp_.block_size) {
        const std::size_t size = std::min(count - done, exp_.block_size);
        const Scalar* const block = values + done;
        exp_({&block, 1}, size);
        std::ranges::copy(exp_.output(0), values + done);
    }
}

template <class Scalar>
void AttentionSoftmax<Scalar>::forward(const Scalar* scores, Scalar* weights, SoftmaxTotal* totals) {
    const std::size_t n = length_;
    std::ranges::fill(largest_, -std::numeric_limits<Scalar>::infinity());
    for (std::size_t j = 0; j < n; ++j) {
        const Scalar* const row = scores + j * n;
        for (std::size_t i = first(j); i < n; ++i) {
            largest_[i] = row[i] > largest_[i] ? row[i] : largest_[i];
        }
    }
    for (std::size_t j = 0; j < n; ++j) {
        std::fill_n(weights + j * n, first(j), Scalar{0});
        for (std::size_t i = first(j); i < n; ++i) weights[j * n + i] = scores[j * n + i] - largest_[i];
    }
    exponentiate(weights);
    std::ranges::fill(sums_, 0.0);
    for (std::size_t j = 0; j < n; ++j) {
        std::fill_n(weights + j * n, first(j), Scalar{0});
        for (std::size_t i = first(j); i < n; ++i) {
            // 0 times the score is what makes NaN of -infinity, whose exp is a harmless 0.
            sums_[i] += static_cast<double>(weights[j * n + i] + Scalar{0} * scores[j * n + i]);
        }
    }
    for (std::size_t i = 0; i < n; ++i) {
        totals[i] = {static_cast<double>(largest_[i]), sums_[i]};
        factors_[i] = 1 / sums_[i];
    }
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = first(j); i < n; ++i) {
            Scalar& weight = weights[j * n + i];
            weight = static_cast<Scalar>(static_cast<double>(weight) * factors_[i]);
        }
    }
}

template <class Scalar>
void AttentionSoftmax<Scalar>::backward(const Scalar* weights, Scalar* gradient) {
    const std::size_t n = length_;
    std::ranges::fill(sums_, 0.0);
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = first(j); i < n; ++i) {
            sums_[i] += static_cast<double>(weights[j * n + i]) * static_cast<double>(gradient[j * n + i]);
        }
    }
    for (std::size_t j = 0; j < n; ++j) {
        std::fill_n(gradient + j * n, first(j), Scalar{0});
        for (std::size_t i = first(j); i < n; ++i) {
            const double difference = static_cast<double>(gradient[j * n + i]) - sums_[i];
            gradient[j * n + i] = static_cast<Scalar>(static_cast<double>(weights[j * n + i]) * difference);
        }
    }
}

template <class Scalar>
double AttentionSoftmax<Scalar>::entropy(const Scalar* scores, const Scalar* weights,
                                         const SoftmaxTotal* totals) {
    const std::size_t n = length_;
    std::ranges::fill(factors_, 0.0);
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = first(j); i < n; ++i) {
            const double below = static_cast<double>(scores[j * n + i]) - totals[i].largest;
            factors_[i] += static_cast<double>(weights[j * n + i]) * below;
        }
    }
    for (std::size_t i = 0; i < n; ++i) sums_[i] = totals[i].sum;
    double entropy = 0;
    for (std::size_t done = 0; done < n; done += log_.block_size) {
        const double* const block = sums_.data() + done;
        log_({&block, 1}, std::min(n - done, log_.block_size));
        const std::span<const double> logarithms = log_.output(0);
        for (std::size_t k = 0; k < logarithms.size(); ++k) entropy += logarithms[k] - factors_[done + k];
    }
    return entropy;
}

template <class Scalar>
double AttentionSoftmax<Scalar>::square_sum(const Scalar* scores) {
    const std::size_t n = length_;
    std::ranges::fill(factors_, 0.0);
    for (std::size_t j = 0; j < n; ++j) {
        for (std::size_t i = first(j); i < n; ++i) {
            const auto score = static_cast<double>(scores[j * n + i]);
            factors_[i] += score * score;
        }
    }
    double sum = 0;
    for (const double square : factors_) sum += square;
    return sum;
}

template class AttentionSoftmax<float>;
template class AttentionSoftmax<double>;

}  // namespace sigprop
