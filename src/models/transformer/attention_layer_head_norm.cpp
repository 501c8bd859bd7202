#include "models/transformer/attention_layer.hpp"

#include <cmath>

namespace sigprop {

template <class Scalar>
void HeadNorm<Scalar>::forward(Tokens<Scalar>& heads, Team& team) {
    const auto tokens = static_cast<std::size_t>(heads.cols());
    const std::size_t count = static_cast<std::size_t>(heads.rows()) / width_;
    normalised_.resize(heads.rows(), heads.cols());
    inverse_.assign(count * tokens, 0);
    team.split(tokens, token_unit, [&](std::size_t begin, std::size_t end) {
        for (std::size_t h = 0; h < count; ++h) {
            double* const inverse = inverse_.data() + h * tokens;
            Scalar* const start = heads.data() + h * width_ * tokens;
            Scalar* const normalised = normalised_.data() + h * width_ * tokens;
            if (centred_) subtract_means(start, tokens, begin, end);
            for (std::size_t i = 0; i < width_; ++i) {
                for (std::size_t t = begin; t < end; ++t) {
                    const double one = static_cast<double>(start[i * tokens + t]);
                    inverse[t] += one * one;
                }
            }
            for (std::size_t t = begin; t < end; ++t) {
                const bool inside = place_ == EpsilonPlace::inside_root;
                const double square = inverse[t] * share_;
                const double divisor = inside ? std::sqrt(square + epsilon_) : std::sqrt(square) + epsilon_;
                inverse[t] = divisor == 0 ? 0 : 1 / divisor;
            }
            for (std::size_t i = 0; i < width_; ++i) {
                const Scalar gain = gain_.exists() ? gain_.values[i] : Scalar(1);
                for (std::size_t t = begin; t < end; ++t) {
                    const double one = static_cast<double>(start[i * tokens + t]) * inverse[t];
                    normalised[i * tokens + t] = static_cast<Scalar>(one);
                    start[i * tokens + t] = gain * normalised[i * tokens + t];
                }
            }
        }
    });
}

/// From the rows of one group, for the tokens of a range.
template <class Scalar>
void HeadNorm<Scalar>::subtract_means(Scalar* rows, std::size_t tokens, std::size_t begin,
                                      std::size_t end) const {
    std::vector<double> means(end - begin, 0);
    for (std::size_t i = 0; i < width_; ++i) {
        for (std::size_t t = begin; t < end; ++t)
            means[t - begin] += static_cast<double>(rows[i * tokens + t]);
    }
    for (double& mean : means) mean /= static_cast<double>(width_);
    for (std::size_t i = 0; i < width_; ++i) {
        for (std::size_t t = begin; t < end; ++t) {
            Scalar& one = rows[i * tokens + t];
            one = static_cast<Scalar>(static_cast<double>(one) - means[t - begin]);
        }
    }
}

template <class Scalar>
void HeadNorm<Scalar>::backward(Tokens<Scalar>& gradient, Team& team) {
    const auto tokens = static_cast<std::size_t>(gradient.cols());
    const std::size_t count = static_cast<std::size_t>(gradient.rows()) / width_;
    if (gain_.exists()) {
        team.split(width_, 1, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                double sum = 0;
                for (std::size_t h = 0; h < count; ++h) {
                    const std::size_t row = (h * width_ + i) * tokens;
                    sum += row_product(gradient.data() + row, normalised_.data() + row, tokens);
                }
                gain_.gradient[i] = static_cast<Scalar>(sum);
            }
        });
    }
    team.split(tokens, token_unit, [&](std::size_t begin, std::size_t end) {
        std::vector<double> along(end - begin);
        for (std::size_t h = 0; h < count; ++h) {
            const double* const inverse = inverse_.data() + h * tokens;
            Scalar* const g = gradient.data() + h * width_ * tokens;
            const Scalar* const normalised = normalised_.data() + h * width_ * tokens;
            std::fill(along.begin(), along.end(), 0.0);
            for (std::size_t i = 0; i < width_; ++i) {
                const Scalar gain = gain_.exists() ? gain_.values[i] : Scalar(1);
                for (std::size_t t = begin; t < end; ++t) {
                    g[i * tokens + t] *= gain;
                    along[t - begin] += static_cast<double>(g[i * tokens + t]) *
                                        static_cast<double>(normalised[i * tokens + t]);
                }
            }
            if (place_ == EpsilonPlace::outside_root && epsilon_ > 0) {
                for (std::size_t t = begin; t < end; ++t) {
                    const double share_of_root = 1 - epsilon_ * inverse[t];  // of the divisor
                    if (share_of_root > 0) along[t - begin] /= share_of_root;
                }
            }
            for (std::size_t i = 0; i < width_; ++i) {
                for (std::size_t t = begin; t < end; ++t) {
                    const double part =
                        share_ * along[t - begin] * static_cast<double>(normalised[i * tokens + t]);
                    Scalar& one = g[i * tokens + t];
                    one = static_cast<Scalar>(inverse[t] * (static_cast<double>(one) - part));
                }
            }
            // What is left of the mean of the gradient: the normalised vector itself has none.
            if (centred_) subtract_means(g, tokens, begin, end);
        }
    });
}

template class HeadNorm<float>;
template class HeadNorm<double>;

}  // namespace sigprop
